// Opening a table: the one request behind every "play" on the lobby.

import { post } from './api.js';
import { freshSecret, keepNickname, keepToken } from './identity.js';
import { say } from './words.js';

/** @typedef {Omit<import('./messages.js').NewTable, 'token'> & {name: string}} Plan */

/** The bot that sits down where nobody has chosen one. */
export const USUAL_BOT = 'greedy';

/**
 * Open a table and go there. The token is made up first, so that the seat is ours from the start.
 * @param {Plan} plan
 * @returns {Promise<void>}
 */
export async function openTable(plan) {
  const token = freshSecret();
  keepNickname(plan.name);
  /** @type {import('./messages.js').OpenedTable} */
  const { id } = await post('/api/tables', { ...plan, name: nameOrNobody(plan.name), token });
  // Where nothing can be kept, the address takes the token along.
  location.assign(keepToken(id, token, true) ? `/t/${id}` : `/t/${id}#key=${token}`);
}

/**
 * Bots on every seat but the first.
 * @param {number} seats
 * @returns {Record<string, string>}
 */
export function botsFor(seats) {
  return Object.fromEntries(Array.from({ length: seats - 1 }, (_, i) => [String(i + 1), USUAL_BOT]));
}

/**
 * @param {string} name
 * @returns {string} what to call somebody who has not said
 */
function nameOrNobody(name) {
  return name.trim() || say('page.common.player');
}
