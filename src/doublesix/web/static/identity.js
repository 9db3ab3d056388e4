// Who this device is. There are no accounts: a nickname, and for every table a secret token that
// keeps the seat. Whoever has the token has the seat.

import { read, readJson, write, writeJson } from './kept.js';

/** How many tables are remembered; the oldest give way. */
const MOST = 50;

/** @typedef {{token: string, seen: number}} Kept */

/**
 * 256 bits that nobody can guess, as 64 hex digits.
 * @returns {string}
 */
export function freshSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns {string} */
export function nickname() {
  return read('name') ?? '';
}

/** @param {string} name */
export function keepNickname(name) {
  write('name', name.trim());
}

/** @returns {Record<string, Kept>} */
function kept() {
  return readJson('tables', {});
}

/**
 * The tables this device has been at, the latest first.
 * @returns {string[]}
 */
export function knownTables() {
  return Object.entries(kept())
    .sort(([, a], [, b]) => b.seen - a.seen)
    .map(([table]) => table);
}

/**
 * The token of this device at a table; made up on the first visit.
 * @param {string} table
 * @returns {string}
 */
export function tokenFor(table) {
  const token = kept()[table]?.token ?? freshSecret();
  keepToken(table, token);
  return token;
}

/**
 * @param {string} table
 * @param {string} token
 */
export function keepToken(table, token) {
  const tables = { ...kept(), [table]: { token, seen: Date.now() } };
  const latest = Object.entries(tables).sort(([, a], [, b]) => b.seen - a.seen);
  writeJson('tables', Object.fromEntries(latest.slice(0, MOST)));
}

/** @param {string} table */
export function forgetTable(table) {
  const tables = kept();
  delete tables[table];
  writeJson('tables', tables);
}
