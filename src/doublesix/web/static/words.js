// Every sentence a page shows, from the one catalogue that the server sends: the browser's twin of
// doublesix/words/__init__.py. The tests hold the two against each other.

import { read, write } from './kept.js';
import { halves } from './tile.js';

/** @typedef {string | {[form: string]: string}} Message a sentence, or plural forms with `by` */
/** @typedef {{language: string, direction: string, languages: string[], messages: Record<string, Message>}} Catalogue */
/** @typedef {import('./messages.js').Told} Told */
/** @typedef {{code: string, details?: Record<string, unknown>, text?: string}} Problem */

/** Details of errors that are ends of the line, which every language has its own word for. */
const ENDS = new Set(['end', 'ends']);

/** One language's catalogue. */
export class Words {
  /** @param {Catalogue} catalogue */
  constructor({ language, direction, languages, messages }) {
    this.language = language;
    this.direction = direction;
    this.languages = languages;
    this.messages = messages;
    this.plurals = new Intl.PluralRules(language);
  }

  /**
   * The sentence of that id. One that is not there is shown as its id, so that it is missed.
   * @param {string} id
   * @param {Readonly<Record<string, unknown>>} [given]
   * @returns {string}
   */
  say(id, given = {}) {
    let message = this.messages[id];
    if (message === undefined) return id;
    if (typeof message !== 'string') {
      const form = this.plurals.select(Number(given[/** @type {string} */ (message['by'])]));
      message = message[form] ?? message['other'] ?? id;
    }
    return message.replace(/\{(\w+)\}/g, (hole, name) => (name in given ? String(given[name]) : hole));
  }

  /**
   * @param {string} id
   * @returns {boolean}
   */
  has(id) {
    return id in this.messages;
  }

  /**
   * The items as a list that means all of them.
   * @param {readonly string[]} items
   * @returns {string}
   */
  allOf(items) {
    return this.#joined(items, 'list.and');
  }

  /**
   * The items as a list that means any one of them.
   * @param {readonly string[]} items
   * @returns {string}
   */
  anyOf(items) {
    return this.#joined(items, 'list.or');
  }

