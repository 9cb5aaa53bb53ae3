import { readFileSync } from 'node:fs';

/**
 * Moves the clock of a Node.js process by the milliseconds that a file names, also while it runs:
 * NODE_OPTIONS="--import …/movedClock.mjs" CLOCK_FILE=…
 */
const RealDate = Date;
const READ_EVERY_MS = 50;
let offset = 0;
let readAt = 0;

function now() {
  const real = RealDate.now();
  if (real - readAt > READ_EVERY_MS) {
    readAt = real;
    offset = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'));
  }
  return real + offset;
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(now());
  }

  static now() {
    return now();
  }
};
