// Who sits where, and what this device may ask for about each seat. The waiting room and the
// table's menu show the same list.

import { make } from './dom.js';
import { patch, set, setText, within } from './patch.js';
import { sideOf } from './store.js';
import { allOf, say } from './words.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./messages.js').AnyCommand} AnyCommand */
/** @typedef {{id: string, text: string, command: () => AnyCommand | null, danger?: boolean, main?: boolean}} Deed */

export class People {
  /** @type {readonly string[]} */
  bots = [];

  /**
   * @param {HTMLElement} root
   * @param {(command: AnyCommand) => void} ask
   * @param {() => string} name what whoever sits down is called; asks for it if need be
   */
  constructor(root, ask, name) {
    this.root = root;
    this.ask = ask;
    this.name = name;
  }

  /** @param {State} state */
  render(state) {
    const seats = state.table?.seats.map((_, seat) => seat) ?? [];
    patch(
      this.root,
      seats,
      (seat) => seat,
      () =>
        make(
          'li',
          { class: 'person' },
          make('span', { class: 'avatar-s', 'aria-hidden': 'true' }),
          make('span', { class: 'person-who' }, make('strong'), make('span', { class: 'badges' })),
          make('span', { class: 'deeds' }),
        ),
      (row, seat) => this.#update(row, state, seat),
    );
  }

  /**
   * @param {Element} row
   * @param {State} state
   * @param {number} seat
   */
  #update(row, state, seat) {
    const info = state.table?.seats[seat];
    if (!info) return;
    const name = info.taken ? (info.name ?? '') : say('page.play.empty-seat');
    row.className = `person side-${sideOf(state, seat)}${info.taken ? '' : ' vacant'}`;
    setText(within(row, 'strong'), name);
    setText(within(row, '.avatar-s'), info.taken ? ([...name][0]?.toLocaleUpperCase() ?? '') : '');
    patch(
      within(row, '.badges'),
      badges(state, seat),
      (text) => text,
      (text) => make('span', { class: 'badge' }, text),
    );
    patch(
      within(row, '.deeds'),
      this.#deeds(state, seat),
      (deed) => deed.id,
      () => make('button', { type: 'button', class: 'button' }),
      (button, deed) => {
        set(button, {
          class: `button${deed.main ? ' primary' : ''}${deed.danger ? ' danger' : ''}`,
          'aria-label': `${deed.text}: ${name}`,
        });
        setText(button, deed.text);
        /** @type {HTMLButtonElement} */ (button).onclick = () => {
          const command = deed.command();
          if (command) this.ask(command);
        };
      },
    );
  }

  /**
   * What may be asked for about a seat.
   * @param {State} state
   * @param {number} seat
   * @returns {Deed[]}
   */
  #deeds(state, seat) {
    const { table, you } = state;
    const info = table?.seats[seat];
    if (!table || !info || table.phase === 'closed') return [];
    const playing = table.phase === 'playing';
    const own = you.seats.includes(seat);
    const person = Boolean(info.taken) && !info.bot;
    const bot = this.bots.at(-1) ?? '';
    const [mine] = you.seats;
    /** @type {(Deed | false)[]} */
    const deeds = [
      !info.taken && {
        id: 'sit',
        main: !you.seats.length,
        text: say(you.seats.length ? 'page.wait.sit-too' : 'page.wait.sit'),
        command: () => {
          const name = this.name();
          return name ? { type: 'sit', seat, name } : null;
        },
      },
      !info.taken && !playing && you.seats.length === 1 && mine !== undefined && {
        id: 'move',
        text: say('page.wait.move-here'),
        command: () => ({ type: 'swap', a: mine, b: seat }),
      },
      Boolean(info.taken) && !own && !playing && you.host && mine !== undefined && {
        id: 'swap',
        text: say('page.wait.swap'),
        command: () => ({ type: 'swap', a: mine, b: seat }),
      },
      !info.taken && you.host && Boolean(bot) && {
        id: 'bot',
        text: say('page.wait.add-bot'),
        command: () => ({ type: 'bot', seat, bot }),
      },
      own && person && {
        id: 'rename',
        text: say('page.wait.rename'),
        command: () => {
          const name = this.name();
          return name ? { type: 'rename', seat, name } : null;
        },
      },
      Boolean(info.stand_in) && (own || you.host) && {
        id: 'back',
        main: own,
        text: say('page.play.take-back'),
        command: () => ({ type: 'back', seat }),
      },
      playing && person && !info.stand_in && (own || you.host) && Boolean(bot) && {
        id: 'stand-in',
        text: say('page.play.stand-in'),
        command: () => ({ type: 'stand_in', seat, bot }),
      },
      person && !own && you.host && {
        id: 'host',
        text: say('page.wait.make-host'),
        command: () => ({ type: 'host', seat }),
      },
      own && {
        id: 'leave',
        danger: playing,
        text: say('page.wait.leave'),
        command: () => ({ type: 'leave', seat }),
      },
      Boolean(info.taken) && !own && you.host && {
        id: 'clear',
        text: say('page.wait.remove'),
        command: () => ({ type: 'clear', seat }),
      },
    ];
    return deeds.filter((deed) => deed !== false);
  }
}

/**
 * @param {State} state
 * @param {number} seat
 * @returns {string[]}
 */
function badges(state, seat) {
  const { table, you, present } = state;
  const info = table?.seats[seat];
  if (!table || !info) return [];
  const partners = (table.sides[sideOf(state, seat)] ?? []).filter((other) => other !== seat);
  const names = partners.map((other) => table.seats[other]?.name ?? '').filter(Boolean);
  return [
    you.seats.includes(seat) && say('page.wait.you'),
    info.host && say('page.wait.host'),
    info.bot && say('page.wait.bot', { bot: info.bot }),
    info.stand_in && say('page.play.played-by-bot', { bot: info.stand_in }),
    info.taken && !info.bot && present[seat] === false && say('page.play.away'),
    info.ready && table.phase !== 'playing' && say('page.wait.is-ready'),
    names.length > 0 && say('page.wait.with', { names: allOf(names) }),
  ].filter((text) => typeof text === 'string');
}
