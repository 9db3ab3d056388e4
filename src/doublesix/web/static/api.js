// Questions to the server that are not live play: JSON in, JSON out, and one kind of error.

/** @typedef {import('./words.js').Problem} Problem */

/** How long to wait before asking again, in milliseconds. */
const AGAIN = 1_500;

/** What the server refused, or that it could not be reached (code `unreachable`). */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export async function get(path) {
  return (await ask(path, { headers: { accept: 'application/json' } })).json();
}

/**
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function getText(path) {
  return (await ask(path, {})).text();
}

/**
 * Ask for what is thought over until the server is ready for it, which takes a while after it was
 * started.
 * @template T
 * @param {string} path
 * @param {() => void} [onWait] called whenever it is not
 * @returns {Promise<T>}
 */
export async function patiently(path, onWait = () => {}) {
  for (;;) {
    try {
      return await get(path);
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== 'workers-starting') throw error;
      onWait();
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<T>}
 */
export async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  return (await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/**
 * @param {string} path
 * @param {RequestInit} request
 * @returns {Promise<Response>}
 */
async function ask(path, request) {
  const answer = await fetch(path, request).catch(() => {
    throw new Refused({ code: 'unreachable' });
  });
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => null);
  throw new Refused(said?.error ?? { code: 'server-failed', details: { status: answer.status } });
}
