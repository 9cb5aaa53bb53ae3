import { addDays } from './manilaDays.ts';

/** Days before the end of a licence at which a warning goes out, and at the least between warning and unlisting. */
export const LICENSE_WARNING_DAYS = 30;
export const LICENSE_GRACE_DAYS = 7;
export const MAX_LICENSE_NUMBER_LENGTH = 60;
export const MAX_LICENSE_NOTE_LENGTH = 1_000;

/** One group of four to seven digits in any text ('PRC REB 0012345'). Whether it was issued is not checked here. */
export function isUsualLicenseNumber(number: string): boolean {
  const groups = number.match(/\d+/g) ?? [];
  return groups.length === 1 && /^\d{4,7}$/.test(groups[0] ?? '');
}

/**
 * `unchecked`: the number was not checked yet, or was changed since. `expiring`: within LICENSE_WARNING_DAYS.
 * `expired`: past its day, and still listed until the warning has had its time. `lapsed`: the agent is unlisted for it.
 */
export const licenseStates = ['unchecked', 'valid', 'expiring', 'expired', 'lapsed'] as const;
export type LicenseState = (typeof licenseStates)[number];

/** The facts that decide the state of an agent's licence; times in the type of either side. */
export interface LicenseFacts {
  license_expires_on: string | null;
  license_checked_at: Date | string | null;
  license_lapsed_at: Date | string | null;
}

/** @param today the day in Manila. */
export function licenseStateOf(
  { license_expires_on: lastDay, license_checked_at: checkedAt, license_lapsed_at: lapsedAt }: LicenseFacts,
  today: string,
): LicenseState {
  // A copy from an older version of the page has none of the fields.
  if (lapsedAt) return 'lapsed';
  if (!checkedAt || !lastDay) return 'unchecked';
  if (lastDay < today) return 'expired';
  return lastDay <= addDays(today, LICENSE_WARNING_DAYS) ? 'expiring' : 'valid';
}

const unchecked = { license_checked_at: null, license_checked_by: null, license_note: null };

/** With an application everything about the licence starts anew. */
export const withoutLastDay = { license_expires_on: null, license_warned_at: null };

/**
 * The fields that reset the check when the number changes, because a check is of one number. The last day of the former
 * number counts until an admin has checked the new one, or an agent could escape it by changing a digit.
 * @param number as it was sent; undefined was not.
 * @returns null where the check stays.
 */
export function uncheckedIfOther(
  profile: { license_number: string | null; license_checked_at: Date | null } | null,
  number: string | null | undefined,
): typeof unchecked | null {
  if (!profile || profile.license_checked_at === null) return null;
  return number === undefined || number === profile.license_number ? null : unchecked;
}
