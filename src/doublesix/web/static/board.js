// The line of tiles on the felt. Where each tile lies is the server's business; here it is drawn,
// kept in view and moved softly. Over it lie the open ends, as buttons that a tile can be laid on.

import { make } from './dom.js';
import { button, patch, set, setText } from './patch.js';
import { ENDS, shownAt } from './store.js';
import { HALF, drawTile, halves, svg } from './tile.js';
import { say, speakTile } from './words.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./messages.js').LaidTile} LaidTile */
/** @typedef {import('./messages.js').Slot} Slot */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, scale: number}} Camera where the line's zero is on the screen */

/** A tile is never shown longer than this, in pixels; nor is the felt's edge ever closer. */
const LONGEST_TILE = 168;
const MARGIN = 26;

/** From this far an end pulls a dragged tile, in pixels. */
const REACH = 110;

/**
 * How far something reaches from its centre, in drawing units.
 * @param {number} turn
 * @returns {[number, number]}
 */
function reach(turn) {
  return turn % 2 ? [HALF, 2 * HALF] : [2 * HALF, HALF];
}

/**
 * The camera that shows all these places in a window of that size.
 * @param {readonly (readonly [x: number, y: number, turn: number])[]} places
 * @param {number} width
 * @param {number} height
 * @returns {Camera}
 */
export function fit(places, width, height) {
  const spans = places.map(([x, y, turn]) => {
    const [across, down] = reach(turn);
    return [x * HALF - across, y * HALF - down, x * HALF + across, y * HALF + down];
  });
  const least = (/** @type {number} */ i) => Math.min(...spans.map((span) => span[i] ?? 0));
  const most = (/** @type {number} */ i) => Math.max(...spans.map((span) => span[i] ?? 0));
  const [left, top, right, bottom] = spans.length ? [least(0), least(1), most(2), most(3)] : [0, 0, 0, 0];
  const scale = Math.min(
    LONGEST_TILE / (4 * HALF),
    Math.max(1, width - 2 * MARGIN) / Math.max(1, right - left),
    Math.max(1, height - 2 * MARGIN) / Math.max(1, bottom - top),
  );
  return {
    x: width / 2 - (scale * (left + right)) / 2,
    y: height / 2 - (scale * (top + bottom)) / 2,
    scale,
  };
}

/**
 * The tiles of the line from its left end to its right one, then those of the other arms.
 * @param {readonly LaidTile[]} line
 * @returns {{row: number[], up: number[], down: number[]}}
 */
export function inOrder(line) {
  const at = (/** @type {string} */ wanted) =>
    line.filter(([, , , end]) => (end ?? '') === wanted).map(([, tile]) => tile);
  return { row: [...at('left').reverse(), ...at(''), ...at('right')], up: at('up'), down: at('down') };
}

export class Board {
  /** @type {Camera} */
  #camera = { x: 0, y: 0, scale: 1 };
  #round = '';
  /** @type {State | null} */
  #state = null;

