// A puzzle: a position with all tiles face up, moves to choose from, and the proof afterwards. What the
// server sends at first tells nothing of the answer.

import { Refused, patiently, post } from './api.js';
import { Board } from './board.js';
import { nameOf } from './books.js';
import { find, make } from './dom.js';
import { handsAfter, stateAfter, toldAt } from './moments.js';
import { showSwitches } from './switches.js';
import { drawTile, halves, picture, tileText } from './tile.js';
import { allOf, loadWords, say, speakTile, tell, tellError } from './words.js';

/** @typedef {import('./messages.js').PosedPuzzle} PosedPuzzle */
/** @typedef {import('./messages.js').PuzzleAnswer} PuzzleAnswer */
/** @typedef {import('./messages.js').PuzzleOption} PuzzleOption */

/** The books and levels that can be asked for. */
const BOOKS = ['block', 'ikea', 'muggins', 'svoora', 'fives-and-threes'];
const LEVELS = ['1', '2', '3', '4', '5'];

const board = new Board(find('board', HTMLElement), () => {});

/** @type {PosedPuzzle} */
let puzzle;
/** Whether it is that of the day. */
let daily = false;
/** @type {PuzzleAnswer | null} */
let answer = null;
/** How many moves of the line that proves it are shown. */
let shown = 0;
/** What did not work, to be done once more. */
let again = () => {};

/** The round up to the position, and what follows it once that is known. */
function round() {
  const { number, leader, hands, stock, names } = puzzle;
  const moves = [...puzzle.moves, ...(answer?.line ?? [])];
  return { number, leader, hands, stock, moves, told: [], totals: puzzle.sides.map(() => 0), result: { names } };
}

function game() {
  const { rules, title, top, sides, names } = puzzle;
  return { id: '', match: puzzle.number, rules, title, top, target: 0, sides, names };
}

/**
 * Tiles in a row: to be seen, and to be heard.
 * @param {readonly number[]} tiles
 * @returns {HTMLElement[]}
 */
function tilesOf(tiles) {
  const drawn = tiles.map((tile) => {
    const [high, low] = halves(tile);
    return picture(drawTile(high, low, 1), true);
  });
  return [
    make('span', { class: 'visually-hidden' }, allOf(tiles.map((tile) => speakTile(tile)))),
    make('span', { class: 'holder-tiles', 'aria-hidden': 'true' }, ...drawn),
  ];
}

/** Show the table after the moves that are chosen. */
function showTable() {
  const ply = puzzle.moves.length + shown;
  board.render(stateAfter(game(), round(), ply), [], false);
  const turn = round().moves[ply]?.seat ?? (answer ? -1 : puzzle.turn);
  const rows = handsAfter(round(), ply).map((held, seat) => {
    const name = make('span', { class: 'holder-name' }, puzzle.names[seat] ?? '');
    return make('li', { class: seat === turn ? 'holder in-turn' : 'holder' }, name, ...tilesOf(held));
  });
  find('hands', HTMLElement).replaceChildren(...rows);
  [...find('moves', HTMLElement).children].forEach((item, at) => {
    const moment = item.firstElementChild;
    if (at + 1 === shown) moment?.setAttribute('aria-current', 'step');
    else moment?.removeAttribute('aria-current');
  });
}

/**
 * A move in words.
 * @param {PuzzleOption} option
 * @returns {string}
 */
function wordsFor({ kind, tile, end }) {
  if (kind !== 'play' || tile === null) return say(`page.puzzle.${kind}`);
  return say(`page.puzzle.lay-${end || 'first'}`, { tile: tileText(tile) });
}

/**
 * Say what this page is about.
 * @param {string} title
 */
function showTitle(title) {
  find('title', HTMLElement).textContent = title;
  find('page-title', HTMLElement).textContent = title;
  document.title = say('page.common.title', { title });
}

function ask() {
  const rules = nameOf(puzzle.rules, puzzle.title);
  const heading = say('page.puzzle.heading', { rules, level: puzzle.level });
  showTitle(daily ? say('page.puzzle.today') : heading);
  find('heading', HTMLElement).textContent = heading;
  find('today', HTMLElement).hidden = daily;
  const pairs = puzzle.sides.map((side) => allOf(side.map((seat) => puzzle.names[seat] ?? '')));
  const [first = '', second = ''] = pairs;
  const together = (puzzle.sides[0]?.length ?? 1) > 1 ? [say('page.puzzle.pairs', { first, second })] : [];
  find('about', HTMLElement).textContent = [say('page.puzzle.open'), ...together].join(' ');
  const stock = find('stock', HTMLElement);
  stock.hidden = !puzzle.left.length;
  stock.replaceChildren(make('span', { class: 'label' }, say('page.puzzle.stock')), ...tilesOf(puzzle.left));
  const seat = puzzle.names[puzzle.turn] ?? '';
  find('question', HTMLElement).textContent = say(`page.puzzle.asks-${puzzle.goal}`, { seat });
  const items = puzzle.options.map((option) => {
    const go = make('button', { type: 'button', class: 'button', 'data-move': option.move });
    if (option.tile !== null) {
      const [high, low] = halves(option.tile);
      go.append(picture(drawTile(high, low, 0), false));
    }
    go.append(make('span', {}, wordsFor(option)));
    go.addEventListener('click', () => void choose(option.move));
    return make('li', {}, go);
  });
  find('options', HTMLElement).replaceChildren(...items);
  find('give-up', HTMLButtonElement).disabled = false;
  find('answer', HTMLElement).hidden = true;
  showTable();
}

/**
 * Try a move; an empty one asks for the answer.
 * @param {string} move
 */
