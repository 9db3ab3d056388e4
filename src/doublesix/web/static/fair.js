// The fair deal at the table: every seat of this device adds its own chance, the seal of the next
// deal is shown and kept, and after a round the deal can be checked.

import { make } from './dom.js';
import { freshSecret } from './identity.js';
import { button, set, setText } from './patch.js';
import { checkDeals } from './verdicts.js';
import { keepSeal } from './verify.js';
import { say } from './words.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./messages.js').AnyCommand} AnyCommand */

/**
 * The match and the round that will be dealt next.
 * @param {State} state
 * @returns {[number, number]}
 */
function next({ table, round }) {
  const match = table?.match ?? 1;
  if (table?.phase === 'over') return [match + 1, 1];
  return [match, table?.phase === 'between' ? (round?.number ?? 0) + 1 : 1];
}

export class Chance {
  /** What was added already: seals with their seats. */
  #added = new Set();

  /** @param {(command: AnyCommand) => unknown} send another device of the same person may be faster */
  constructor(send) {
    this.send = send;
  }

  /**
   * Keep the seal of the next deal, and add to it for every seat of this device that has not yet.
   * @param {State} state
   */
  add(state) {
    const { table, you } = state;
    const seal = table?.commitment;
    if (!table || !seal || table.phase === 'playing' || table.phase === 'closed') return;
    /** @type {Record<string, string>} */
    const entropy = {};
    for (const seat of you.seats) {
      const name = `${seal} ${seat}`;
      if (table.seats[seat]?.mixed || this.#added.has(name)) continue;
      this.#added.add(name);
      entropy[seat] = freshSecret();
      this.send({ type: 'mix', seat, entropy: entropy[seat] });
    }
    keepSeal(table.id, ...next(state), seal, entropy);
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