  /**
   * @param {HTMLElement} root
   * @param {(end: string) => void} onEnd an end was pressed
   */
  constructor(root, onEnd) {
    this.root = root;
    this.onEnd = onEnd;
    this.ghosts = svg('g', { class: 'ghosts' });
    this.tiles = svg('g', { class: 'tiles' });
    this.moving = svg('g', { class: 'camera' }, this.ghosts, this.tiles);
    this.picture = svg('svg', { class: 'line', 'aria-hidden': 'true' }, this.moving);
    this.ends = make('div', { class: 'ends' });
    this.told = make('div', { class: 'visually-hidden' });
    this.floats = make('div', { class: 'floats', 'aria-hidden': 'true' });
    root.append(this.picture, this.ends, this.floats, this.told);
    new ResizeObserver(() => this.#aim(false)).observe(root);
  }

  /**
   * @param {State} state
   * @param {readonly string[]} open the ends at which the chosen tile may be laid
   * @param {boolean} choosing whether somebody here may lay a tile now
   * @param {number | null} chosen
   */
  render(state, open, choosing, chosen = null) {
    this.#state = state;
    const { round, table } = state;
    const line = round?.line ?? [];
    const name = `${table?.match}.${round?.number}`;
    const fresh = name !== this.#round;
    this.#round = name;
    if (fresh) this.tiles.replaceChildren();
    const last = round?.last?.kind === 'play' ? round.last.tile : undefined;
    patch(
      this.tiles,
      line,
      ([, tile, at]) => `${tile} ${at}`, // a screen that was turned has it elsewhere
      placeTile,
      (element, [, tile]) => {
        element.classList.toggle('last', tile === last);
      },
    );
    const slots = choosing ? (round?.now.slots ?? []) : [];
    patch(this.ghosts, slots, ghostKey, makeGhost);
    this.#renderEnds(state, chosen, open);
    this.#aim(!fresh);
    this.#tellLine(state);
  }

  /**
   * Where an end is on the screen.
   * @param {number} x
   * @param {number} y
   * @param {readonly string[]} open
   * @returns {string | null} the open end that is nearest to a point, if it is near
   */
  endNear(x, y, open) {
    const box = this.root.getBoundingClientRect();
    const { x: zeroX, y: zeroY, scale } = this.#camera;
    /** @type {[number, string][]} */
    const near = (this.#state?.round?.now.slots ?? [])
      .filter(([end]) => open.includes(end))
      .map(([end, slotX, slotY]) => [
        Math.hypot(box.x + zeroX + slotX * HALF * scale - x, box.y + zeroY + slotY * HALF * scale - y),
        end,
      ]);
    const [nearest] = near.sort(([a], [b]) => a - b);
    const inside = x > box.left && x < box.right && y > box.top && y < box.bottom;
    return nearest && (nearest[0] < REACH || (inside && near.length === 1)) ? nearest[1] : null;
  }

  /**
   * Mark the end that a dragged tile would be laid on.
   * @param {string | null} end
   */
  pull(end) {
    for (const button of this.ends.children) {
      button.classList.toggle('pulled', button.getAttribute('data-key') === `end-${end}`);
    }
  }

  /**
   * Let the tile that was laid last fly in from somewhere on the screen.
   * @param {Point} from
   */
  flyIn(from) {
    const inner = this.tiles.querySelector('.last > .tile');
    const [, , at] = this.#state?.round?.line.at(-1) ?? [];
    if (!inner || !at) return;
    const box = this.root.getBoundingClientRect();
    const { x, y, scale } = this.#camera;
    const dx = (from.x - box.x - x) / scale - at[0] * HALF;
    const dy = (from.y - box.y - y) / scale - at[1] * HALF;
    inner.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) rotate(-14deg) scale(1.12)`, opacity: 0.2 },
        { opacity: 1, offset: 0.35 },
        { transform: 'none' },
      ],
      { duration: motion() * 1.25, easing: 'cubic-bezier(0.2, 0.75, 0.25, 1)' },
    );
  }

  /**
   * Show points where they were made.
   * @param {number} points
   */
  score(points) {
    const [, , at] = this.#state?.round?.line.at(-1) ?? [];
    if (!at || !points) return;
    const { x, y, scale } = this.#camera;
    const float = make('span', { class: 'float' }, say('page.play.points-scored', { points }));
    float.style.setProperty('left', `${x + at[0] * HALF * scale}px`);
    float.style.setProperty('top', `${y + at[1] * HALF * scale}px`);
    this.floats.append(float);
    setTimeout(() => float.remove(), 1600);
  }

  /**
   * The outline that suits the felt, of those the server knows; the window's while no felt is seen.
   * @returns {'tall' | 'square' | 'wide'}
   */
  shape() {
    const { width, height } = this.root.getBoundingClientRect();
    const ratio = width && height ? width / height : innerWidth / innerHeight;
    const narrow = innerWidth < 600 ? 1.1 : 0.85; // on a phone the tiles must not get too small
    return ratio < narrow ? 'tall' : ratio < 1.45 ? 'square' : 'wide';
  }

  /**
   * @param {State} state
   * @param {number | null} chosen
   * @param {readonly string[]} open
   */
  #renderEnds(state, chosen, open) {
    const slots = (state.round?.now.slots ?? []).filter(([end]) => open.includes(end));
    patch(
      this.ends,
      slots,
      ([end]) => `end-${end}`,
      ([end]) => button('end', () => this.onEnd(end)),
      (element, [end]) => {
        const tile = chosen === null ? '' : speakTile(chosen);
        const pips = say(`page.speak.pips.${shownAt(state, end)}`);
        set(element, {
          'aria-label': say(`page.speak.lay-${end || 'first'}`, { tile, pips }),
          'data-end': end,
        });
      },
    );
  }

  /**
   * Point the camera so that the whole line and its ends are seen.
   * @param {boolean} softly
   */
  #aim(softly) {
    const { width, height } = this.root.getBoundingClientRect();
    const round = this.#state?.round;
    const slots = round?.now.slots ?? [];
    const camera = fit(
      [
        ...(round?.line ?? []).map(([, , [x, y, turn]]) => /** @type {const} */ ([x, y, turn])),
        ...slots.map(([, x, y, turn]) => /** @type {const} */ ([x, y, turn])),
      ],
      width,
      height,
    );
    this.#camera = camera;
    this.root.classList.toggle('still', !softly);
    this.moving.style.setProperty(
      'transform',
      `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})`,
    );
    for (const button of this.ends.children) {
      const slot = slots.find(([end]) => button.getAttribute('data-key') === `end-${end}`);
      if (button instanceof HTMLElement && slot) this.#placeEnd(button, slot);
    }
  }

  /**
   * @param {HTMLElement} button
   * @param {Slot} slot
   */
  #placeEnd(button, [, x, y, turn]) {
    const { x: zeroX, y: zeroY, scale } = this.#camera;
    const [across, down] = reach(turn);
    const place = `translate(${zeroX + (x * HALF - across) * scale}px, ${zeroY + (y * HALF - down) * scale}px)`;
    button.style.setProperty('transform', place);
    button.style.setProperty('width', `${2 * across * scale}px`);
    button.style.setProperty('height', `${2 * down * scale}px`);
  }

  /**
   * The line in words, for those who do not see it.
   * @param {State} state
   */
  #tellLine(state) {
    const { row, up, down } = inOrder(state.round?.line ?? []);
    const lines = [row.length ? tellTiles('line-tiles', row) : say('page.play.line-empty')];
    if (up.length) lines.push(tellTiles('arm-up', up));
    if (down.length) lines.push(tellTiles('arm-down', down));
    const ends = tellEnds(state);
    if (ends) lines.push(ends);
    patch(
      this.told,
      lines.map((text, index) => ({ text, index })),
      ({ index }) => index,
      () => make('p'),
      (element, { text }) => setText(element, text),
    );
  }
}

/**
 * The open ends in words; nothing before the lead.
 * @param {State} state
 * @returns {string}
 */
export function tellEnds(state) {
  const open = ENDS.filter((end) => shownAt(state, end) >= 0);
  if (!open.length) return '';
  const ends = open.map((end) =>
    say(`page.speak.end-${end}`, { pips: say(`page.speak.pips.${shownAt(state, end)}`) }),
  );
  return state.table?.scoring
    ? say('page.speak.ends-sum', { ends: ends.join(', '), sum: state.round?.now.sum ?? 0 })
    : say('page.speak.ends', { ends: ends.join(', ') });
}

/**
 * @param {'line-tiles' | 'arm-up' | 'arm-down'} where
 * @param {readonly number[]} tiles
 * @returns {string}
 */
function tellTiles(where, tiles) {
  return say(`page.speak.${where}`, { tiles: tiles.map((tile) => speakTile(tile)).join(', ') });
}

/**
 * @param {LaidTile} laid
 * @returns {SVGGElement}
 */
function placeTile([, tile, [x, y, turn, first, second]]) {
  const mark = svg('rect', { class: 'last-mark', rx: 9, ...around(turn, 2.5) });
  const drawn = drawTile(first, second, turn);
  const [high, low] = halves(tile);
  return svg(
    'g',
    { class: 'laid', transform: `translate(${x * HALF} ${y * HALF})`, 'data-tile': `${high}-${low}` },
    mark,
    drawn,
  );
}

/**
 * A box around a tile's place.
 * @param {number} turn
 * @param {number} more
 * @returns {{x: number, y: number, width: number, height: number}}
 */
function around(turn, more) {
  const [across, down] = reach(turn);
  return { x: -across - more, y: -down - more, width: 2 * (across + more), height: 2 * (down + more) };
}

/**
 * @param {Slot} slot
 * @returns {string}
 */
function ghostKey([end, x, y, turn]) {
  return `${end} ${x} ${y} ${turn}`;
}

/**
 * @param {Slot} slot
 * @returns {SVGElement}
 */
function makeGhost([, x, y, turn]) {
  return svg('rect', {
    class: 'ghost',
    rx: 6,
    ...around(turn, -2),
    transform: `translate(${x * HALF} ${y * HALF})`,
  });
}

/**
 * How long things move, in milliseconds, as the style sheet has it.
 * @returns {number}
 */
function motion() {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--motion')) || 0;
}
