// What happened and what people say, in a panel at the side: phrases for everybody, words of one's
// own where the host lets people write.

import { make } from './dom.js';
import { button, icon, patch, set, setText } from './patch.js';
import { say, tell } from './words.js';

/** The preset phrases of the protocol, in its order. */
const PHRASES = ['hello', 'good-luck', 'well-played', 'thanks', 'oops', 'thinking', 'hurry', 'goodbye'];

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./messages.js').Spoken} Spoken */
/** @typedef {import('./messages.js').AnyCommand} AnyCommand */

/**
 * @param {Spoken} spoken
 * @returns {string}
 */
export function words({ phrase, text }) {
  return phrase ? say(`phrase.${phrase}`) : (text ?? '');
}

export class Talk {
  /** @type {State | null} */
  #state = null;
  /** The last thing said that was seen. */
  #seen = -1;

  /**
   * @param {HTMLElement} root
   * @param {HTMLButtonElement} opener
   * @param {(command: AnyCommand) => void} ask
   */
  constructor(root, opener, ask) {
    this.root = root;
    this.opener = opener;
    this.ask = ask;
    this.news = make('ol', { class: 'history' });
    this.said = make('ol', { class: 'said' });
    this.none = make('p', { class: 'soft' }, say('page.talk.empty'));
    this.phrases = make('div', { class: 'phrases', role: 'group', 'aria-label': say('page.talk.phrases') });
    for (const phrase of PHRASES) {
      this.phrases.append(
        button('button', () => this.#say({ type: 'say', phrase }), say(`phrase.${phrase}`)),
      );
    }
    this.input = make('input', {
      class: 'input',
      maxlength: 280,
      autocomplete: 'off',
      'aria-label': say('page.talk.write'),
      placeholder: say('page.talk.write'),
    });
    this.form = make(
      'form',
      { class: 'row chat' },
      this.input,
      make('button', { class: 'button primary' }, say('page.talk.send')),
    );
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (text) this.#say({ type: 'chat', text });
      this.input.value = '';
    });
    this.off = make('p', { class: 'soft small' }, say('page.talk.off'));
    const close = button('button icon quiet', () => this.toggle(), icon('close'));
    close.setAttribute('aria-label', say('page.common.close'));
    root.append(
      make('header', {}, make('h2', {}, say('page.talk.title')), close),
      make(
        'div',
        { class: 'talk-scroll', tabindex: '0', role: 'region', 'aria-label': say('page.play.news') },
        make('h3', {}, say('page.play.news')),
        this.news,
      ),
      make(
        'div',
        { class: 'talk-scroll', tabindex: '0', role: 'region', 'aria-label': say('page.talk.title') },
        this.none,
        this.said,
      ),
      this.phrases,
      this.form,
      this.off,
    );
    opener.addEventListener('click', () => this.toggle());
    root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.toggle();
    });
  }

  /** Open or close the panel. */
  toggle() {
    const open = Boolean(this.root.hidden);
    set(this.root, { hidden: !open });
    set(this.opener, { 'aria-expanded': String(open) });
    document.body.classList.toggle('talking', open);
    if (this.#state) this.render(this.#state);
    this.#scroll();
    (open ? this.root.querySelector('button') : this.opener)?.focus();
  }

  /**
   * @param {State} state
   * @returns {Spoken[]} what was said since the last time
   */
  render(state) {
    const first = !this.#state?.table;
    this.#state = state;
    const talk = state.table?.talk ?? [];
    const last = talk.at(-1)?.version ?? -1;
    const before = this.#seen;
    const fresh = first ? [] : talk.filter(({ version }) => version > before);
    this.#seen = Math.max(before, last);
    const unseen = this.root.hidden && fresh.length > 0;
    if (unseen) this.opener.classList.add('news');
    if (!this.root.hidden) this.opener.classList.remove('news');
    this.#renderNews(state);
    patch(
      this.said,
      talk,
      ({ version }) => version,
      (spoken) => make('li', {}, make('strong', {}, spoken.name), ' ', make('span', {}, words(spoken))),
    );
    set(this.none, { hidden: talk.length > 0 });
    const seated = state.you.seats.length > 0;
    const chat = Boolean(state.table?.settings.chat);
    set(this.phrases, { hidden: !seated });
    set(this.form, { hidden: !seated || !chat });
    set(this.off, { hidden: !seated || chat });
    return fresh;
  }

  /** @param {State} state */
  #renderNews(state) {
    const told = state.round?.told ?? [];
    const name = `${state.table?.match}.${state.round?.number}`;
    const more = told.length !== this.news.children.length;
    patch(
      this.news,
      told.map((sentence, index) => ({ sentence, index })),
      ({ index }) => `${name}.${index}`,
      () => make('li'),
      (element, { sentence }) => setText(element, tell(sentence)),
    );
    if (more) this.#scroll();
  }

  /** The last news are at the end. */
  #scroll() {
    const frame = this.news.parentElement;
    if (frame) frame.scrollTop = frame.scrollHeight;
  }

  /** @param {{type: 'say', phrase: string} | {type: 'chat', text: string}} command */
  #say(command) {
    const turn = this.#state?.round?.now.turn ?? -1;
    const seats = this.#state?.you.seats ?? [];
    const seat = seats.includes(turn) ? turn : (seats[0] ?? 0);
    this.ask({ ...command, seat });
  }
}
