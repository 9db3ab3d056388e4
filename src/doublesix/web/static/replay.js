// A finished match, move by move: a line to move along, and everybody's eyes to see it with.

import { Refused, get } from './api.js';
import { Board } from './board.js';
import { nameOf } from './books.js';
import { Coach } from './coach.js';
import { find, make } from './dom.js';
import { handsAfter, sees, stateAfter, toldAt } from './moments.js';
import { copyText, publicLink } from './share.js';
import { showSwitches } from './switches.js';
import { drawBack, drawTile, halves, picture, svg } from './tile.js';
import { checkDeals } from './verdicts.js';
import { allOf, loadWords, say, speakTile, tell, tellError } from './words.js';

/** @typedef {import('./messages.js').MatchSummary} MatchSummary */
/** @typedef {import('./messages.js').Replay} Replay */
/** @typedef {import('./messages.js').ReplayedRound} ReplayedRound */
/** @typedef {import('./moments.js').Viewpoint} Viewpoint */

/** How long a move is shown, in milliseconds. */
const SPEEDS = { slow: 2600, normal: 1400, fast: 550 };

const ICONS = {
  first: 'M7 5v14M19 5l-9 7 9 7z',
  previous: 'M16 5l-9 7 9 7z',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  next: 'M8 5l9 7-9 7z',
  last: 'M17 5v14M5 5l9 7-9 7z',
};

const table = location.pathname.split('/').at(-1) ?? '';
const board = new Board(find('board', HTMLElement), () => {});
const coach = new Coach(table, goTo);

/** What is shown; it can be read from the address, and written there. */
const shown = {
  match: Number(new URLSearchParams(location.search).get('match') ?? 0),
  round: 0,
  ply: 0,
  /** @type {Viewpoint} */
  eyes: 'all',
  /** @type {keyof typeof SPEEDS} */
  speed: 'normal',
};

/** @type {Replay} */
let replay;
/** @type {ReplayedRound} The round that is shown; each is fetched when it is opened. */
let opened;
let fetching = false;
/** How many rounds were asked for: only the last one is shown. */
let asked = 0;
let timer = 0;

/** @returns {ReplayedRound} */
function round() {
  return opened;
}

/** @returns {boolean} */
function isPlaying() {
  return timer !== 0;
}

/** Show the moment that is chosen. */
function render() {
  const { moves } = round();
  shown.ply = Math.min(shown.ply, moves.length);
  const told = toldAt(round(), shown.ply, shown.eyes).map((each) => tell(each));
  find('sentence', HTMLElement).textContent = told.join(' ');
  const scrubber = find('scrubber', HTMLInputElement);
  scrubber.max = String(moves.length);
  scrubber.value = String(shown.ply);
  const position = say('page.replay.position', { number: shown.ply, count: moves.length });
  find('position', HTMLElement).textContent = shown.ply ? position : say('page.replay.dealt');
  scrubber.setAttribute('aria-valuetext', shown.ply ? position : say('page.replay.dealt'));
  for (const id of /** @type {const} */ (['first', 'previous'])) find(id, HTMLButtonElement).disabled = shown.ply === 0;
  for (const id of /** @type {const} */ (['next', 'last'])) find(id, HTMLButtonElement).disabled = shown.ply === moves.length;
  icon('play', isPlaying() ? 'pause' : 'play');
  board.render(stateAfter(replay, round(), shown.ply), [], false);
  showHands();
  markMove();
  showWhy();
  coach.show(shown.ply);
  keepPlace();
}

