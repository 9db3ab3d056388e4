// The connection to the table. It says honestly how things stand, comes back by itself, asks only
// for what it missed, and sends every command until the table has answered it.

/** @typedef {import('./messages.js').AnyCommand} AnyCommand */
/** @typedef {import('./messages.js').AnyMessage} AnyMessage */
/** @typedef {import('./words.js').Problem} Problem */

/**
 * How things stand: `connecting` for the first time, `online`, `slow` while an answer is overdue,
 * `lost` until it is back, `offline` when the device itself has no network, `ended` for good.
 * @typedef {'connecting' | 'online' | 'slow' | 'lost' | 'offline' | 'ended'} Standing
 */

/**
 * @typedef {object} Ears what the page does with what it hears
 * @property {() => AnyCommand} greet the hello of a new connection
 * @property {(message: AnyMessage) => void} hear
 * @property {(standing: Standing, why: Problem | null) => void} stand with the reason for an end
 */

/** Milliseconds of silence after which the table is asked whether it is there. */
const QUIET = 12_000;
/** Milliseconds after which a missing answer is shown. */
const SLOW = 2_500;
/** Milliseconds after which a connection without an answer is given up. */
const DEAD = 8_000;
/** Waits between attempts: the first, and the longest. */
const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;

/** Reasons for an end after which coming back would change nothing. */
const FINAL = new Set(['no-such-table', 'old-protocol']);
/** What a table says only to those it has let in; presence comes alone where nothing was missed. */
const WELCOME = new Set(['snapshot', 'update', 'presence']);

let count = 0;

/**
 * An id that no other command of this device has.
 * @returns {string}
 */
function freshId() {
  count += 1;
  const chance = crypto.getRandomValues(new Uint32Array(2));
  return `${Array.from(chance, (word) => word.toString(36)).join('')}-${count}`;
}

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, {command: AnyCommand, answer: (problem: Problem | null) => void}>} */
  #open = new Map();
  #attempts = 0;
  #retry = 0;
  #heardAt = 0;
  #askedAt = 0;
  #pingedAt = 0;
  /** @type {Standing} */
  #standing = 'connecting';

  /** How far the server's clock is ahead of this one, in milliseconds. */
  ahead = 0;

  /**
   * @param {string} address
   * @param {Ears} ears
   */
  constructor(address, ears) {
    this.address = address;
    this.ears = ears;
    addEventListener('online', () => this.#again(0));
    addEventListener('offline', () => this.#lose());
    document.addEventListener('visibilitychange', () => this.#check());
    setInterval(() => this.#check(), 1_000);
    this.#connect();
  }

  /**
   * Ask the table for something. It is sent again after every break until it is answered.
   * @param {AnyCommand} command
   * @returns {Promise<Problem | null>} what is wrong, or null when it is done
   */
  send(command) {
    const id = freshId();
    const named = { ...command, id };
    return new Promise((answer) => {
      this.#open.set(id, { command: named, answer });
      this.#write(named);
    });
  }

  /**
   * Tell the table something that it answers with how things stand, and that the next hello says
   * as well: it need not be kept.
   * @param {AnyCommand} command
   */
  mention(command) {
    this.#write(command);
  }

  /** Try to come back now, whatever the wait was. */
  retry() {
    if (this.#standing !== 'ended' && this.#socket?.readyState !== WebSocket.OPEN) this.#connect();
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#drop();
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    this.#askedAt = Date.now();
    socket.addEventListener('open', () => {
      this.#write(this.ears.greet());
      this.#ping();
      for (const { command } of this.#open.values()) this.#write(command);
    });
    socket.addEventListener('message', (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener('close', () => socket === this.#socket && this.#lose());
  }

  /** Forget the socket without waiting for it: a dead network never says goodbye. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lose() {
    this.#drop();
    if (this.#standing === 'ended') return;
    this.#stand(navigator.onLine ? 'lost' : 'offline');
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#attempts);
    this.#attempts += 1;
    this.#again(wait * (0.7 + 0.6 * Math.random()));
  }

  /** @param {number} wait */
  #again(wait) {
    if (this.#standing === 'ended' || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** @param {AnyCommand} command */
  #write(command) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(command));
    this.#askedAt ||= Date.now();
  }

  #ping() {
    this.#pingedAt = Date.now();
    this.#write({ type: 'ping' });
  }

  /** @param {AnyMessage} message */
  #hear(message) {
    this.#heardAt = Date.now();
    this.#askedAt = 0;
    if (WELCOME.has(message.type)) this.#attempts = 0;
    if (message.type !== 'ended') this.#stand('online');
    switch (message.type) {
      case 'accepted':
        return this.#answer(message.id, null);
      case 'rejected':
        return this.#answer(message.id, message);
      case 'pong':
        this.ahead = message.now - (this.#pingedAt + this.#heardAt) / 2;
        return;
      case 'ended':
        if (FINAL.has(message.code)) return this.#stand('ended', message);
        break;
      default:
    }
    this.ears.hear(message);
  }

  /**
   * @param {string} id empty where the table could not even read it; it answers in order, so that
   *   was the oldest
   * @param {Problem | null} problem
   */
  #answer(id, problem) {
    const [oldest = ''] = this.#open.keys();
    const answered = id || oldest;
    const open = this.#open.get(answered);
    this.#open.delete(answered);
    open?.answer(problem);
  }

  /** Whether anything is overdue: an answer, or a sign of life. */
  #check() {
    if (this.#socket?.readyState !== WebSocket.OPEN && this.#socket?.readyState !== WebSocket.CONNECTING)
      return;
    const now = Date.now();
    const overdue = this.#askedAt ? now - this.#askedAt : 0;
    if (overdue > DEAD) this.#lose();
    else if (overdue > SLOW && this.#standing === 'online') this.#stand('slow');
    else if (!overdue && now - this.#heardAt > QUIET) this.#ping();
  }

  /**
   * @param {Standing} standing
   * @param {Problem | null} why
   */
  #stand(standing, why = null) {
    if (standing === this.#standing) return;
    this.#standing = standing;
    this.ears.stand(standing, why);
  }
}