async function choose(move) {
  const buttons = [...find('options', HTMLElement).querySelectorAll('button')];
  for (const each of buttons) each.disabled = true;
  find('give-up', HTMLButtonElement).disabled = true;
  find('problem', HTMLElement).hidden = true;
  try {
    const { rules, number } = puzzle;
    answer = await post('/api/puzzles/answer', { rules, number, move, shape: puzzle.shape });
    for (const each of buttons) each.classList.toggle('tried', each.dataset['move'] === move);
    tellAnswer(move);
  } catch (error) {
    for (const each of buttons) each.disabled = false;
    find('give-up', HTMLButtonElement).disabled = false;
    tellProblem(error, () => void choose(move));
  }
}

/** @param {string} move */
function tellAnswer(move) {
  if (!answer) return;
  const { best, right, worths, line } = answer;
  const option = (/** @type {string} */ name) => puzzle.options.find((each) => each.move === name);
  const named = (/** @type {string} */ name) => {
    const found = option(name);
    return found ? wordsFor(found) : name;
  };
  const verdict = find('verdict', HTMLElement);
  verdict.textContent = move ? say(right ? 'page.puzzle.right' : 'page.puzzle.wrong') : say('page.puzzle.told');
  const rows = worths.map(({ move: made, worth }) => {
    const outcome = ['loses', 'nobody', 'wins'][worth + 1];
    const told = puzzle.goal === 'win' ? say(`page.puzzle.${outcome}`) : (worth > 0 ? '+' : '') + worth;
    const text = say('page.puzzle.worth', { move: named(made), worth: told });
    return make('li', best.includes(made) ? { class: 'best' } : {}, text);
  });
  find('worths', HTMLElement).replaceChildren(...rows);
  find('points-about', HTMLElement).hidden = puzzle.goal !== 'points';
  const moments = line.map((_, at) => {
    const told = toldAt(round(), puzzle.moves.length + at + 1, 'all').map((each) => tell(each));
    const go = make('button', { type: 'button', class: 'moment' }, told.join(' '));
    go.addEventListener('click', () => {
      shown = at + 1;
      showTable();
    });
    return make('li', {}, go);
  });
  find('moves', HTMLElement).replaceChildren(...moments);
  find('answer', HTMLElement).hidden = false;
  shown = 1;
  showTable();
  verdict.focus();
}

/**
 * Say what did not work; it can be tried again.
 * @param {unknown} error
 * @param {() => void} retry
 */
function tellProblem(error, retry) {
  if (!(error instanceof Refused)) throw error;
  again = retry;
  find('problem-text', HTMLElement).textContent = tellError(error.problem);
  const problem = find('problem', HTMLElement);
  problem.hidden = false;
  problem.scrollIntoView({ block: 'nearest' });
}

/** Today, as the one who looks has it: the same puzzle all over the world on the same date. */
function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * Fetch a puzzle and ask it.
 * @param {URLSearchParams} wish
 * @param {() => void} [then] what follows, once it is there
 */
async function fetchPuzzle(wish, then = () => {}) {
  const waiting = find('waiting', HTMLElement);
  const next = find('next', HTMLButtonElement);
  find('problem', HTMLElement).hidden = true;
  waiting.textContent = say('page.puzzle.waiting');
  waiting.hidden = !find('puzzle', HTMLElement).hidden;
  next.disabled = true;
  const query = new URLSearchParams(wish);
  if (!query.has('number') && !query.has('date')) query.set('date', today());
  query.set('shape', board.shape());
  try {
    puzzle = await patiently(`/api/puzzles?${query}`, () => {
      waiting.textContent = say('page.common.getting-ready');
      waiting.hidden = false;
    });
  } catch (error) {
    tellProblem(error, () => void fetchPuzzle(wish, then));
    return;
  } finally {
    waiting.hidden = true;
    next.disabled = false;
  }
  daily = !String(wish);
  answer = null;
  shown = 0;
  find('puzzle', HTMLElement).hidden = false;
  find('book', HTMLSelectElement).value = puzzle.rules;
  find('level', HTMLSelectElement).value = String(puzzle.level);
  ask();
  then();
}

/** The next puzzle of the book and level that are chosen; its address can be shared. */
function another() {
  const wish = new URLSearchParams({
    rules: find('book', HTMLSelectElement).value,
    level: find('level', HTMLSelectElement).value,
    number: String(puzzle.number + 1),
  });
  return fetchPuzzle(wish, () => {
    const { rules, number } = puzzle;
    history.replaceState(null, '', `?${new URLSearchParams({ rules, number: String(number) })}`);
    find('heading', HTMLElement).focus();
  });
}

/**
 * @param {string} id
 * @param {readonly (readonly [value: string, label: string])[]} options
 */
function fillSelect(id, options) {
  const items = options.map(([value, label]) => make('option', { value }, label));
  find(id, HTMLSelectElement).replaceChildren(...items);
}

async function begin() {
  const words = await loadWords();
  showSwitches(find('switches', HTMLElement), words.languages);
  fillSelect('book', BOOKS.map((book) => [book, nameOf(book)]));
  fillSelect('level', LEVELS.map((level) => [level, say('page.puzzle.level-number', { level })]));
  find('give-up', HTMLElement).addEventListener('click', () => void choose(''));
  find('again', HTMLElement).addEventListener('click', () => again());
  find('others', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void another();
  });
  const wish = new URLSearchParams(location.search);
  wish.delete('lang');
  showTitle(say(String(wish) ? 'page.puzzle.title' : 'page.puzzle.today'));
  await fetchPuzzle(wish);
}

await begin();
