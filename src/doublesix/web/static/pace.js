// Moves at a pace that people can follow: knocks and bots answer in quick succession, and each is
// given a moment of its own. Whoever is far behind, or wants no motion, sees all at once.

/** @typedef {import('./messages.js').AnyMessage} AnyMessage */

/** How long a move stands before the next one is shown, in milliseconds. */
const MOMENT = 520;

/** With more than this waiting, nobody wants to watch it all. */
const FAR_BEHIND = 6;

export class Pace {
  /** @type {AnyMessage[]} */
  #waiting = [];
  #timer = 0;

  /**
   * @param {(message: AnyMessage) => void} show
   * @param {() => boolean} hurried whether everything is to be shown at once
   * @param {(message: AnyMessage) => boolean} awaited whether somebody here is waiting for it
   */
  constructor(show, hurried, awaited) {
    this.show = show;
    this.hurried = hurried;
    this.awaited = awaited;
  }

  /** @param {AnyMessage} message */
  hear(message) {
    const first = !this.#waiting.length;
    this.#waiting.push(message);
    if (this.#waiting.length > FAR_BEHIND || this.hurried()) this.#all();
    else if (!this.#timer || (first && this.awaited(message))) this.#next();
  }

  #all() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const all = this.#waiting;
    this.#waiting = [];
    all.forEach((message) => this.show(message));
  }

  #next() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    for (let message = this.#waiting.shift(); message; message = this.#waiting.shift()) {
      this.show(message);
      if (message.type === 'update') {
        this.#timer = setTimeout(() => this.#next(), MOMENT);
        return;
      }
    }
  }
}
