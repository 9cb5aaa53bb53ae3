import { createHash } from 'node:crypto';
import { SharedCache } from '#server/db/sharedCache.ts';
import { ReadyAnswer } from '#server/http/routing.ts';

const KEPT_MS = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Whole public answers, written once and sent to everyone who asks within a second. */
export class AnswerCache {
  private readonly cache = new SharedCache<ReadyAnswer>({
    freshMs: KEPT_MS,
    usableMs: KEPT_MS,
    maxSize: MAX_BYTES,
    sizeOf: (answer) => answer.body.length,
  });

  /** @param build the answer's data; what it throws is not kept. */
  get(key: string, build: () => Promise<unknown>): Promise<ReadyAnswer> {
    return this.cache.get(key, async () => writeAnswer(await build()));
  }

  forget(key: string): void {
    this.cache.forget(key);
  }

  clear(): void {
    this.cache.clear();
  }
}

function writeAnswer(data: unknown): ReadyAnswer {
  const body = Buffer.from(JSON.stringify({ success: true, data }));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return new ReadyAnswer(body, etag);
}
