import { createHash, randomBytes } from 'node:crypto';
import { Op, Transaction, type WhereOptions } from 'sequelize';
import type { BaseContext } from '#server/context.ts';
import { batchReads } from '#server/db/batchedReads.ts';
import type { SessionModel, UserModel } from '#server/db/models.ts';
import { keepPlan } from '#server/db/postgres.ts';
import { isAmong, lockedInOrder, pick, type RawRow, SqlBuilder, toBoolean, toIso } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { confirmedUntil, SessionExpiredError } from '#server/http/access.ts';
import { callerNetwork, type SignedInUser } from '#server/http/caller.ts';
import type { OtherAccess } from '#server/mail/templates.ts';
import { HAS_SECOND_FACTOR, isApprovedAgent } from '../policy.ts';

interface NewSession {
  userId: number;
  remember: boolean;
  /** Shown to the session's owner. */
  address: string;
  userAgent: string;
  /** The replaced session; null for a sign-in. */
  continues?: Pick<SessionModel, 'created_at' | 'confirmed_at'>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const REMEMBERED_MS = 30 * DAY_MS;
const MAX_USER_AGENT = 300;

/** Longest idle time of a session. 'Remember me' never shortens the admin's setting. */
function idleLimitMs({ systemSettings }: Pick<BaseContext, 'systemSettings'>, remember: boolean): number {
  const usual = systemSettings.current().security.sessionTimeout * HOUR_MS;
  return remember ? Math.max(REMEMBERED_MS, usual) : usual;
}

/** Longest life of a session, however much it is used. */
const lifetimeMs = ({ systemSettings }: Pick<BaseContext, 'systemSettings'>) =>
  systemSettings.current().security.sessionLifetime * DAY_MS;

/** Whether a session is idle for too long or too old. */
export function hasEnded(
  context: Pick<BaseContext, 'systemSettings' | 'now'>,
  session: Pick<SessionModel, 'remember' | 'last_used_at' | 'created_at'>,
): boolean {
  const at = context.now().getTime();
  return (
    at - session.last_used_at.getTime() > idleLimitMs(context, session.remember) ||
    at - session.created_at.getTime() > lifetimeMs(context)
  );
}

/** @returns the token, stored only as a hash. */
export async function openSession(
  { db, now }: ServerContext,
  { userId, remember, address, userAgent, continues }: NewSession,
): Promise<string> {
  const token = createToken();
  await db.models.Session.create({
    user_id: userId,
    token_hash: hashToken(token),
    remember,
    address: callerNetwork(address),
    user_agent: userAgent.slice(0, MAX_USER_AGENT) || null,
    created_at: continues?.created_at ?? now(),
    last_used_at: now(),
    confirmed_at: continues?.confirmed_at ?? null,
  });
  return token;
}

type SessionRow = RawRow<
  Pick<SessionModel, 'token_hash' | 'remember' | 'created_at' | 'last_used_at' | 'confirmed_at' | 'wal_position'>
> &
  Pick<UserModel, 'id' | 'name' | 'email' | 'role' | 'admin_role' | 'language'> & {
    session_id: number;
    /** The account's status. As a condition, SQLite would read all active accounts before the tokens. */
    status: string;
    has_second_factor: boolean | number;
    application_status: string | null;
    registered_at: Date | string;
  };

const FIND_SESSIONS = `
  SELECT s.id AS session_id, u.status, s.token_hash, s.remember, s.created_at, s.last_used_at, s.confirmed_at, s.wal_position, u.id, u.name,
    u.email, u.role, u.admin_role, u.language, u.created_at AS registered_at, a.application_status, ${HAS_SECOND_FACTOR} AS has_second_factor
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  LEFT JOIN agent_profiles a ON a.user_id = u.id`;

/** One dead database connection delays a third of the callers until it is noticed. */
const READS_AT_ONCE = 3;

/**
 * Finds the sessions of tokens: on every call and never cached, so that an end of a session holds from the next call
 * on, in every process. Concurrent calls share one query.
 * @returns null: unknown, ended, or its account is not active.
 */
export function createSessionFinder(context: BaseContext): (token: string) => Promise<SignedInUser | null> {
  const { db } = context;
  const find = batchReads(async (hashes: string[]) => {
    const sql = new SqlBuilder(db.dialect);
    const text = `${FIND_SESSIONS} WHERE ${isAmong(sql, 's.token_hash', hashes)}`;
    const rows = await db.readRows<SessionRow>(keepPlan(text), sql.parameters);
    const open = rows.filter((row) => row.status === 'active' && !isOver(context, row));
    const unused = open.filter((row) => isToBeTouched(context, row)).map((row) => row.session_id);
    if (unused.length > 0) touchSessions(context, unused);
    return new Map(open.map((row) => [row.token_hash, presentUser(row)]));
  }, READS_AT_ONCE);
  return async (token) => (isToken(token) && (await find(hashToken(token)))) || null;
}

function isOver(context: BaseContext, row: SessionRow): boolean {
  return hasEnded(context, {
    remember: toBoolean(row.remember),
    created_at: new Date(toIso(row.created_at)),
    last_used_at: new Date(toIso(row.last_used_at)),
  });
}

const isToBeTouched = ({ now }: BaseContext, row: SessionRow): boolean =>
  now().getTime() - new Date(toIso(row.last_used_at)).getTime() >= MINUTE_MS;

const presentUser = (row: SessionRow): SignedInUser => ({
  ...pick(row, 'id', 'name', 'email', 'role', 'language'),
  adminRole: row.role === 'admin' ? row.admin_role : null,
  isApprovedAgent: isApprovedAgent(row, row),
  registeredAt: new Date(toIso(row.registered_at)),
  sessionId: row.session_id,
  signedInAt: new Date(toIso(row.created_at)),
  confirmedAt: row.confirmed_at === null ? null : new Date(toIso(row.confirmed_at)),
  hasSecondFactor: toBoolean(row.has_second_factor),
  walPosition: row.wal_position,
  token: null,
});

/** Not awaited by the call. Only the first of simultaneous calls writes. */
function touchSessions({ db, log, now }: BaseContext, ids: readonly number[]): void {
  const usedAt = now();
  const unusedSince = { [Op.lte]: new Date(usedAt.getTime() - MINUTE_MS) };
  db.transaction(
    () =>
      db.models.Session.update({ last_used_at: usedAt }, { where: { id: [...ids], last_used_at: unusedSince } }),
    { isBookkeeping: true },
  ).catch((error: unknown) => log.warn({ err: error }, 'could not note the use of a session'));
}

/** Records that the session's owner has just proved their identity. @returns until when that holds. */
export async function confirmSession({ db, now, security }: ServerContext, { id, sessionId }: SignedInUser) {
  const at = now();
  const [confirmed] = await db.transaction(() =>
    db.models.Session.update({ confirmed_at: at }, { where: { id: sessionId, user_id: id } }),
  );
  if (confirmed !== 1) throw new SessionExpiredError();
  security.record('identity_confirmed', { accountId: id, sessionId });
  return { confirmed_until: confirmedUntil(at).toISOString() };
}

/** Ends some of an account's sessions, and closes their sockets. @param id which of them. @returns their number. */
export async function revokeSessions(
  { db, bus }: ServerContext,
  userId: number,
  id: number | { [Op.ne]: number },
): Promise<number> {
  const { Session } = db.models;
  const sessions = await db.transaction(async () => {
    const ending = await Session.findAll({
      attributes: ['id'],
      where: { user_id: userId, id },
      ...lockedInOrder('UPDATE'),
    });
    await Session.destroy({ where: { id: ending.map((session) => session.id) } });
    return ending;
  });
  for (const session of sessions) bus.publish('sessionsRevoked', { userId, sessionId: session.id });
  return sessions.length;
}

/** Ends every session and API token, within the change that calls for it. Sockets close after the commit. */
export async function revokeAllSessions({ db, bus }: ServerContext, userId: number): Promise<void> {
  await db.models.Session.destroy({ where: { user_id: userId } });
  await db.models.ApiToken.destroy({ where: { user_id: userId } });
  db.afterCommit(() => bus.publish('sessionsRevoked', { userId, sessionId: null }));
}

/** An opaque 256-bit secret, 43 characters that need no escaping in a header or an address. */
export const createToken = (): string => randomBytes(32).toString('base64url');

const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The stored form. Plain SHA-256 is enough for 256 random bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Ends at most so many sessions that are idle for too long or too old. @returns their number. */
export async function endExpiredSessions(context: ServerContext, limit: number): Promise<number> {
  const { db, bus, now } = context;
  const { Session } = db.models;
  const at = now().getTime();
  const unused = [true, false].map((remember) => ({
    remember,
    last_used_at: { [Op.lt]: new Date(at - idleLimitMs(context, remember)) },
  }));
  const tooOld = { created_at: { [Op.lt]: new Date(at - lifetimeMs(context)) } };
  // Locked: a session used between the two statements would be ended otherwise.
  const find = (where: WhereOptions) =>
    Session.findAll({
      attributes: ['id', 'user_id'],
      where,
      limit,
      lock: Transaction.LOCK.UPDATE,
      skipLocked: true,
    });
  const endSome = async () => {
    // Two queries: each uses an index of its own.
    const sessions = [...(await find({ [Op.or]: unused })), ...(await find(tooOld))];
    await Session.destroy({ where: { id: sessions.map(({ id }) => id) } });
    return sessions;
  };
  const ended = await db.transaction(endSome, { isBookkeeping: true });
  for (const { id, user_id } of ended) bus.publish('sessionsRevoked', { userId: user_id, sessionId: id });
  return ended.length;
}

type Holder = Pick<UserModel, 'id'>;

export async function readOtherAccess(context: ServerContext, { id }: Holder): Promise<OtherAccess> {
  const { Passkey, TotpFactor, ProviderIdentity, ApiToken, Webhook, PushSubscription } = context.db.models;
  const own = { where: { user_id: id }, order: ['id'] };
  return {
    passkeys: (await Passkey.findAll(own)).map(({ name }) => name),
    hasAuthenticator: (await TotpFactor.count({ where: { user_id: id, confirmed_at: { [Op.ne]: null } } })) > 0,
    companyLogins: await ProviderIdentity.count({ where: { user_id: id } }),
    apiTokens: (await ApiToken.findAll(own)).map(({ name }) => name),
    webhooks: (await Webhook.findAll(own)).map(({ url }) => url),
    pushDevices: await PushSubscription.count({ where: { user_id: id } }),
  };
}

/**
 * Ends all other access and forgets known devices, within the change that calls for it: the access may have been set up
 * by another person. The caller holds the account, and ends the sessions where needed.
 * @param isReset of an account with a confirmed address. A mailbox alone is no reason to remove second factors.
 * Passkeys end, except those of administrators, which are their second factor. Webhooks give no access and are paused
 * by `pauseExits`. @returns the ended access, for the mail to the owner.
 */
export async function endOtherAccess(
  context: ServerContext,
  { id, role }: Pick<UserModel, 'id' | 'role'>,
  { isReset = false } = {},
): Promise<OtherAccess> {
  const { models } = context.db;
  const ended = await readOtherAccess(context, { id });
  const where = { user_id: id };
  if (isReset) Object.assign(ended, { hasAuthenticator: false, webhooks: [] });
  else {
    await models.TotpFactor.destroy({ where });
    await models.RecoveryCode.destroy({ where });
    await models.Webhook.destroy({ where });
  }
  if (isReset && role === 'admin') ended.passkeys = [];
  else await models.Passkey.destroy({ where });
  await models.ProviderIdentity.destroy({ where });
  await models.ApiToken.destroy({ where });
  await models.PushSubscription.destroy({ where });
  await models.KnownDevice.destroy({ where });
  context.db.afterCommit(() => context.security.record('other_access_ended', { accountId: id }));
  return ended;
}

/** Pauses outgoing data, as a new password often answers a theft: webhooks, and the separate contact address. */
export async function pauseExits({ db, now }: ServerContext, user: UserModel): Promise<void> {
  await db.models.Webhook.update(
    { is_active: false, paused_at: now() },
    { where: { user_id: user.id, is_active: true } },
  );
  await user.update({ contact_email: null });
}
