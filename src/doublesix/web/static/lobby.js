// The front door: play at once, play with friends, join with a code, or choose a game.

import { Refused, get } from './api.js';
import { nameOf, players } from './books.js';
import { showCreate } from './create.js';
import { find, make } from './dom.js';
import { forgetTable, keepNickname, knownTables, nickname } from './identity.js';
import { read, write } from './kept.js';
import { botsFor, openTable } from './opening.js';
import { showSwitches } from './switches.js';
import { HALF, drawTile, picture, svg } from './tile.js';
import { allOf, loadWords, say, tellError } from './words.js';

/** @typedef {import('./messages.js').Book} Book */
/** @typedef {import('./messages.js').TableSummary} TableSummary */

/** The game for those who just want to play; the last one played here takes its place. */
const USUAL_BOOK = 'draw';
/** How many of our own tables are looked up. */
const MOST_TABLES = 6;
/** Public tables come and go; how often to look, in milliseconds. */
const LOOK_AGAIN = 15_000;

/** The tiles on the welcome felt: where the centre lies, in half units, the turn, and the halves. */
const WELCOME = /** @type {const} */ ([
  [0, 0, 1, 6, 6],
  [3, 0, 0, 6, 5],
  [7, 0, 0, 5, 2],
  [10, 0, 1, 2, 2],
  [13, 0, 0, 2, 4],
  [14, 3, 1, 4, 3],
  [14, 7, 1, 3, 5],
  [-3, 0, 0, 1, 6],
  [-6, 0, 1, 1, 1],
  [-9, 0, 0, 4, 1],
  [-10, -3, 1, 0, 4],
  [0, -4, 1, 3, 6],
  [0, -8, 1, 5, 3],
  [0, 4, 1, 6, 2],
  [0, 8, 1, 2, 0],
]);

/** What a book looks like at a glance. */
const EMBLEMS = /** @type {Record<string, readonly [number, number]>} */ ({
  ikea: [6, 4],
  noris: [4, 4],
  svoora: [5, 1],
  block: [3, 3],
  draw: [6, 2],
  muggins: [5, 5],
  'fives-and-threes': [5, 3],
  sebastopol: [6, 6],
});

/** Tiles laid on the felt, to say at first sight what this is about. */
function drawWelcome() {
  const tiles = WELCOME.map(([x, y, turn, first, second]) => {
    const tile = drawTile(first, second, turn);
    tile.setAttribute('transform', `translate(${x * HALF} ${y * HALF})`);
    return tile;
  });
  const box = [-12, -11, 28, 22].map((length) => length * HALF).join(' ');
  find('picture', HTMLDivElement).append(svg('svg', { viewBox: box }, ...tiles));
}

/**
 * @param {Book} book
 * @returns {HTMLLIElement}
 */
function bookCard(book) {
  const name = nameOf(book.id);
  const [first, second] = EMBLEMS[book.id] ?? [6, 6];
  const play = make('button', { class: 'button primary', type: 'button' }, say('page.lobby.play-book'));
  play.setAttribute('aria-label', say('page.lobby.play-book-named', { book: name }));
  play.addEventListener('click', () => void playNow(book, play));
  const choose = make('a', { class: 'button quiet', href: `#new=${book.id}` }, say('page.lobby.choose'));
  choose.setAttribute('aria-label', say('page.lobby.choose-named', { book: name }));
  return make(
    'li',
    { class: 'card book' },
    make('div', { class: 'emblem', 'aria-hidden': 'true' }, picture(drawTile(first, second, 1), true)),
    make(
      'div',
      { class: 'stack-s' },
      make('h3', {}, name),
      make('p', {}, say(`book.${book.id}.about`)),
      make('p', { class: 'soft small' }, players(book.seats)),
    ),
    make('div', { class: 'row book-deeds' }, play, choose),
  );
}

/**
 * One click, and the tiles are dealt: the smallest table of a book, with bots.
 * @param {Book} book
 * @param {HTMLButtonElement} button
 */
