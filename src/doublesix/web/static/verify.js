// Whether a deal was fair: what `doublesix verify` does, in the browser. The shuffle is drawn again
// from the secret and from what every seat added; docs/fair-deal.md has it in full.

import { readJson, writeJson } from './kept.js';
import { sha256 } from './sha256.js';
import { tileNumber } from './tile.js';

/**
 * @typedef {object} RoundProof
 * @property {number} match
 * @property {number} number
 * @property {string} commitment
 * @property {string} secret
 * @property {readonly string[]} entropy
 * @property {number} redeals
 * @property {readonly (readonly number[])[]} hands
 * @property {readonly number[]} stock
 */
/** @typedef {{table: string, rules: string, seats: number, rounds: RoundProof[]}} Proof */
/** @typedef {'good' | 'bad-seal' | 'bad-seen' | 'bad-chance' | 'bad-deal'} Verdict */
/**
 * @typedef {object} Checked
 * @property {number} match
 * @property {number} number
 * @property {Verdict} verdict
 * @property {number} redeals
 * @property {boolean} added whether this device had added chance of its own
 */
/**
 * What this device knew before the deals of a table.
 * @typedef {object} Seen
 * @property {Record<string, string>} seals by match and round, such as `1.2`
 * @property {Record<string, readonly string[]>} added the chance that the table has taken, by seal
 */

const HEADING = 'doublesix fair deal 1';
const FORMAT = 1;
const WORDS = 1n << 64n;
/** How many tables are remembered with what was seen there. */
const MOST = 20;

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What is shown of a secret before the deal: the SHA-256 of its bytes.
 * @param {string} secret
 * @returns {string}
 */
export function commitment(secret) {
  return hex(sha256(Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16))));
}

/**
 * The key of one round's shuffle.
 * @param {string} table
 * @param {number} match
 * @param {number} number
 * @param {string} secret
 * @param {readonly string[]} entropy
 * @returns {Uint8Array}
 */
export function roundKey(table, match, number, secret, entropy) {
  const lines = [HEADING, table, match, number, secret, ...entropy].map((part) => `${part}\n`);
  return sha256(new TextEncoder().encode(lines.join('')));
}

/** A stream of bounded random numbers from SHA-256 in counter mode. */
export class FairRng {
  #count = 0n;
  /** @type {bigint[]} */
  #words = [];

  /** @param {Uint8Array} key */
  constructor(key) {
    this.key = key;
  }

  /**
   * A whole number from 0 up to, not including, the bound, each exactly as likely.
   * @param {number} bound
   * @returns {number}
   */
  below(bound) {
    const limit = WORDS - (WORDS % BigInt(bound));
    let word = this.#next();
    while (word >= limit) word = this.#next();
    return Number(word % BigInt(bound));
  }

  /**
   * From the last place down to place `keep`, each takes one of the items not placed yet; those
   * left over stay in front, in their order.
   * @param {readonly number[]} items
   * @param {number} keep
   * @returns {number[]}
   */
  shuffle(items, keep) {
    const left = [...items];
    /** @type {number[]} */
    const placed = [];
    for (let place = left.length - 1; place >= Math.max(keep, 1); place -= 1) {
      placed.unshift(...left.splice(this.below(place + 1), 1));
    }
    return [...left, ...placed];
  }

  /** @returns {bigint} */
  #next() {
    const waiting = this.#words.shift();
    if (waiting !== undefined) return waiting;
    const block = new Uint8Array(40);
    block.set(this.key);
    new DataView(block.buffer).setBigUint64(32, this.#count);
    this.#count += 1n;
    const digest = new DataView(sha256(block).buffer);
    this.#words = [8, 16, 24].map((at) => digest.getBigUint64(at));
    return digest.getBigUint64(0);
  }
}

/**
 * Whether the rounds of a proof were dealt fairly, as far as it shows that itself, and whether it
 * agrees with what this device saw before the deals.
 * @param {Proof} proof
 * @returns {Checked[]}
 */
export function verify(proof) {
  const seen = seenAt(proof.table);
  return proof.rounds.map((round) => ({
    match: round.match,
    number: round.number,
    redeals: round.redeals,
    verdict: judge(proof.table, round, seen),
    added: Boolean(seen.added[round.commitment]?.length),
  }));
}

/**
 * @param {string} table
 * @param {RoundProof} round
 * @param {Seen} seen
 * @returns {Verdict}
 */
function judge(table, round, { seals, added }) {
  const seal = seals[`${round.match}.${round.number}`];
  if (commitment(round.secret) !== round.commitment) return 'bad-seal';
  if (seal && seal !== round.commitment) return 'bad-seen';
  // People may have changed seats since: what counts is that it went in.
  if (added[round.commitment]?.some((chance) => !round.entropy.includes(chance))) return 'bad-chance';
  return isDealt(table, round) ? 'good' : 'bad-deal';
}

