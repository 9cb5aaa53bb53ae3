import { UniqueConstraintError } from 'sequelize';
import type { z } from 'zod';
import type { UserModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError, type SignedInUser } from '#server/http/access.ts';
import { ConflictError, ForbiddenError, InvalidInputError, UnauthorizedError } from '#server/http/errors.ts';
import { authMessages } from '#shared/authMessages.ts';
import type { loginBody, registerBody, Session } from '#shared/contracts/auth.ts';
import type { AttemptLimiter } from './attempts.ts';
import { hashPassword, lockUser, setPassword, verifyPassword } from './passwords.ts';
import { requireActiveAccount } from './policy.ts';
import { getProfile, presentUser } from './profile.ts';
import { type Origin, openSession } from './sessions.ts';

/** @throws {ForbiddenError} `registration_closed`. @throws {ConflictError} `email_exists`. */
export async function register(
  context: ServerContext,
  draft: z.output<typeof registerBody>,
  origin: Origin,
): Promise<Session> {
  const { db, bus, systemSettings } = context;
  if (!systemSettings.current().application.registrationEnabled)
    throw new ForbiddenError('Registration is currently closed.', 'registration_closed');
  const emailExists = new ConflictError(authMessages.emailExists, 'email_exists');
  if (await db.models.User.count({ where: { email: draft.email } })) throw emailExists;

  const { name, email, phone = null } = draft;
  const passwordHash = await hashPassword(draft.password);
  const session = await db
    .transaction(async () => {
      const values = { name, email, phone, avatar_url: null, password_hash: passwordHash };
      const user = await db.models.User.create(values);
      const token = await openSession(context, { userId: user.id, remember: false, origin });
      return { user: presentUser(user, null), token };
    })
    .catch((error: unknown) => {
      // Somebody registered the same address while the password was hashed.
      throw error instanceof UniqueConstraintError ? emailExists : error;
    });
  bus.publish('userRegistered', { userId: session.user.id });
  return session;
}

const invalidCredentials = () =>
  new UnauthorizedError(authMessages.invalidCredentials, 'invalid_credentials');

/**
 * @throws {UnauthorizedError} `invalid_credentials`, whether or not the account exists.
 * @throws {ForbiddenError} the password is right but the account is not active.
 * @throws {TooManyRequestsError} `login_locked`.
 */
export async function login(
  context: ServerContext,
  attempts: AttemptLimiter,
  draft: z.output<typeof loginBody>,
  origin: Origin,
): Promise<Session> {
  const { User } = context.db.models;
  const user = await attempts.run(draft.email, origin.address, async () => {
    const account = await User.findOne({ where: { email: draft.email }, include: 'agentProfile' });
    const isRight = await verifyPassword(account?.password_hash ?? null, draft.password);
    return isRight ? account : null;
  });
  if (!user) throw invalidCredentials();

  const token = await context.db.transaction(async () => {
    const current = await lockUser(context, user.id);
    // The password was changed, or the account deleted, while this one was checked.
    if (current?.password_hash !== user.password_hash) throw invalidCredentials();
    requireActiveAccount(current.status);
    return openSession(context, { userId: user.id, remember: draft.rememberMe, origin });
  });
  return { user: presentUser(user, user.agentProfile), token };
}

/**
 * Ends every session of the account and opens a new one for whoever changed the password.
 * @throws {InvalidInputError} at `currentPassword`. @throws {TooManyRequestsError} `login_locked`.
 */
export async function changePassword(
  context: ServerContext,
  attempts: AttemptLimiter,
  caller: SignedInUser,
  draft: { currentPassword: string; newPassword: string },
  origin: Origin,
): Promise<Session> {
  const { db } = context;
  const user = await attempts.run(`password of ${caller.id}`, origin.address, () =>
    findByPassword(context, caller.id, draft.currentPassword),
  );
  if (!user) throw wrongPassword();

  const passwordHash = await hashPassword(draft.newPassword);
  const token = await db.transaction(async () => {
    const current = await lockUser(context, caller.id);
    const session = await db.models.Session.findByPk(caller.sessionId);
    if (!current || !session) throw new SessionExpiredError();
    if (current.password_hash !== user.password_hash) throw wrongPassword();
    await setPassword(context, current, passwordHash);
    return openSession(context, { userId: caller.id, remember: session.remember, origin });
  });
  return { user: await getProfile(context, caller.id), token };
}

const wrongPassword = () =>
  new InvalidInputError([{ path: 'currentPassword', message: 'The current password is not correct' }]);

async function findByPassword(
  { db }: ServerContext,
  id: number,
  password: string,
): Promise<UserModel | null> {
  const user = await db.models.User.findByPk(id);
  const isRight = await verifyPassword(user?.password_hash ?? null, password);
  return isRight ? user : null;
}
