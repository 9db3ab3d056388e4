/**
 * Tiles as SVG: ivory faces with drilled pips.
 *
 * A tile is drawn around its own centre, so that whoever places it only moves the group. Light
 * comes from above whichever way a tile is turned: body and shadow are drawn upright, and only
 * the face (pips, groove, pin) turns.
 */

const SVG = 'http://www.w3.org/2000/svg';

/** Drawing units of half a unit of the layout: a tile is 4 of them long and 2 wide. */
export const HALF = 20;

const LONG = 4 * HALF - 2.5;
const SHORT = 2 * HALF - 2.5;
const CORNER = 5.5;

/** The pips of each half, 0 to 12, in three rows; a letter is a place along the row. */
const FACES = [
  '||',
  '|m|',
  'r||l',
  'r|m|l',
  'lr||lr',
  'lr|m|lr',
  'lmr||lmr',
  'lmr|m|lmr',
  'lmr|lr|lmr',
  'lmr|lmr|lmr',
  'abcd|bc|abcd',
  'abcd|amd|abcd',
  'abcd|abcd|abcd',
];
/** @type {Record<string, number>} */
const ALONG = { l: -11, m: 0, r: 11, a: -13.8, b: -4.6, c: 4.6, d: 13.8 };
const ROW = 11;

/** Which way is down on a face that is turned. */
const RIMS = [
  [0, 0.9],
  [0.9, 0],
  [0, -0.9],
  [-0.9, 0],
];

/**
 * An SVG element with attributes.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Element | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * The two halves of a tile by its number, the higher first.
 * @param {number} tile
 * @returns {[number, number]}
 */
export function halves(tile) {
  let high = Math.floor((Math.sqrt(8 * tile + 1) - 1) / 2);
  if (((high + 1) * (high + 2)) / 2 <= tile) high += 1;
  return [high, tile - (high * (high + 1)) / 2];
}

/**
 * A tile as people write it: 6-5.
 * @param {number} tile
 * @returns {string}
 */
export function tileText(tile) {
  return halves(tile).join('-');
}

/**
 * The number of a tile that is written like 6-5.
 * @param {string} text
 * @returns {number}
 */
export function tileNumber(text) {
  const [a = 0, b = 0] = text.split('-').map(Number);
  const high = Math.max(a, b);
  return (high * (high + 1)) / 2 + Math.min(a, b);
}

/**
 * The pips of a half as one path of round holes.
 * @param {number} pips 0 to 12
 * @param {number} x the middle of the half
 * @returns {string}
 */
function holes(pips, x) {
  const r = pips > 9 ? 3.6 : 4.5;
  const rows = (FACES[pips] ?? '||').split('|');
  return rows
    .flatMap((row, i) => [...row].map((place) => [x + (ALONG[place] ?? 0), (i - 1) * ROW]))
    .map(([cx = 0, cy = 0]) => `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`)
    .join('');
}

/** The gradients that all tiles of the page share. */
function shareGradients() {
  if (document.getElementById('tile-ivory')) return;
  const stops = [0, 0.45, 1].map((offset, i) => svg('stop', { offset, class: `ivory-${i}` }));
  const ivory = svg('linearGradient', { id: 'tile-ivory', x1: 0, y1: 0, x2: 0.25, y2: 1 }, ...stops);
  const brass = svg(
    'radialGradient',
    { id: 'tile-brass', cx: 0.38, cy: 0.32, r: 0.75 },
    svg('stop', { offset: 0, class: 'brass-0' }),
    svg('stop', { offset: 1, class: 'brass-1' }),
  );
  const shared = svg('svg', { class: 'gradients', 'aria-hidden': 'true' }, svg('defs', {}, ivory, brass));
  document.body.append(shared);
}

/**
 * A rounded body around the centre.
 * @param {string} name its class
 * @param {number} width
 * @param {number} height
 * @param {number} y how far below the centre it lies
 * @returns {SVGRectElement}
 */
function body(name, width, height, y) {
  return svg('rect', { class: name, x: -width / 2, y: y - height / 2, width, height, rx: CORNER });
}

/**
 * Shadow, edge and face of a tile, and what is to be seen on it.
 * @param {string} name its class
 * @param {number} turn quarter turns clockwise
 * @param {(width: number, height: number) => Element[]} fill
 * @returns {SVGGElement}
 */
function tile(name, turn, fill) {
  shareGradients();
  const [width, height] = turn % 2 ? [SHORT, LONG] : [LONG, SHORT];
  const face = body('tile-face', width, height, -1);
  face.setAttribute('fill', 'url(#tile-ivory)');
  return svg(
    'g',
    { class: name },
    body('tile-shade', width + 3, height + 2, 4),
    body('tile-shadow', width, height, 2.8),
    body('tile-edge', width, height, 1),
    face,
    ...fill(width, height),
  );
}

/**
 * A tile around its centre.
 * @param {number} first pips on the first half: the left one, if it is not turned
 * @param {number} second
 * @param {number} [turn] quarter turns clockwise
 * @returns {SVGGElement}
 */
export function drawTile(first, second, turn = 0) {
  const pips = holes(first, -HALF) + holes(second, HALF);
  // The lit rim of a hole is on its lower side, so it is drawn a little below, whatever the turn.
  const [x = 0, y = 0] = RIMS[turn % 4] ?? [];
  return tile('tile', turn, () => [
    svg(
      'g',
      { transform: `translate(0 -1) rotate(${90 * turn})` },
      svg('path', { class: 'tile-groove', d: `M0 ${-SHORT / 2 + 4}V${SHORT / 2 - 4}` }),
      svg('path', { class: 'tile-rims', d: pips, transform: `translate(${x} ${y})` }),
      svg('path', { class: 'tile-pips', d: pips }),
    ),
    svg('circle', { class: 'tile-pin', cy: -1, r: 2.6, fill: 'url(#tile-brass)' }),
  ]);
}

/**
 * The back of a tile around its centre.
 * @param {number} [turn] quarter turns clockwise
 * @returns {SVGGElement}
 */
export function drawBack(turn = 0) {
  return tile('tile tile-down', turn, (width, height) => [body('tile-inlay', width - 11, height - 11, -1)]);
}

/**
 * A picture of its own with a drawn tile in it, for a button or a line of text. It says nothing to
 * a screen reader: what it stands for is told in words beside it.
 * @param {SVGGElement} tile
 * @param {boolean} standing whether the tile stands upright
 * @returns {SVGSVGElement}
 */
export function picture(tile, standing) {
  const [width, height] = standing ? [2 * HALF + 2, 4 * HALF + 5] : [4 * HALF + 2, 2 * HALF + 5];
  const viewBox = `${-width / 2} ${-height / 2 + 1.5} ${width} ${height}`;
  return svg('svg', { class: 'tile-picture', viewBox, 'aria-hidden': 'true', focusable: 'false' }, tile);
}
