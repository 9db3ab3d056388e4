// House rules, pasted or from a file: checked by the server while they are written, with what is
// wrong told at its line.

import { Refused, post } from './api.js';
import { players } from './books.js';
import { find, make } from './dom.js';
import { say, tellError } from './words.js';

/** @typedef {import('./messages.js').CheckedRules} CheckedRules */

/** How long to wait after the last key, in milliseconds. */
const PAUSE = 350;

/**
 * Make the editor work.
 * @param {(checked: CheckedRules | null) => void} changed what can be played now, if anything
 */
export function showEditor(changed) {
  const text = find('house-text', HTMLTextAreaElement);
  const file = find('house-file', HTMLInputElement);
  let waiting = 0;
  const check = async () => {
    const looked = text.value;
    /** @type {CheckedRules | null} */
    let checked = null;
    /** @type {import('./words.js').Problem | null} */
    let problem = null;
    try {
      if (looked.trim()) checked = await post('/api/rules/check', { toml: looked });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problem = error.problem;
    }
    if (looked !== text.value) return;
    show(text, checked, problem);
    changed(checked);
  };
  text.addEventListener('input', () => {
    number(text, 0);
    clearTimeout(waiting);
    waiting = setTimeout(() => void check(), PAUSE);
  });
  text.addEventListener('scroll', () => (find('gutter', HTMLElement).scrollTop = text.scrollTop));
  file.addEventListener('change', async () => {
    text.value = (await file.files?.[0]?.text()) ?? '';
    await check();
  });
  number(text, 0);
}

/**
 * @param {HTMLTextAreaElement} text
 * @param {CheckedRules | null} checked
 * @param {import('./words.js').Problem | null} problem
 */
function show(text, checked, problem) {
  const line = problem ? Number(problem.details?.['line'] ?? 0) : 0;
  const wrong = find('house-problem', HTMLElement);
  const fine = find('house-fine', HTMLElement);
  number(text, line);
  text.setAttribute('aria-invalid', String(problem !== null));
  wrong.hidden = problem === null;
  wrong.replaceChildren(problem ? tellError(problem) : '');
  if (line) {
    const go = make('button', { class: 'button quiet', type: 'button' }, say('page.create.go-to-line', { line }));
    go.addEventListener('click', () => select(text, line));
    wrong.append(' ', go);
  }
  fine.hidden = checked === null;
  if (checked) fine.textContent = say('page.create.house-good', { title: checked.title, players: players(checked.seats) });
}

/**
 * The numbers of the lines, the wrong one marked.
 * @param {HTMLTextAreaElement} text
 * @param {number} wrong
 */
function number(text, wrong) {
  const lines = text.value.split('\n').map((_, i) => make('span', { class: i + 1 === wrong ? 'wrong' : '' }, String(i + 1)));
  find('gutter', HTMLElement).replaceChildren(...lines);
}

/**
 * @param {HTMLTextAreaElement} text
 * @param {number} line
 */
function select(text, line) {
  const before = text.value.split('\n').slice(0, line - 1).join('\n');
  const start = before.length + (line > 1 ? 1 : 0);
  const end = text.value.indexOf('\n', start);
  text.focus();
  text.setSelectionRange(start, end < 0 ? text.value.length : end);
}
