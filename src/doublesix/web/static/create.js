// Setting up a table: which game, who sits where, how long. Nothing is checked here that the
// server checks anyway; what it refuses is shown where it belongs.

import { Refused, get } from './api.js';
import { nameOf, players } from './books.js';
import { botName } from './bots.js';
import { find, make } from './dom.js';
import { nickname } from './identity.js';
import { showEditor } from './house.js';
import { USUAL_BOT, openTable } from './opening.js';
import { language, say, tellError } from './words.js';

/** @typedef {import('./messages.js').Book} Book */
/** @typedef {import('./messages.js').CheckedRules} CheckedRules */
/** @typedef {Pick<Book, 'seats' | 'target' | 'targets' | 'pairs'>} Limits what a game leaves to choose */
/** @typedef {{who: string, name: string}} Sitter `link`, `here` with a name, or `bot:NAME` */

const HOUSE = 'house';
const COMPANIES = ['bots', 'link', 'here'];
const CLOCKS = [0, 30, 60, 120, 300];
const SHORTEST = 60;

/** What has been chosen so far. */
const plan = {
  book: '',
  seats: 2,
  company: 'bots',
  /** @type {number | 'other'} */
  target: 0,
  clock: 0,
  atZero: /** @type {'move' | 'bot'} */ ('move'),
  host: '',
  /** @type {Sitter[]} the seats after the first */
  sitters: [],
};

/** @type {readonly Book[]} */
let shelf = [];
/** @type {readonly import('./messages.js').BotInfo[]} weakest first; until all are known, the usual one */
let bots = [{ name: USUAL_BOT, level: 2, cost: '' }];
/** @type {CheckedRules | null} house rules that can be played */
let house = null;

/**
 * Show the form, filled in as far as is known.
 * @param {readonly Book[]} books
 * @param {string} asked a book's id, `friends`, or nothing
 */
export function showCreate(books, asked) {
  if (!shelf.length) prepare(books);
  plan.host = nickname();
  if (asked === 'friends') plan.company = 'link';
  choose(books.some((book) => book.id === asked) ? asked : plan.book || books[0]?.id || HOUSE);
}

/** @param {readonly Book[]} books */
function prepare(books) {
  shelf = books;
  find('book-choices', HTMLElement).replaceChildren(...books.map((book) => book.id).concat(HOUSE).map(bookChoice));
  find('edition', HTMLSelectElement).addEventListener('change', () => showRules());
  find('rules', HTMLDetailsElement).addEventListener('toggle', () => showRules());
  showEditor((checked) => {
    house = checked;
    if (plan.book === HOUSE) fit();
  });
  offer('clock-choices', 'clock', CLOCKS.map(String), tellClock, String(plan.clock), (chosen) => {
    plan.clock = Number(chosen);
    find('at-zero-field', HTMLElement).hidden = plan.clock === 0;
  });
  offer('at-zero-choices', 'at-zero', ['move', 'bot'], (way) => say(`page.create.at-zero-${way}`), plan.atZero, (chosen) => {
    plan.atZero = chosen === 'bot' ? 'bot' : 'move';
  });
  find('plan', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void open();
  });
  void get('/api/bots').then((found) => {
    bots = /** @type {import('./messages.js').BotInfo[]} */ (found);
    showSeats();
  });
}

/**
 * @param {string} id
 * @returns {HTMLLabelElement}
 */
function bookChoice(id) {
  const input = make('input', { type: 'radio', name: 'book', value: id });
  input.addEventListener('change', () => choose(id));
  const book = shelf.find((one) => one.id === id);
  const name = book ? nameOf(id) : say('page.create.house');
  const about = book ? say(`book.${id}.about`) : say('page.create.house-line');
  return make(
    'label',
    { class: 'book-choice' },
    input,
    make('strong', {}, name),
    make('span', { class: 'small' }, about),
    make('span', { class: 'soft small' }, book ? players(book.seats) : ''),
  );
}

/** @param {string} id */
function choose(id) {
  plan.book = id;
  for (const input of document.querySelectorAll('input[name="book"]')) {
    if (input instanceof HTMLInputElement) input.checked = input.value === id;
  }
  const book = shelf.find((one) => one.id === id);
  find('house', HTMLElement).hidden = id !== HOUSE;
  find('edition-field', HTMLElement).hidden = !book?.editions.length;
  const editions = book?.editions.length ? [book.id, ...book.editions] : [];
  find('edition', HTMLSelectElement).replaceChildren(
    ...editions.map((one) => make('option', { value: one }, one === id ? say('page.create.edition-base') : nameOf(one))),
  );
  fit();
  showRules();
}