function showHands() {
  const turn = round().moves[shown.ply]?.seat;
  const rows = handsAfter(round(), shown.ply).map((held, seat) => {
    const open = sees(shown.eyes, seat);
    const tiles = held.map((tile) => {
      const [high, low] = halves(tile);
      return picture(open ? drawTile(high, low, 1) : drawBack(1), true);
    });
    const heard = open ? allOf(held.map((tile) => speakTile(tile))) : say('page.replay.hidden', { count: held.length });
    return make(
      'li',
      { class: seat === turn ? 'holder in-turn' : 'holder' },
      make('span', { class: 'holder-name' }, round().result.names[seat] ?? ''),
      make('span', { class: 'visually-hidden' }, heard),
      make('span', { class: 'holder-tiles', 'aria-hidden': 'true' }, ...tiles),
    );
  });
  find('hands', HTMLElement).replaceChildren(...rows);
}

/** The sentences of the round, each a way to its moment. */
function listMoves() {
  const moments = [...Array(round().moves.length + 1).keys()];
  const items = moments.map((ply) => {
    const told = toldAt(round(), ply, shown.eyes).map((each) => tell(each));
    const go = make('button', { type: 'button', class: 'moment' }, told.join(' '));
    go.addEventListener('click', () => goTo(ply));
    return make('li', {}, go);
  });
  find('moves', HTMLElement).replaceChildren(...items);
}

function markMove() {
  const list = find('moves', HTMLElement);
  [...list.children].forEach((item, ply) => {
    const moment = item.firstElementChild;
    if (ply === shown.ply) moment?.setAttribute('aria-current', 'step');
    else moment?.removeAttribute('aria-current');
  });
  const now = list.children[shown.ply];
  if (now instanceof HTMLElement) {
    list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2 + now.offsetHeight / 2;
  }
}

/** How the points of the round came about: once its end is seen. */
function showWhy() {
  const over = shown.ply === round().moves.length;
  const told = over ? round().result.told : [];
  find('why', HTMLElement).replaceChildren(...told.map((each) => make('li', {}, tell(each))));
}

function showSheet() {
  const sides = replay.sides.map((seats) => allOf(seats.map((seat) => replay.names[seat] ?? '')));
  const head = make('tr', {}, make('th', { scope: 'col' }, say('page.sheet.round')), ...sides.map((side) => make('th', { scope: 'col' }, side)));
  const lines = replay.rounds.map((each, i) => {
    const cells = sides.map((_, side) => {
      const won = each.winners.includes(side);
      const value = replay.target ? String(each.points[side] ?? 0) : won ? say('page.sheet.won') : '';
      return make('td', { class: won ? 'won' : '' }, value);
    });
    return make('tr', i === shown.round ? { 'aria-current': 'true' } : {}, make('th', { scope: 'row' }, String(each.number)), ...cells);
  });
  const totals = replay.rounds.at(-1)?.totals ?? [];
  const foot = make('tr', {}, make('th', { scope: 'row' }, say('page.sheet.total')), ...totals.map((total) => make('td', {}, String(total))));
  const sheet = make('table', { class: 'numbers' }, make('thead', {}, head), make('tbody', {}, ...lines));
  if (replay.target) sheet.append(make('tfoot', {}, foot));
  find('sheet', HTMLElement).replaceChildren(sheet);
}

/**
 * Go to a moment; of the round that is on its way, where one is.
 * @param {number} ply
 */
function goTo(ply) {
  stop();
  shown.ply = Math.max(0, ply);
  if (!fetching) render();
}

function stop() {
  clearInterval(timer);
  timer = 0;
}

/** Go on by itself, over the ends of rounds, to the end of the match. */
function start() {
  timer = setInterval(() => {
    if (fetching) return;
    if (shown.ply === round().moves.length && shown.round + 1 < replay.rounds.length) {
      void turnTo(shown.round + 1, 0);
      return;
    }
    if (shown.ply < round().moves.length) shown.ply += 1;
    else stop();
    render();
  }, SPEEDS[shown.speed]);
}

async function playOrPause() {
  const atEnd = shown.round + 1 === replay.rounds.length && shown.ply === round().moves.length;
  if (isPlaying()) stop();
  else {
    if (atEnd) await turnTo(0, 0);
    start();
  }
  render();
}

