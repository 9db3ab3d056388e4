// Bots as people call them and choose them. Behind the name of one that thinks ahead may stand what a
// move may cost it: `search@2s`.

import { say } from './words.js';

/** @typedef {import('./messages.js').BotInfo} BotInfo */

/**
 * @param {string} bot
 * @returns {string} its name in the list
 */
export function kindOf(bot) {
  return bot.split('@')[0] ?? bot;
}

/**
 * @param {string} bot
 * @returns {string}
 */
export function botName(bot) {
  return say(`bot.name.${kindOf(bot)}`);
}

/**
 * The bot that sits down or plays on at the press of a button: the strongest that needs no time.
 * @param {readonly BotInfo[]} bots weakest first
 * @returns {string | undefined}
 */
export function handyBot(bots) {
  return bots.filter(({ cost }) => !cost).at(-1)?.name;
}
