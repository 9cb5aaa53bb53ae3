import type { Challenge, ErrorBody } from '#shared/contracts/common.ts';
import { createStore } from './store.ts';

/** A challenge solved within this time is not shown. */
const UNSEEN_MS = 600;
/** Time limit for solving a challenge; afterwards the server's error is shown. */
const LIMIT_MS = 60_000;

/** Whether a challenge takes long enough to be shown on the waiting button. */
export const isSolvingLong = createStore(false);

/** Repeats a request with the solution if the server asks for a proof of work. @param send adds headers */
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

/** @returns null if it cannot be solved: without HTTPS, browsers have no cryptography API. */
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
