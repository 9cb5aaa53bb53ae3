import { TooManyRequestsError, UnavailableError } from './errors.ts';

export interface UploadLimiter {
  /** @throws {TooManyRequestsError} this user uploads too much at once. @throws {UnavailableError} everyone does. */
  run<Result>(userId: number, work: () => Promise<Result>): Promise<Result>;
}

/** Bounds how many bodies are held in memory at once, of all users and of one. The defaults fit single pictures. */
export function createUploadLimiter({ total = 40, perUser = 10 } = {}): UploadLimiter {
  const running = new Map<number, number>();
  let runningInTotal = 0;

  function change(userId: number, by: 1 | -1): void {
    runningInTotal += by;
    const own = (running.get(userId) ?? 0) + by;
    if (own > 0) running.set(userId, own);
    else running.delete(userId);
  }

  return {
    async run(userId, work) {
      if ((running.get(userId) ?? 0) >= perUser)
        throw new TooManyRequestsError('Too many uploads at once. Please wait for some to finish.', 1);
      if (runningInTotal >= total)
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
