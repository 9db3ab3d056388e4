// Who this device is. There are no accounts: a nickname, and for every table a secret token that
// keeps the seat. Whoever has the token has the seat.

import { read, readJson, write, writeJson } from './kept.js';

/** How many tables are remembered; the oldest give way, and first those without a seat of ours. */
const MOST = 50;
/** What a token looks like, also in an address: `#key=…`. */
const KEY = /^#key=([0-9a-f]{32,128})$/;

/** @typedef {{token: string, seen: number, seated?: boolean}} Kept */

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
 * @param {string} hash
 * @returns {boolean} whether an address brings a token along
 */
export function isKey(hash) {
  return KEY.test(hash);
}

/**
 * The token of this device at a table; made up on the first visit. A link may bring one along,
 * which then leaves the address, so that it is not shown or passed on by mistake. The page
 * remembers it beside its address, where nothing else is kept.
 * @param {string} table
 * @param {() => Promise<boolean>} replace whether it takes the place of a seat we have here already
 * @returns {Promise<string>}
 */
export async function tokenFor(table, replace) {
  const [, brought] = KEY.exec(location.hash) ?? [];
  const { token: known = history.state?.key, seated } = kept()[table] ?? {};
  if (brought) history.replaceState(null, '', location.pathname + location.search);
  const another = brought && brought !== known;
  const token = another && (!known || !seated || (await replace())) ? brought : (known ?? freshSecret());
  if (!keepToken(table, token, Boolean(seated) && token === known)) history.replaceState({ key: token }, '');
  return token;
}

/**
 * @param {string} table
 * @param {string} token
 * @param {boolean} seated whether it has a seat there
 * @returns {boolean} whether it will be there on the next page
 */
export function keepToken(table, token, seated) {
  const tables = { ...kept(), [table]: { token, seated, seen: Date.now() } };
  const latest = Object.entries(tables).sort(
    ([, a], [, b]) => Number(b.seated ?? false) - Number(a.seated ?? false) || b.seen - a.seen,
  );
  return writeJson('tables', Object.fromEntries(latest.slice(0, MOST)));
}

/** @param {string} table */
export function forgetTable(table) {
  const tables = kept();
  delete tables[table];
  writeJson('tables', tables);
}
