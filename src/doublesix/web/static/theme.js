// Light or dark before the first paint. A plain script in the head, because modules come later.
'use strict';

(() => {
  const shown = document.documentElement;
  try {
    const theme = localStorage.getItem('doublesix.theme');
    if (theme) shown.dataset['theme'] = theme;
  } catch {
    // as the system has it
  }
})();
