import { createHash, randomInt } from 'node:crypto';
import { Op, UniqueConstraintError } from 'sequelize';
import { isOutboundOpen, OUTBOUND_CLOSED } from '#server/context.ts';
import type { ContactVerificationModel, UserModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ApiError, ConflictError, invalidField, TooManyRequestsError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import {
  accessEndedMail,
  addressInUseMail,
  confirmEmailMail,
  emailChangeMail,
  hasAny,
  passwordResetMail,
} from '#server/mail/templates.ts';
import type { SecurityEvent } from '#server/observability/log.ts';
import { authMessages } from '#shared/authMessages.ts';
import type { verificationCalls } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';
import { toInternationalPhone } from '#shared/phones.ts';
import { getProfile } from '../reads.ts';
import { createAttemptLimiter } from '../writes/attempts.ts';
import {
  createResetLink,
  hashPassword,
  lockOwnUser,
  lockUser,
  provePassword,
  LINK_LIFE_MS as RESET_LINK_LIFE_MS,
  voidResetLinks,
} from '../writes/passwords.ts';
import { createToken, endOtherAccess, hashToken, revokeAllSessions } from '../writes/sessions.ts';

type Kind = ContactVerificationModel['kind'];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** After a change, the former address can reverse it for this time, and no other account can register with it. */
const REFUSAL_MS = 7 * DAY_MS;
const lifeMs: Record<Kind, number> = {
  email: DAY_MS,
  new_email: DAY_MS,
  // The change may take as long as its own link is valid.
  email_refusal: DAY_MS + REFUSAL_MS,
  phone: 15 * MINUTE_MS,
};

/** Wrong and right digits count: six digits must not be guessed. */
const MAX_TRIES = 5;
const MAX_ASKED_PER_HOUR = 5;

const ofEmail: Kind[] = ['email', 'new_email'];

/** One error for unknown, used, expired, replaced and foreign tokens. */
const invalid = (path: 'token' | 'code' = 'token', sentence = authMessages.confirmationInvalid) =>
  new ApiError('invalid_input', sentence, 'invalid_confirmation', { issues: [{ path, message: sentence }] });
const alreadyConfirmed = (sentence = msg('This is already confirmed')) =>
  new ConflictError(sentence, 'already_confirmed');

/** Whether another account has the address, or had it until a change that can still be reversed. */
export async function isAddressTaken({ db, now }: ServerContext, email: string, exceptUserId = 0) {
  const { User, ContactVerification } = db.models;
  const others = { [Op.ne]: exceptUserId };
  if (await User.count({ where: { email, id: others } })) return true;
  const refusable = { kind: 'email_refusal' as const, value: email, user_id: others };
  const open = { used_at: null, expires_at: { [Op.gt]: now() } };
  return (await ContactVerification.count({ where: { ...refusable, ...open } })) > 0;
}

/** Mails a link and digits that confirm the account's own address. @param isAskedFor counts towards the limit. */
export async function mailConfirmation(context: ServerContext, user: UserModel, { isAskedFor = true } = {}) {
  const issued = await issue(context, user.id, 'email', user.email, isAskedFor);
  await mailLink(context, user, user.email, issued);
}

/** Voids links and digits mailed earlier, of confirmations and of refusals. */
export async function voidEmailLinks({ db, now }: ServerContext, userId: number): Promise<void> {
  await db.models.ContactVerification.update(
    { expires_at: now() },
    { where: { user_id: userId, kind: [...ofEmail, 'email_refusal'], used_at: null } },
  );
}

/** Replaces the open one of the same kind; refusals stay, each belongs to a change of its own. */
async function issue({ db, now }: ServerContext, userId: number, kind: Kind, value: string, isAskedFor = true) {
  const { ContactVerification } = db.models;
  const at = now();
  const hasCode = kind !== 'email_refusal';
  if (hasCode)
    await ContactVerification.update(
      { expires_at: at },
      { where: { user_id: userId, kind, used_at: null, expires_at: { [Op.gt]: at } } },
    );
  const token = createToken();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(at.getTime() + lifeMs[kind]);
  await ContactVerification.create({
    user_id: userId,
    kind,
    value,
    token_hash: hashToken(token),
    code_hash: hasCode ? hashCode(userId, code) : null,
    is_asked_for: isAskedFor,
    expires_at: expiresAt,
    created_at: at,
  });
  return { token, code, expiresAt };
}

/** Six digits can be found from any hash: their protection is the short life and five tries. */
const hashCode = (userId: number, code: string) => createHash('sha256').update(`${userId} ${code}`).digest('hex');

async function mailLink(
  context: ServerContext,
  { language }: Pick<UserModel, 'language'>,
  recipient: string,
  { token, code, expiresAt }: Awaited<ReturnType<typeof issue>>,
): Promise<void> {
  const link = `${context.env.publicUrl}/verify-email?token=${token}`;
  const letter = confirmEmailMail(context, language, {
    link,
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  });
  await context.mail.queue({ ...letter, recipient, priority: 'urgent', goodUntil: expiresAt });
}

/** @throws {TooManyRequestsError} five requests within the hour. */
async function requireMayAsk({ db, now }: ServerContext, userId: number, kinds: Kind[]): Promise<void> {
  const hourAgo = new Date(now().getTime() - HOUR_MS);
  const asked = await db.models.ContactVerification.findAll({
    where: { user_id: userId, kind: kinds, is_asked_for: true, created_at: { [Op.gt]: hourAgo } },
    order: [['created_at', 'DESC']],
    limit: MAX_ASKED_PER_HOUR,
  });
  const oldest = asked[MAX_ASKED_PER_HOUR - 1];
  if (!oldest) return;
  const waitMs = oldest.created_at.getTime() - hourAgo.getTime();
  throw new TooManyRequestsError(
    msg(
      'You have asked too many times. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { minutes: Math.ceil(waitMs / MINUTE_MS) },
    ),
    Math.ceil(waitMs / 1_000),
  );
}

const isOpen = ({ now }: ServerContext) => ({ used_at: null, expires_at: { [Op.gt]: now() } });

/** Open verifications mailed with this token. */
const findByToken = (context: ServerContext, token: string, kinds: Kind[]) =>
  context.db.models.ContactVerification.findOne({
    where: { token_hash: hashToken(token), kind: kinds, ...isOpen(context) },
  });

/** The account's open verification with these digits; every try counts. @throws {ApiError} `confirmation_tries_used` */
async function findByCode(context: ServerContext, userId: number, code: string, kinds: Kind[]) {
  const { db } = context;
  const count = async () => {
    await lockUser(context, userId);
    const open = await db.models.ContactVerification.findAll({
      where: { user_id: userId, kind: kinds, ...isOpen(context) },
    });
    const left = open.filter(({ tries }) => tries < MAX_TRIES);
    for (const one of left) await one.update({ tries: one.tries + 1 });
    return { open, left };
  };
  const { open, left } = await db.transaction(count, { isBookkeeping: true });
  if (open.length > 0 && left.length === 0) {
    const path = kinds.includes('phone') ? 'code' : 'token';
    const message = authMessages.codeTriesUsed;
    const issues = [{ path, message }];
    throw new ApiError('invalid_input', message, 'confirmation_tries_used', { issues });
  }
  const code_hash = hashCode(userId, code);
  return left.find((one) => one.code_hash === code_hash) ?? null;
}

/** The first of parallel calls succeeds. @throws {ApiError} `invalid_confirmation` */
async function consume(context: ServerContext, { id, kind }: ContactVerificationModel): Promise<void> {
  const [used] = await context.db.models.ContactVerification.update(
    { used_at: context.now() },
    { where: { id, ...isOpen(context) } },
  );
  if (used !== 1) throw invalid(kind === 'phone' ? 'code' : 'token');
}

function publishChange({ db, bus, security }: ServerContext, userId: number, event: SecurityEvent): void {
  db.afterCommit(() => {
    security.record(event, { accountId: userId });
    bus.publish('accountChanged', { userId });
  });
}

/** @param isOwnSession confirmed by a session of the account, so the author of earlier settings owns the mailbox. */
async function confirmEmail(context: ServerContext, found: ContactVerificationModel, isOwnSession: boolean) {
  const user = await lockUser(context, found.user_id);
  if (user?.status !== 'active') throw invalid();
  await consume(context, found);
  if (!user.email_verified_at && !isOwnSession) await mailEnded(context, user, found.value);
  if (found.kind === 'new_email') return takeNewEmail(context, user, found.value);
  if (user.email !== found.value) throw invalid();
  await user.update({ email_verified_at: user.email_verified_at ?? context.now() });
  publishChange(context, user.id, 'email_confirmed');
}

/** Access set up before the first proof of the address may be a stranger's: it ends, and the mailbox is notified. */
async function mailEnded(context: ServerContext, user: UserModel, recipient: string): Promise<void> {
  const ended = await endOtherAccess(context, user);
  if (!hasAny(ended)) return;
  const letter = accessEndedMail(context, user.language, { name: user.name, at: context.now(), ended });
  await context.mail.queue({ ...letter, recipient, priority: 'urgent' });
}

/** Sessions stay: the request needed the password, and the former address can reverse it. */
async function takeNewEmail(context: ServerContext, user: UserModel, email: string): Promise<void> {
  const { db, now } = context;
  // Cancelled, or voided by a new password.
  if (user.pending_email !== email) throw invalid();
  if (await isAddressTaken(context, email, user.id)) throw emailExists();
  const before = user.email;
  const at = now();
  await user.update({ email, email_verified_at: at, pending_email: null });
  await voidResetLinks(context, user.id);
  await db.models.ContactVerification.update(
    { expires_at: new Date(at.getTime() + REFUSAL_MS) },
    { where: { user_id: user.id, kind: 'email_refusal', value: before, ...isOpen(context) } },
  );
  publishChange(context, user.id, 'email_changed');
}

/** Mails the wanted address. Only its owner learns that it is taken: the caller's answer is the same. */
async function mailNewAddress(context: ServerContext, user: UserModel, email: string): Promise<void> {
  const issued = await issue(context, user.id, 'new_email', email);
  if (!(await isAddressTaken(context, email, user.id))) return mailLink(context, user, email, issued);
  await context.mail.queue({
    ...addressInUseMail(context, user.language, {}),
    recipient: email,
    priority: 'urgent',
  });
}

/** Mails the present address about the request. An unconfirmed address may be a stranger's and gets no mail. */
async function mailPresentAddress(context: ServerContext, user: UserModel, email: string): Promise<void> {
  if (!user.email_verified_at) return;
  const { token } = await issue(context, user.id, 'email_refusal', user.email);
  const link = `${context.env.publicUrl}/refuse-email-change?token=${token}`;
  const letter = emailChangeMail(context, user.language, { name: user.name, newEmail: email, link });
  await context.mail.queue({ ...letter, recipient: user.email, priority: 'urgent' });
}

/** Restores an address as its owner asks, and ends all other access to the account. */
async function takeBack(context: ServerContext, found: ContactVerificationModel, lockedPassword: string) {
  const { db, now, mail } = context;
  const user = await lockUser(context, found.user_id);
  if (!user) throw invalid();
  await consume(context, found);
  const { value: email } = found;
  const email_verified_at = user.email === email ? user.email_verified_at : now();
  // The author of the change knew the password: it is replaced.
  await user.update({ email, email_verified_at, pending_email: null, password_hash: lockedPassword });
  const ended = await endOtherAccess(context, user);
  await revokeAllSessions(context, user.id);
  await voidResetLinks(context, user.id);
  // Later changes are voided too; the holder of the older address has the older right.
  await db.models.ContactVerification.update(
    { expires_at: now() },
    { where: { user_id: user.id, id: { [Op.gt]: found.id }, used_at: null } },
  );
  if (user.status === 'active') {
    const link = await createResetLink(context, user.id, RESET_LINK_LIFE_MS);
    const letter = passwordResetMail(context, user.language, { name: user.name, link });
    const goodUntil = new Date(now().getTime() + RESET_LINK_LIFE_MS);
    await mail.queue({ ...letter, recipient: email, priority: 'urgent', goodUntil });
  }
  if (hasAny(ended)) {
    const letter = accessEndedMail(context, user.language, { name: user.name, at: now(), ended });
    await mail.queue({ ...letter, recipient: email, priority: 'urgent' });
  }
  publishChange(context, user.id, 'email_change_refused');
}

export const emailExists = () => new ConflictError(authMessages.emailExists, 'email_exists');

/** Another account took the address meanwhile. */
export function rethrowEmailExists(error: unknown): never {
  throw error instanceof UniqueConstraintError ? emailExists() : error;
}

export function verificationService(context: ServerContext): Service<typeof verificationCalls> {
  const { db, security, sms } = context;
  const attempts = createAttemptLimiter(context);

  return {
    async verifyEmail({ user, t, body: { token } }) {
      const code = token.replace(/\s/g, '');
      const isCode = /^\d{6}$/.test(code);
      // Digits belong to the session's account: without a session they could be guessed for any account.
      const found = isCode
        ? user && (await findByCode(context, user.id, code, ofEmail))
        : await findByToken(context, token, ofEmail);
      if (!found) {
        security.record('confirmation_refused', { accountId: user?.id ?? null });
        throw invalid();
      }
      const isOwnSession = user?.id === found.user_id;
      await db.transaction(() => confirmEmail(context, found, isOwnSession)).catch(rethrowEmailExists);
      return { message: t(authMessages.emailConfirmed) };
    },

    async resendEmail({ t, user: { id } }) {
      await db.transaction(async () => {
        const account = await lockOwnUser(context, id);
        const { pending_email: pending } = account;
        if (!pending && account.email_verified_at)
          throw alreadyConfirmed(msg('Your email address is already confirmed'));
        await requireMayAsk(context, id, ofEmail);
        await (pending ? mailNewAddress(context, account, pending) : mailConfirmation(context, account));
      });
      return { message: t(authMessages.confirmationSent) };
    },

    async changeEmail({ user: { id }, body: { email, password }, address }) {
      const known = await provePassword(context, attempts, { userId: id, password, address });
      const wrongPassword = () => invalidField('password', msg('This password is incorrect'));
      if (!known) throw wrongPassword();
      await db.transaction(async () => {
        const account = await lockOwnUser(context, id);
        if (account.password_hash !== known.password_hash) throw wrongPassword();
        if (account.email === email) throw invalidField('email', msg('This is already your email address'));
        await requireMayAsk(context, id, ofEmail);
        await account.update({ pending_email: email });
        await mailNewAddress(context, account, email);
        await mailPresentAddress(context, account, email);
        publishChange(context, id, 'email_change_asked');
      });
      return getProfile(context, id);
    },

    async cancelEmailChange({ user: { id } }) {
      await db.transaction(async () => {
        await (await lockOwnUser(context, id)).update({ pending_email: null });
        db.afterCommit(() => context.bus.publish('accountChanged', { userId: id }));
      });
      return getProfile(context, id);
    },

    async refuseEmailChange({ t, body: { token } }) {
      const found = await findByToken(context, token, ['email_refusal']);
      if (!found) {
        security.record('confirmation_refused', {});
        throw invalid();
      }
      const lockedPassword = await hashPassword(createToken());
      await db.transaction(() => takeBack(context, found, lockedPassword)).catch(rethrowEmailExists);
      return { message: t(authMessages.emailChangeRefused) };
    },

    async sendPhoneCode({ t, user: { id } }) {
      if (!sms)
        throw new ConflictError(
          msg('This site does not send text messages, so it cannot confirm phone numbers'),
          'text_messages_off',
        );
      if (!isOutboundOpen(context)) throw new ConflictError(OUTBOUND_CLOSED, 'outbound_closed');
      const { number, code } = await db.transaction(async () => {
        const account = await lockOwnUser(context, id);
        const number = toInternationalPhone(account.phone ?? '');
        if (!number) throw new ConflictError(msg('Please enter your phone number first'), 'no_phone_number');
        if (account.phone_verified_at) throw alreadyConfirmed(msg('Your number is already confirmed'));
        await requireMayAsk(context, id, ['phone']);
        const { code } = await issue(context, id, 'phone', number);
        return { number, code };
      });
      const { siteName } = context.systemSettings.current().application;
      const text = t('{code} is your {siteName} code. Do not share it with anyone.', {
        code,
        siteName,
      });
      await sms.send(number, text).catch((error: unknown) => {
        context.log.error({ err: error }, 'a text message could not be sent');
        throw new ApiError('bad_gateway', msg('The text message could not be sent. Please try again.'));
      });
      return { message: t('We sent you a text message with a six-digit code.') };
    },

    async confirmPhone({ user: { id }, body: { code } }) {
      const found = await findByCode(context, id, code, ['phone']);
      if (!found) {
        security.record('confirmation_refused', { accountId: id });
        throw invalid('code');
      }
      await db.transaction(async () => {
        const account = await lockOwnUser(context, id);
        await consume(context, found);
        // The number was changed meanwhile.
        if (toInternationalPhone(account.phone ?? '') !== found.value) throw invalid('code');
        await account.update({ phone_verified_at: context.now() });
        publishChange(context, id, 'phone_confirmed');
      });
      return getProfile(context, id);
    },
  };
}
