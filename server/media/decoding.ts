import pLimit from 'p-limit';
import sharp from 'sharp';

// Decoded pictures are large and never asked for twice; and one of them is not to take every core.
sharp.cache(false);
sharp.concurrency(1);

/** A small file may unfold to any number of pixels; decoding these takes some 200 MB. */
export const MAX_PIXELS = 50_000_000;
/** Ends the decoding of a file made to be slow (a JPEG of a thousand scans). */
export const MAX_DECODING_SECONDS = 20;
/** Decoding takes a core and shares libuv's four threads with the database and password hashing. */
export const withDecodingSlot = pLimit(2);
