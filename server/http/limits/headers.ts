import type { Context } from 'koa';

interface Limit {
  points: number;
  /** Of the window, in seconds. */
  duration: number;
}

interface Left {
  remainingPoints: number;
  msBeforeNext: number;
}

/** Whole seconds, at least one. */
export const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-10: the policy's quota (q) and window (w), what remains of it (r) and
 * the seconds until it is whole again (t).
 */
export function limitFields(
  policy: string,
  { points, duration }: Limit,
  { remainingPoints, msBeforeNext }: Left,
): [name: string, value: string][] {
  return [
    ['RateLimit-Policy', `"${policy}";q=${points};w=${duration}`],
    ['RateLimit', `"${policy}";r=${remainingPoints};t=${secondsOf(msBeforeNext)}`],
  ];
}

/** Both fields are lists, with an item for each policy. */
export function appendLimit(ctx: Context, policy: string, limit: Limit, left: Left): void {
  for (const [name, value] of limitFields(policy, limit, left)) ctx.append(name, value);
}
