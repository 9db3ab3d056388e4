// A finished match as a row of moments: what lay on the table and what was held after each move.

/** @typedef {import('./messages.js').Replay} Replay */
/** @typedef {import('./messages.js').ReplayedRound} ReplayedRound */
/** @typedef {import('./messages.js').Told} Told */
/** @typedef {import('./store.js').State} State */

/** What is needed of a round to show one of its moments. */
/** @typedef {Pick<ReplayedRound, 'number' | 'leader' | 'told' | 'hands' | 'stock' | 'moves' | 'totals'> & {readonly result: {readonly names: readonly string[]}}} Played */
/** The same of the match. */
/** @typedef {Pick<Replay, 'id' | 'match' | 'rules' | 'title' | 'top' | 'target' | 'sides' | 'names'>} Match */

/** Who looks on: everybody's tiles (`all`), nobody's (`none`), or those of one seat. */
/** @typedef {'all' | 'none' | number} Viewpoint */

/**
 * @param {Viewpoint} eyes
 * @param {number} seat
 * @returns {boolean} whether its tiles are seen
 */
export function sees(eyes, seat) {
  return eyes === 'all' || eyes === seat;
}

/**
 * What each seat holds after so many moves.
 * @param {Played} round
 * @param {number} ply
 * @returns {readonly (readonly number[])[]}
 */
export function handsAfter(round, ply) {
  return round.moves[ply - 1]?.hands ?? round.hands;
}

/**
 * What was said of a move, or of the deal before the first; the number of the round is told
 * elsewhere. Who draws a tile shows it to nobody.
 * @param {Played} round
 * @param {number} ply
 * @param {Viewpoint} eyes
 * @returns {Told[]}
 */
export function toldAt(round, ply, eyes) {
  const move = round.moves[ply - 1];
  if (!move) return round.told.filter(([id]) => !id.startsWith('told.round.'));
  if (sees(eyes, move.seat)) return [...move.told];
  return move.told.map(([id, given]) => [id.replace(/^told\.drawn-tile\./, 'told.drawn.'), given]);
}

/**
 * The table as the board draws it.
 * @param {Match} replay
 * @param {Played} round
 * @param {number} ply
 * @returns {State}
 */
export function stateAfter(replay, round, ply) {
  const made = round.moves.slice(0, ply);
  const last = made.at(-1);
  const hands = handsAfter(round, ply);
  return {
    version: ply,
    you: { seats: [], host: false },
    present: [],
    away: [],
    hostAway: false,
    watchers: 0,
    table: {
      id: replay.id,
      code: '',
      rules: replay.rules,
      title: replay.title,
      top: replay.top,
      hand: round.hands[0]?.length ?? 0,
      target: replay.target,
      sides: replay.sides,
      order: replay.names.map((_, seat) => seat),
      scoring: false,
      draws: round.stock.length > 0,
      phase: 'playing',
      paused: false,
      match: replay.match,
      seats: round.result.names.map((name) => ({ name, taken: true })),
      settings: { clock: 0, at_zero: 'move', chat: false },
      totals: round.totals,
      games: [],
      scores: [],
    },
    round: {
      number: round.number,
      leader: round.leader,
      line: made.flatMap((move) =>
        move.at && move.tile !== null ? [/** @type {const} */ ([move.seat, move.tile, move.at, move.end])] : [],
      ),
      told: [],
      ...(last ? { last: { ...last, by: 'person' } } : {}),
      now: {
        ply,
        turn: round.moves[ply]?.seat ?? null,
        stage: 0,
        counts: hands.map((held) => held.length),
        stock: last?.stock ?? round.stock.length,
        drawn: 0,
        shown: last?.shown ?? [],
        sum: 0,
        in_play: last?.in_play ?? replay.sides.map(() => 0),
        slots: [],
      },
    },
  };
}