/**
 * @param {number} at
 * @param {number} ply
 */
async function openRound(at, ply) {
  const wanted = Math.max(0, Math.min(at, replay.rounds.length - 1));
  const query = `match=${shown.match}&shape=${board.shape()}`;
  asked += 1;
  const own = asked;
  fetching = true;
  Object.assign(shown, { round: wanted, ply: Math.max(0, ply) });
  /** @type {ReplayedRound} */
  let found;
  try {
    found = await get(`/api/tables/${table}/replay/${wanted + 1}?${query}`);
  } finally {
    fetching = own !== asked;
  }
  if (own !== asked) return;
  opened = found;
  find('round', HTMLSelectElement).value = String(shown.round);
  listMoves();
  showSheet();
  coach.turnTo(shown.match, opened);
  render();
}

/**
 * Go to another round than the one that is shown; where that cannot be had, it is said.
 * @param {number} at
 * @param {number} ply
 */
async function turnTo(at, ply) {
  const before = shown.ply;
  find('problem', HTMLElement).hidden = true;
  try {
    await openRound(at, ply);
  } catch (error) {
    stop();
    Object.assign(shown, { round: opened.number - 1, ply: before });
    find('round', HTMLSelectElement).value = String(shown.round);
    render();
    tellProblem(error);
  }
}

/** @param {unknown} error */
function tellProblem(error) {
  if (!(error instanceof Refused)) throw error;
  const problem = find('problem', HTMLElement);
  problem.hidden = false;
  problem.textContent = tellError(error.problem);
}

/** The address always leads to what is shown, so that it can be shared. */
function keepPlace() {
  const place = new URLSearchParams({ round: String(shown.round + 1), move: String(shown.ply), seen: String(shown.eyes) });
  history.replaceState(null, '', `?match=${shown.match}#${place}`);
}

function readPlace() {
  const place = new URLSearchParams(location.hash.slice(1));
  const eyes = place.get('seen') ?? 'all';
  shown.eyes = /^\d$/.test(eyes) ? Number(eyes) : eyes === 'none' ? 'none' : 'all';
  return { round: Number(place.get('round') ?? 1) - 1, ply: Number(place.get('move') ?? 0) };
}

/**
 * @param {string} id
 * @param {keyof typeof ICONS} name
 */
function icon(id, name) {
  const button = find(id, HTMLButtonElement);
  const drawn = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));
  button.replaceChildren(drawn);
  button.setAttribute('aria-label', say(`page.replay.${name}`));
  button.title = say(`page.replay.${name}`);
}

/**
 * @param {string} id
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} chosen
 */
function fillSelect(id, options, chosen) {
  const select = find(id, HTMLSelectElement);
  select.replaceChildren(...options.map(([value, label]) => make('option', { value, selected: value === chosen }, label)));
  return select;
}

async function share() {
  const done = await copyText(publicLink(`${location.pathname}${location.search}${location.hash}`));
  find('shared', HTMLElement).textContent = say(done ? 'page.common.copied' : 'page.common.copy-failed');
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const busy = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (busy || event.ctrlKey || event.altKey || event.metaKey) return;
  const pressing = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
  if (event.key === 'ArrowLeft') goTo(shown.ply - 1);
  else if (event.key === 'ArrowRight') goTo(shown.ply + 1);
  else if (event.key === 'Home') goTo(0);
  else if (event.key === 'End') goTo(Infinity);
  else if (event.key === ' ' && !pressing) void playOrPause();
  else return;
  event.preventDefault();
}

