// The waiting room: the way in for friends, who sits where, the table's settings, and the start.

import { nameOf as bookName } from './books.js';
import { handyBot } from './bots.js';
import { make } from './dom.js';
import { Invitation } from './invite.js';
import { button, set, setText } from './patch.js';
import { People } from './people.js';
import { Settings } from './settings.js';
import { allOf, say } from './words.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./people.js').Asker} Asker */

export class WaitingRoom {
  /** @type {State | null} */
  #state = null;

  /**
   * @param {HTMLElement} root
   * @param {Asker} asker
   * @param {Node} fair the panel about the fair deal
   */
  constructor(root, asker, fair) {
    this.root = root;
    this.asker = asker;
    this.title = make('h1');
    this.about = make('p', { class: 'soft' });
    this.invitation = new Invitation();
    const invite = make(
      'section',
      { class: 'card stack wait-invite' },
      make('h2', {}, say('page.wait.invite')),
      this.invitation.root,
    );
    this.list = make('ul', { class: 'people' });
    this.people = new People(this.list, asker);
    this.settings = new Settings(asker.ask);
    this.note = make('p', { class: 'wait-note', role: 'status' });
    this.start = button('button primary large', () => this.#start());
    const players = make(
      'section',
      { class: 'card stack wait-players' },
      make('h2', {}, say('page.speak.players')),
      this.list,
    );
    const settings = make(
      'section',
      { class: 'card stack wait-settings' },
      make('h2', {}, say('page.wait.settings')),
      this.settings.root,
      fair,
    );
    root.append(
      make(
        'div',
        { class: 'wait-scroll' },
        make('header', { class: 'wait-title' }, this.title, this.about),
        make('div', { class: 'wait-columns' }, invite, players, settings),
      ),
      make('footer', { class: 'wait-start' }, this.note, this.start),
    );
  }

  /** @param {State} state */
  render(state) {
    this.#state = state;
    const { table } = state;
    if (!table) return;
    setText(this.title, bookName(table.rules, table.title));
    setText(this.about, about(state));
    this.invitation.render(state);
    this.people.render(state);
    this.settings.render(state);
    this.#renderStart(state);
  }

  /** @param {State} state */
  #renderStart({ table, you }) {
    const vacant = emptySeats(table);
    const unready = you.seats.some((seat) => !table?.seats[seat]?.ready);
    const seated = you.seats.length > 0;
    const label = you.host
      ? say(vacant.length ? 'page.wait.fill' : 'page.wait.deal')
      : say(unready ? 'page.wait.ready' : 'page.wait.is-ready');
    setText(this.start, label);
    set(this.start, { hidden: !seated, disabled: !you.host && !unready });
    setText(this.note, this.#note());
  }

  /** @returns {string} */
  #note() {
    const { table, you, watchers } = this.#state ?? {};
    if (!table || !you) return '';
    const vacant = emptySeats(table).length;
    if (!you.seats.length) return say('page.wait.watching');
    if (vacant) return say('page.wait.seats-left', { count: vacant });
    const late = table.seats
      .map((_, seat) => seat)
      .filter((seat) => !table.seats[seat]?.ready && !table.seats[seat]?.bot);
    const others = late.filter((seat) => !you.seats.includes(seat));
    if (others.length)
      return say('page.wait.waiting-for', {
        names: allOf(others.map((seat) => table.seats[seat]?.name ?? '')),
      });
    return watchers ? say('page.wait.watchers', { count: watchers }) : say('page.wait.start-hint');
  }

  /** The host deals; bots take the seats that are still empty. Others say that they are ready. */
  #start() {
    const state = this.#state;
    if (!state?.table) return;
    const bot = handyBot(this.asker.bots());
    if (!state.you.host) return this.#ready();
    if (bot) for (const seat of emptySeats(state.table)) this.asker.ask({ type: 'bot', seat, bot });
    const others = state.table.seats.filter(
      (info, seat) => info.taken && !info.bot && !info.ready && !state.you.seats.includes(seat),
    );
    if (others.length) this.asker.ask({ type: 'deal' });
    else this.#ready();
  }

  /**
   * There is nobody to wait for when all others are bots or share this screen: the tiles are dealt.
   * @param {State} state
   */
  arrive({ table, you }) {
    const alone = table?.seats.every((info, seat) => info.bot || you.seats.includes(seat));
    if (table?.phase === 'waiting' && you.host && alone) this.#ready();
  }

  #ready() {
    for (const seat of this.#state?.you.seats ?? []) {
      if (!this.#state?.table?.seats[seat]?.ready) this.asker.ask({ type: 'ready', seat });
    }
  }
}

/**
 * @param {State['table'] | undefined} table
 * @returns {number[]}
 */
function emptySeats(table) {
  return (table?.seats ?? []).flatMap((info, seat) => (info.taken ? [] : [seat]));
}

/**
 * The game in one line.
 * @param {State} state
 * @returns {string}
 */
function about({ table }) {
  if (!table) return '';
  return table.target ? say('page.sheet.target', { count: table.target }) : say('page.wait.games');
}
