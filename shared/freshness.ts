import type { PropertyStatus } from './listing/vocabulary.ts';

/**
 * A listing is fresh from the moment its agent last stood by it: it was listed, its price or status changed, or the agent
 * confirmed that it is still available. Saving other words or pictures says nothing about whether it can still be had.
 */
interface Dated {
  status: PropertyStatus;
  /** ISO-8601 */
  fresh_at: string;
}

/** From then on the agent is asked, and cards say so: about as long as a well-priced home stays on the market. */
export const ASK_AFTER_DAYS = 30;

/** From then on a listing ranks lower and its page warns: the agent was asked at least three times by then and did not answer. */
export const STALE_AFTER_DAYS = 60;

/** An agent is asked about all such listings at once, and not more often. */
export const ASK_EVERY_DAYS = 7;

const DAY_MS = 24 * 3_600_000;

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** Whole days since a moment (ISO-8601). */
export const daysSince = (moment: string, now: Date) => Math.floor((now.getTime() - Date.parse(moment)) / DAY_MS);

/** Whether the agent is asked about it. */
export const isToConfirm = ({ status, fresh_at }: Dated, now: Date) =>
  status === 'available' && daysSince(fresh_at, now) >= ASK_AFTER_DAYS;

/** Whether seekers see that nobody confirmed the listing for long. */
export const isStale = ({ status, fresh_at }: Dated, now: Date) =>
  status === 'available' && daysSince(fresh_at, now) >= STALE_AFTER_DAYS;