/**
 * @param {string} table
 * @param {RoundProof} round
 * @returns {boolean}
 */
function isDealt(table, round) {
  const { match, number, secret, entropy, redeals, hands, stock } = round;
  const rng = new FairRng(roundKey(table, match, number, secret, entropy));
  const hand = hands[0]?.length ?? 0;
  const tiles = Array.from({ length: hands.flat().length + stock.length }, (_, tile) => tile);
  let order = rng.shuffle(tiles, hand);
  for (let again = 0; again < redeals; again += 1) order = rng.shuffle(tiles, hand);
  const sorted = (/** @type {readonly number[]} */ some) => [...some].sort((a, b) => a - b).join();
  const same = hands.every((held, seat) => sorted(held) === sorted(order.slice(seat * hand, (seat + 1) * hand)));
  return same && stock.join() === order.slice(hands.length * hand).join();
}

/**
 * Read a proof as the table writes it. It is TOML, of which only what a proof needs is understood.
 * @param {string} text
 * @returns {Proof | null} null when it is no proof
 */
export function readProof(text) {
  /** @type {Record<string, unknown>} */
  const head = {};
  /** @type {Record<string, unknown>[]} */
  const rounds = [];
  for (const [, key, value, table] of text.matchAll(/^(?:(\w+) = (\[[^\]]*\]|.*)|(\[\[round\]\]))$/gm)) {
    if (table) rounds.push({});
    else (rounds.at(-1) ?? head)[String(key)] = readValue(String(value));
  }
  const { fair, table, rules, seats } = head;
  if (fair !== FORMAT || typeof table !== 'string' || typeof rules !== 'string' || typeof seats !== 'number') return null;
  const read = rounds.map(readRound);
  return read.every((round) => round !== null)
    ? { table, rules, seats, rounds: /** @type {RoundProof[]} */ (read) }
    : null;
}

/**
 * @param {string} value
 * @returns {unknown}
 */
function readValue(value) {
  try {
    return JSON.parse(value.replace(/,\s*\]$/, ']'));
  } catch {
    return undefined;
  }
}

/**
 * @param {Record<string, unknown>} given
 * @returns {RoundProof | null}
 */
function readRound({ match, number, commitment: seal, secret, entropy, redeals, hands, stock }) {
  const texts = [seal, secret, stock];
  const lists = [entropy, hands];
  const sound =
    [match, number, redeals].every(Number.isInteger) &&
    texts.every((text) => typeof text === 'string') &&
    lists.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'string'));
  if (!sound) return null;
  const tiles = (/** @type {string} */ written) => written.split(' ').filter(Boolean).map(tileNumber);
  return /** @type {RoundProof} */ ({
    match,
    number,
    commitment: seal,
    secret,
    entropy,
    redeals,
    hands: /** @type {string[]} */ (hands).map(tiles),
    stock: tiles(String(stock)),
  });
}

/** @returns {Record<string, Seen>} */
function allSeen() {
  return readJson('seals', {});
}

/**
 * What this device saw before the deals of a table, and added to them.
 * @param {string} table
 * @returns {Seen}
 */
export function seenAt(table) {
  return { seals: {}, added: {}, ...allSeen()[table] };
}

/**
 * @param {string} table
 * @param {Seen} seen
 */
function keepSeen(table, seen) {
  const others = Object.entries(allSeen()).filter(([id]) => id !== table);
  writeJson('seals', Object.fromEntries([...others.slice(1 - MOST), [table, seen]]));
}

/**
 * Remember the seal of a deal that is still to come: a table that shows another one afterwards is
 * found out.
 * @param {string} table
 * @param {number} match
 * @param {number} number the round that will be dealt
 * @param {string} seal
 */
export function keepSeal(table, match, number, seal) {
  const { seals, added } = seenAt(table);
  const name = `${match}.${number}`;
  // What is known is not written again: another window may just be keeping what it has added.
  if (seals[name] !== seal) keepSeen(table, { seals: { ...seals, [name]: seal }, added });
}

/**
 * Remember chance that the table has taken for a deal.
 * @param {string} table
 * @param {string} seal
 * @param {string} chance
 */
export function keepChance(table, seal, chance) {
  const { seals, added } = seenAt(table);
  keepSeen(table, { seals, added: { ...added, [seal]: [...(added[seal] ?? []), chance] } });
}

/**
 * Forget what was added to a deal: it went with the seat that was given up.
 * @param {string} table
 * @param {string} seal
 */
export function forgetChance(table, seal) {
  const { seals, added } = seenAt(table);
  keepSeen(table, { seals, added: { ...added, [seal]: [] } });
}
