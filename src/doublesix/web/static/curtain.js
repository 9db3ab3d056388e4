// Several people at one screen: a hand is shown only to the one whose turn it is, after they have
// said that the screen is theirs.

import { set, setText, within } from './patch.js';
import { nameOf, ownTurn } from './store.js';
import { say } from './words.js';

/** @typedef {import('./store.js').State} State */

/**
 * The seats of this screen that people play at.
 * @param {State} state
 * @returns {number[]}
 */
function people(state) {
  return state.you.seats.filter((seat) => !state.table?.seats[seat]?.stand_in);
}

export class Curtain {
  /** The seat whose hand is shown; null while the curtain is down. */
  #shown = /** @type {number | null} */ (null);
  /** The seat at the lower side of the table. */
  #here = 0;

  /**
   * @param {HTMLElement} root
   * @param {() => void} lifted
   */
  constructor(root, lifted) {
    this.root = root;
    this.ask = within(root, '.pass-to');
    this.button = within(root, 'button');
    this.next = /** @type {number | null} */ (null);
    this.button.addEventListener('click', () => {
      this.#shown = this.next;
      lifted();
    });
  }

  /**
   * The seat whose tiles may be shown, and the seat that is seen at the lower side.
   * @param {State} state
   * @returns {{hand: number | null, here: number}}
   */
  look(state) {
    const seats = people(state);
    const turn = ownTurn(state);
    const [only] = seats;
    if (seats.length < 2) this.#shown = only ?? state.you.seats[0] ?? null;
    else if (turn !== this.#shown) this.#shown = null;
    this.next = turn;
    this.#here =
      this.#shown ?? turn ?? (state.you.seats.includes(this.#here) ? this.#here : (state.you.seats[0] ?? 0));
    return { hand: this.#shown, here: this.#here };
  }

  /**
   * @param {State} state
   * @returns {boolean} whether the curtain has just come down
   */
  render(state) {
    const down = people(state).length > 1 && this.#shown === null && this.next !== null;
    const wasDown = !this.root.hidden;
    set(this.root, { hidden: !down });
    if (!down || this.next === null) return false;
    const name = nameOf(state, this.next);
    setText(this.ask, say('page.play.curtain', { name }));
    setText(this.button, say('page.play.curtain-lift', { name }));
    if (!wasDown) this.button.focus();
    return !wasDown;
  }
}
