// What is asked of people right now, in one sentence, and what they can press besides their tiles.

import { botName } from './bots.js';
import { choice, nameOf } from './store.js';
import { tellWaiting, tellWinners } from './sheet.js';
import { tileText } from './tile.js';
import { say } from './words.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./people.js').Deed} Deed */
/** @typedef {import('./messages.js').AnyCommand} AnyCommand */

/**
 * @typedef {object} Ways
 * @property {(command: AnyCommand) => void} ask
 * @property {(move: 'draw' | 'pass') => void} move
 * @property {() => void} sheet open the score sheet
 * @property {() => void} replay go where the match is seen again
 * @property {(seat: number) => void} sit
 * @property {() => void} hint
 * @property {boolean} hinted whether there is a hint for this position already
 */

/**
 * @param {State} state
 * @param {boolean} active whether the hand that is shown is to move
 * @param {number | null} chosen
 * @returns {string}
 */
export function prompt(state, active, chosen) {
  const { table, round, you } = state;
  if (!table) return '';
  if (table.phase === 'closed') return say('page.play.closed');
  if (table.phase !== 'playing')
    return round?.result ? `${tellWinners(state, round.result)} ${tellWaiting(state)}`.trim() : '';
  if (table.paused) return say(you.host ? 'page.play.paused-host' : 'page.play.paused');
  const replaced = you.seats.find((seat) => table.seats[seat]?.stand_in);
  if (replaced !== undefined && you.seats.length === 1)
    return say('page.play.stand-in-you', { bot: botName(table.seats[replaced]?.stand_in ?? '') });
  if (active) return promptTurn(state, chosen);
  const turn = round?.now.turn ?? null;
  if (turn === null) return say('page.play.round-over');
  return say(
    table.seats[turn]?.bot || table.seats[turn]?.stand_in ? 'page.play.bot-thinks' : 'page.play.turn-of',
    { name: nameOf(state, turn) },
  );
}

/**
 * @param {State} state
 * @param {number | null} chosen
 * @returns {string}
 */
function promptTurn(state, chosen) {
  const { plays, draw, pass } = choice(state);
  if (chosen !== null && (plays.get(chosen)?.length ?? 0) > 1)
    return say('page.play.choose-end', { tile: tileText(chosen) });
  if (!plays.size)
    return say(draw ? (pass ? 'page.play.draw-or-knock' : 'page.play.nothing-fits') : 'page.play.only-knock');
  if (!state.round?.line.length) return say('page.play.lead');
  return say('page.play.choose');
}

/**
 * @param {State} state
 * @param {boolean} active
 * @param {Ways} ways
 * @returns {Deed[]}
 */
export function deedsFor(state, active, ways) {
  const { table } = state;
  if (!table || table.phase === 'closed') return [];
  return [
    ...toSit(state, ways),
    ...toReturn(state, ways),
    ...toHelp(state, ways),
    ...(table.phase === 'playing' ? inRound(state, active, ways) : between(state, ways)),
  ];
}

/**
 * A watcher may take a seat that somebody has left.
 * @param {State} state
 * @param {Ways} ways
 * @returns {Deed[]}
 */
function toSit({ table, you }, { sit }) {
  const free = table?.seats.findIndex((info) => !info.taken || info.open) ?? -1;
  if (you.seats.length || free < 0) return [];
  return [{ id: 'sit', text: say('page.wait.sit'), main: true, go: () => sit(free) }];
}

/**
 * Somebody for whom a bot plays may play on.
 * @param {State} state
 * @param {Ways} ways
 * @returns {Deed[]}
 */
function toReturn({ table, you }, { ask }) {
  const seat = you.seats.find((each) => table?.seats[each]?.stand_in);
  if (seat === undefined) return [];
  return [{ id: 'back', text: say('page.play.back'), main: true, go: () => ask({ type: 'back', seat }) }];
}

/**
 * What everybody waits for may never come: whoever sits here may let a bot play for somebody who
 * has been away for long, and be the host instead of one who has.
 * @param {State} state
 * @param {Ways} ways
 * @returns {Deed[]}
 */
function toHelp(state, { ask }) {
  const { table, round, you, away, hostAway } = state;
  const [own] = you.seats;
  if (own === undefined || !table) return [];
  const playing = table.phase === 'playing' && !table.paused;
  const turn = playing ? (round?.now.turn ?? null) : null;
  /** @type {Deed[]} */
  const deeds = [];
  if (turn !== null && away[turn] && !table.seats[turn]?.stand_in)
    deeds.push({
      id: 'bot-for',
      text: say('page.play.bot-for', { name: nameOf(state, turn) }),
      go: () => ask({ type: 'stand_in', seat: turn }),
    });
  if (hostAway && !you.host && !playing)
    deeds.push({
      id: 'be-host',
      text: say('page.wait.be-host'),
      go: () => ask({ type: 'host', seat: own }),
    });
  return deeds;
}

/**
 * @param {State} state
 * @param {boolean} active
 * @param {Ways} ways
 * @returns {Deed[]}
 */
function inRound(state, active, { ask, move, hint, hinted }) {
  const { table, round, you } = state;
  const { plays, draw, pass } = choice(state);
  /** @type {Deed[]} */
  const deeds = [];
  if (table?.paused && you.host)
    deeds.push({
      id: 'resume',
      text: say('page.play.resume'),
      main: true,
      go: () => ask({ type: 'resume' }),
    });
  if (active && draw)
    deeds.push({ id: 'draw', text: say('page.play.draw'), main: !plays.size, go: () => move('draw') });
  if (active && pass)
    deeds.push({
      id: 'pass',
      text: say('page.play.knock'),
      main: !plays.size && !draw,
      go: () => move('pass'),
    });
  if (active && isAlone(state) && (round?.now.legal?.length ?? 0) > 1)
    deeds.push({ id: 'hint', text: say(hinted ? 'page.play.hint-why' : 'page.play.hint'), go: hint });
  if (active && round?.now.may_extend && round.now.deadline) {
    deeds.push({ id: 'more-time', text: say('page.play.more-time'), go: () => ask({ type: 'more_time' }) });
  }
  return deeds;
}

/**
 * Whether all others here are bots; a hint would not be fair to people.
 * @param {State} state
 * @returns {boolean}
 */
function isAlone({ table, you }) {
  return table?.seats.every((info, seat) => you.seats.includes(seat) || info.bot || !info.taken) ?? false;
}

/**
 * @param {State} state
 * @param {Ways} ways
 * @returns {Deed[]}
 */
function between(state, { ask, sheet, replay }) {
  const { table, you, round } = state;
  const late = you.seats.filter((seat) => !table?.seats[seat]?.ready && !table?.seats[seat]?.stand_in);
  /** @type {Deed[]} */
  const deeds = [];
  const next = table?.phase === 'over' ? 'rematch' : table?.target ? 'next-round' : 'next-game';
  if (late.length) {
    deeds.push({
      id: 'next',
      text: say(`page.play.${next}`),
      main: true,
      go: () => late.forEach((seat) => ask({ type: 'ready', seat })),
    });
  } else if (you.host) {
    const text = say(`page.play.${tellWaiting(state) ? 'deal-next' : next}`);
    deeds.push({ id: 'deal', text, go: () => ask({ type: 'deal' }) });
  }
  if (round?.result) deeds.push({ id: 'sheet', text: say('page.play.score'), go: sheet });
  if (table?.phase === 'over') deeds.push({ id: 'replay', text: say('page.play.replay'), go: replay });
  return deeds;
}
