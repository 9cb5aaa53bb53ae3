import { QueryTypes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { UserModel } from '#server/db/models.ts';
import { columnsEqual, hasValues, toIso } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ForbiddenError, TooManyRequestsError } from '#server/http/errors.ts';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';
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

/** After a correct password only. @throws {ForbiddenError} `account_suspended`, `account_inactive`, `account_pending`. */
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
/** Ids of agents with a checked licence that has not ended. @param today a placeholder for the day in Manila. */
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

/**
 * Inquiries of an account, as a condition on a table of them: sent while signed in, or sent without an account under an
 * address that the account has confirmed.
 * @param userId SQL of the account's id. @param of the table's alias in the statement and a dot, where it has one.
 */
export const sentBy = (userId: string, of = '') =>
  `(${of}user_id = ${userId} OR (${of}user_id IS NULL AND ${of}email =
    (SELECT u.email FROM users u WHERE u.id = ${userId} AND u.email_verified_at IS NOT NULL)))`;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Limit {
  /** Rows of this table are counted, by the column of their author. */
  table: string;
  column: string;
  /** Rows that do not count, by the column that says so. */
  except?: string;
  /** The setting with the limit of rows within 24 hours. */
  setting: keyof SystemSettings['security'] & `newA${string}`;
  /** The id of a message with `limit` and `hours`. */
  refusal: string;
}

const limits = {
  conversations: {
    table: 'conversations',
    column: 'user_id',
    setting: 'newAccountConversations',
    refusal: msg(
      'A new account can start {limit} conversations a day. You can start the next one in {hours, plural, one {# hour} other {# hours}}.',
    ).id,
  },
  inquiries: {
    table: 'inquiries',
    column: 'user_id',
    setting: 'newAccountInquiries',
    refusal: msg(
      'A new account can send {limit} inquiries a day. You can send the next one in {hours, plural, one {# hour} other {# hours}}.',
    ).id,
  },
  reports: {
    table: 'listing_reports',
    column: 'reporter_id',
    setting: 'newAccountReports',
    refusal: msg(
      'A new account can report {limit} listings a day. You can report the next one in {hours, plural, one {# hour} other {# hours}}.',
    ).id,
  },
  reviews: {
    table: 'reviews',
    column: 'reviewer_id',
    setting: 'newAccountReviews',
    refusal: msg(
      'A new account can write {limit} reviews a day. You can write the next one in {hours, plural, one {# hour} other {# hours}}.',
    ).id,
  },
  listings: {
    table: 'properties',
    column: 'agent_id',
    except: 'is_draft',
    setting: 'newAgentListings',
    refusal: msg(
      'A new agent can post {limit} listings a day. You can post more in {hours, plural, one {# hour} other {# hours}}.',
    ).id,
  },
} satisfies Record<string, Limit>;

/** In the transaction that stores so many rows, with the account locked. @throws {TooManyRequestsError} `new_account_limit`. */
export async function requireWithinNewAccountLimit(
  { db, env, now, systemSettings }: ServerContext,
  account: Pick<UserModel, 'id' | 'created_at' | 'email_verified_at'>,
  what: keyof typeof limits,
  more = 1,
): Promise<void> {
  if (!env.hasActionLimits) return;
  const { table, column, except, setting, refusal }: Limit = limits[what];
  const { newAccountHours, newAgentDays, [setting]: count } = systemSettings.current().security;
  const hours = what === 'listings' ? newAgentDays * 24 : newAccountHours;
  const at = now().getTime();
  // An account without a confirmed address stays new; the wait is a day.
  const isUnconfirmed = hours > 0 && account.email_verified_at === null;
  const knownFrom = isUnconfirmed ? Number.POSITIVE_INFINITY : account.created_at.getTime() + hours * HOUR_MS;
  if (knownFrom <= at) return;
  const since = new Date(at - DAY_MS);
  const rows = await db.sequelize.query<{ created_at: Date | string }>(
    `SELECT created_at FROM ${table} WHERE ${column} = :id AND created_at > :since ${except ? `AND NOT ${except}` : ''}
    ORDER BY created_at DESC LIMIT ${count}`,
    { replacements: { id: account.id, since }, type: QueryTypes.SELECT },
  );
  if (rows.length + more <= count) return;
  // By then this row and all earlier rows are older than a day, or the account is no longer new.
  const inTheWay = rows[count - more];
  const never = isUnconfirmed ? at + DAY_MS : knownFrom;
  const freeAt = inTheWay ? Date.parse(toIso(inTheWay.created_at)) + DAY_MS : never;
  const waitMs = Math.max(1_000, Math.min(freeAt, knownFrom) - at);
  throw new TooManyRequestsError(
    { id: refusal, values: { limit: count, hours: Math.ceil(waitMs / HOUR_MS) } },
    Math.ceil(waitMs / 1_000),
    'new_account_limit',
  );
}
