import type { Database } from '#server/db/connection.ts';
import type { UserModel } from '#server/db/models.ts';
import { columnsEqual, hasValues } from '#server/db/sql.ts';
import { ForbiddenError } from '#server/http/errors.ts';
import type { UserStatus } from '#shared/contracts/auth.ts';
import { type Message, msg } from '#shared/messages.ts';

/** Who administers the site at present, as a condition on accounts. */
export const activeAdmin = { role: 'admin', status: 'active' } as const;
/** Without one of these nobody could make administrators, nor change what they may do. */
export const activeOwner = { ...activeAdmin, admin_role: 'owner' } as const;

const statusMessages: Record<Exclude<UserStatus, 'active'>, Message> = {
  suspended: msg('This account has been suspended. Please contact us if you think this is a mistake.'),
  inactive: msg('This account is not active. Please contact us to reactivate it.'),
  pending: msg('This account is waiting for approval. You can log in once it has been approved.'),
};

/** Whether the account has something that proves more than a password does, as a condition on the account `u`. */
export const HAS_SECOND_FACTOR = `(
  EXISTS (SELECT 1 FROM totp_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id))`;

/** Asked only after a correct password. @throws {ForbiddenError} `account_suspended`, `account_inactive`, `account_pending`. */
export function requireActiveAccount(status: UserStatus): void {
  if (status !== 'active') throw new ForbiddenError(statusMessages[status], `account_${status}`);
}

/** Who may work as an agent: fixed values of the account and of its profile. */
const approvedAgent = {
  account: { role: 'agent' },
  profile: { application_status: 'approved' },
} as const;

/** Whom people can find and reach: an approved agent whose account is active and whose licence has not lapsed. */
export const publicAgent = {
  account: { ...approvedAgent.account, status: 'active' },
  profile: { ...approvedAgent.profile, license_lapsed_at: null },
} as const;

const toSql = ({ account, profile }: typeof approvedAgent | typeof publicAgent) =>
  `${columnsEqual('u', account)} AND ${columnsEqual('a', profile)}`;

/** The two rules as conditions on the account `u` and its profile `a`. */
export const APPROVED_AGENT = toSql(approvedAgent);
export const PUBLIC_AGENT = toSql(publicAgent);
/**
 * The ids of those whose licence an admin has checked and which has not ended: the states 'valid' and 'expiring' of
 * `licenseStateOf`. @param today a placeholder for the day in Manila.
 */
export const licensedAgents = (today: string) =>
  `(SELECT a.user_id FROM agent_profiles a WHERE a.license_checked_at IS NOT NULL
    AND a.license_lapsed_at IS NULL AND a.license_expires_on >= ${today})`;
/** The address that others than the person and admins are shown, of the account under this alias. */
export const contactEmail = (alias: string) => `COALESCE(${alias}.contact_email, ${alias}.email)`;
/** When that address was confirmed: one that is given beside the sign-in address never is. */
export const contactConfirmedAt = (alias: string) =>
  `CASE WHEN ${alias}.contact_email IS NULL THEN ${alias}.email_verified_at END`;

/** Who waits for an admin's decision, as a condition on `u` and `a`. */
export const AGENT_APPLICANT = "a.application_status = 'pending' AND u.role <> 'admin'";

export function isApprovedAgent(
  account: Pick<UserModel, 'role'>,
  profile: { application_status: string | null } | null,
): boolean {
  return hasValues(account, approvedAgent.account) && hasValues(profile, approvedAgent.profile);
}

export async function isPublicAgent({ models }: Database, id: number): Promise<boolean> {
  const found = await models.AgentProfile.count({
    where: { ...publicAgent.profile, user_id: id },
    include: [{ association: 'user', where: publicAgent.account }],
  });
  return found > 0;
}

const HOUR_MS = 3_600_000;

/** The last moment that a date can be. */
const NEVER = new Date(8.64e15);

/**
 * From when on an account is trusted like any other: it may do only so much before, and until its address is confirmed.
 * @param hours for which an account counts as new.
 */
export function trustOf(
  { created_at, email_verified_at }: Pick<UserModel, 'created_at' | 'email_verified_at'>,
  hours: number,
): { knownFrom: Date } {
  const isUnconfirmed = hours > 0 && email_verified_at === null;
  return { knownFrom: isUnconfirmed ? NEVER : new Date(created_at.getTime() + hours * HOUR_MS) };
}

/**
 * Inquiries that are an account's own, as a condition on a table of them: those sent while signed in, and those sent
 * without an account under an address that the account has confirmed.
 * @param userId SQL of the account's id. @param of the table's name in the statement and a dot, where it has another one.
 */
export const sentBy = (userId: string, of = '') =>
  `(${of}user_id = ${userId} OR (${of}user_id IS NULL AND ${of}email =
    (SELECT u.email FROM users u WHERE u.id = ${userId} AND u.email_verified_at IS NOT NULL)))`;
