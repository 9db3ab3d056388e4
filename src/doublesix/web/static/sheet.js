// The score sheet: how the match stands, and for the last round where every number comes from.

import { Refused, get } from './api.js';
import { make } from './dom.js';
import { button, patch, set, setText, within } from './patch.js';
import { nameOf } from './store.js';
import { drawTile, halves, picture } from './tile.js';
import { allOf, say, speakTile, tell, tellError } from './words.js';
import { makeWindow } from './window.js';

/** Sentences about hands, which are shown as tiles here. */
const SHOWN = new Set(['told.over.hand', 'told.over.no-hand']);
/** What a side has in all. */
const TOTAL = 'told.over.total';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./messages.js').ReplayedRound} ReplayedRound */
/** @typedef {import('./messages.js').RoundResult} RoundResult */
/** @typedef {import('./messages.js').RoundScore} RoundScore */
/** @typedef {{score: RoundScore, why: readonly string[] | null}} Line a round, or how its points came about */

/**
 * A side by the names of those who play for it.
 * @param {State} state
 * @param {number} side
 * @returns {string}
 */
export function sideName(state, side) {
  return allOf((state.table?.sides[side] ?? []).map((seat) => nameOf(state, seat)));
}

export class Sheet {
  /** @type {State | null} */
  #state = null;
  /**
   * The rounds that are explained, by match and number, in sentences.
   * @type {Map<string, readonly string[]>}
   */
  #explained = new Map();

  /**
   * @param {HTMLElement} deeds the buttons that go on with the game
   * @param {Node} fair the panel that checks the deal
   */
  constructor(deeds, fair) {
    this.result = make('section', { class: 'stack-s result' });
    this.banner = make('p', { class: 'banner' });
    this.hands = make('ul', { class: 'shown-hands' });
    this.why = make('ol', { class: 'why' });
    this.result.append(this.banner, this.hands, make('h3', {}, say('page.sheet.why')), this.why);
    this.head = make('tr');
    this.rows = make('tbody');
    this.running = make('tr', { class: 'running' });
    this.foot = make('tr');
    this.none = make('p', { class: 'soft' }, say('page.sheet.empty'));
    this.about = make('p', { class: 'soft small' });
    this.links = make('p', { class: 'row' });
    this.window = makeWindow(
      say('page.sheet.title'),
      this.result,
      make(
        'div',
        { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': say('page.sheet.title') },
        make(
          'table',
          { class: 'numbers' },
          make('thead', {}, this.head),
          this.rows,
          make('tfoot', {}, this.running, this.foot),
        ),
      ),
      this.none,
      this.about,
      make('div', {}, fair),
      this.links,
    );
    this.note = make('p', { role: 'status' });
    this.window.footer.append(this.note, deeds);
  }

  open() {
    if (this.window.dialog.open) return;
    this.window.dialog.showModal();
    this.window.content.scrollTop = 0;
  }

  close() {
    this.window.dialog.close();
  }

  /** @param {State} state */
  render(state) {
    const { table, round } = state;
    if (!table) return;
    this.#state = state;
    const result = round?.result ?? null;
    setText(this.window.heading, tellOver(state));
    set(this.result, { hidden: !result });
    set(this.none, { hidden: table.scores.length > 0 });
    if (result) this.#renderResult(state, result);
    this.#renderMatch(state);
    this.#renderLinks(state);
    setText(this.about, table.target ? say('page.sheet.target', { count: table.target }) : '');
    setText(this.note, tellWaiting(state));
    set(this.window.footer, { hidden: table.phase !== 'between' && table.phase !== 'over' });
  }

  /**
   * @param {State} state
   * @param {RoundResult} result
   */
  #renderResult(state, result) {
    setText(this.banner, tellWinners(state, result));
    patch(
      this.hands,
      result.hands.map((hand, seat) => ({ hand, seat })),
      ({ seat, hand }) => `${state.table?.match} ${state.round?.number} ${seat} ${hand.join()}`,
      ({ seat, hand }) => showHand(result.names[seat] ?? '', hand, result.pips[seat] ?? 0),
    );
    const told = result.told.filter(([id]) => !SHOWN.has(id));
    fillList(this.why, told.map((each) => tell(each)));
    told.forEach(([id], index) => this.why.children[index]?.classList.toggle('total', id === TOTAL));
  }

