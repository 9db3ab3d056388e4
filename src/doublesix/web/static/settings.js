// What the host may change about a table; everybody else reads it.

import { make } from './dom.js';
import { set } from './patch.js';
import { say } from './words.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./messages.js').AnyCommand} AnyCommand */

/** Seconds a turn. */
const CLOCKS = [0, 15, 30, 60, 120, 300];

let count = 0;

export class Settings {
  /** @param {(command: AnyCommand) => void} ask */
  constructor(ask) {
    this.clock = make('select', { class: 'input' });
    for (const seconds of CLOCKS) this.clock.append(make('option', { value: seconds }, clockText(seconds)));
    this.clock.addEventListener('change', () => ask({ type: 'settings', clock: Number(this.clock.value) }));
    this.atZero = make('select', { class: 'input' });
    for (const way of ['move', 'bot'])
      this.atZero.append(make('option', { value: way }, say(`page.create.at-zero-${way}`)));
    this.atZero.addEventListener('change', () => {
      ask({ type: 'settings', at_zero: this.atZero.value === 'bot' ? 'bot' : 'move' });
    });
    this.chat = make('input', { type: 'checkbox' });
    this.chat.addEventListener('change', () => ask({ type: 'settings', chat: this.chat.checked }));
    this.whenUp = field('page.create.at-zero', this.atZero);
    this.root = make(
      'div',
      { class: 'settings' },
      field('page.create.clock', this.clock),
      this.whenUp,
      make('label', { class: 'check' }, this.chat, say('page.create.chat')),
    );
  }

  /** @param {State} state */
  render({ table, you }) {
    if (!table) return;
    const { clock, at_zero: atZero, chat } = table.settings;
    if (!CLOCKS.includes(clock) && !this.clock.querySelector(`[value="${clock}"]`)) {
      this.clock.append(make('option', { value: clock }, clockText(clock)));
    }
    this.clock.value = String(clock);
    this.atZero.value = atZero;
    this.chat.checked = chat;
    this.whenUp.hidden = !clock;
    for (const control of [this.clock, this.atZero, this.chat]) set(control, { disabled: !you.host });
  }
}

/**
 * @param {string} id
 * @param {HTMLSelectElement} control
 * @returns {HTMLElement}
 */
function field(id, control) {
  count += 1;
  control.id = `setting-${count}`;
  return make('div', { class: 'field' }, make('label', { for: control.id }, say(id)), control);
}

/**
 * @param {number} seconds
 * @returns {string}
 */
function clockText(seconds) {
  if (!seconds) return say('page.create.clock-none');
  return seconds % 60
    ? say('page.create.clock-seconds', { count: seconds })
    : say('page.create.clock-minutes', { count: seconds / 60 });
}
