// QR codes (ISO/IEC 18004), drawn by the page itself: a link that takes a seat along holds a secret,
// and a secret is not sent anywhere to be drawn. Texts in bytes, correction of level M.

import { svg } from './tile.js';

/** Bytes of correction in a block, by version; the first is no version. */
const CHECKS = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
/** Blocks, by version. */
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
/** Level M, as the format says it. */
const LEVEL = 0;
/** Light squares around the code, without which it is not read. */
const QUIET = 3;

/** @type {((x: number, y: number) => boolean)[]} Which squares each mask turns over. */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * A text as a picture that other devices read; null where it is too long for one.
 * @param {string} text
 * @returns {SVGElement | null}
 */
export function drawQr(text) {
  const squares = encode(text);
  if (!squares) return null;
  const size = squares.length + 2 * QUIET;
  const dark = squares.flatMap((row, y) => row.map((is, x) => (is ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')));
  return svg(
    'svg',
    { viewBox: `0 0 ${size} ${size}`, class: 'qr', role: 'img', 'shape-rendering': 'crispEdges' },
    svg('rect', { width: size, height: size, fill: '#fff' }),
    svg('path', { d: dark.join(''), fill: '#000' }),
  );
}

/**
 * The squares of a code, row by row, true where they are dark.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function encode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, each) => each && bytes.length + (each < 10 ? 2 : 3) <= room(each));
  if (version < 0) return null;
  const blank = new Grid(version);
  blank.fill(correct(pack(bytes, version), version));
  const masked = MASKS.map((_, mask) => blank.masked(mask));
  const costs = masked.map((grid) => cost(grid.dark));
  return masked[costs.indexOf(Math.min(...costs))]?.dark ?? null;
}

/**
 * All squares that hold bytes.
 * @param {number} version
 * @returns {number}
 */
function squares(version) {
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const aligned = marks ? (25 * marks - 10) * marks - 55 : 0;
  return (16 * version + 128) * version + 64 - aligned - (version >= 7 ? 36 : 0);
}

/**
 * How many bytes a version holds without those of correction.
 * @param {number} version
 * @returns {number}
 */
function room(version) {
  return Math.floor(squares(version) / 8) - at(CHECKS, version) * at(BLOCKS, version);
}

/**
 * The text with its length before it, filled up.
 * @param {Uint8Array} text
 * @param {number} version
 * @returns {number[]}
 */
function pack(text, version) {
  const length = text.length.toString(2).padStart(version < 10 ? 8 : 16, '0');
  const bits = `0100${length}${Array.from(text, (byte) => byte.toString(2).padStart(8, '0')).join('')}0000`;
  const bytes = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8), 2));
  const filler = Array.from({ length: room(version) - bytes.length }, (_, i) => (i % 2 ? 0x11 : 0xec));
  return [...bytes, ...filler];
}

/**
 * The bytes in blocks, each with its correction, a byte of every block at a time.
 * @param {readonly number[]} bytes
 * @param {number} version
 * @returns {number[]}
 */
function correct(bytes, version) {
  const count = at(BLOCKS, version);
  const short = Math.floor(bytes.length / count);
  const longer = bytes.length % count;
  const parts = Array.from({ length: count }, (_, i) => {
    const start = i * short + Math.max(0, i - (count - longer));
    return bytes.slice(start, start + short + (i < count - longer ? 0 : 1));
  });
  const checks = parts.map((part) => remainder(part, at(CHECKS, version)));
  return [...turned(parts), ...turned(checks)];
}

/**
 * The first of each, then the second of each, and so on.
 * @param {readonly number[][]} lists
 * @returns {number[]}
 */
function turned(lists) {
  const longest = Math.max(...lists.map((list) => list.length));
  const columns = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1)));
  return columns.flat();
}

/**
 * A product of two bytes, in the field that Reed and Solomon's codes of this kind count in.
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/**
 * The correction of a block.
 * @param {readonly number[]} bytes
 * @param {number} count
 * @returns {number[]}
 */
function remainder(bytes, count) {
  let divisor = [1];
  for (let i = 0, root = 1; i < count; i += 1, root = times(root, 2)) {
    const scaled = [0, ...divisor.map((factor) => times(factor, root))];
    divisor = [...divisor, 0].map((factor, place) => factor ^ at(scaled, place));
  }
  let rest = Array(count).fill(0);
  for (const byte of bytes) {
    const factor = byte ^ at(rest, 0);
    rest = [...rest.slice(1), 0].map((each, place) => each ^ times(at(divisor, place + 1), factor));
  }
  return rest;
}

