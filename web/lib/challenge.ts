import type { Challenge, ErrorBody } from '#shared/contracts/common.ts';
import { createStore } from './store.ts';

/** Solved sooner than this, nobody need know of it. */
const UNSEEN_MS = 600;
/** A device that takes longer is told what the server said. */
const LIMIT_MS = 60_000;

/** Whether a challenge is being solved for so long that the button which waits for it says so. */
export const isSolvingLong = createStore(false);

/**
 * One request, and where the server asks for a challenge (a proof of work, see shared/contracts/common.ts), the same once
 * more with its solution.
 * @param send makes the request, with these headers beside its own.
 */
export async function answerChallenge(
  send: (headers: Record<string, string>) => Promise<Response>,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await send({});
  if (response.status !== 429) return response;
  const answer: Partial<ErrorBody> = await response
    .clone()
    .json()
    .catch(() => ({}));
  const solution = answer.challenge && (await solve(answer.challenge, signal));
  return solution ? send({ 'X-Challenge-Solution': solution }) : response;
}

/** @returns null where it cannot be solved: without HTTPS browsers keep their cryptography shut. */
async function solve(challenge: Challenge, signal?: AbortSignal): Promise<string | null> {
  if (!globalThis.isSecureContext) return null;
  const long = setTimeout(() => isSolvingLong.set(true), UNSEEN_MS);
  const worker = new Worker(new URL('./challengeWorker.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise<object | null>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data?.error ? null : data);
      worker.onerror = () => resolve(null);
      signal?.addEventListener('abort', () => resolve(null));
      worker.postMessage({ type: 'work', challenge, counterStart: 0, counterStep: 1, timeout: LIMIT_MS });
    });
    return solution && btoa(JSON.stringify({ challenge, solution }));
  } finally {
    clearTimeout(long);
    worker.terminate();
    isSolvingLong.set(false);
  }
}