  /**
   * What was told, as a sentence, by the rules of `Words.retell`.
   * @param {Told} told
   * @param {(tile: string) => string} [showTile]
   * @returns {string}
   */
  tell([id, given], showTile = String) {
    const said = Object.entries(given).map(([name, value]) => [name, this.#said(name, value, showTile)]);
    return this.say(id, Object.fromEntries(said));
  }

  /**
   * What is wrong, as a sentence.
   * @param {Problem} problem
   * @returns {string}
   */
  tellError(problem) {
    return this.#wrong(`error.${problem.code}`, problem);
  }

  /**
   * Why somebody's own move is not allowed, said to that person.
   * @param {Problem} problem
   * @returns {string}
   */
  tellRefusal(problem) {
    const own = `page.refused.${problem.code}`;
    return this.has(own) ? this.#wrong(own, problem) : this.tellError(problem);
  }

  /**
   * @param {string} id
   * @param {Problem} problem
   * @returns {string}
   */
  #wrong(id, { code, details = {}, text }) {
    if (!this.has(id)) return text ?? this.say('page.common.failed', { code });
    const shown = Object.entries(details).map(([name, value]) => [name, this.#shown(name, value)]);
    return this.say(id, Object.fromEntries(shown));
  }

  /**
   * A tile to be heard: "six five", "double six".
   * @param {number | string} tile its number, or as it is written
   * @returns {string}
   */
  speakTile(tile) {
    const [high, low] = typeof tile === 'number' ? halves(tile) : tile.split('-').map(Number);
    const pips = (/** @type {number | undefined} */ half) => this.say(`page.speak.pips.${half}`);
    return high === low
      ? this.say('page.speak.double', { high: pips(high) })
      : this.say('page.speak.tile', { high: pips(high), low: pips(low) });
  }

  /**
   * @param {string} name
   * @param {Told[1][string]} value
   * @param {(tile: string) => string} showTile
   * @returns {string | number}
   */
  #said(name, value, showTile) {
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return name === 'tile' ? showTile(value) : value;
    const items = value.map((item) => (typeof item === 'string' ? item : this.tell(item, showTile)));
    return name === 'tiles' ? items.map(showTile).join(' ') : this.allOf(items);
  }

  /**
   * @param {string} name
   * @param {unknown} value
   * @returns {unknown}
   */
  #shown(name, value) {
    if (Array.isArray(value)) return this.anyOf(value.map((item) => String(this.#shown(name, item))));
    if (isProblem(value)) return this.tellError(value);
    if (ENDS.has(name) && this.has(`end.${value}`)) return this.say(`end.${value}`);
    return value;
  }

  /**
   * @param {readonly string[]} items
   * @param {string} last
   * @returns {string}
   */
  #joined(items, last) {
    const [first, ...rest] = items;
    if (first === undefined) return this.say('list.none');
    const tail = rest.pop();
    if (tail === undefined) return first;
    const head = rest.reduce((said, item) => this.say('list.comma', { head: said, tail: item }), first);
    return this.say(last, { head, tail });
  }
}

/**
 * @param {unknown} value
 * @returns {value is Problem}
 */
function isProblem(value) {
  return typeof value === 'object' && value !== null && 'code' in value;
}

/** @type {Words} */
let words = new Words({ language: 'en', direction: 'ltr', languages: ['en'], messages: {} });

/**
 * The language to show: as the address asks (`?lang=`), else as chosen here before, else the one
 * in which the server has sent the page.
 * @returns {string}
 */
export function language() {
  return new URLSearchParams(location.search).get('lang') ?? read('language') ?? document.documentElement.lang;
}

/**
 * Show all pages in this language from now on.
 * @param {string} chosen
 */
export function chooseLanguage(chosen) {
  write('language', chosen);
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  location.replace(address);
}

/**
 * Fetch the catalogue and put its words into the page.
 * @returns {Promise<Words>}
 */
export async function loadWords() {
  let answer = await fetch(`/words/${encodeURIComponent(language())}.json`);
  if (!answer.ok) answer = await fetch('/words/en.json');
  words = new Words(await answer.json());
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.direction;
  fill(document);
  return words;
}

/**
 * Put words where the page asks for them: `data-say="id"` is the text of an element, and
 * `data-say-ATTRIBUTE="id"` one of its attributes.
 * @param {ParentNode} root
 */
export function fill(root) {
  for (const element of root.querySelectorAll('[data-say]')) {
    element.textContent = say(element.getAttribute('data-say') ?? '');
  }
  for (const attribute of ['aria-label', 'placeholder', 'title']) {
    for (const element of root.querySelectorAll(`[data-say-${attribute}]`)) {
      element.setAttribute(attribute, say(element.getAttribute(`data-say-${attribute}`) ?? ''));
    }
  }
}

/**
 * A tile that a line of text does not break: 6-5 with a hyphen that holds.
 * @param {string} tile
 * @returns {string}
 */
function unbroken(tile) {
  return tile.replace('-', '\u2011');
}

/** @type {Words["say"]} */
export const say = (id, given) => words.say(id, given);
/** @type {Words["has"]} */
export const has = (id) => words.has(id);
/** @type {Words["allOf"]} */
export const allOf = (items) => words.allOf(items);
/** @type {Words["anyOf"]} */
export const anyOf = (items) => words.anyOf(items);
/** @type {Words["tell"]} */
export const tell = (told, showTile = unbroken) => words.tell(told, showTile);
/** @type {Words["tellError"]} */
export const tellError = (problem) => words.tellError(problem);
/** @type {Words["tellRefusal"]} */
export const tellRefusal = (problem) => words.tellRefusal(problem);
/** @type {Words["speakTile"]} */
export const speakTile = (tile) => words.speakTile(tile);
