// What the coach has to say of a finished round: how the chances went, what every decision cost, and
// what could have been done at the moment that is shown.

import { Refused, patiently } from './api.js';
import { find, make } from './dom.js';
import { svg } from './tile.js';
import { allOf, say, tell, tellError } from './words.js';

/** @typedef {import('./messages.js').RoundReport} RoundReport */
/** @typedef {import('./messages.js').DecisionReport} DecisionReport */
/** @typedef {import('./messages.js').ReplayedRound} ReplayedRound */

const SEATS = 'ABCDEFGH';
const WIDTH = 360;
const HEIGHT = 150;
/** Room for the numbers beside the curve. */
const EDGE = 26;

/** Shows one round at a time; once it was asked for, every round that is turned to. */
export class Coach {
  #on = false;
  #match = 0;
  /** @type {ReplayedRound | null} */
  #round = null;
  /** @type {RoundReport | null} */
  #report = null;
  #ply = 0;
  #button = find('analyse', HTMLButtonElement);
  #found = find('coach-found', HTMLElement);
  #choice = make('div', { id: 'coach-choice', 'aria-live': 'polite' });

  /**
   * @param {string} table
   * @param {(ply: number) => void} goTo
   */
  constructor(table, goTo) {
    this.table = table;
    this.goTo = goTo;
    this.#button.addEventListener('click', () => {
      this.#on = true;
      void this.#ask();
    });
  }

  /**
   * Another round is shown, or the same one laid out anew.
   * @param {number} match
   * @param {ReplayedRound} round
   */
  turnTo(match, round) {
    const same = this.#match === match && this.#round?.number === round.number;
    [this.#match, this.#round] = [match, round];
    if (same) return;
    this.#report = null;
    this.#render();
    if (this.#on) void this.#ask();
  }

  /**
   * Another moment is shown.
   * @param {number} ply
   */
  show(ply) {
    this.#ply = ply;
    this.#found.querySelector('.now')?.setAttribute('x1', String(this.#across(ply)));
    this.#found.querySelector('.now')?.setAttribute('x2', String(this.#across(ply)));
    this.#showChoice();
  }

  async #ask() {
    const [match, round] = [this.#match, this.#round];
    if (!round || this.#report) return;
    const problem = find('coach-problem', HTMLElement);
    problem.hidden = true;
    this.#wait(true);
    try {
      const path = `/api/tables/${this.table}/replay/${round.number}/analysis?match=${match}`;
      const report = await patiently(path, () => {
        find('coach-thinks', HTMLElement).textContent = say('page.common.getting-ready');
      });
      if (this.#match === match && this.#round?.number === round.number) this.#report = report;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problem.hidden = false;
      problem.textContent = tellError(error.problem);
    } finally {
      this.#wait(false);
    }
    this.#render();
  }

  /** @param {boolean} waiting */
  #wait(waiting) {
    this.#button.disabled = waiting;
    find('coach-thinks', HTMLElement).textContent = waiting ? say('page.coach.thinks') : '';
  }

  #render() {
    const report = this.#report;
    this.#button.hidden = Boolean(report);
    this.#found.hidden = !report;
    this.#found.replaceChildren(
      ...(report
        ? [
            ...(report.measure === 'points' ? [make('p', { class: 'soft small' }, say('page.coach.points'))] : []),
            this.#curve(report),
            this.#worst(report),
            this.#choice,
            this.#accuracy(report),
            this.#luck(report),
          ]
        : []),
    );
    this.show(this.#ply);
  }

  /**
   * @param {number} ply
   * @returns {number}
   */
  #across(ply) {
    return EDGE + ((WIDTH - EDGE) * ply) / Math.max(1, this.#round?.moves.length ?? 1);
  }

  /**
   * The chances of the sides, one line each; a press goes to that moment.
   * @param {RoundReport} report
   * @returns {HTMLElement}
   */
  #curve(report) {
    const down = (/** @type {number} */ value) => 4 + (HEIGHT - 20) * (1 - value);
    const grid = [0, 0.5, 1].flatMap((value) => [
      svg('line', { class: 'grid', x1: EDGE, x2: WIDTH, y1: down(value), y2: down(value) }),
      svg('text', { class: 'mark', x: EDGE - 5, y: down(value) + 4, 'text-anchor': 'end' }, String(100 * value)),
    ]);
    const lines = Object.values(report.curve).map((values, side) =>
      svg('polyline', {
        class: `chance chance-${side}`,
        points: values.map((value, ply) => `${this.#across(ply).toFixed(1)},${down(value).toFixed(1)}`).join(' '),
      }),
    );
    const now = svg('line', { class: 'now', y1: 0, y2: HEIGHT - 12 });
    const title = say('page.coach.curve');
    const drawn = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': title }, ...grid, now, ...lines);
    drawn.addEventListener('click', (event) => {
      const box = drawn.getBoundingClientRect();
      const part = (((event.clientX - box.left) / box.width) * WIDTH - EDGE) / (WIDTH - EDGE);
      this.goTo(Math.round(part * (this.#round?.moves.length ?? 0)));
    });
    const legend = Object.keys(report.curve).map((side, at) =>
      make('li', { class: `chance-${at}` }, make('span', { class: 'swatch', 'aria-hidden': 'true' }), this.#side(side)),
    );
    return make('figure', { class: 'curve' }, make('figcaption', { class: 'small' }, title), drawn, make('ul', { class: 'legend' }, ...legend));
  }

  /**
   * @param {RoundReport} report
   * @returns {HTMLElement}
   */
  #worst(report) {
    const items = report.worst.map((remark) => {
      const cost = say('page.coach.cost', {
        number: remark.ply + 1,
        name: this.#name(remark.seat),
        played: tellMove(remark.played),
        best: tellMove(remark.best),
        lost: percent(remark.loss),
      });
      const go = make('button', { type: 'button', class: 'moment' }, `${cost} ${tell(remark.why)}`);
      go.addEventListener('click', () => this.goTo(remark.ply));
      return make('li', {}, go);
    });
    const said = items.length ? make('ol', { class: 'remarks' }, ...items) : make('p', {}, say('page.coach.flawless'));
    return make('div', {}, make('h3', {}, say('page.coach.worst')), said);
  }

  /**
   * @param {RoundReport} report
   * @returns {HTMLElement}
   */
  #accuracy(report) {
    const rows = report.seats.map(({ seat, decisions, accuracy }) => [
      this.#name(seat),
      String(decisions),
      accuracy === null ? say('page.coach.unknown') : String(Math.round(accuracy)),
    ]);
    return tableOf('accuracy', ['player', 'decisions', 'accuracy'], rows);
  }

  /**
   * @param {RoundReport} report
   * @returns {HTMLElement}
   */
  #luck(report) {
    const rows = report.sides.map(({ side, result, luck, skill }) => [
      this.#side(side),
      percent(result),
      percent(luck, true),
      percent(skill, true),
    ]);
    return tableOf('luck', ['side', 'result', 'luck', 'skill'], rows);
  }

  /** What could be done at the moment that is shown. */
  #showChoice() {
    const decision = this.#report?.decisions.find(({ ply }) => ply === this.#ply);
    this.#choice.hidden = !decision;
    this.#choice.replaceChildren(...(decision ? [this.#table(decision)] : []));
  }

  /**
   * @param {DecisionReport} decision
   * @returns {HTMLElement}
   */
  #table(decision) {
    const rows = decision.moves.map(({ move, value, error, hindsight }) => {
      const marks = [
        ...(move === decision.played ? [say('page.coach.played')] : []),
        ...(move === decision.best ? [say('page.coach.best')] : []),
      ];
      return make(
        'tr',
        { class: move === decision.best ? 'won' : undefined },
        make('th', { scope: 'row' }, tellMove(move), marks.length ? make('small', {}, ` (${allOf(marks)})`) : ''),
        make('td', {}, percent(value), make('small', { class: 'soft' }, ` ${say('page.coach.error', { value: (100 * error).toFixed(1) })}`)),
        make('td', {}, hindsight === null ? say('page.coach.unknown') : percent(hindsight)),
      );
    });
    return make(
      'div',
      { class: 'scroll-x', tabindex: '0' },
      make(
        'table',
        { class: 'numbers values' },
        make('caption', {}, say('page.coach.choice', { name: this.#name(decision.seat) })),
        head(['move', 'chance', 'hindsight']),
        make('tbody', {}, ...rows),
      ),
    );
  }

  /**
   * @param {string} seat
   * @returns {string}
   */
  #name(seat) {
    return this.#round?.result.names[SEATS.indexOf(seat)] ?? seat;
  }

  /**
   * @param {string} side as notation writes it: A, or A+C
   * @returns {string}
   */
  #side(side) {
    return allOf(side.split('+').map((seat) => this.#name(seat)));
  }
}

/**
 * A move as notation writes it, in words.
 * @param {string} move
 * @returns {string}
 */
function tellMove(move) {
  const [first = '', end = 'lead'] = move.split(' ');
  return /^\d/.test(first) ? tell([`coach.move.${end}`, { tile: first }]) : say(`coach.move.${first}`);
}

/**
 * @param {number} part
 * @param {boolean} [signed]
 * @returns {string}
 */
function percent(part, signed = false) {
  const value = (100 * part).toFixed(0).replace('-0', '0');
  return say('page.coach.percent', { value: signed && part > 0 && value !== '0' ? `+${value}` : value });
}

/**
 * @param {readonly string[]} columns
 * @returns {HTMLElement}
 */
function head(columns) {
  return make('thead', {}, make('tr', {}, ...columns.map((name) => make('th', { scope: 'col' }, say(`page.coach.${name}`)))));
}

/**
 * @param {'accuracy' | 'luck'} name
 * @param {readonly string[]} columns
 * @param {readonly string[][]} rows
 * @returns {HTMLElement}
 */
function tableOf(name, columns, rows) {
  const title = say(name === 'luck' ? 'page.coach.luck-title' : 'page.coach.accuracy');
  const body = rows.map(([first = '', ...rest]) =>
    make('tr', {}, make('th', { scope: 'row' }, first), ...rest.map((cell) => make('td', {}, cell))),
  );
  return make(
    'div',
    {},
    make('h3', {}, title),
    make('p', { class: 'soft small' }, say(`page.coach.${name}-about`)),
    make('div', { class: 'scroll-x', tabindex: '0' }, make('table', { class: 'numbers' }, head(columns), make('tbody', {}, ...body))),
  );
}
