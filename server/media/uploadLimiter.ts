import { TooManyRequestsError, UnavailableError } from '#server/http/errors.ts';

/** Bodies held in memory at once. */
export interface UploadLimits {
  ofEveryone: number;
  ofOnePerson: number;
}

const SINGLE_PICTURES: UploadLimits = { ofEveryone: 40, ofOnePerson: 10 };

export interface UploadLimiter {
  /** @throws {TooManyRequestsError} this person uploads too much at once. @throws {UnavailableError} everyone does. */
  run<Result>(userId: number, work: () => Promise<Result>): Promise<Result>;
}

export function createUploadLimiter(limits: UploadLimits = SINGLE_PICTURES): UploadLimiter {
  const underway = new Map<number, number>();
  let total = 0;

  function change(userId: number, by: 1 | -1): void {
    total += by;
    const own = (underway.get(userId) ?? 0) + by;
    if (own > 0) underway.set(userId, own);
    else underway.delete(userId);
  }

  return {
    async run(userId, work) {
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
