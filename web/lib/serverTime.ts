import { createStore } from './store.ts';

/** How far this device's clock is behind the server's; 0 while they agree as far as answers can tell. */
const behindMs = createStore(0);

/** An answer that took longer tells the time too vaguely. */
const SLOWEST_MS = 10_000;
/** Clocks that differ by less show the same. */
const SLACK_MS = 2_000;

/** The time by the server's clock: snoozes and days do not depend on a clock that is set wrong. */
export const serverNow = (): Date => new Date(Date.now() + behindMs.get());

/** @returns unsubscribes. */
export const listenToServerTime = behindMs.subscribe;

/** Compares the clocks by an answer that came just now. @param askedAt by this device's clock */
export function noteServerTime(headers: Headers, askedAt: number): void {
  const told = Date.parse(headers.get('date') ?? '');
  const answeredAt = Date.now();
  const lasted = answeredAt - askedAt;
  if (Number.isNaN(told) || lasted < 0 || lasted > SLOWEST_MS) return;
  // The header names whole seconds, of a moment on the way.
  const measured = told + 500 - (askedAt + answeredAt) / 2;
  const isWithin = (difference: number) => Math.abs(difference) <= SLACK_MS + lasted / 2;
  if (isWithin(measured - behindMs.get())) return;
  behindMs.set(isWithin(measured) ? 0 : Math.round(measured));
}
