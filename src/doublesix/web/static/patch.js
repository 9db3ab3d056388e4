// Changing what is on the page without rebuilding it, so that focus and a screen reader's place are
// not lost.

import { make } from './dom.js';
import { svg } from './tile.js';

/**
 * Change the attributes of an element where they differ.
 * @param {Element} element
 * @param {Record<string, string | number | boolean | undefined>} given
 */
export function set(element, given) {
  for (const [name, value] of Object.entries(given)) {
    if (value === false || value === undefined) element.removeAttribute(name);
    else {
      const text = value === true ? '' : String(value);
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
}

/**
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Let the children of an element be one for each key, in this order; those that are there stay.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T) => string | number} key
 * @param {(item: T) => Element} make
 * @param {(element: Element, item: T, index: number) => void} [update]
 */
export function patch(parent, items, key, make, update) {
  /** @type {Map<string, Element>} */
  const there = new Map();
  for (const child of parent.children) there.set(child.getAttribute('data-key') ?? '', child);
  /** @type {Element | null} */
  let next = parent.firstElementChild;
  items.forEach((item, index) => {
    const name = String(key(item));
    let element = there.get(name);
    if (element) there.delete(name);
    else {
      element = make(item);
      element.setAttribute('data-key', name);
    }
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
    update?.(element, item, index);
  });
  for (const gone of there.values()) gone.remove();
}

/**
 * The one element in another that a selector names, which is known to be there.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function within(root, selector) {
  const element = root.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`there is no ${selector}`);
  return element;
}

/**
 * A button that does something.
 * @param {string} name its classes
 * @param {() => void} press
 * @param {(Node | string)[]} children
 * @returns {HTMLButtonElement}
 */
export function button(name, press, ...children) {
  const made = make('button', { type: 'button', class: name }, ...children);
  made.addEventListener('click', press);
  return made;
}

/** Line drawings on a grid of 24. */
const ICONS = {
  score: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h4',
  talk: 'M4 5h16v11H10l-4 4v-4H4z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  keys: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  bot: 'M6 9h12v9H6zM12 9V5M9.5 13h.01M14.5 13h.01M12 4.5h.01',
  pause: 'M9 6v12M15 6v12',
  fair: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
};

/**
 * @param {keyof typeof ICONS} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));
}
