// The table page: what the server says goes in, what people do goes out, and every part of the page
// is shown the same state.

import { Announcer } from './announce.js';
import { Refused, get, post } from './api.js';
import { Board, tellEnds } from './board.js';
import { nameOf as bookName } from './books.js';
import { Curtain } from './curtain.js';
import { find, make } from './dom.js';
import { Chance, FairPanel } from './fair.js';
import { Hand } from './hand.js';
import { isKey, keepNickname, keepToken, nickname, tokenFor } from './identity.js';
import { OtherDevice } from './invite.js';
import { Keys } from './keys.js';
import { Menu } from './menu.js';
import { Connection } from './net.js';
import { Pace } from './pace.js';
import { icon, patch, set, setText } from './patch.js';
import { deedsFor, prompt } from './prompt.js';
import { PRESSING, Seats } from './seats.js';
import { Sheet, replayOf, tellWinners } from './sheet.js';
import { NOTHING, choice, misses, nameOf, ownTurn, reduce } from './store.js';
import { Talk, words as spokenWords } from './talk.js';
import { tileText } from './tile.js';
import { WaitingRoom } from './wait.js';
import { askName, sure } from './window.js';
import { allOf, loadWords, say, speakTile, tell, tellError, tellRefusal } from './words.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./messages.js').AnyCommand} AnyCommand */
/** @typedef {import('./messages.js').AnyMessage} AnyMessage */
/** @typedef {import('./messages.js').Update} Update */
/** @typedef {import('./net.js').Standing} Standing */

/** How long short news stay at the foot of the page, in milliseconds. */
const TOAST = 5_000;
/** How long the last tile of a round is seen before the score sheet opens, in milliseconds. */
const LAST_LOOK = 1_400;
/** How often clocks are drawn, in milliseconds. */
const TICK = 200;

/** The table speaks a newer protocol than this page. */
const RENEWED = 'old-protocol';

/** Sentences that stand at the top of the page anyway. */
const HEADINGS = 'told.round.';

const still = matchMedia('(prefers-reduced-motion: reduce)');

class TablePage {
  /** @type {State} */
  #state = NOTHING;
  /** The tile that was pressed first, until an end is chosen too. */
  #chosen = /** @type {number | null} */ (null);
  /** The tile on its way to the server. */
  #sending = /** @type {number | null} */ (null);
  /** The move on its way to the server: pressed twice, it is meant once. */
  #asked = '';
  /**
   * What was drawn in this turn.
   * @type {number[]}
   */
  #drawn = [];
  /**
   * What the coach said last.
   * @type {import('./messages.js').GivenHint | null}
   */
  #hinted = null;
  #heard = -1;
  /** The deadline that was told to be near. */
  #warned = 0;
  /** @type {import('./messages.js').Reshape['shape']} */
  #shape = 'wide';
  /** @type {readonly import('./messages.js').BotInfo[]} */
  #bots = [];

