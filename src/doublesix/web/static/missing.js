// The page for addresses that lead nowhere.

import { find } from './dom.js';
import { showSwitches } from './switches.js';
import { drawTile, picture } from './tile.js';
import { loadWords, say } from './words.js';

const words = await loadWords();
document.title = say('page.common.title', { title: say('page.common.not-found-title') });
showSwitches(find('switches', HTMLElement), words.languages);
find('picture', HTMLElement).append(picture(drawTile(0, 0, 1), true));