/** @returns {Limits | null} */
function limits() {
  return plan.book === HOUSE ? house : shelf.find((one) => one.id === plan.book) ?? null;
}

/** Keep the choices within what the game leaves open. */
function fit() {
  const open = limits();
  const counts = open?.seats ?? [2];
  if (!counts.includes(plan.seats)) plan.seats = counts[0] ?? 2;
  offer('seat-choices', 'seats', counts.map(String), (count) => count, String(plan.seats), (chosen) => {
    plan.seats = Number(chosen);
    showSeats();
  });
  offer('company-choices', 'company', COMPANIES, (who) => say(`page.create.company-${who}`), plan.company, (chosen) => {
    plan.company = chosen;
    plan.sitters = [];
    showSeats();
  });
  fitTarget(open);
  showSeats();
}

/** @param {Limits | null} open */
function fitTarget(open) {
  const usual = open?.target ?? 0;
  find('target-field', HTMLElement).hidden = !usual;
  find('no-target', HTMLElement).hidden = usual !== 0;
  const choices = [...new Set([...(open?.targets ?? []), usual])].filter(Boolean).sort((a, b) => a - b);
  plan.target = usual;
  const other = find('other-target', HTMLInputElement);
  other.hidden = true;
  const tell = (/** @type {string} */ target) =>
    target === 'other' ? say('page.create.target-own') : say('count.points', { count: Number(target) });
  offer('target-choices', 'target', [...choices.map(String), 'other'], tell, String(plan.target), (chosen) => {
    plan.target = chosen === 'other' ? 'other' : Number(chosen);
    other.hidden = chosen !== 'other';
    if (!other.hidden) other.focus();
  });
}

/**
 * Choices of which one is taken.
 * @param {string} place
 * @param {string} name
 * @param {readonly string[]} values
 * @param {(value: string) => string} tell
 * @param {string} chosen
 * @param {(value: string) => void} take
 */
function offer(place, name, values, tell, chosen, take) {
  const labels = values.map((value) => {
    const input = make('input', { type: 'radio', name, value, checked: value === chosen });
    input.addEventListener('change', () => take(value));
    return make('label', {}, input, make('span', {}, tell(value)));
  });
  find(place, HTMLElement).replaceChildren(...labels);
}

/**
 * @param {string} seconds
 * @returns {string}
 */
function tellClock(seconds) {
  const count = Number(seconds);
  if (!count) return say('page.create.clock-none');
  if (count < SHORTEST) return say('page.create.clock-seconds', { count });
  return say('page.create.clock-minutes', { count: count / 60 });
}

function showSeats() {
  const usual = { bots: `bot:${USUAL_BOT}`, link: 'link', here: 'here' }[plan.company] ?? 'link';
  const pairs = limits()?.pairs.includes(plan.seats) ?? false;
  find('pairs', HTMLElement).hidden = !pairs;
  while (plan.sitters.length < plan.seats - 1) plan.sitters.push({ who: usual, name: '' });
  tellShared();
  const rows = plan.sitters.slice(0, plan.seats - 1).map((sitter, i) => seatRow(sitter, i + 1, pairs));
  find('seats', HTMLOListElement).replaceChildren(hostRow(), ...rows);
}

/** What it is like to share a screen, for those who will. */
function tellShared() {
  const shared = plan.sitters.slice(0, plan.seats - 1).some(({ who }) => who === 'here');
  find('shared', HTMLElement).hidden = !shared;
}

/** @returns {HTMLLIElement} */
function hostRow() {
  const name = nameField(plan.host, say('page.lobby.your-name'), (typed) => (plan.host = typed));
  name.autocomplete = 'nickname';
  return make('li', { class: 'seat' }, make('span', { class: 'seat-name' }, say('page.create.seat-you')), name);
}

/**
 * @param {Sitter} sitter
 * @param {number} seat
 * @param {boolean} pairs
 * @returns {HTMLLIElement}
 */
