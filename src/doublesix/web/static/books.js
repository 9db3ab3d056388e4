// Rulebooks as people call them: the browser's twin of `name_of` in doublesix/rules/describe.py.

import { anyOf, say } from './words.js';

/**
 * @param {string} rules the id of a book or an edition; empty for house rules
 * @param {string} [title] the title of house rules
 * @returns {string}
 */
export function nameOf(rules, title = '') {
  if (title || !rules) return say('edition.house', { title });
  const [book = '', language] = rules.split(':');
  const name = say(`book.${book}.name`);
  return language ? say('edition.name', { book: name, language: say(`language.${language}`) }) : name;
}

/**
 * "2, 3 or 4 players"
 * @param {readonly number[]} seats
 * @returns {string}
 */
export function players(seats) {
  return say('page.lobby.players', { count: seats.at(-1) ?? 0, seats: anyOf(seats.map(String)) });
}
