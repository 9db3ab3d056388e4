// What this browser remembers between visits. Where it may keep nothing (private windows, strict
// settings) all still works until the page is left.

const PREFIX = 'doublesix.';

/** @type {Map<string, string>} */
const forNow = new Map();

/**
 * @param {string} key
 * @returns {string | null}
 */
export function read(key) {
  try {
    return localStorage.getItem(PREFIX + key) ?? forNow.get(key) ?? null;
  } catch {
    return forNow.get(key) ?? null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function write(key, value) {
  forNow.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // kept until the page is left
  }
}

/** @param {string} key */
export function forget(key) {
  forNow.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // it was never kept
  }
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
 */
export function writeJson(key, value) {
  write(key, JSON.stringify(value));
}
