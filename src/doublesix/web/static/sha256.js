// SHA-256. Browsers have it built in, but only for pages that come over HTTPS or from the same
// machine; a table in a living room comes over plain HTTP, and its deals must be checked as well.

/** The fractional parts of the cube roots of the first 64 primes. */
const ROUNDS = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
/** The fractional parts of the square roots of the first 8. */
const START = Uint32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
);

/**
 * @param {number} word
 * @param {number} by
 * @returns {number}
 */
function rotate(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(message) {
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(blocks * 64));
  message.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(message.length, 0x80);
  padded.setBigUint64(blocks * 64 - 8, BigInt(message.length) * 8n);
  const state = START.slice();
  for (let block = 0; block < blocks; block += 1) compress(state, padded, block * 64);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setUint32(at * 4, word));
  return new Uint8Array(digest.buffer);
}

/**
 * @param {Uint32Array} state
 * @param {DataView} message
 * @param {number} from
 */
function compress(state, message, from) {
  const words = new Uint32Array(64);
  const word = (/** @type {number} */ at) => words[at] ?? 0;
  for (let at = 0; at < 64; at += 1) {
    if (at < 16) {
      words[at] = message.getUint32(from + at * 4);
    } else {
      const [a, b] = [word(at - 15), word(at - 2)];
      const low = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const high = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      words[at] = word(at - 16) + low + word(at - 7) + high;
    }
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const mixed = (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g));
    const first = (h + mixed + (ROUNDS[at] ?? 0) + word(at)) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, at) => (state[at] = (state[at] ?? 0) + value));
}
