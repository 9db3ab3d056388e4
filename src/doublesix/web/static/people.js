// Who sits where, and what this device may ask for about each seat. The waiting room and the
// table's menu show the same list.

import { botName, handyBot, kindOf } from './bots.js';
import { make } from './dom.js';
import { patch, set, setText, within } from './patch.js';
import { nameOf, sideOf } from './store.js';
import { sure } from './window.js';
import { allOf, say } from './words.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./messages.js').AnyCommand} AnyCommand */

/**
 * @typedef {object} Deed
 * @property {string} id
 * @property {string} text
 * @property {() => void} go
 * @property {boolean} [main]
 */

/**
 * @typedef {object} Asker
 * @property {(command: AnyCommand) => void} ask
 * @property {(seat: number, id: string) => Promise<string>} name what somebody is to be called; empty if it
 *   is not said
 * @property {() => readonly import('./messages.js').BotInfo[]} bots the bots there are, the strongest last
 */

export class People {
  /**
   * @param {HTMLElement} root
   * @param {Asker} asker
   */
  constructor(root, asker) {
    this.root = root;
    this.asker = asker;
  }

  /** @param {State} state */
  render(state) {
    patch(
      this.root,
      state.table?.seats.map((_, seat) => seat) ?? [],
      (seat) => seat,
      makeRow,
      (row, seat) => this.#update(row, state, seat),
    );
  }

