import type { Database } from '#server/db/connection.ts';
import type { UserModel } from '#server/db/models.ts';
import { columnsEqual, hasValues } from '#server/db/sql.ts';
import { ForbiddenError } from '#server/http/errors.ts';
import type { UserStatus } from '#shared/contracts/auth.ts';
import { type Message, msg } from '#shared/messages.ts';

/** Active administrators, as a condition on accounts. */
export const activeAdmin = { role: 'admin', status: 'active' } as const;
/** Active owners; only an owner can make administrators and change their roles. */
export const activeOwner = { ...activeAdmin, admin_role: 'owner' } as const;

const statusMessages: Record<Exclude<UserStatus, 'active'>, Message> = {
  suspended: msg('This account has been suspended. Please contact us if you think this is a mistake.'),
  inactive: msg('This account is not active. Please contact us to reactivate it.'),
  pending: msg('This account is waiting for approval. You can log in once it has been approved.'),
};

/** Whether the account has a second factor, as a condition on the account `u`. */
export const HAS_SECOND_FACTOR = `(
  EXISTS (SELECT 1 FROM totp_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id))`;

/**
 * To be called after a correct password only.
 * @throws {ForbiddenError} `account_suspended`, `account_inactive`, `account_pending`.
 */
export function requireActiveAccount(status: UserStatus): void {
  if (status !== 'active') throw new ForbiddenError(statusMessages[status], `account_${status}`);
}

/** Values of the account and of its profile that make an approved agent. */
const approvedAgent = {
  account: { role: 'agent' },
  profile: { application_status: 'approved' },
} as const;

/** An agent in the directory: approved, with an active account and without a lapsed licence. */
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
 * Ids of agents with a licence that an admin has checked and that has not ended: the states 'valid' and 'expiring' of
 * `licenseStateOf`.
 * @param today a placeholder for the day in Manila.
 */
export const licensedAgents = (today: string) =>
  `(SELECT a.user_id FROM agent_profiles a WHERE a.license_checked_at IS NOT NULL
    AND a.license_lapsed_at IS NULL AND a.license_expires_on >= ${today})`;
/** The address shown to other people (except admins), of the account under this alias. */
export const contactEmail = (alias: string) => `COALESCE(${alias}.contact_email, ${alias}.email)`;
/** Time of confirmation of that address; a separate contact address is never confirmed. */
export const contactConfirmedAt = (alias: string) =>
  `CASE WHEN ${alias}.contact_email IS NULL THEN ${alias}.email_verified_at END`;

/** Applicants waiting for a decision, as a condition on `u` and `a`. */
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

/** The largest time of a Date. */
const NEVER = new Date(8.64e15);

/**
 * The time from which the limits for new accounts end, and the address has to be confirmed by then.
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
 * Inquiries of an account, as a condition on a table of them: sent while signed in, or sent without an account under an
 * address that the account has confirmed.
 * @param userId SQL of the account's id. @param of the table's alias in the statement and a dot, where it has one.
 */
export const sentBy = (userId: string, of = '') =>
  `(${of}user_id = ${userId} OR (${of}user_id IS NULL AND ${of}email =
    (SELECT u.email FROM users u WHERE u.id = ${userId} AND u.email_verified_at IS NOT NULL)))`;
