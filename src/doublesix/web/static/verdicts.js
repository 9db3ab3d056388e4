// What came of checking the deals of a match, in sentences.

import { Refused, getText } from './api.js';
import { make } from './dom.js';
import { readProof, verify } from './verify.js';
import { allOf, say, tellError } from './words.js';

/**
 * Fetch the proof of a match, check every deal of it here, and tell what came of it.
 * @param {string} table
 * @param {number} match
 * @returns {Promise<HTMLLIElement[]>}
 */
export async function checkDeals(table, match) {
  try {
    const proof = readProof(await getText(`/api/tables/${table}/proof?match=${match}`));
    return proof ? tellProof(proof) : [line(say('page.fair.unreadable'), false)];
  } catch (error) {
    if (error instanceof Refused) return [line(tellError(error.problem), false)];
    throw error;
  }
}

/**
 * @param {import('./verify.js').Proof} proof
 * @returns {HTMLLIElement[]}
 */
function tellProof(proof) {
  const checked = verify(proof);
  const honest = checked.every(({ verdict }) => verdict === 'good');
  const sum = line(honest ? say('page.fair.all-good', { count: checked.length }) : say('page.fair.some-bad'), honest);
  sum.classList.add('sum');
  return [sum, ...checked.map(tellRound), ...tellNothingAdded(checked)];
}

/**
 * A deal that this device had no hand in is no worse, but it is said.
 * @param {readonly import('./verify.js').Checked[]} checked
 * @returns {HTMLLIElement[]}
 */
function tellNothingAdded(checked) {
  const rounds = checked.flatMap(({ number, added }) => (added ? [] : [String(number)]));
  if (!rounds.length) return [];
  const text = say('page.fair.nothing-added', { count: rounds.length, rounds: allOf(rounds) });
  return [make('li', { class: 'soft' }, text)];
}

/**
 * @param {import('./verify.js').Checked} checked
 * @returns {HTMLLIElement}
 */
function tellRound({ number, verdict, redeals }) {
  const good = verdict === 'good';
  const again = good && redeals ? ` ${say('page.fair.redealt', { count: redeals })}` : '';
  return line(say(`page.fair.${verdict}`, { number }) + again, good);
}

/**
 * @param {string} text
 * @param {boolean} good
 * @returns {HTMLLIElement}
 */
function line(text, good) {
  return make('li', { class: good ? 'good' : 'bad' }, text);
}