  /**
   * @param {string} table
   * @param {string} token
   * @param {readonly string[]} languages
   */
  constructor(table, token, languages) {
    this.table = table;
    this.fast = new URLSearchParams(location.search).has('fast');
    this.token = token;
    this.announcer = new Announcer(
      find('polite', HTMLElement),
      find('assertive', HTMLElement),
      find('news', HTMLElement),
    );
    this.asker = {
      ask: (/** @type {AnyCommand} */ command) => void this.#ask(command),
      name: (/** @type {number} */ seat, /** @type {string} */ id) => this.#askName(seat, id),
      bots: () => this.#bots,
    };
    this.game = find('game', HTMLElement);
    this.wait = find('wait', HTMLElement);
    this.board = new Board(find('board', HTMLElement), (end) => this.#playAt(end));
    this.hand = new Hand(find('hand', HTMLElement), {
      press: (tile) => this.#press(tile),
      drag: (tile, x, y) => this.#drag(tile, x, y),
      drop: (tile, x, y) => this.#drop(tile, x, y),
      release: () => this.board.pull(null),
    });
    this.seats = new Seats({
      left: find('seats-left', HTMLElement),
      top: find('seats-top', HTMLElement),
      right: find('seats-right', HTMLElement),
      mine: find('seats-mine', HTMLElement),
    });
    this.curtain = new Curtain(find('curtain', HTMLElement), () => this.#lifted());
    this.sealed = new FairPanel();
    this.checked = new FairPanel();
    this.waiting = new WaitingRoom(this.wait, this.asker, this.sealed.root);
    this.sheetDeeds = make('div', { class: 'row' });
    this.sheet = new Sheet(this.sheetDeeds, this.checked.root);
    const { dialog } = this.sheet.window;
    dialog.addEventListener('close', () => this.#refocus(dialog));
    this.talk = new Talk(find('talk', HTMLElement), find('open-talk', HTMLButtonElement), this.asker.ask);
    this.chance = new Chance((command) => this.net.send(command));
    this.keys = new Keys({
      tile: (index) => this.#key(index),
      end: (end) => this.#keyEnd(end),
      draw: () => this.#move('draw'),
      knock: () => this.#move('pass'),
      score: () => this.sheet.open(),
      ends: () => this.#tellOut(tellEnds(this.#state) || say('page.play.line-empty')),
      hand: () => this.#tellOut(this.#tellHand()),
      escape: () => this.#choose(null),
    });
    const device = new OtherDevice(table, token);
    this.menu = new Menu(this.asker, () => this.keys.help.showModal(), device, languages);
    this.#bar();
    this.pace = new Pace(
      (message) => this.#show(message),
      () => this.fast || still.matches || document.hidden,
      (message) => message.type !== 'update' || this.#state.you.seats.includes(message.move.seat),
    );
    this.#shape = this.board.shape();
    const address = new URL(`/ws/tables/${table}`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    this.net = new Connection(address.href, {
      greet: () => ({
        type: 'hello',
        protocol: 1,
        token: this.token,
        since: this.#heard,
        shape: this.#shape,
      }),
      hear: (message) => this.#hear(message),
      stand: (standing, why) => this.#stand(standing, why),
    });
    setInterval(() => this.#tick(), TICK);
    new ResizeObserver(() => this.#reshape()).observe(this.board.root);
    get('/api/bots').then(
      (/** @type {import('./messages.js').BotInfo[]} */ bots) => {
        this.#bots = bots;
        this.#render();
      },
      () => undefined,
    );
  }

  #bar() {
    for (const name of /** @type {const} */ (['score', 'talk', 'menu'])) {
      find(`open-${name}`, HTMLButtonElement).append(icon(name));
    }
    find('open-score', HTMLButtonElement).addEventListener('click', () => this.sheet.open());
    find('open-menu', HTMLButtonElement).addEventListener('click', () => this.menu.open());
    find('retry', HTMLButtonElement).addEventListener('click', () => this.#retry());
  }

  // What comes in

  /** @param {AnyMessage} message */
  #hear(message) {
    if (message.type === 'snapshot' || message.type === 'update') this.#heard = message.version;
    if (message.type === 'snapshot') this.#hearAll(message);
    this.pace.hear(message);
  }

  /**
   * What is not shown, but remembered.
   * @param {import('./messages.js').Snapshot} snapshot
   */
  #hearAll(snapshot) {
    this.chance.hear(snapshot);
    keepToken(this.table, this.token, snapshot.you.seats.length > 0);
  }

  /** @param {AnyMessage} message */
  #show(message) {
    if (message.type === 'ended') return this.#tellOut(tellError(message));
    if (message.type === 'update' && misses(this.#state, message)) return this.#askAll();
    const before = this.#state;
    const from = message.type === 'update' ? this.#origin(message) : null;
    this.#state = reduce(before, message);
    if (this.#state === before) return;
    this.#settle(before, message);
    this.#render();
    if (message.type === 'update') this.#showMove(message, from);
    if (message.type === 'snapshot') this.#showNews(before, message);
    if (message.type === 'presence') this.#tellPresence(before);
    this.#callTurn(before);
  }

  /** Something is missing: ask how everything stands. */
  #askAll() {
    this.#heard = -1;
    this.net.mention({ type: 'shape', shape: this.#shape });
  }

  /**
   * Where a tile that is laid comes from.
   * @param {Update} update
   * @returns {{x: number, y: number} | null}
   */
  #origin({ move }) {
    const held = move.tile === undefined || move.tile === null ? null : this.hand.place(move.tile);
    return held ?? this.seats.place(move.seat);
  }

  /**
   * What this screen remembers of a turn goes with the turn.
   * @param {State} before
   * @param {AnyMessage} message
   */
  #settle(before, message) {
    const { round } = this.#state;
    if (this.#seat() === null) this.#chosen = null;
    if (round?.now.ply === before.round?.now.ply && round?.number === before.round?.number) return;
    this.#chosen = null;
    this.#sending = null;
    this.#asked = '';
    if (message.type !== 'update' || message.move.kind !== 'draw') this.#drawn = [];
    else if (typeof message.move.tile === 'number') this.#drawn = [...this.#drawn, message.move.tile];
  }

  /**
   * @param {Update} update
   * @param {{x: number, y: number} | null} from
   */
  #showMove({ move, told }, from) {
    if (move.at && from && !this.fast) this.board.flyIn(from);
    if (move.points) this.board.score(move.points);
    this.announcer.tell(told.map((sentence) => tell(sentence)));
  }

  /**
   * @param {State} before
   * @param {import('./messages.js').Snapshot} snapshot
   */
  #showNews(before, snapshot) {
    const { table, round } = this.#state;
    const ended = round?.result && (before.round?.number !== round.number || !before.round.result);
    const dealt = round && (round.number !== before.round?.number || table?.match !== before.table?.match);
    const news = snapshot.news ?? [];
    const told = dealt && before.table ? round.told : before.table ? news : (round?.told.slice(-1) ?? []);
    const shown = told.filter(([id]) => !id.startsWith(HEADINGS));
    this.announcer.tell(
      told.map((each) => tell(each)),
      shown.map((each) => tell(each)),
    );
    if (!before.table) this.waiting.arrive(this.#state);
    if (ended && before.table) setTimeout(() => this.#roundOver(round.number), this.fast ? 0 : LAST_LOOK);
    if (dealt && before.round) this.sheet.close();
  }

  /**
   * Who has come and who has gone.
   * @param {State} before
   */
  #tellPresence({ present: then }) {
    const { table, you, present } = this.#state;
    const changed = present.flatMap((here, seat) => (then.length && then[seat] !== here ? [seat] : []));
    const others = changed.filter(
      (seat) => table?.seats[seat]?.name && !table.seats[seat]?.bot && !you.seats.includes(seat),
    );
    this.announcer.tell(
      others.map((seat) =>
        say(present[seat] ? 'page.net.came' : 'page.net.went', { name: nameOf(this.#state, seat) }),
      ),
    );
  }

  /** @param {number} number */
  #roundOver(number) {
    const { round } = this.#state;
    if (!round?.result || round.number !== number) return;
    this.announcer.tell([tellWinners(this.#state, round.result)], []);
    if (!document.querySelector('dialog[open]')) this.sheet.open();
  }

  /**
   * It is somebody's turn at this screen.
   * @param {State} before
   */
  #callTurn(before) {
    const turn = ownTurn(this.#state);
    const { round, you } = this.#state;
    const same = ownTurn(before) === turn && before.round?.number === round?.number;
    document.title = say('page.common.title', {
      title:
        turn === null
          ? bookName(this.#state.table?.rules ?? '', this.#state.table?.title)
          : say('page.play.your-turn'),
    });
    if (turn === null || same) return;
    const count = choice(this.#state).plays.size;
    this.announcer.call(
      you.seats.length > 1
        ? say('page.play.turn-person', { name: nameOf(this.#state, turn) })
        : say('page.speak.your-turn-moves', { count }),
    );
  }

  /**
   * @param {Standing} standing
   * @param {import('./words.js').Problem | null} why
   */
  #stand(standing, why) {
    const banner = find('connection', HTMLElement);
    const retry = find('retry', HTMLButtonElement);
    const renewed = why?.code === RENEWED;
    if (standing === 'online' && !banner.hidden) this.#toast(say('page.net.back'));
    set(banner, { hidden: standing === 'online', 'data-standing': standing });
    const told = why ? tellError(why) : standing === 'online' ? '' : say(`page.net.${standing}`);
    setText(find('standing', HTMLElement), told);
    set(retry, { hidden: standing !== 'lost' && !renewed });
    setText(retry, say(renewed ? 'page.net.reload' : 'page.net.retry-now'));
    document.body.dataset['standing'] = standing;
  }

  /** A connection is tried again; a page that the table has outgrown is loaded again. */
  #retry() {
    if (document.body.dataset['standing'] === 'ended') location.reload();
    else this.net.retry();
  }

  // What is shown

  #render() {
    const { table, round, you } = this.#state;
    if (!table) return;
    const focused = document.activeElement;
    const waiting = table.phase === 'waiting';
    set(this.wait, { hidden: !waiting });
    set(this.game, { hidden: waiting });
    document.body.dataset['version'] = String(this.#state.version);
    this.#title();
    if (waiting) this.waiting.render(this.#state);
    else this.#renderGame();
    this.sealed.render(this.#state);
    this.checked.render(this.#state);
    this.sheet.render(this.#state);
    this.menu.render(this.#state);
    for (const spoken of this.talk.render(this.#state)) this.#hearTalk(spoken);
    set(find('open-score', HTMLButtonElement), { hidden: waiting });
    document.body.classList.toggle('watching', !you.seats.length);
    document.body.classList.toggle('paused', Boolean(table.paused && round));
    this.#refocus(focused);
  }

  /**
   * What had the focus may be gone: a tile that was laid, an end, a button. The hand has it then, or the
   * window that lies over it.
   * @param {Element | null} before
   */
  #refocus(before) {
    const now = document.activeElement; // for a moment it may still be what was hidden
    const lost = !now || now === document.body || !now.getClientRects().length;
    if (!lost || !before || before === document.body) return;
    const window = /** @type {HTMLElement | null} */ (document.querySelector('dialog[open] h2'));
    (window ?? this.hand.next() ?? find('main', HTMLElement)).focus({ preventScroll: true });
  }

  #title() {
    const { table, round } = this.#state;
    if (!table) return;
    const rules = bookName(table.rules, table.title);
    const parts = [rules];
    if (table.phase !== 'waiting' && round) {
      parts.push(say(table.target ? 'page.play.round' : 'page.play.game', { number: round.number }));
    }
    if (table.target) parts.push(say('page.play.target', { target: table.target }));
    setText(find('title', HTMLElement), parts.join(' · '));
    setText(find('heading', HTMLElement), rules);
  }

  #renderGame() {
    const state = this.#state;
    const { hand, here } = this.curtain.look(state);
    const active = this.#seat() !== null;
    const open = active ? choice(state) : choice(NOTHING);
    const ends = this.#chosen === null ? [] : (open.plays.get(this.#chosen) ?? []);
    this.seats.render(state, here);
    this.board.render(state, ends, open.plays.size > 0, this.#chosen);
    const held =
      hand === null ? [] : (state.round?.result?.hands[hand] ?? state.round?.now.hands?.[hand] ?? []);
    this.hand.render(held, open, { chosen: this.#chosen ?? this.#sending, active, drawn: this.#drawn });
    set(this.hand.root, {
      'aria-label': say(
        state.you.seats.length > 1 && hand !== null ? 'page.play.hand-of' : 'page.play.hand',
        { name: nameOf(state, hand ?? 0) },
      ),
    });
    this.hand.root.classList.toggle('sending', this.#sending !== null);
    if (this.curtain.render(state)) this.#hush();
    this.#renderPrompt(active);
    this.#renderFacts();
  }

  /** @param {boolean} active */
  #renderPrompt(active) {
    const state = this.#state;
    setText(
      find('prompt', HTMLElement),
      this.#sending === null ? prompt(state, active, this.#chosen) : say('page.net.sending'),
    );
    const deeds = deedsFor(state, active, {
      ask: this.asker.ask,
      move: (move) => this.#move(move),
      sheet: () => this.sheet.open(),
      replay: () => location.assign(replayOf(state)),
      sit: (seat) => void this.#sit(seat),
      hint: () => void this.#hint(),
      hinted: this.#hintNow() !== null,
    });
    for (const root of [find('deeds', HTMLElement), this.sheetDeeds]) {
      patch(
        root,
        deeds.filter(({ id }) => root !== this.sheetDeeds || id !== 'sheet'),
        ({ id }) => id,
        () => make('button', { type: 'button' }),
        (element, { text, go, main }) => {
          set(element, { class: main ? 'button primary' : 'button' });
          setText(element, text);
          /** @type {HTMLButtonElement} */ (element).onclick = go;
        },
      );
    }
    this.game.classList.toggle('active', active);
  }

  #renderFacts() {
    const { table, round } = this.#state;
    if (!table || !round) return;
    const facts = [];
    if (table.phase === 'playing' && round.now.stock) {
      facts.push({
        id: 'stock',
        text: say(table.draws ? 'page.play.stock' : 'page.play.stock-shut', { count: round.now.stock }),
      });
    }
    if (table.draws && table.phase === 'playing' && !round.now.stock)
      facts.push({ id: 'stock', text: say('page.play.stock-empty') });
    if (!this.#state.you.seats.length) facts.unshift({ id: 'watching', text: say('page.play.watching') });
    if (table.scoring && round.line.length)
      facts.push({ id: 'sum', text: say('page.play.ends-sum', { sum: round.now.sum }) });
    patch(
      find('facts', HTMLElement),
      facts,
      ({ id }) => id,
      ({ id }) => make('span', { class: `fact fact-${id}` }),
      (element, { text }) => setText(element, text),
    );
  }

  /** @param {import('./messages.js').Spoken} spoken */
  #hearTalk(spoken) {
    const text = spokenWords(spoken);
    this.seats.speak(spoken.seat, text);
    this.announcer.tell([say('page.speak.said', { name: spoken.name, text })], []);
  }

  // What people do

  /**
   * The seat that can be played here now: it is in turn, and its owner is the one who looks.
   * @returns {number | null}
   */
  #seat() {
    const turn = ownTurn(this.#state);
    return this.curtain.look(this.#state).hand === turn ? turn : null;
  }

  /** @param {number} tile */
  #press(tile) {
    if (this.#seat() === null || this.#sending !== null) return this.#tellOut(this.#whyNot());
    const ends = choice(this.#state).plays.get(tile);
    if (!ends) return void this.#send(tileText(tile), null);
    const [only = ''] = ends;
    if (this.#chosen !== tile) this.#choose(tile);
    else if (ends.length === 1) this.#lay(tile, only);
    else this.#choose(null);
  }

  /**
   * Why nothing can be done just now.
   * @returns {string}
   */
  #whyNot() {
    const { table, round } = this.#state;
    if (this.#sending !== null) return say('page.net.sending');
    if (table?.paused) return say('page.play.paused');
    const turn = round?.now.turn ?? null;
    if (turn === null || table?.phase !== 'playing') return say('page.play.round-over');
    const name = nameOf(this.#state, turn);
    return say(ownTurn(this.#state) === null ? 'page.play.turn-of' : 'page.play.curtain', { name });
  }

  /** @param {number | null} tile */
  #choose(tile) {
    if (tile !== null && this.#seat() === null) return;
    const before = this.#chosen;
    this.#chosen = tile;
    this.#render();
    if (tile === null) {
      if (before !== null) this.announcer.call(say('page.speak.tile-back', { tile: speakTile(before) }));
      return;
    }
    const ends = choice(this.#state).plays.get(tile) ?? [];
    const names = ends.filter(Boolean).map((end) => say(`end.${end}`));
    this.announcer.call(
      names.length > 1
        ? say('page.speak.tile-chosen', { tile: speakTile(tile), ends: allOf(names) })
        : say('page.speak.tile-again', { tile: speakTile(tile) }),
    );
  }

  /** @param {string} end */
  #playAt(end) {
    if (this.#chosen !== null) this.#lay(this.#chosen, end);
  }

  /**
   * @param {number} tile
   * @param {string} end
   */
  #lay(tile, end) {
    void this.#send(end ? `${tileText(tile)} ${end}` : tileText(tile), tile);
  }

  /**
   * What the coach said of this very position.
   * @returns {import('./messages.js').GivenHint | null}
   */
  #hintNow() {
    const { round } = this.#state;
    const same = this.#hinted?.round === round?.number && this.#hinted?.ply === round?.now.ply;
    return same ? this.#hinted : null;
  }

  /** Ask the coach what to do; asked again, it says why. */
  async #hint() {
    const [seat, known] = [this.#seat(), this.#hintNow()];
    if (seat === null) return;
    if (known) return this.#tellOut(tell(known.why));
    try {
      this.#hinted = await post(`/api/tables/${this.table}/hint`, { token: this.token, seat });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#tellOut(tellError(error.problem));
      return;
    }
    const hint = this.#hintNow();
    if (hint && this.#seat() === seat) this.#tellOut(tell(hint.told));
    this.#render();
  }

  /** @param {'draw' | 'pass'} move */
  #move(move) {
    if (this.#seat() === null) this.#tellOut(this.#whyNot());
    else void this.#send(move, null);
  }

  /**
   * Send a move and wait for the answer; one that is not allowed comes back with the rule.
   * @param {string} move
   * @param {number | null} tile
   */
  async #send(move, tile) {
    const { round } = this.#state;
    const seat = this.#seat();
    if (seat === null || !round || this.#asked === move) return;
    this.#asked = move;
    this.#sending = tile;
    this.#chosen = null;
    this.#render();
    const { number, now } = round;
    const problem = await this.net.send({ type: 'move', seat, round: number, ply: now.ply, move });
    if (!problem) return; // the move itself arrives with everybody's news
    if (this.#seat() === seat) this.#tellOut(tellRefusal(problem)); // it tells of this hand
    this.#asked = '';
    this.#sending = null;
    this.#render();
  }

  /**
   * Ask for something else than a move.
   * @param {AnyCommand} command
   */
  async #ask(command) {
    const problem = await this.net.send(command);
    if (problem) this.#tellOut(tellError(problem));
  }

  /**
   * Take a seat that is free.
   * @param {number} seat
   */
  async #sit(seat) {
    const name = await this.#askName(seat, 'sit');
    if (name) await this.#ask({ type: 'sit', seat, name });
  }

  /**
   * @param {number} seat
   * @param {string} id what the name is for
   * @returns {Promise<string>}
   */
  async #askName(seat, id) {
    if (id === 'sit' && nickname()) return nickname();
    const before = id === 'rename' ? nameOf(this.#state, seat) : '';
    const name = await askName(
      say(id === 'sit-another' ? 'page.wait.their-name' : 'page.wait.your-name'),
      before,
    );
    if (name && id !== 'sit-another') keepNickname(name);
    return name;
  }

  /**
   * @param {number} tile
   * @param {number} x
   * @param {number} y
   */
  #drag(tile, x, y) {
    if (this.#chosen !== tile) this.#choose(tile);
    this.board.pull(this.board.endNear(x, y, choice(this.#state).plays.get(tile) ?? []));
  }

  /**
   * @param {number} tile
   * @param {number} x
   * @param {number} y
   */
  #drop(tile, x, y) {
    const end = this.board.endNear(x, y, choice(this.#state).plays.get(tile) ?? []);
    if (end !== null) this.#lay(tile, end);
    else this.#choose(null);
  }

  /** @param {number} index */
  #key(index) {
    const button = this.hand.at(index);
    button?.focus();
    button?.click();
  }

  /**
   * @param {string} end
   * @returns {boolean}
   */
  #keyEnd(end) {
    const tile = this.#chosen;
    if (tile === null) return false;
    if (choice(this.#state).plays.get(tile)?.includes(end)) this.#lay(tile, end);
    else void this.#send(`${tileText(tile)} ${end}`, null);
    return true;
  }

  /** The curtain went up: the first tile takes the focus, for those who play with keys. */
  #lifted() {
    this.#render();
    this.hand.at(0)?.focus();
  }

  /** @returns {string} */
  #tellHand() {
    const { hand } = this.curtain.look(this.#state);
    if (hand === null && ownTurn(this.#state) !== null) return this.#whyNot();
    const tiles = hand === null ? [] : (this.#state.round?.now.hands?.[hand] ?? []);
    if (!tiles.length) return say('page.speak.hand-none');
    return say('page.speak.hand', {
      count: tiles.length,
      tiles: tiles.map((tile) => speakTile(tile)).join(', '),
    });
  }

  // The screen

  /** Time goes by; more of it is offered when half a turn's is gone, and the end is told. */
  #tick() {
    const now = Date.now() + this.net.ahead;
    this.game.classList.toggle('late', this.seats.tick(this.#state, now) < 0.5);
    const deadline = this.#state.round?.now.deadline ?? 0;
    const pressing = deadline - now < PRESSING && ownTurn(this.#state) !== null;
    if (!deadline || !pressing || this.#warned === deadline) return;
    this.#warned = deadline;
    this.announcer.call(say('page.speak.time', { count: Math.max(0, Math.ceil((deadline - now) / 1000)) }));
  }

  #reshape() {
    const shape = this.board.shape();
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.net.mention({ type: 'shape', shape });
  }

  /**
   * Say and show something that was asked for.
   * @param {string} sentence
   */
  #tellOut(sentence) {
    this.announcer.call(sentence);
    this.#toast(sentence);
  }

  /** What was said to one person is not for the next one at this screen. */
  #hush() {
    find('toasts', HTMLElement).replaceChildren();
    this.announcer.hush();
  }

  /** @param {string} text */
  #toast(text) {
    const toast = make('p', { class: 'toast', 'aria-hidden': 'true' }, text);
    find('toasts', HTMLElement).replaceChildren(toast);
    setTimeout(() => toast.remove(), TOAST);
  }
}

const words = await loadWords();
const [, , table = ''] = location.pathname.split('/');
addEventListener('hashchange', () => isKey(location.hash) && location.reload());
const replace = () => sure(say('page.device.replace'), say('page.device.take'));
new TablePage(table, await tokenFor(table, replace), words.languages);
