/** Light or dark: what the system says, unless this device was told otherwise. */

const KEY = 'doublesix.theme';

/** @typedef {'auto' | 'light' | 'dark'} Theme */

/**
 * What this device was told.
 * @returns {Theme}
 */
export function theme() {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'auto';
}

/**
 * Keep a theme and show it at once.
 * @param {Theme} wanted
 */
export function setTheme(wanted) {
  if (wanted === 'auto') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, wanted);
  show();
}

function show() {
  document.documentElement.dataset['theme'] = theme();
}

show();
