import sharp from 'sharp';

// Decoded pictures are large and never asked for twice; and one of them is not to take every core.
sharp.cache(false);
sharp.concurrency(1);

/** A small file may unfold to any number of pixels; decoding these takes some 200 MB. */
export const MAX_PIXELS = 50_000_000;
/** Ends the decoding of a file made to be slow (a JPEG of a thousand scans). */
export const MAX_DECODING_SECONDS = 20;
/** Decoding takes a core and shares libuv's four threads with the database and password hashing. */
const MAX_DECODING = 2;

let decoding = 0;
const waiting: (() => void)[] = [];

/** A semaphore of the process: runs the work once fewer than MAX_DECODING are running. */
export async function withDecodingSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (decoding < MAX_DECODING) decoding += 1;
  // The one that finishes passes its slot on, so that the count stays.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else decoding -= 1;
  }
}