  /**
   * @param {Element} row
   * @param {State} state
   * @param {number} seat
   */
  #update(row, state, seat) {
    const taken = Boolean(state.table?.seats[seat]?.taken);
    const name = taken ? nameOf(state, seat) : say('page.wait.empty');
    row.className = `person side-${sideOf(state, seat)}${taken ? '' : ' vacant'}`;
    setText(within(row, 'strong'), name);
    setText(within(row, '.avatar-s'), taken ? ([...name][0]?.toLocaleUpperCase() ?? '') : '');
    patch(
      within(row, '.badges'),
      badges(state, seat),
      (text) => text,
      (text) => make('span', { class: 'badge' }, text),
    );
    patch(
      within(row, '.deeds'),
      this.#deeds(state, seat),
      ({ id }) => id,
      () => make('button', { type: 'button', class: 'button' }),
      (element, { text, go, main }) => {
        set(element, { class: main ? 'button primary' : 'button', 'aria-label': `${text}: ${name}` });
        setText(element, text);
        /** @type {HTMLButtonElement} */ (element).onclick = go;
      },
    );
    this.#offerBots(/** @type {HTMLSelectElement} */ (within(row, 'select')), state, seat);
  }

  /**
   * Another bot in the place of one that sits there, for the host to choose.
   * @param {HTMLSelectElement} choice
   * @param {State} state
   * @param {number} seat
   */
  #offerBots(choice, { table, you }, seat) {
    const { bot = '', name = '' } = table?.seats[seat] ?? {};
    choice.hidden = !bot || !you.host || table?.phase === 'playing' || table?.phase === 'closed';
    if (choice.hidden) return;
    set(choice, { 'aria-label': say('page.wait.which-bot', { name }) });
    patch(
      choice,
      this.asker.bots(),
      (one) => one.name,
      (one) => make('option', { value: one.name }, tellBot(one)),
    );
    choice.value = kindOf(bot);
    choice.onchange = () => this.asker.ask({ type: 'bot', seat, bot: choice.value });
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
    const facts = {
      seat,
      own: you.seats.includes(seat),
      host: you.host,
      mine: you.seats.length === 1 ? you.seats[0] : undefined,
      playing: table.phase === 'playing',
      free: table.phase === 'waiting' || table.phase === 'over',
      lost: Boolean(state.away[seat]) && you.seats.length > 0,
      vacant: state.hostAway && !you.host,
    };
    if (!info.taken) return this.#vacant(facts, you.seats.length > 0);
    if (!info.bot) return this.#atPerson(facts, Boolean(info.stand_in));
    return info.open ? [this.#named('sit', seat, 'sit', false), ...this.#atBot(facts)] : this.#atBot(facts);
  }

  /**
   * @typedef {object} Facts
   * @property {number} seat
   * @property {boolean} own
   * @property {boolean} host
   * @property {number | undefined} mine the one seat of this device
   * @property {boolean} playing
   * @property {boolean} free whether people may change seats: the points of a match stay with them
   * @property {boolean} lost whether its owner has been away for long, so that all may help
   * @property {boolean} vacant whether the host has, so that others may be it
   */

  /**
   * @param {Facts} facts
   * @param {boolean} seated
   * @returns {Deed[]}
   */
  #vacant({ seat, host, mine, free }, seated) {
    const bot = handyBot(this.asker.bots());
    const deeds = [this.#named(seated ? 'sit-another' : 'sit', seat, 'sit', !seated)];
    if (host && bot) deeds.unshift(this.#plain('add-bot', { type: 'bot', seat, bot }));
    if (mine !== undefined && free) deeds.push(this.#plain('move', { type: 'swap', a: mine, b: seat }));
    return deeds;
  }

  /**
   * @param {Facts} facts
   * @returns {Deed[]}
   */
  #atBot({ seat, host, mine, playing, free }) {
    if (!host || playing) return [];
    const deeds = [this.#plain('remove', { type: 'clear', seat })];
    if (mine !== undefined && free) deeds.unshift(this.#plain('swap', { type: 'swap', a: mine, b: seat }));
    return deeds;
  }

  /**
   * @param {Facts} facts
   * @param {boolean} replaced whether a bot plays for this person
   * @returns {Deed[]}
   */
  #atPerson({ seat, own, host, mine, playing, free, lost, vacant }, replaced) {
    const bot = handyBot(this.asker.bots());
    /** @type {Deed[]} */
    const deeds = [];
    if (own && replaced) deeds.push({ ...this.#plain('back', { type: 'back', seat }), main: true });
    if (own && vacant) deeds.push({ ...this.#plain('be-host', { type: 'host', seat }), main: true });
    if (playing && !replaced && (own || host || lost) && bot)
      deeds.push(this.#plain('bot-plays', { type: 'stand_in', seat, bot }));
    if (own) deeds.push(this.#named('rename', seat, 'rename', false));
    if (free && host && mine !== undefined && !own)
      deeds.push(this.#plain('swap', { type: 'swap', a: mine, b: seat }));
    if (host && !own)
      deeds.push(
        this.#plain('make-host', { type: 'host', seat }),
        this.#plain('remove', { type: 'clear', seat }),
      );
    if (own) deeds.push(this.#leave(seat, playing));
    return deeds;
  }

  /**
   * @param {string} id
   * @param {AnyCommand} command
   * @returns {Deed}
   */
  #plain(id, command) {
    return { id, text: say(`page.wait.${id}`), go: () => this.asker.ask(command) };
  }

  /**
   * Giving a seat up; in a round not by mistake.
   * @param {number} seat
   * @param {boolean} playing
   * @returns {Deed}
   */
  #leave(seat, playing) {
    const text = say('page.wait.leave');
    const go = async () => {
      if (!playing || (await sure(say('page.play.leave-sure'), text)))
        this.asker.ask({ type: 'leave', seat });
    };
    return { id: 'leave', text, go };
  }

  /**
   * Something that needs a name.
   * @param {string} id
   * @param {number} seat
   * @param {'sit' | 'rename'} type
   * @param {boolean} main
   * @returns {Deed}
   */
  #named(id, seat, type, main) {
    const go = async () => {
      const name = await this.asker.name(seat, id);
      if (name) this.asker.ask({ type, seat, name });
    };
    return { id, text: say(`page.wait.${id}`), go, main };
  }
}

/** @returns {HTMLElement} */
function makeRow() {
  return make(
    'li',
    { class: 'person' },
    make('span', { class: 'avatar-s', 'aria-hidden': 'true' }),
    make('span', { class: 'person-who' }, make('strong'), make('span', { class: 'badges' })),
    make('select', { class: 'input which-bot', hidden: true }),
    make('span', { class: 'deeds' }),
  );
}

/**
 * @param {import('./messages.js').BotInfo} bot
 * @returns {string}
 */
function tellBot({ name, level }) {
  return say('page.wait.bot-choice', { bot: botName(name), level });
}

/**
 * The marks beside a name.
 * @param {State} state
 * @param {number} seat
 * @returns {string[]}
 */
function badges(state, seat) {
  const { table, you, present } = state;
  const info = table?.seats[seat];
  if (!table || !info) return [];
  const partners = (table.sides[sideOf(state, seat)] ?? []).filter((other) => other !== seat);
  const names = partners.map((other) => nameOf(state, other)).filter(Boolean);
  const first = table.seats.findIndex(({ host }) => host) === seat; // who shares a screen sits on several
  return [
    you.seats.includes(seat) && say('page.wait.you'),
    info.host && first && say('page.wait.host'),
    Boolean(info.level) && say('page.wait.bot', { level: info.level }),
    info.taken && !info.bot && present[seat] === false && say('page.wait.away'),
    info.ready && !info.bot && table.phase !== 'playing' && say('page.wait.is-ready'),
    names.length > 0 && say('page.wait.partner', { name: allOf(names) }),
  ].flatMap((text) => text || []);
}
