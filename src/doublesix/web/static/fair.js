// The fair deal at the table: every seat of this device adds its own chance, the seal of the next
// deal is shown and kept, and after a round the deal can be checked.

import { make } from './dom.js';
import { freshSecret } from './identity.js';
import { button, set, setText } from './patch.js';
import { checkDeals } from './verdicts.js';
import { forgetChance, keepChance, keepSeal, seenAt } from './verify.js';
import { say } from './words.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./messages.js').AnyCommand} AnyCommand */
/** @typedef {import('./messages.js').Snapshot} Snapshot */

/**
 * The match and the round that will be dealt next.
 * @param {Pick<Snapshot, 'table' | 'round'>} snapshot
 * @returns {[number, number]}
 */
function next({ table, round }) {
  if (table.phase === 'over') return [table.match + 1, 1];
  return [table.match, table.phase === 'between' ? (round?.number ?? 0) + 1 : 1];
}

export class Chance {
  /** The seal that was heard last: the table answers in order, so what it takes goes into this deal. */
  #seal = '';
  /** The seats of this device whose chance is in. */
  #mixed = 0;
  /** The seats whose chance is on its way, or was not taken. */
  #tried = new Set();

  /**
   * @param {(command: AnyCommand) => Promise<unknown>} send gives what is wrong, or null; another
   *   screen of the same person may have been faster, which nobody needs to know
   */
  constructor(send) {
    this.send = send;
  }

  /**
   * Keep the seal of the next deal, and add to it for every seat of this device that has not yet.
   * @param {Snapshot} snapshot
   */
  hear({ table, you, round }) {
    const { id, commitment: seal = '', seats, phase } = table;
    const mixed = you.seats.filter((seat) => seats[seat]?.mixed);
    if (seal !== this.#seal) this.#tried.clear();
    else if (mixed.length < this.#mixed) forgetChance(id, seal);
    this.#seal = seal;
    this.#mixed = mixed.length;
    if (!seal || phase === 'playing' || phase === 'closed') return;
    if (mixed.length < (seenAt(id).added[seal]?.length ?? 0)) forgetChance(id, seal);
    keepSeal(id, ...next({ table, round }), seal);
    const missing = you.seats.filter((seat) => !mixed.includes(seat));
    this.#tried = new Set(missing.filter((seat) => this.#tried.has(seat)));
    for (const seat of missing) if (!this.#tried.has(seat)) void this.#add(id, seal, seat);
  }

  /**
   * @param {string} table
   * @param {string} seal
   * @param {number} seat
   */
  async #add(table, seal, seat) {
    this.#tried.add(seat);
    const entropy = freshSecret();
    const problem = await this.send({ type: 'mix', seat, entropy });
    if (!problem && seal === this.#seal) keepChance(table, seal, entropy);
  }
}

export class FairPanel {
  /** @type {State | null} */
  #state = null;

  constructor() {
    this.seal = make('code', { class: 'mono small', dir: 'ltr' });
    this.mixed = make('p', { class: 'small' }, say('page.fair.mixed'));
    this.check = button('button', () => this.#verify(), say('page.fair.verify-all'));
    this.verdicts = make('ul', { class: 'verdicts', role: 'status' });
    this.next = make('p', { class: 'small' }, make('strong', {}, say('page.fair.seal')), ' ', this.seal);
    this.root = make(
      'details',
      { class: 'fair' },
      make('summary', {}, say('page.fair.title')),
      make(
        'div',
        { class: 'stack-s' },
        make('p', { class: 'small' }, say('page.fair.about')),
        this.next,
        this.mixed,
        this.check,
        this.verdicts,
      ),
    );
  }

  /** @param {State} state */
  render(state) {
    const { table, you } = state;
    const fresh = table?.scores.length !== this.#state?.table?.scores.length;
    this.#state = state;
    if (fresh) this.verdicts.replaceChildren();
    setText(this.seal, table?.commitment ?? '');
    set(this.next, { hidden: !table?.commitment });
    set(this.mixed, { hidden: !you.seats.some((seat) => table?.seats[seat]?.mixed) });
    set(this.check, { hidden: !table?.scores.length });
  }

  async #verify() {
    const { table } = this.#state ?? {};
    if (table) this.verdicts.replaceChildren(...(await checkDeals(table.id, table.match)));
  }
}