  /** @param {State} state */
  #renderMatch(state) {
    const table = state.table;
    if (!table) return;
    const sides = table.sides.map((_, side) => side);
    const title = say(table.target ? 'page.sheet.round' : 'page.sheet.game');
    line(this.head, [title, ...sides.map((side) => sideName(state, side))], 'th');
    const now = table.seats.map(({ name }) => name).join();
    patch(
      this.rows,
      table.scores.flatMap((score) => this.#lines(table.match, score)),
      ({ score, why }) => `${table.match}.${score.number}${why ? ' why' : ''}`,
      ({ score, why }) => (why ? explanation(sides.length + 1) : this.#row(table.match, score.number)),
      (row, { score: { number, points, winners, names }, why }) => {
        if (why) return fillList(within(row, '.why'), why);
        const cells = sides.map((side) =>
          table.target ? signed(points[side] ?? 0) : winners.includes(side) ? say('page.sheet.won') : '–',
        );
        set(within(row, 'button'), { 'aria-expanded': String(this.#explained.has(`${table.match}.${number}`)) });
        const others = names.join() !== now;
        setText(within(row, '.players'), others ? say('page.sheet.played-by', { names: allOf(names) }) : '');
        cells.forEach((text, side) => setText(within(row, `td:nth-of-type(${side + 1})`), text));
      },
    );
    this.#renderRunning(state, sides);
    const totals = table.target ? table.totals : table.games;
    const last = say(table.target ? 'page.sheet.total' : 'page.sheet.games');
    line(this.foot, [last, ...sides.map((side) => String(totals[side] ?? 0))], 'td');
  }

  /**
   * @param {number} match
   * @param {RoundScore} score
   * @returns {Line[]}
   */
  #lines(match, score) {
    const why = this.#explained.get(`${match}.${score.number}`);
    return [{ score, why: null }, ...(why ? [{ score, why }] : [])];
  }

  /**
   * A line of the sheet, whose number opens what led to it.
   * @param {number} match
   * @param {number} number
   * @returns {HTMLElement}
   */
  #row(match, number) {
    const open = button('round-why', () => void this.#explain(match, number), String(number));
    open.setAttribute('aria-label', say('page.sheet.why-round', { number }));
    const cells = this.#state?.table?.sides.map(() => make('td')) ?? [];
    const head = make('th', { scope: 'row' }, open, make('span', { class: 'players soft small' }));
    return make('tr', {}, head, ...cells);
  }

  /**
   * Show how the points of a round came about, or hide it again.
   * @param {number} match
   * @param {number} number
   */
  async #explain(match, number) {
    const name = `${match}.${number}`;
    if (!this.#explained.delete(name)) this.#explained.set(name, await this.#why(match, number));
    if (this.#state) this.render(this.#state);
  }

  /**
   * @param {number} match
   * @param {number} number
   * @returns {Promise<string[]>}
   */
  async #why(match, number) {
    try {
      /** @type {ReplayedRound} */
      const { result } = await get(`/api/tables/${this.#state?.table?.id}/replay/${number}?match=${match}`);
      return result.told.map((told) => tell(told));
    } catch (error) {
      if (error instanceof Refused) return [tellError(error.problem)];
      throw error;
    }
  }

  /**
   * What was made at the open ends in the round that is played.
   * @param {State} state
   * @param {readonly number[]} sides
   */
  #renderRunning({ table, round }, sides) {
    const running = table?.scoring && table.phase === 'playing' ? (round?.now.in_play ?? []) : [];
    set(this.running, { hidden: !running.length });
    line(this.running, [say('page.sheet.so-far'), ...sides.map((side) => String(running[side] ?? 0))], 'td');
  }

  /** @param {State} state */
  #renderLinks(state) {
    const { table } = state;
    if (!table?.scores.length) return this.links.replaceChildren();
    const replay = replayOf(state);
    const record = `/api/tables/${table.id}/transcript?match=${table.match}`;
    patch(
      this.links,
      [
        { href: replay, text: say('page.play.see-replay'), file: false },
        { href: record, text: say('page.replay.download'), file: true },
      ],
      ({ href }) => href,
      ({ href, text, file }) => make('a', { href, download: file }, text),
    );
  }
}

/**
 * Where the match is seen again.
 * @param {State} state
 * @returns {string}
 */
export function replayOf({ table }) {
  return `/replay/${table?.id}?match=${table?.match}`;
}

/**
 * What has just ended.
 * @param {State} state
 * @returns {string}
 */
export function tellOver({ table, round }) {
  if (table?.phase === 'over') return say('page.play.match-over');
  if (!round?.result) return say('page.sheet.title');
  return say(table?.target ? 'page.play.round-over' : 'page.play.game-over');
}

/**
 * Who won what has just ended.
 * @param {State} state
 * @param {RoundResult} result
 * @returns {string}
 */
export function tellWinners(state, result) {
  const winners = (state.table?.phase === 'over' ? (state.table?.winners ?? []) : result.winners).flatMap(
    (side) => state.table?.sides[side] ?? [],
  );
  if (!winners.length) return say('page.play.nobody-won');
  const [only = -1, ...shared] = state.you.seats;
  const own = !shared.length && result.names[only] === nameOf(state, only); // who played still sits here
  if (own && winners.length === 1 && winners.includes(only)) return say('page.play.won-you');
  return say('page.play.won', {
    winners: allOf(winners.map((seat) => result.names[seat] ?? '')),
    count: winners.length,
  });
}

/**
 * @param {Element} list
 * @param {readonly string[]} texts
 */
function fillList(list, texts) {
  patch(
    list,
    texts.map((text, index) => ({ text, index })),
    ({ index }) => index,
    () => make('li'),
    (element, { text }) => setText(element, text),
  );
}

/**
 * The line under a round that says how its points came about.
 * @param {number} width in columns
 * @returns {HTMLElement}
 */
function explanation(width) {
  return make('tr', { class: 'explained' }, make('td', { colspan: width }, make('ol', { class: 'why' })));
}

/**
 * Who is not ready for what comes next, once everybody here is.
 * @param {State} state
 * @returns {string}
 */
export function tellWaiting({ table, you }) {
  const waited = (table?.seats ?? []).map(({ taken, bot, stand_in: standIn, ready }) =>
    Boolean(taken && !bot && !standIn && !ready),
  );
  const late = (table?.seats ?? []).flatMap(({ name = '' }, seat) =>
    waited[seat] && !you.seats.includes(seat) ? [name] : [],
  );
  const ready = !you.seats.some((seat) => waited[seat]);
  return ready && late.length ? say('page.play.waiting-next', { names: allOf(late) }) : '';
}

/**
 * Fill a row of the sheet.
 * @param {Element} row
 * @param {readonly string[]} texts
 * @param {'td' | 'th'} kind
 */
function line(row, texts, kind) {
  patch(
    row,
    texts.map((text, index) => ({ text, index })),
    ({ index }) => index,
    ({ index }) => {
      if (index && kind === 'td') return make('td');
      return make('th', { scope: kind === 'th' ? 'col' : 'row' });
    },
    (cell, { text }) => setText(cell, text),
  );
}

/**
 * @param {number} points
 * @returns {string}
 */
function signed(points) {
  return points < 0 ? say('page.sheet.minus', { count: -points }) : String(points);
}

/**
 * The tiles somebody was left with.
 * @param {string} name
 * @param {readonly number[]} hand
 * @param {number} pips
 * @returns {HTMLElement}
 */
function showHand(name, hand, pips) {
  const tiles = make('span', { class: 'shown-tiles', 'aria-hidden': 'true' });
  for (const tile of hand) {
    const [high, low] = halves(tile);
    tiles.append(picture(drawTile(high, low, 1), true));
  }
  const spoken = hand.length ? allOf(hand.map((tile) => speakTile(tile))) : say('page.play.hand-empty');
  return make(
    'li',
    {},
    make('strong', {}, name),
    tiles,
    make('span', { class: 'visually-hidden' }, spoken),
    make('span', { class: 'pips' }, say('page.sheet.pips', { count: pips })),
  );
}
