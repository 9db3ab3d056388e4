// The table's menu: everything that is not a move.

import { make } from './dom.js';
import { Invitation } from './invite.js';
import { patch, set, setText } from './patch.js';
import { People } from './people.js';
import { Settings } from './settings.js';
import { nameOf, ownTurn } from './store.js';
import { showSwitches } from './switches.js';
import { say } from './words.js';
import { makeWindow, sure } from './window.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./people.js').Asker} Asker */
/** @typedef {import('./people.js').Deed} Deed */
/** @typedef {import('./invite.js').OtherDevice} OtherDevice */

export class Menu {
  /**
   * @param {Asker} asker
   * @param {() => void} showKeys
   * @param {OtherDevice} device
   * @param {readonly string[]} languages
   */
  constructor(asker, showKeys, device, languages) {
    this.asker = asker;
    this.showKeys = showKeys;
    this.device = device;
    this.invitation = new Invitation();
    this.invite = makeWindow(say('page.wait.invite'), this.invitation.root).dialog;
    this.deeds = make('div', { class: 'row' });
    this.list = make('ul', { class: 'people' });
    this.people = new People(this.list, asker);
    this.settings = new Settings(asker.ask);
    this.watchers = make('p', { class: 'soft small' });
    const switches = make('div', { class: 'row' });
    showSwitches(switches, languages);
    this.window = makeWindow(
      say('page.speak.menu'),
      make('div', { class: 'row row-apart' }, this.deeds, switches),
      make(
        'section',
        { class: 'stack-s' },
        make('h3', {}, say('page.speak.players')),
        this.list,
        this.watchers,
      ),
      make('section', { class: 'stack-s' }, make('h3', {}, say('page.wait.settings')), this.settings.root),
    );
  }

  open() {
    this.window.dialog.showModal();
  }

  /** @param {State} state */
  render(state) {
    this.people.render(state);
    this.settings.render(state);
    this.invitation.render(state);
    setText(this.watchers, say('page.wait.watchers', { count: state.watchers }));
    set(this.watchers, { hidden: !state.watchers });
    patch(
      this.deeds,
      this.#list(state),
      ({ id }) => id,
      () => make('button', { type: 'button', class: 'button' }),
      (element, { id, text, go }) => {
        set(element, { class: id === 'close' ? 'button danger' : 'button' });
        setText(element, text);
        /** @type {HTMLButtonElement} */ (element).onclick = go;
      },
    );
  }

  /**
   * @param {State} state
   * @returns {Deed[]}
   */
  #list(state) {
    const { table, you } = state;
    const { ask } = this.asker;
    /** @type {Deed[]} */
    const deeds = [];
    const playing = table?.phase === 'playing';
    if (you.host && playing) {
      const type = table.paused ? 'resume' : 'pause';
      deeds.push({ id: type, text: say(`page.play.${type}`), go: () => ask({ type }) });
    }
    const turn = state.round?.now.turn ?? null;
    if (playing && turn !== null && table.settings.clock && you.seats.length && ownTurn(state) === null) {
      const text = say('page.play.more-time-give', { name: nameOf(state, turn) });
      deeds.push({ id: 'more-time', text, go: () => ask({ type: 'more_time' }) });
    }
    if (table?.phase !== 'waiting' && table?.phase !== 'closed')
      deeds.push(this.#leading('invite', 'page.play.invite', () => this.invite.showModal()));
    if (you.seats.length) deeds.push(this.#leading('device', 'page.device.title', () => this.device.open()));
    deeds.push(this.#leading('keys', 'page.keys.title', this.showKeys));
    if (you.host && table?.phase !== 'closed') {
      deeds.push({ id: 'close', text: say('page.wait.close-table'), go: () => this.#close() });
    }
    return deeds;
  }

  /**
   * From the menu to another window, which takes its place.
   * @param {string} id
   * @param {string} text
   * @param {() => void} open
   * @returns {Deed}
   */
  #leading(id, text, open) {
    const go = () => {
      this.window.dialog.close();
      open();
    };
    return { id, text: say(text), go };
  }

  async #close() {
    if (await sure(say('page.wait.close-sure'), say('page.wait.close-table')))
      this.asker.ask({ type: 'close' });
  }
}
