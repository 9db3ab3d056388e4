// What this browser remembers between visits. Where it may keep nothing (private windows, strict
// settings) it is kept for this tab, and where not even that, until the page is left.

const PREFIX = 'doublesix.';

/** @type {Map<string, string>} */
const forNow = new Map();

/**
 * What the browser lets us keep things in, the longest-lived first; asking for it may throw.
 * @type {readonly (() => Storage)[]}
 */
const STORES = [() => localStorage, () => sessionStorage];

/**
 * @param {string} key
 * @returns {string | null}
 */
export function read(key) {
  for (const store of STORES) {
    try {
      const kept = store().getItem(PREFIX + key);
      if (kept !== null) return kept;
    } catch {
      // the next one may be allowed
    }
  }
  return forNow.get(key) ?? null;
}

/**
 * @param {string} key
 * @param {string} value
 * @returns {boolean} whether it will be there on the next page
 */
export function write(key, value) {
  forNow.set(key, value);
  for (const store of STORES) {
    try {
      store().setItem(PREFIX + key, value);
      return true;
    } catch {
      // the next one may be allowed
    }
  }
  return false;
}

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise when nothing is kept, or something that cannot be read
 * @returns {T}
 */
export function readJson(key, otherwise) {
  try {
    return JSON.parse(read(key) ?? '') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether it will be there on the next page
 */
export function writeJson(key, value) {
  return write(key, JSON.stringify(value));
}
