// Handing something on: the address that others reach this server by, and links to copy or send.

import { make } from './dom.js';
import { button, setText } from './patch.js';
import { say } from './words.js';

/** How long a button says that it has copied, in milliseconds. */
const SAID = 2_000;

/**
 * A path of this server as others reach it: the one who runs it may have come by an address that
 * only works at home.
 * @param {string} path
 * @returns {string}
 */
export function publicLink(path) {
  const told = document.querySelector('meta[name="public-url"]')?.getAttribute('content');
  return new URL(path, told || location.origin).href;
}

/**
 * Copy a text. Pages of a plain address at home may not use the clipboard: there the browser copies
 * what is marked, as by hand.
 * @param {string} text
 * @returns {Promise<boolean>} whether it worked
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyMarked(text);
  }
}

/**
 * @param {string} text
 * @returns {boolean}
 */
function copyMarked(text) {
  const before = document.activeElement;
  const field = make('textarea', { class: 'visually-hidden', readonly: true, 'aria-hidden': 'true' });
  field.value = text;
  // Behind an open dialog nothing can be marked.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

/** A link with buttons to copy it and, where the device can, to send it. */
export class LinkToShare {
  #text = '';

  /** @param {string} label what it is a link to */
  constructor(label) {
    this.field = make('input', { class: 'input', readonly: true, dir: 'ltr', 'aria-label': label });
    this.field.addEventListener('focus', () => this.field.select());
    this.copy = button('button', () => void this.#copy(), say('page.common.copy'));
    const send = button('button primary', () => this.#send(), say('page.common.share'));
    send.hidden = !('share' in navigator);
    this.told = make('p', { class: 'small', role: 'status' });
    this.root = make(
      'div',
      { class: 'stack-s' },
      make('div', { class: 'row invite-link' }, this.field, this.copy, send),
      this.told,
    );
  }

  /**
   * @param {string} link
   * @param {string} text what is sent with it
   */
  show(link, text) {
    if (this.field.value !== link) this.field.value = link;
    this.#text = text;
  }

  async #copy() {
    const done = await copyText(this.field.value);
    setText(this.told, done ? '' : say('page.common.copy-failed'));
    if (!done) return this.field.select();
    setText(this.copy, say('page.common.copied'));
    setTimeout(() => setText(this.copy, say('page.common.copy')), SAID);
  }

  #send() {
    navigator.share({ text: this.#text, url: this.field.value }).catch(() => this.field.select());
  }
}