class Grid {
  /**
   * Everything that is the same for all texts of a version.
   * @param {number} version
   */
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.dark = this.#empty();
    /** Squares that do not belong to the text. */
    this.fixed = this.#empty();
    for (let i = 0; i < this.size; i += 1) {
      this.#set(6, i, i % 2 === 0);
      this.#set(i, 6, i % 2 === 0);
    }
    const marks = this.#marks();
    const last = marks.length - 1;
    marks.forEach((x, i) =>
      marks.forEach((y, j) => {
        const corner = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
        if (!corner) this.#rings(x, y, 2, [0, 2]);
      }),
    );
    for (const [x, y] of /** @type {const} */ ([[3, 3], [this.size - 4, 3], [3, this.size - 4]])) this.#rings(x, y, 4, [0, 1, 3]);
    this.#setFormat(0);
    if (version >= 7) this.#setVersion();
  }

  #empty() {
    return Array.from({ length: this.size }, () => /** @type {boolean[]} */ (Array(this.size).fill(false)));
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {boolean} dark
   */
  #set(x, y, dark) {
    row(this.dark, y)[x] = dark;
    row(this.fixed, y)[x] = true;
  }

  /** Where the lines of small marks are. */
  #marks() {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = Math.ceil((this.version * 4 + 4) / (count * 2 - 2)) * 2;
    return [6, ...Array.from({ length: count - 1 }, (_, i) => this.size - 7 - step * (count - 2 - i))];
  }

  /**
   * A mark of squares in each other.
   * @param {number} x
   * @param {number} y
   * @param {number} reach
   * @param {readonly number[]} dark the distances from its middle that are dark
   */
  #rings(x, y, reach, dark) {
    for (let across = x - reach; across <= x + reach; across += 1) {
      for (let down = y - reach; down <= y + reach; down += 1) {
        if (across < 0 || down < 0 || across >= this.size || down >= this.size) continue;
        this.#set(across, down, dark.includes(Math.max(Math.abs(across - x), Math.abs(down - y))));
      }
    }
  }

  /** @param {number} mask */
  #setFormat(mask) {
    const bits = withCheck((LEVEL << 3) | mask, 10, 0x537) ^ 0x5412;
    for (let i = 0; i < 15; i += 1) {
      const dark = ((bits >> i) & 1) === 1;
      if (i < 8) this.#set(8, i < 6 ? i : i + 1, dark);
      else this.#set(i === 8 ? 7 : 14 - i, 8, dark);
      if (i < 8) this.#set(this.size - 1 - i, 8, dark);
      else this.#set(8, this.size - 15 + i, dark);
    }
    this.#set(8, this.size - 8, true);
  }

  #setVersion() {
    const bits = withCheck(this.version, 12, 0x1f25);
    for (let i = 0; i < 18; i += 1) {
      const [near, far] = [Math.floor(i / 3), this.size - 11 + (i % 3)];
      this.#set(far, near, ((bits >> i) & 1) === 1);
      this.#set(near, far, ((bits >> i) & 1) === 1);
    }
  }

  /**
   * Write bytes, in columns of two that go up and down in turn.
   * @param {readonly number[]} bytes
   */
  fill(bytes) {
    let bit = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      const up = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step += 1) {
        const y = up ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (row(this.fixed, y)[x]) continue;
          row(this.dark, y)[x] = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
          bit += 1;
        }
      }
    }
  }

  /**
   * The same under a mask.
   * @param {number} mask
   * @returns {Grid}
   */
  masked(mask) {
    const made = new Grid(this.version);
    made.#setFormat(mask);
    made.dark.forEach((line, y) =>
      line.forEach((_, x) => {
        if (!row(this.fixed, y)[x]) line[x] = row(this.dark, y)[x] !== MASKS[mask]?.(x, y);
      }),
    );
    return made;
  }
}

/**
 * A number with the bits that correct it.
 * @param {number} number
 * @param {number} count
 * @param {number} divisor
 * @returns {number}
 */
function withCheck(number, count, divisor) {
  let rest = number;
  for (let i = 0; i < count; i += 1) rest = (rest << 1) ^ ((rest >> (count - 1)) * divisor);
  return (number << count) | rest;
}

/**
 * How hard a grid is to read: long runs, blocks, what looks like a mark, too much of one colour.
 * @param {readonly boolean[][]} dark
 * @returns {number}
 */
function cost(dark) {
  const size = dark.length;
  const columns = dark.map((_, x) => dark.map((line) => line[x] ?? false));
  const lines = [...dark, ...columns].map((line) => line.map(Number).join(''));
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    // A mark with light on one side of it: every place counts, also those that overlap.
    sum += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const here = row(dark, y)[x];
      if (here === row(dark, y)[x - 1] && here === row(dark, y - 1)[x] && here === row(dark, y - 1)[x - 1]) sum += 3;
    }
  }
  const part = dark.flat().filter(Boolean).length / (size * size);
  return sum + 10 * Math.floor(Math.abs(part * 100 - 50) / 5);
}

/**
 * @param {readonly number[]} list
 * @param {number} index
 * @returns {number}
 */
function at(list, index) {
  return list[index] ?? 0;
}

/**
 * @param {readonly boolean[][]} grid
 * @param {number} y
 * @returns {boolean[]}
 */
function row(grid, y) {
  return grid[y] ?? [];
}
