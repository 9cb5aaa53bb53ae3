import { Op } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { passwordResetMail } from '#server/mail/templates.ts';
import { authMessages } from '#shared/authMessages.ts';
import type { AttemptLimiter } from './attempts.ts';
import { lockUser, setPassword, voidResetLinks } from './credentials.ts';
import { hashPassword } from './passwords.ts';
import type { Origin } from './sessions.ts';
import { createToken, hashToken } from './tokens.ts';

const HOUR_MS = 3_600_000;
const LINK_LIFE_MS = HOUR_MS;
/** No more are mailed; the newest link stays valid. */
const MAX_LINKS_PER_HOUR = 10;

/** Mails a link to the account's owner; does nothing when there is no such account, or it may not sign in anyway. */
export async function requestPasswordReset(context: ServerContext, email: string): Promise<void> {
  const { db, env, now } = context;
  const user = await db.models.User.findOne({ where: { email, status: 'active' } });
  if (!user) return;
  const at = now();
  const token = createToken();
  const mail = passwordResetMail(context, {
    name: user.name,
    link: `${env.publicUrl}/reset-password?token=${token}`,
  });
  await db.transaction(async (transaction) => {
    await lockUser(context, user.id, transaction);
    const lastHour = { [Op.gt]: new Date(at.getTime() - HOUR_MS) };
    const recent = await db.models.PasswordReset.count({
      where: { user_id: user.id, created_at: lastHour },
      transaction,
    });
    if (recent >= MAX_LINKS_PER_HOUR) return;
    await voidResetLinks(context, user.id, transaction);
    await db.models.PasswordReset.create(
      {
        user_id: user.id,
        token_hash: hashToken(token),
        expires_at: new Date(at.getTime() + LINK_LIFE_MS),
        used_at: null,
        created_at: at,
      },
      { transaction },
    );
    await context.mail.queue({ recipient: user.email, ...mail }, transaction);
  });
}

/**
 * Sets a new password with a mailed link, once, and ends every session of the account.
 * @throws {ApiError} `invalid_reset_link`: unknown, used, older than an hour, replaced by a newer one, or its account is not active.
 */
export async function resetPassword(
  context: ServerContext,
  attempts: AttemptLimiter,
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<void> {
  const { db, now } = context;
  const unused = { token_hash: hashToken(token), used_at: null, expires_at: { [Op.gt]: now() } };
  // Looked up before hashing: guesses should cost us little.
  const link = await db.models.PasswordReset.findOne({ where: unused });
  if (!link) throw invalidLink();
  const passwordHash = await hashPassword(password);

  await db.transaction(async (transaction) => {
    const user = await lockUser(context, link.user_id, transaction);
    if (user?.status !== 'active') throw invalidLink();
    const [usedNow] = await db.models.PasswordReset.update(
      { used_at: now() },
      { where: unused, transaction },
    );
    if (usedNow !== 1) throw invalidLink();
    await setPassword(context, user, passwordHash, transaction);
    // Access to the account's mailbox proves who it is.
    await attempts.clear(user.email, origin.address, transaction);
  });
}

const invalidLink = () =>
  new ApiError('invalid_input', authMessages.resetLinkInvalid, 'invalid_reset_link', {
    issues: [{ path: 'token', message: authMessages.resetLinkInvalid }],
  });
