// What this screen knows of the table: every message of the server turns one state into the next.
// Nothing here knows a rule; what may be done is what the server says may be done.

import { tileNumber } from './tile.js';

/** @typedef {import('./messages.js').Snapshot} Snapshot */
/** @typedef {import('./messages.js').Update} Update */
/** @typedef {import('./messages.js').AnyMessage} AnyMessage */

/**
 * @typedef {object} State
 * @property {number} version the last event this screen shows; -1 before the first
 * @property {import('./messages.js').You} you
 * @property {import('./messages.js').TableInfo | null} table
 * @property {import('./messages.js').RoundInfo | null} round
 * @property {readonly boolean[]} present which seats are connected
 * @property {readonly boolean[]} away the seats whose owners have been gone for long
 * @property {boolean} hostAway whether the host has been
 * @property {number} watchers
 */

/** @type {State} */
export const NOTHING = {
  version: -1,
  you: { seats: [], host: false },
  table: null,
  round: null,
  present: [],
  away: [],
  hostAway: false,
  watchers: 0,
};

/** The ends in the order in which the server lists what they show. */
export const ENDS = ['left', 'right', 'up', 'down'];

/**
 * The state after a message.
 * @param {State} state
 * @param {AnyMessage} message
 * @returns {State}
 */
export function reduce(state, message) {
  switch (message.type) {
    case 'snapshot':
      return {
        ...state,
        version: message.version,
        you: message.you,
        table: message.table,
        round: message.round,
      };
    case 'update':
      return message.version > state.version ? moved(state, message) : state;
    case 'presence':
      return {
        ...state,
        present: message.seats,
        away: message.away,
        hostAway: message.host_away,
        watchers: message.watchers,
      };
    default:
      return state;
  }
}

/**
 * @param {State} state
 * @param {Update} update
 * @returns {State}
 */
function moved(state, update) {
  const { round } = state;
  if (!round) return state;
  const { move, now, told, version } = update;
  const { seat, tile, at, end } = move;
  const laid = at && tile !== undefined && tile !== null;
  /** @type {import('./messages.js').RoundInfo} */
  const next = {
    ...round,
    now,
    last: move,
    told: [...round.told, ...told],
    line: laid ? [...round.line, [seat, tile, at, end ?? '']] : round.line,
  };
  return { ...state, version, round: next };
}

/**
 * Whether an update does not follow from what this screen knows, so that all must be asked again.
 * @param {State} state
 * @param {Update} update
 * @returns {boolean}
 */
export function misses(state, update) {
  if (update.version <= state.version) return false;
  const { round } = state;
  return !round || round.number !== update.round || round.now.ply + 1 !== update.now.ply;
}

/**
 * @typedef {object} Choice what the seat in turn may do, where it is one of this screen's
 * @property {Map<number, string[]>} plays the ends at which each tile may be laid; "" for the lead
 * @property {boolean} draw
 * @property {boolean} pass
 */

/**
 * What may be done, read from the moves the server allows.
 * @param {State} state
 * @returns {Choice}
 */
export function choice(state) {
  /** @type {Map<number, string[]>} */
  const plays = new Map();
  const legal = stands(state) ? [] : (state.round?.now.legal ?? []);
  for (const move of legal) {
    const [tile = '', end = ''] = move.split(' ');
    if (!tile.includes('-')) continue;
    const number = tileNumber(tile);
    plays.set(number, [...(plays.get(number) ?? []), end]);
  }
  return { plays, draw: legal.includes('draw'), pass: legal.includes('pass') };
}

/**
 * Whether nothing may be done for now: no round is played, or it is paused.
 * @param {State} state
 * @returns {boolean}
 */
export function stands(state) {
  return state.table?.phase !== 'playing' || state.table.paused;
}

/**
 * The seat in turn, if it is one that this screen plays; null otherwise.
 * @param {State} state
 * @returns {number | null}
 */
export function ownTurn(state) {
  const turn = state.round?.now.turn ?? null;
  if (turn === null || stands(state) || !state.you.seats.includes(turn)) return null;
  return state.table?.seats[turn]?.stand_in ? null : turn;
}

/**
 * The name of a seat.
 * @param {State} state
 * @param {number} seat
 * @returns {string}
 */
export function nameOf(state, seat) {
  return state.table?.seats[seat]?.name ?? '';
}

/**
 * The side a seat plays for.
 * @param {State} state
 * @param {number} seat
 * @returns {number}
 */
export function sideOf(state, seat) {
  return state.table?.sides.findIndex((side) => side.includes(seat)) ?? -1;
}

/**
 * What an end shows; -1 for none.
 * @param {State} state
 * @param {string} end
 * @returns {number}
 */
export function shownAt(state, end) {
  return state.round?.now.shown[ENDS.indexOf(end)] ?? -1;
}
