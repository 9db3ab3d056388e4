// The players around the table: who they are, how many tiles they hold, whose turn it is and how
// long it may still take.

import { botName } from './bots.js';
import { make } from './dom.js';
import { icon, patch, setText, within } from './patch.js';
import { nameOf, sideOf } from './store.js';
import { drawTile, halves, picture, svg } from './tile.js';
import { allOf, say, speakTile } from './words.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {'left' | 'top' | 'right' | 'mine'} Place */

/** More backs than this are shown as a number only. */
const MOST_BACKS = 12;
/** How long a phrase stays beside the one who said it, in milliseconds. */
const SPEECH = 5_000;
/** From here on the clock shows that it is urgent, in milliseconds. */
export const PRESSING = 10_000;
const RING = 2 * Math.PI * 21;

/**
 * Where each seat is seen from one of them: clockwise from there, as at a real table.
 * @param {number} seats
 * @param {number} here
 * @returns {Place[]}
 */
export function places(seats, here) {
  return Array.from({ length: seats }, (_, seat) => {
    const steps = (seat - here + seats) % seats;
    if (steps === 0) return 'mine';
    if (seats === 2) return 'top';
    if (steps === 1) return 'left';
    return steps === seats - 1 ? 'right' : 'top';
  });
}

/**
 * What a side has, with what it has made in this round so far.
 * @param {State} state
 * @param {number} side
 * @returns {number}
 */
export function pointsOf(state, side) {
  const { table, round } = state;
  if (!table) return 0;
  if (!table.target) return table.games[side] ?? 0;
  const running = table.phase === 'playing' ? (round?.now.in_play[side] ?? 0) : 0;
  return (table.totals[side] ?? 0) + running;
}

export class Seats {
  /** @type {Map<number, HTMLElement>} */
  #plaques = new Map();

  /** @param {Record<Place, HTMLElement>} roots */
  constructor(roots) {
    this.roots = roots;
  }

  /**
   * @param {State} state
   * @param {number} here the seat that is seen at the lower side
   */
  render(state, here) {
    const { table } = state;
    if (!table) return;
    const where = places(table.seats.length, here);
    for (const [place, root] of Object.entries(this.roots)) {
      const seats = table.seats.map((_, seat) => seat).filter((seat) => where[seat] === place);
      // Clockwise from the left: the order in which the plaques follow each other at the top.
      seats.sort((a, b) => ((a - here + 8) % 8) - ((b - here + 8) % 8));
      patch(
        root,
        seats,
        (seat) => `seat-${seat}`,
        (seat) => this.#plaques.get(seat) ?? this.#make(seat),
        (plaque, seat) =>
          this.#update(plaque, state, seat, place === 'mine' && state.you.seats.includes(seat)),
      );
    }
  }

  /**
   * Show how much of the turn's time is left.
   * @param {State} state
   * @param {number} now the server's clock in milliseconds
   * @returns {number} which part of the turn's time that is; 1 without a clock
   */
  tick(state, now) {
    const { turn, deadline } = state.round?.now ?? {};
    const left = deadline ? Math.max(0, deadline - now) : 0;
    const part = deadline ? Math.min(1, left / ((state.table?.settings.clock || 1) * 1000)) : 1;
    for (const [seat, plaque] of this.#plaques) {
      const timed = Boolean(deadline) && seat === turn;
      plaque.style.setProperty('--ring', String(timed ? RING * (1 - part) : 0));
      plaque.classList.toggle('timed', timed);
      plaque.classList.toggle('pressed-for-time', timed && left < PRESSING);
      setText(within(plaque, '.seconds'), timed ? String(Math.ceil(left / 1000)) : '');
    }
    return part;
  }

