// Light or dark, and the language: the two switches at the top of every page.

import { make } from './dom.js';
import { read, write } from './kept.js';
import { svg } from './tile.js';
import { chooseLanguage, language, say } from './words.js';

const SUN = 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4';
const MOON = 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z';

/**
 * Whether the page is dark now: as chosen here, else as the system has it.
 * @returns {boolean}
 */
function isDark() {
  const chosen = read('theme');
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** @returns {HTMLButtonElement} */
function themeSwitch() {
  const button = make('button', { class: 'button icon', type: 'button' });
  const show = () => {
    const label = say(isDark() ? 'page.common.theme-to-light' : 'page.common.theme-to-dark');
    button.replaceChildren(svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: isDark() ? SUN : MOON })));
    button.setAttribute('aria-label', label);
    button.title = label;
  };
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    write('theme', theme);
    document.documentElement.dataset['theme'] = theme;
    show();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
  return button;
}

/**
 * @param {readonly string[]} languages
 * @returns {HTMLSelectElement}
 */
function languageSwitch(languages) {
  const select = make('select', { class: 'input', 'aria-label': say('page.common.language') });
  for (const code of languages) {
    const own = new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code;
    select.append(make('option', { value: code, lang: code, selected: code === language() }, own));
  }
  select.addEventListener('change', () => chooseLanguage(select.value));
  return select;
}

/**
 * Put the switches into the page; with one language only there is nothing to choose.
 * @param {HTMLElement} place
 * @param {readonly string[]} languages
 */
export function showSwitches(place, languages) {
  if (languages.length > 1) place.append(languageSwitch(languages));
  place.append(themeSwitch());
}
