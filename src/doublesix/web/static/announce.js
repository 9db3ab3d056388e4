// News for those who listen: one region that waits for its turn, and one that does not. The same
// sentences stand on the felt for those who look.

import { make } from './dom.js';
import { setText } from './patch.js';

/** Sentences that come together are told together, after this many milliseconds. */
const BREATH = 60;
/** So many of the last sentences stay where a screen reader finds them. */
const KEPT = 12;

export class Announcer {
  /** @type {string[]} */
  #waiting = [];
  #timer = 0;

  /**
   * @param {HTMLElement} polite a log: sentences are added to it
   * @param {HTMLElement} assertive
   * @param {HTMLElement} shown where the last sentence is seen
   */
  constructor(polite, assertive, shown) {
    this.polite = polite;
    this.assertive = assertive;
    this.shown = shown;
  }

  /**
   * Tell what happened, in order.
   * @param {readonly string[]} sentences
   * @param {readonly string[]} shown those of them that are seen, too
   */
  tell(sentences, shown = sentences) {
    if (!sentences.length) return;
    this.#waiting.push(...sentences);
    if (shown.length) setText(this.shown, shown.join(' '));
    if (!this.#timer) this.#timer = setTimeout(() => this.#flush(), BREATH);
  }

  /**
   * Tell something that should not wait: it is your turn, this cannot be done.
   * @param {string} sentence
   */
  call(sentence) {
    // The same sentence twice is news twice.
    this.assertive.replaceChildren(make('span', {}, sentence));
  }

  /** Take back what was called out. */
  hush() {
    this.assertive.replaceChildren();
  }

  #flush() {
    this.#timer = 0;
    this.polite.append(...this.#waiting.map((text) => make('p', {}, text)));
    this.#waiting = [];
    while (this.polite.children.length > KEPT) this.polite.firstElementChild?.remove();
  }
}