  /**
   * Where a seat is on the screen: tiles come from there.
   * @param {number} seat
   * @returns {{x: number, y: number} | null}
   */
  place(seat) {
    const box = this.#plaques.get(seat)?.getBoundingClientRect();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /**
   * Somebody said something.
   * @param {number} seat
   * @param {string} text
   */
  speak(seat, text) {
    const plaque = this.#plaques.get(seat);
    if (!plaque) return;
    plaque.querySelector('.bubble')?.remove();
    const bubble = make('span', { class: 'bubble', 'aria-hidden': 'true' }, text);
    plaque.append(bubble);
    setTimeout(() => bubble.remove(), SPEECH);
  }

  /**
   * @param {number} seat
   * @returns {HTMLElement}
   */
  #make(seat) {
    const ring = svg(
      'svg',
      { class: 'ring', viewBox: '0 0 48 48', 'aria-hidden': 'true' },
      svg('circle', { class: 'ring-back', cx: 24, cy: 24, r: 21 }),
      svg('circle', { class: 'ring-left', cx: 24, cy: 24, r: 21, 'stroke-dasharray': RING }),
    );
    const plaque = make(
      'div',
      { class: 'plaque', role: 'listitem' },
      make('span', { class: 'visually-hidden told' }),
      make(
        'span',
        { class: 'avatar', 'aria-hidden': 'true' },
        ring,
        make('span', { class: 'initial' }),
        make('span', { class: 'seconds' }),
        make('span', { class: 'presence' }),
      ),
      make(
        'span',
        { class: 'who', 'aria-hidden': 'true' },
        make('span', { class: 'name' }),
        make('span', { class: 'holds' }, make('span', { class: 'backs' }), make('span', { class: 'count' })),
      ),
      make('span', { class: 'points', 'aria-hidden': 'true' }),
    );
    this.#plaques.set(seat, plaque);
    return plaque;
  }

  /**
   * @param {Element} plaque
   * @param {State} state
   * @param {number} seat
   * @param {boolean} mine whether its tiles stand on the rack
   */
  #update(plaque, state, seat, mine) {
    const { table, round, present, you } = state;
    const info = table?.seats[seat];
    if (!table || !info) return;
    const name = info.name || say('page.play.empty-seat');
    const bot = info.bot || info.stand_in || '';
    const away = Boolean(info.taken) && !info.bot && present[seat] === false;
    const playing = table.phase === 'playing';
    const count = playing ? (round?.now.counts[seat] ?? 0) : 0;
    const hand = round?.result && !mine ? round.result.hands[seat] : undefined;
    const side = sideOf(state, seat);
    const turn = playing && round?.now.turn === seat;
    plaque.className = [
      'plaque',
      `side-${side}`,
      turn && 'turn',
      !count && !hand?.length && 'bare',
      away && 'away',
      bot && 'is-bot',
      you.seats.includes(seat) && 'own',
      table.sides.some((members) => members.length > 1) && 'paired',
      ['timed', 'pressed-for-time'].filter((name) => plaque.classList.contains(name)).join(' '),
    ]
      .filter(Boolean)
      .join(' ');
    const initial = within(plaque, '.initial');
    if (bot && !initial.querySelector('svg')) initial.replaceChildren(icon('bot'));
    else if (!bot) setText(initial, [...name][0]?.toLocaleUpperCase() ?? '');
    setText(within(plaque, '.name'), name);
    this.#showTiles(plaque, count, hand);
    setText(within(plaque, '.points'), String(pointsOf(state, side)));
    setText(within(plaque, '.told'), tellSeat(state, seat, { count, hand, turn, away, bot }));
  }

  /**
   * @param {Element} plaque
   * @param {number} count
   * @param {readonly number[] | undefined} hand when the round is over
   */
  #showTiles(plaque, count, hand) {
    const backs = within(plaque, '.backs');
    const shown = count <= MOST_BACKS ? Array.from({ length: count }, (_, index) => index) : [];
    if (hand) {
      patch(
        backs,
        hand,
        (tile) => `tile-${tile}`,
        (tile) => {
          const [high, low] = halves(tile);
          return picture(drawTile(high, low, 1), true);
        },
      );
    } else {
      patch(
        backs,
        shown,
        (index) => `back-${index}`,
        () => make('span', { class: 'back' }),
      );
    }
    backs.classList.toggle('open', Boolean(hand));
    setText(within(plaque, '.count'), hand || !count ? '' : String(count));
  }
}

/**
 * A player in words.
 * @param {State} state
 * @param {number} seat
 * @param {{count: number, hand: readonly number[] | undefined, turn: boolean, away: boolean, bot: string}} what
 * @returns {string}
 */
function tellSeat(state, seat, { count, hand, turn, away, bot }) {
  const parts = [nameOf(state, seat) || say('page.play.empty-seat')];
  if (bot) parts.push(say('page.play.bot-plays', { bot: botName(bot), level: state.table?.seats[seat]?.level ?? 0 }));
  if (away) parts.push(say('page.play.away'));
  if (turn) parts.push(say('page.play.in-turn'));
  if (hand)
    parts.push(hand.length ? allOf(hand.map((tile) => speakTile(tile))) : say('count.tiles', { count: 0 }));
  else if (count) parts.push(say('count.tiles', { count }));
  const points = pointsOf(state, sideOf(state, seat));
  parts.push(
    state.table?.target
      ? say('count.points', { count: points })
      : say('page.play.games-won', { count: points }),
  );
  return parts.join(', ');
}
