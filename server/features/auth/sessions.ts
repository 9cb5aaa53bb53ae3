import { createHash, randomBytes } from 'node:crypto';
import { Op, Transaction } from 'sequelize';
import type { BaseContext } from '#server/context.ts';
import { toBoolean, toIso } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { callerNetwork } from '#server/http/rateLimit.ts';
import type { AdminRole } from '#shared/adminRoles.ts';
import type { Role } from '#shared/contracts/auth.ts';
import { isApprovedAgent } from './policy.ts';

interface NewSession {
  userId: number;
  remember: boolean;
  /** Where it is opened from; kept so that people could be shown it. */
  address: string;
  userAgent: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const REMEMBERED_MS = 30 * 24 * HOUR_MS;
const MAX_USER_AGENT = 300;

/** How long a session may stay unused. 'Remember me' never shortens what the admin allows. */
function idleLimitMs({ systemSettings }: Pick<BaseContext, 'systemSettings'>, remember: boolean): number {
  const usual = systemSettings.current().security.sessionTimeout * HOUR_MS;
  return remember ? Math.max(REMEMBERED_MS, usual) : usual;
}

/** @returns the token, which is returned once and stored only as a hash. */
export async function openSession(
  { db, now }: ServerContext,
  { userId, remember, address, userAgent }: NewSession,
): Promise<string> {
  const token = createToken();
  await db.models.Session.create({
    user_id: userId,
    token_hash: hashToken(token),
    remember,
    address: callerNetwork(address),
    user_agent: userAgent.slice(0, MAX_USER_AGENT) || null,
    created_at: now(),
    last_used_at: now(),
  });
  return token;
}

interface SessionRow {
  session_id: number;
  remember: boolean | number;
  last_used_at: Date | string;
  id: number;
  name: string;
  email: string;
  role: Role;
  admin_role: AdminRole | null;
  application_status: string | null;
}

const FIND_SESSION = `
  SELECT s.id AS session_id, s.remember, s.last_used_at, u.id, u.name, u.email, u.role, u.admin_role, a.application_status
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  LEFT JOIN agent_profiles a ON a.user_id = u.id
  WHERE s.token_hash = $1 AND u.status = 'active'`;

/**
 * The session of a token: asked on every call and never cached, so that what ends it holds from the next call on, in
 * every process. @returns null when there is none, it went unused too long, or its account is not active.
 */
export async function findSignedInUser(context: BaseContext, token: string): Promise<SignedInUser | null> {
  if (!isToken(token)) return null;
  const [row] = await context.db.readRows<SessionRow>(FIND_SESSION, [hashToken(token)]);
  if (!row) return null;
  const idleMs = context.now().getTime() - Date.parse(toIso(row.last_used_at));
  if (idleMs > idleLimitMs(context, toBoolean(row.remember))) return null;
  if (idleMs >= MINUTE_MS) touchSession(context, row.session_id);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    adminRole: row.role === 'admin' ? row.admin_role : null,
    isApprovedAgent: isApprovedAgent(row, row),
    sessionId: row.session_id,
  };
}

/** Not awaited by the call. Of simultaneous calls only the first writes. */
function touchSession({ db, log, now }: BaseContext, sessionId: number): void {
  const usedAt = now();
  const unusedSince = { [Op.lte]: new Date(usedAt.getTime() - MINUTE_MS) };
  db.transaction(
    () =>
      db.models.Session.update(
        { last_used_at: usedAt },
        { where: { id: sessionId, last_used_at: unusedSince } },
      ),
    { isBookkeeping: true },
  ).catch((error: unknown) => log.warn({ err: error }, 'could not note the use of a session'));
}

export async function revokeSession(
  { db, bus }: ServerContext,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<void> {
  await db.transaction(() => db.models.Session.destroy({ where: { id: sessionId, user_id: userId } }));
  bus.publish('sessionsRevoked', { userId, sessionId });
}

/**
 * Ends every session of an account, within the change that calls for it (a new password, suspension, deletion).
 * Open sockets are told once that change is committed.
 */
export async function revokeAllSessions({ db, bus }: ServerContext, userId: number): Promise<void> {
  await db.models.Session.destroy({ where: { user_id: userId } });
  db.afterCommit(() => bus.publish('sessionsRevoked', { userId, sessionId: null }));
}

/** An opaque 256-bit secret, 43 characters that need no escaping in a header or an address. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** What is stored. Plain SHA-256 is enough: there is nothing to guess in 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Ends sessions that went unused too long, and closes their sockets.
 * @param limit at most so many at once. @returns how many were ended.
 */
export async function endUnusedSessions(context: ServerContext, limit: number): Promise<number> {
  const { db, bus, now } = context;
  const { Session } = db.models;
  const at = now().getTime();
  const unused = {
    [Op.or]: [true, false].map((remember) => ({
      remember,
      last_used_at: { [Op.lt]: new Date(at - idleLimitMs(context, remember)) },
    })),
  };
  const endSome = async () => {
    // Locked: a session used between the two statements would otherwise be ended all the same.
    const sessions = await Session.findAll({
      attributes: ['id', 'user_id'],
      where: unused,
      limit,
      lock: Transaction.LOCK.UPDATE,
      skipLocked: true,
    });
    await Session.destroy({ where: { id: sessions.map(({ id }) => id) } });
    return sessions;
  };
  const ended = await db.transaction(endSome, { isBookkeeping: true });
  for (const { id, user_id } of ended) bus.publish('sessionsRevoked', { userId: user_id, sessionId: id });
  return ended.length;
}
