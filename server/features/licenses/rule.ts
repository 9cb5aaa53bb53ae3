import type { AgentProfileModel } from '#server/db/models/agents.ts';
import { LICENSE_GRACE_DAYS, LICENSE_WARNING_DAYS } from '#shared/licenses.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';

const DAY_MS = 86_400_000;
const GRACE_MS = LICENSE_GRACE_DAYS * DAY_MS;
/** So many days before the last one an agent is warned, the second time so that nobody is unlisted out of the blue. */
const WARNED_BEFORE = [LICENSE_WARNING_DAYS, LICENSE_GRACE_DAYS];

type Stored = Pick<AgentProfileModel, 'license_expires_on' | 'license_warned_at' | 'license_lapsed_at'>;

/** What the end of the licence that was last checked asks for now; null: nothing. */
export function nextStep(
  { license_expires_on: lastDay, license_warned_at: warnedAt, license_lapsed_at: lapsedAt }: Stored,
  now: Date,
): 'warn' | 'lapse' | null {
  if (lastDay === null || lapsedAt !== null) return null;
  const today = manilaDay(now);
  if (today > lastDay) {
    if (warnedAt === null) return 'warn';
    return now.getTime() - warnedAt.getTime() >= GRACE_MS ? 'lapse' : null;
  }
  const due = WARNED_BEFORE.map((days) => addDays(lastDay, -days)).findLast((day) => day <= today);
  if (due === undefined) return null;
  return warnedAt !== null && manilaDay(warnedAt) >= due ? null : 'warn';
}

/** From which day an agent who is warned now is unlisted. */
export function unlistingDay(lastDay: string, now: Date): string {
  const afterEnd = addDays(lastDay, 1);
  const afterGrace = manilaDay(new Date(now.getTime() + GRACE_MS));
  return afterEnd > afterGrace ? afterEnd : afterGrace;
}

const unchecked = {
  license_checked_at: null,
  license_checked_by: null,
  license_note: null,
} satisfies Partial<AgentProfileModel>;

/** With an application everything about the licence starts anew. */
export const withoutLastDay = {
  license_expires_on: null,
  license_warned_at: null,
} satisfies Partial<AgentProfileModel>;

/**
 * A check was of one number: what takes it back when there is another. The last day of the one before goes on counting
 * until an admin has checked the new one, or an agent could escape it by changing a digit.
 * @param number as it was sent; undefined was not. @returns null where no check is touched.
 */
export function uncheckedIfOther(
  profile: Pick<AgentProfileModel, 'license_number' | 'license_checked_at'> | null,
  number: string | null | undefined,
): typeof unchecked | null {
  if (!profile || profile.license_checked_at === null) return null;
  return number === undefined || number === profile.license_number ? null : unchecked;
}
