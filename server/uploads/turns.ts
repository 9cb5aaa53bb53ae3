import { TooManyRequestsError, UnavailableError } from '#server/errors.ts';

/** Bodies held in memory at once. */
export interface UploadLimits {
  ofEveryone: number;
  ofOnePerson: number;
}

const SINGLE_PICTURES: UploadLimits = { ofEveryone: 40, ofOnePerson: 10 };
/** Decoding takes a core and shares libuv's four threads with the database and password hashing. */
const MAX_DECODING = 2;

export interface UploadTurns {
  /** @throws {TooManyRequestsError} this person uploads too much at once. @throws {UnavailableError} everyone does. */
  upload<Result>(userId: number, work: () => Promise<Result>): Promise<Result>;
}

export function createUploadTurns(limits: UploadLimits = SINGLE_PICTURES): UploadTurns {
  const underway = new Map<number, number>();
  let total = 0;

  function change(userId: number, by: 1 | -1): void {
    total += by;
    const own = (underway.get(userId) ?? 0) + by;
    if (own > 0) underway.set(userId, own);
    else underway.delete(userId);
  }

  return {
    async upload(userId, work) {
      if ((underway.get(userId) ?? 0) >= limits.ofOnePerson)
        throw new TooManyRequestsError('Too many uploads at once. Please wait for some to finish.', 1);
      if (total >= limits.ofEveryone)
        throw new UnavailableError('Many pictures are being uploaded at the moment. Please try again.');
      change(userId, 1);
      try {
        return await work();
      } finally {
        change(userId, -1);
      }
    },
  };
}

let decoding = 0;
const waiting: (() => void)[] = [];

/** Waits for a free turn: cores are the process's own, whatever call a picture came with. */
export async function decodeInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (decoding < MAX_DECODING) decoding += 1;
  // Whoever finishes hands its turn over, so that the count stays.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else decoding -= 1;
  }
}
