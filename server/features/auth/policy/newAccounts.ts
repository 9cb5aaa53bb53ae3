import { QueryTypes } from 'sequelize';
import type { UserModel } from '#server/db/models.ts';
import { toIso } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { TooManyRequestsError } from '#server/http/errors.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';
import { type Message, msg } from '#shared/messages.ts';
import { trustOf } from '../policy.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Limit {
  /** Rows of this table are counted, by the column of their author. */
  table: string;
  column: string;
  /** Limit of rows within 24 hours for a new account, and the hours for which an account is new. */
  most(security: SystemSettings['security']): { count: number; hours: number };
  refusal(values: { limit: number; hours: number }): Message;
}

const limits = {
  conversations: {
    table: 'conversations',
    column: 'user_id',
    most: ({ newAccountHours: hours, newAccountConversations: count }) => ({ count, hours }),
    refusal: (values) =>
      msg(
        'A new account can start {limit} conversations a day. You can start the next one in {hours, plural, one {# hour} other {# hours}}.',
        values,
      ),
  },
  inquiries: {
    table: 'inquiries',
    column: 'user_id',
    most: ({ newAccountHours: hours, newAccountInquiries: count }) => ({ count, hours }),
    refusal: (values) =>
      msg(
        'A new account can send {limit} inquiries a day. You can send the next one in {hours, plural, one {# hour} other {# hours}}.',
        values,
      ),
  },
  reports: {
    table: 'listing_reports',
    column: 'reporter_id',
    most: ({ newAccountHours: hours, newAccountReports: count }) => ({ count, hours }),
    refusal: (values) =>
      msg(
        'A new account can report {limit} listings a day. You can report the next one in {hours, plural, one {# hour} other {# hours}}.',
        values,
      ),
  },
  reviews: {
    table: 'reviews',
    column: 'reviewer_id',
    most: ({ newAccountHours: hours, newAccountReviews: count }) => ({ count, hours }),
    refusal: (values) =>
      msg(
        'A new account can write {limit} reviews a day. You can write the next one in {hours, plural, one {# hour} other {# hours}}.',
        values,
      ),
  },
  listings: {
    table: 'properties',
    column: 'agent_id',
    most: ({ newAgentDays, newAgentListings: count }) => ({ count, hours: newAgentDays * 24 }),
    refusal: (values) =>
      msg(
        'A new agent can post {limit} listings a day. You can post more in {hours, plural, one {# hour} other {# hours}}.',
        values,
      ),
  },
} satisfies Record<string, Limit>;

/**
 * To be called in the transaction that stores the rows, with the account locked.
 * @param more number of rows about to be stored. @throws {TooManyRequestsError} `new_account_limit`.
 */
export async function requireWithinNewAccountLimit(
  { db, env, now, systemSettings }: ServerContext,
  account: Pick<UserModel, 'id' | 'created_at' | 'email_verified_at'>,
  what: keyof typeof limits,
  more = 1,
): Promise<void> {
  if (!env.hasActionLimits) return;
  const { table, column, most, refusal }: Limit = limits[what];
  const { count, hours } = most(systemSettings.current().security);
  const at = now().getTime();
  const { knownFrom } = trustOf(account, hours);
  if (knownFrom.getTime() <= at) return;
  const since = new Date(at - DAY_MS);
  const rows = await db.sequelize.query<{ created_at: Date | string }>(
    `SELECT created_at FROM ${table} WHERE ${column} = :id AND created_at > :since
    ORDER BY created_at DESC LIMIT ${count}`,
    { replacements: { id: account.id, since }, type: QueryTypes.SELECT },
  );
  if (rows.length + more <= count) return;
  // By then this row and all earlier rows are older than a day, or the account is no longer new.
  const inTheWay = rows[count - more];
  // An account without a confirmed address stays new; the wait is a day.
  const never = account.email_verified_at === null ? at + DAY_MS : knownFrom.getTime();
  const freeAt = inTheWay ? Date.parse(toIso(inTheWay.created_at)) + DAY_MS : never;
  const waitMs = Math.max(1_000, Math.min(freeAt, knownFrom.getTime()) - at);
  throw new TooManyRequestsError(
    refusal({ limit: count, hours: Math.ceil(waitMs / HOUR_MS) }),
    Math.ceil(waitMs / 1_000),
    'new_account_limit',
  );
}
