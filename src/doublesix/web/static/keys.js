// Playing without a mouse. Single keys can be switched off, for those whose other tools send keys.

import { make } from './dom.js';
import { read, write } from './kept.js';
import { say } from './words.js';
import { makeWindow } from './window.js';

/**
 * @typedef {object} Deeds
 * @property {(index: number) => void} tile the tile at that place of the hand
 * @property {(end: string) => boolean} end whether a tile could be laid there
 * @property {() => void} draw
 * @property {() => void} knock
 * @property {() => void} score
 * @property {() => void} ends
 * @property {() => void} hand
 * @property {() => void} escape
 */

/** @type {Record<string, string>} */
const ENDS = {
  arrowleft: 'left',
  arrowright: 'right',
  arrowup: 'up',
  arrowdown: 'down',
  l: 'left',
  r: 'right',
  u: 'up',
  b: 'down',
};

/** What stands on the keys, and the message that says what they do. */
const HELP = [
  ['1 … 9, 0', 'tile'],
  ['← → ↑ ↓', 'arrows'],
  ['Enter', 'lay'],
  ['D', 'draw'],
  ['P', 'knock'],
  ['H', 'hand'],
  ['E', 'ends'],
  ['S', 'score'],
  ['?', 'help'],
  ['Esc', 'escape'],
];

export class Keys {
  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.deeds = deeds;
    this.on = make('input', { type: 'checkbox', checked: read('keys') !== 'off' });
    this.on.addEventListener('change', () => write('keys', this.on.checked ? 'on' : 'off'));
    const rows = HELP.map(([key = '', id]) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, make('kbd', {}, key)),
        make('td', {}, say(`page.keys.${id}`)),
      ),
    );
    const table = make(
      'table',
      { class: 'keys' },
      make(
        'thead',
        { class: 'visually-hidden' },
        make(
          'tr',
          {},
          make('th', { scope: 'col' }, say('page.keys.key')),
          make('th', { scope: 'col' }, say('page.keys.does')),
        ),
      ),
      make('tbody', {}, ...rows),
    );
    const choice = make('label', { class: 'check' }, this.on, say('page.keys.single'));
    this.help = makeWindow(
      say('page.keys.title'),
      make('p', { class: 'soft' }, say('page.keys.intro')),
      table,
      choice,
    ).dialog;
    addEventListener('keydown', (event) => this.#press(event));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector('dialog[open]')
    )
      return;
    const { target } = event;
    if (target instanceof Element && target.closest('input, select, textarea, summary')) return;
    if (event.key === 'Escape') return this.deeds.escape();
    if (event.key.length === 1 && !this.on.checked) return;
    if (this.#do(event.key.toLowerCase())) event.preventDefault();
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it meant something
   */
  #do(key) {
    const end = ENDS[key];
    if (end) return this.deeds.end(end);
    if (/^\d$/.test(key)) {
      this.deeds.tile((Number(key) + 9) % 10);
      return true;
    }
    const { draw, knock, score, ends, hand } = this.deeds;
    const deed = { d: draw, p: knock, s: score, e: ends, h: hand, '?': () => this.help.showModal() }[key];
    deed?.();
    return Boolean(deed);
  }
}