/** @param {readonly MatchSummary[]} matches */
function prepare(matches) {
  for (const name of /** @type {const} */ (['first', 'previous', 'next', 'last'])) icon(name, name);
  find('first', HTMLElement).addEventListener('click', () => goTo(0));
  find('previous', HTMLElement).addEventListener('click', () => goTo(shown.ply - 1));
  find('play', HTMLElement).addEventListener('click', () => void playOrPause());
  find('next', HTMLElement).addEventListener('click', () => goTo(shown.ply + 1));
  find('last', HTMLElement).addEventListener('click', () => goTo(Infinity));
  const scrubber = find('scrubber', HTMLInputElement);
  scrubber.addEventListener('input', () => goTo(Number(scrubber.value)));
  find('verify', HTMLElement).addEventListener('click', async () => {
    find('verdicts', HTMLElement).replaceChildren(...(await checkDeals(table, shown.match)));
  });
  find('share', HTMLElement).addEventListener('click', () => void share());
  const speeds = Object.keys(SPEEDS).map((speed) => /** @type {const} */ ([speed, say(`page.replay.speed-${speed}`)]));
  const speed = fillSelect('speed', speeds, shown.speed);
  speed.addEventListener('change', () => {
    shown.speed = /** @type {keyof typeof SPEEDS} */ (speed.value);
    if (!isPlaying()) return;
    stop();
    start();
  });
  const numbers = matches.map(({ match }) => /** @type {const} */ ([String(match), say('page.replay.match', { number: match })]));
  const match = fillSelect('match', numbers, String(shown.match));
  match.addEventListener('change', () => location.assign(`/replay/${table}?match=${match.value}`));
  const rounds = find('round', HTMLSelectElement);
  rounds.addEventListener('change', () => {
    stop();
    void turnTo(Number(rounds.value), 0);
  });
  const viewpoint = find('viewpoint', HTMLSelectElement);
  viewpoint.addEventListener('change', () => {
    shown.eyes = viewpoint.value === 'all' || viewpoint.value === 'none' ? viewpoint.value : Number(viewpoint.value);
    listMoves();
    render();
  });
  addEventListener('keydown', onKey);
}

/** Fetch what is known of the match: its rounds are fetched one at a time. */
async function load() {
  replay = await get(`/api/tables/${table}/replay?match=${shown.match}`);
  const name = nameOf(replay.rules, replay.title);
  const heading = say('page.replay.heading', { rules: name, number: shown.match });
  find('title', HTMLElement).textContent = heading;
  find('heading', HTMLElement).textContent = heading;
  document.title = say('page.common.title', { title: heading });
  find('record', HTMLAnchorElement).href = `/api/tables/${table}/transcript?match=${shown.match}`;
  find('proof', HTMLAnchorElement).href = `/api/tables/${table}/proof?match=${shown.match}`;
  fillSelect('round', replay.rounds.map((each, i) => [String(i), say('page.replay.round', { number: each.number })]), '0');
  const seats = replay.names.map((seat, i) => /** @type {const} */ ([String(i), say('page.replay.viewpoint-of', { name: seat })]));
  fillSelect('viewpoint', [['all', say('page.replay.viewpoint-all')], ['none', say('page.replay.viewpoint-none')], ...seats], String(shown.eyes));
}

/** A screen that was turned gets the line laid out anew. */
function watchShape() {
  addEventListener('resize', () => {
    if (board.shape() !== round().shape) void turnTo(shown.round, shown.ply);
  });
}

async function begin() {
  const words = await loadWords();
  showSwitches(find('switches', HTMLElement), words.languages);
  find('to-table', HTMLAnchorElement).href = `/t/${table}`;
  try {
    /** @type {MatchSummary[]} */
    const matches = await get(`/api/tables/${table}/games`);
    if (!matches.length) throw new Refused({ code: 'nothing-finished' });
    shown.match ||= matches.at(-1)?.match ?? 1;
    const place = readPlace();
    find('replay', HTMLElement).hidden = false;
    prepare(matches);
    await load();
    await openRound(place.round, place.ply);
    watchShape();
  } catch (error) {
    find('replay', HTMLElement).hidden = true;
    tellProblem(error);
  }
}

await begin();