async function playNow(book, button) {
  const seats = book.seats[0] ?? 2;
  const problem = find('problem', HTMLElement);
  problem.textContent = '';
  button.disabled = true;
  try {
    write('book', book.id);
    await openTable({ rules: book.id, seats, name: find('name', HTMLInputElement).value, bots: botsFor(seats) });
  } catch (error) {
    button.disabled = false;
    problem.textContent = told(error);
    problem.scrollIntoView({ block: 'center' });
  }
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function told(error) {
  if (error instanceof Refused) return tellError(error.problem);
  throw error;
}

/** @param {readonly Book[]} books */
function showQuick(books) {
  const chosen = read('book') ?? USUAL_BOOK;
  const book = books.find((one) => one.id === chosen) ?? books[0];
  const name = find('name', HTMLInputElement);
  name.value = nickname();
  name.addEventListener('change', () => keepNickname(name.value));
  find('quick', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    if (book) void playNow(book, find('play', HTMLButtonElement));
  });
  if (!book) return;
  const count = (book.seats[0] ?? 2) - 1;
  const change = make('a', { href: `#new=${book.id}` }, say('page.lobby.change'));
  find('quick-game', HTMLElement).append(say('page.lobby.quick', { book: nameOf(book.id), count }), ' ', change);
}

function showJoin() {
  const field = find('code', HTMLInputElement);
  const problem = find('code-problem', HTMLElement);
  find('join', HTMLFormElement).addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.textContent = '';
    field.removeAttribute('aria-invalid');
    try {
      const code = field.value.replace(/[^0-9a-z]/gi, '').toUpperCase();
      if (!code) throw new Refused({ code: 'no-such-code', details: { word: field.value } });
      /** @type {import('./messages.js').FoundTable} */
      const { id } = await get(`/api/codes/${encodeURIComponent(code)}`);
      location.assign(`/t/${id}`);
    } catch (error) {
      problem.textContent = told(error);
      field.setAttribute('aria-invalid', 'true');
      field.select();
    }
  });
}

/**
 * @param {TableSummary} table
 * @param {string} deed the message id of what the link does
 * @returns {HTMLLIElement}
 */
function tableRow(table, deed) {
  const name = nameOf(table.rules, table.title);
  const there = table.seats.filter((seat) => seat.taken).map((seat) => seat.name ?? '');
  const free = table.seats.length - there.length;
  const facts = free ? say('page.lobby.free', { count: free }) : say(`page.lobby.phase-${table.phase}`);
  const go = make('a', { class: 'button', href: `/t/${table.id}` }, say(deed));
  go.setAttribute('aria-label', say('page.lobby.go-named', { deed: say(deed), book: name, players: allOf(there) }));
  return make(
    'li',
    { class: 'card table-row' },
    make('div', { class: 'stack-s' }, make('h3', {}, name), make('p', { class: 'soft small' }, allOf(there))),
    make('span', { class: 'badge' }, facts),
    go,
  );
}

/**
 * @param {string} section
 * @param {string} list
 * @param {HTMLLIElement[]} rows
 */
function showRows(section, list, rows) {
  find(section, HTMLElement).hidden = rows.length === 0;
  find(list, HTMLUListElement).replaceChildren(...rows);
}

async function showYours() {
  const found = await Promise.all(knownTables().slice(0, MOST_TABLES).map(lookUp));
  const open = found.filter((table) => table && table.phase !== 'closed');
  showRows('yours', 'your-tables', open.map((table) => tableRow(/** @type {TableSummary} */ (table), 'page.lobby.go-on')));
}

/**
 * @param {string} id
 * @returns {Promise<TableSummary | null>}
 */
async function lookUp(id) {
  try {
    return await get(`/api/tables/${id}`);
  } catch (error) {
    if (error instanceof Refused && error.problem.code === 'no-such-table') forgetTable(id);
    return null;
  }
}

async function showPublic() {
  if (document.hidden) return;
  /** @type {TableSummary[]} */
  const tables = await get('/api/tables');
  const mine = new Set(knownTables());
  const others = tables.filter((table) => !mine.has(table.id));
  const deed = (/** @type {TableSummary} */ table) =>
    table.seats.every((seat) => seat.taken) ? 'page.lobby.watch' : 'page.lobby.join';
  showRows('public', 'public-tables', others.map((table) => tableRow(table, deed(table))));
}

/** @param {readonly Book[]} books */
function route(books) {
  const asked = /^#new(?:=(.+))?$/.exec(location.hash);
  find('lobby', HTMLElement).hidden = asked !== null;
  find('create', HTMLElement).hidden = asked === null;
  if (!asked) return;
  showCreate(books, decodeURIComponent(asked[1] ?? ''));
  scrollTo(0, 0);
  find('create-title', HTMLElement).focus();
}

const [words, books] = await Promise.all([loadWords(), get('/api/books').then((found) => /** @type {Book[]} */ (found))]);
showSwitches(find('switches', HTMLElement), words.languages);
drawWelcome();
showQuick(books);
showJoin();
find('books', HTMLUListElement).append(...books.map(bookCard));
addEventListener('hashchange', () => route(books));
route(books);
void showYours();
void showPublic();
setInterval(() => void showPublic(), LOOK_AGAIN);
