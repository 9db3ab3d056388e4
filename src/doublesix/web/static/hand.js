// The tiles of one hand on the rack: buttons that are pressed, or dragged onto an end. A tile that
// may not be laid can be pressed too: then the table is asked why, and its answer is shown.

import { make } from './dom.js';
import { patch, set, setText } from './patch.js';
import { drawTile, halves, picture, tileText } from './tile.js';
import { allOf, say, speakTile } from './words.js';

/** @typedef {import('./store.js').Choice} Choice */

/**
 * @typedef {object} Deeds
 * @property {(tile: number) => void} press
 * @property {(tile: number, x: number, y: number) => void} drag a tile is held over this point
 * @property {(tile: number, x: number, y: number) => void} drop it was let go there
 * @property {() => void} release it is not held any more
 */

/** A finger that moves less than this, in pixels, has pressed and not dragged. */
const STILL = 9;

export class Hand {
  /** @type {Choice} */
  #choice = { plays: new Map(), draw: false, pass: false };

  /**
   * @param {HTMLElement} root
   * @param {Deeds} deeds
   */
  constructor(root, deeds) {
    this.root = root;
    this.deeds = deeds;
    root.addEventListener('keydown', (event) => this.#walk(event));
  }

  /**
   * @param {readonly number[]} tiles
   * @param {Choice} choice
   * @param {{chosen: number | null, active: boolean, drawn: readonly number[]}} how
   */
  render(tiles, choice, { chosen, active, drawn }) {
    this.#choice = choice;
    this.root.parentElement?.style.setProperty('--tiles', String(Math.max(1, tiles.length)));
    patch(
      this.root,
      tiles,
      (tile) => tile,
      (tile) => this.#makeTile(tile),
      (button, tile, index) => {
        const ends = choice.plays.get(tile);
        set(button, {
          'aria-label': tellTile(tile, ends, active),
          'aria-pressed': tile === chosen ? 'true' : 'false',
          class: [
            'held',
            active && (ends ? 'fits' : 'rests'),
            tile === chosen && 'chosen',
            drawn.includes(tile) && 'drawn',
          ]
            .filter(Boolean)
            .join(' '),
        });
        const hint = button.querySelector('.hint');
        if (hint) setText(hint, index < 10 ? String((index + 1) % 10) : '');
      },
    );
  }

  /**
   * Where a tile stands on the screen.
   * @param {number} tile
   * @returns {{x: number, y: number} | null}
   */
  place(tile) {
    const box = this.root.querySelector(`[data-key="${tile}"]`)?.getBoundingClientRect();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /**
   * @param {number} index
   * @returns {HTMLButtonElement | null} the button of the tile at that place
   */
  at(index) {
    const button = this.root.children[index];
    return button instanceof HTMLButtonElement ? button : null;
  }

  /**
   * Where the focus goes when what had it is gone.
   * @returns {HTMLElement | null}
   */
  next() {
    return this.root.querySelector('.fits') ?? this.at(0);
  }

  /**
   * @param {number} tile
   * @returns {HTMLButtonElement}
   */
  #makeTile(tile) {
    const [high, low] = halves(tile);
    const button = make(
      'button',
      { type: 'button', 'data-tile': tileText(tile) },
      picture(drawTile(high, low, 1), true),
      make('span', { class: 'hint', 'aria-hidden': 'true' }),
    );
    button.addEventListener('click', () => this.deeds.press(tile));
    button.addEventListener('pointerdown', (event) => this.#hold(event, button, tile));
    return button;
  }

  /**
   * Follow a pointer that may drag a tile.
   * @param {PointerEvent} start
   * @param {HTMLButtonElement} button
   * @param {number} tile
   */
  #hold(start, button, tile) {
    if (start.button !== 0 || !this.#choice.plays.has(tile)) return;
    const stop = new AbortController();
    const { signal } = stop;
    /** @type {HTMLElement | null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== start.pointerId) return;
      if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > STILL) {
        ghost = this.#lift(button, start);
      }
      if (!ghost) return;
      ghost.style.setProperty('transform', `translate(${event.clientX}px, ${event.clientY}px)`);
      this.deeds.drag(tile, event.clientX, event.clientY);
    };
    const end = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== start.pointerId) return;
      stop.abort();
      if (!ghost) return;
      ghost.remove();
      button.classList.remove('lifted');
      // The press that ends a drag is not a press.
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
      if (event.type === 'pointerup') this.deeds.drop(tile, event.clientX, event.clientY);
      this.deeds.release();
    };
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {PointerEvent} start
   * @returns {HTMLElement}
   */
  #lift(button, start) {
    const drawn = button.querySelector('svg')?.cloneNode(true);
    const box = button.getBoundingClientRect();
    const ghost = make('div', { class: 'dragged', 'aria-hidden': 'true' });
    if (drawn) ghost.append(drawn);
    ghost.style.setProperty('width', `${box.width}px`);
    ghost.style.setProperty('margin-left', `${box.left - start.clientX}px`);
    ghost.style.setProperty('margin-top', `${box.top - start.clientY}px`);
    document.body.append(ghost);
    button.classList.add('lifted');
    return ghost;
  }

  /**
   * Arrows walk along the rack while no tile is chosen; then they name an end.
   * @param {KeyboardEvent} event
   */
  #walk(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || this.root.querySelector('.chosen')) return;
    const buttons = [...this.root.children];
    const mirrored = getComputedStyle(this.root).direction === 'rtl' ? -1 : 1;
    const next = buttons[buttons.indexOf(/** @type {Element} */ (document.activeElement)) + step * mirrored];
    if (!(next instanceof HTMLElement)) return;
    next.focus();
    event.preventDefault();
  }
}

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

/**
 * A tile of the hand, and what can be done with it.
 * @param {number} tile
 * @param {readonly string[] | undefined} ends
 * @param {boolean} active whether the owner of the hand is to move
 * @returns {string}
 */
export function tellTile(tile, ends, active) {
  const name = speakTile(tile);
  if (!active) return name;
  if (!ends) return say('page.speak.tile-rests', { tile: name });
  if (ends.includes('')) return say('page.speak.tile-leads', { tile: name });
  return say('page.speak.tile-fits', { tile: name, ends: allOf(ends.map((end) => say(`end.${end}`))) });
}