function seatRow(sitter, seat, pairs) {
  const title = pairs && seat === 2 ? say('page.create.seat-partner') : say('page.create.seat-of', { seat: 'ABCDEFGH'[seat] });
  const about = make('span', { class: 'soft small', id: `about-${seat}` });
  const label = say('page.create.sits', { seat: title });
  const who = make('select', { class: 'input', 'aria-label': label, 'aria-describedby': about.id });
  const choices = [
    ...bots.map((bot) => ({ value: `bot:${bot.name}`, text: tellBot(bot) })),
    ...['link', 'here'].map((value) => ({ value, text: say(`page.create.sits-${value}`) })),
  ];
  for (const { value, text } of choices) {
    who.append(make('option', { value, selected: value === sitter.who }, text));
  }
  const name = nameField(sitter.name, say('page.create.person-name'), (typed) => (sitter.name = typed));
  const tell = () => {
    const bot = botOf(sitter.who);
    about.textContent = bot ? say(`bot.${bot}`) : '';
    about.hidden = !bot;
    name.hidden = sitter.who !== 'here';
  };
  who.addEventListener('change', () => {
    sitter.who = who.value;
    tellShared();
    tell();
    if (!name.hidden) name.focus();
  });
  tell();
  return make('li', { class: 'seat' }, make('span', { class: 'seat-name' }, title), who, about, name);
}

/**
 * @param {string} who
 * @returns {string} the bot that sits there; empty for a person
 */
function botOf(who) {
  return who.startsWith('bot:') ? who.slice(4) : '';
}

/**
 * @param {import('./messages.js').BotInfo} bot
 * @returns {string}
 */
function tellBot({ name, level }) {
  return say('page.create.sits-bot', { bot: botName(name), level });
}

/**
 * @param {string} value
 * @param {string} label
 * @param {(typed: string) => void} keep
 * @returns {HTMLInputElement}
 */
function nameField(value, label, keep) {
  const field = make('input', { class: 'input', maxlength: 40, autocomplete: 'off', value, 'aria-label': label, placeholder: label });
  field.addEventListener('input', () => keep(field.value));
  return field;
}

/** The rules of the chosen game in plain words, fetched when somebody wants to read them. */
async function showRules() {
  const details = find('rules', HTMLDetailsElement);
  details.hidden = plan.book === HOUSE;
  if (!details.open || details.hidden) return;
  const id = rulesId();
  const page = /** @type {import('./messages.js').RulePage} */ (await get(`/api/rules/${encodeURIComponent(id)}?lang=${language()}`));
  if (id !== rulesId()) return;
  const parts = page.sections.map((section) =>
    make(
      'section',
      {},
      make('h3', {}, section.heading),
      make('ul', {}, ...section.sentences.map((sentence) => make('li', {}, marked(sentence)))),
    ),
  );
  find('rules-text', HTMLElement).replaceChildren(
    ...page.note.map((note) => make('p', { class: 'note' }, note)),
    ...parts,
    make('p', { class: 'soft small' }, say('page.common.rules-silent')),
  );
}

/**
 * @param {import('./messages.js').RuleSentence} sentence
 * @returns {string} with a word on where it comes from, when it is not printed
 */
function marked({ text, source }) {
  return source === 'printed' ? text : say('show.marked', { sentence: text, source: say(`source.${source}`) });
}

/** @returns {string} the book, or the edition of it */
function rulesId() {
  return find('edition', HTMLSelectElement).value || plan.book;
}

/** @returns {import('./opening.js').Plan} */
function written() {
  const sitters = plan.sitters.slice(0, plan.seats - 1);
  const game = plan.book === HOUSE ? { house: find('house-text', HTMLTextAreaElement).value } : { rules: rulesId() };
  const target = plan.target === 'other' ? Number(find('other-target', HTMLInputElement).value) : plan.target;
  return {
    ...game,
    seats: plan.seats,
    ...(target ? { target } : {}),
    clock: plan.clock,
    at_zero: plan.atZero,
    chat: find('chat', HTMLInputElement).checked,
    public: find('listed', HTMLInputElement).checked,
    name: plan.host,
    hot: sitters.flatMap(({ who, name }, i) => (who === 'here' ? [named(name, i + 2)] : who === 'link' ? [''] : [])),
    bots: Object.fromEntries(sitters.flatMap(({ who }, i) => (botOf(who) ? [[String(i + 1), botOf(who)]] : []))),
  };
}

/**
 * @param {string} name
 * @param {number} number
 * @returns {string} what to call somebody who was given no name
 */
function named(name, number) {
  return name.trim() || say('page.create.person', { number });
}

async function open() {
  const button = find('open', HTMLButtonElement);
  const problem = find('plan-problem', HTMLElement);
  problem.hidden = true;
  button.disabled = true;
  try {
    await openTable(written());
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    problem.textContent = tellError(error.problem);
    problem.hidden = false;
    button.disabled = false;
  }
}
