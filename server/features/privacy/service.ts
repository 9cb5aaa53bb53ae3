import { Transaction, UniqueConstraintError } from 'sequelize';
import type { ErasureRequestModel, UserModel } from '#server/db/models.ts';
import { pick } from '#server/db/sql.ts';
import { type Admin, lockAccount, recordAudit } from '#server/features/auditLog/record.ts';
import { createAttemptLimiter } from '#server/features/auth/writes/attempts.ts';
import { lockUser, verifyPassword } from '#server/features/auth/writes/passwords.ts';
import { revokeAllSessions } from '#server/features/auth/writes/sessions.ts';
import { refreshMarkedClients } from '#server/features/clients/writes.ts';
import type { ServerContext } from '#server/features/context.ts';
import { activeAdminIds, notifyLater } from '#server/features/notifications/writes.ts';
import { requireConfirmedIdentity, SessionExpiredError } from '#server/http/access.ts';
import { FileAnswer, streamText } from '#server/http/answers.ts';
import { ConflictError, ForbiddenError, invalidField, NotFoundError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { deletionMail } from '#server/mail/templates.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type { AdminErasureRequest, ErasureRequest, privacyCalls } from '#shared/contracts/privacy.ts';
import { DELETION_DAYS } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { writeOwnData } from './reads.ts';
import { eraseAsAsked } from './writes.ts';

const noOpenRequest = () => new ConflictError(msg('You have no open request'), 'no_open_request');
const adminNotErasable = () =>
  new ForbiddenError(
    msg('An administrator’s account cannot be erased. Another administrator has to change its role first.'),
    'admin_not_erasable',
  );

function present(request: ErasureRequestModel): ErasureRequest {
  return {
    ...pick(request, 'id', 'status', 'reason', 'answer'),
    requested_at: request.requested_at.toISOString(),
    erase_at: request.erase_at?.toISOString() ?? null,
    decided_at: request.decided_at?.toISOString() ?? null,
  };
}

function presentForAdmin(request: ErasureRequestModel, user: UserModel | null | undefined): AdminErasureRequest {
  return {
    ...present(request),
    user: user ? pick(user, 'id', 'name', 'email', 'role') : null,
  };
}

export function privacyService(context: ServerContext): Service<typeof privacyCalls> {
  const { db, now } = context;
  const { ErasureRequest, User } = db.models;
  const attempts = createAttemptLimiter(context);

  return {
    async download({ user }) {
      const text = await streamText(context.log, writeOwnData(context, user.id));
      return new FileAnswer(text, 'application/json', 'silong-my-data.json');
    },

    async current({ user }) {
      const latest = await ErasureRequest.findOne({ where: { user_id: user.id }, order: [['id', 'DESC']] });
      return latest && present(latest);
    },

    async request({ user: { id }, body: { password, reason = null, is_scheduled }, address }) {
      const account = await attempts.run(`erasure of ${id}`, address, async () => {
        const user = await User.findByPk(id);
        if (!user) throw new SessionExpiredError();
        return (await verifyPassword(user.password_hash, password)) ? user : null;
      });
      if (!account) throw new ForbiddenError(msg('This password is incorrect'), 'wrong_password');
      if (account.role === 'admin') throw adminNotErasable();
      const request = await db
        .transaction(() =>
          is_scheduled ? scheduleDeletion(context, account, reason) : askForErasure(context, account, reason),
        )
        .catch((error: unknown) => {
          if (error instanceof UniqueConstraintError)
            throw new ConflictError(msg('You have already asked for this'), 'already_requested');
          throw error;
        });
      return present(request);
    },

    withdraw: ({ user }) =>
      db.transaction(async () => {
        const where = { user_id: user.id, status: 'open' as const };
        const request = await ErasureRequest.findOne({ where, lock: Transaction.LOCK.UPDATE });
        if (!request) throw noOpenRequest();
        await settleRequest(context, request);
        return present(await request.update({ status: 'withdrawn', decided_at: now() }));
      }),

    async list({ query: { status = 'all', page, limit } }) {
      const { rows, count } = await ErasureRequest.findAndCountAll({
        where: status === 'all' ? {} : { status },
        order: [['id', status === 'open' ? 'ASC' : 'DESC']],
        limit,
        offset: (page - 1) * limit,
      });
      const found = await User.findAll({ where: { id: rows.flatMap(({ user_id }) => user_id ?? []) } });
      const users = new Map(found.map((user) => [user.id, user]));
      return {
        requests: rows.map((row) => presentForAdmin(row, users.get(row.user_id ?? 0))),
        pagination: buildPagination(page, limit, count),
      };
    },

    /**
     * Completing erases the account in the same transaction.
     * @throws {ConflictError} `no_open_request`: decided or withdrawn. @throws {InvalidInputError} refused without a
     * reason. @throws {ForbiddenError} `admin_not_erasable`: the person has become an administrator.
     */
    async decide({ params: { id }, body: { decision, answer = null }, ...admin }) {
      if (decision === 'refuse' && !answer)
        throw invalidField('answer', msg('Please give a reason. The person will see it.'));
      if (decision === 'complete') requireConfirmedIdentity(context, admin.user);
      const decided = await db.transaction(async () => {
        const seen = await ErasureRequest.findByPk(id);
        if (!seen) throw new NotFoundError('request');
        if (seen.user_id === null) throw noOpenRequest();
        // The account before the request: deletions lock in the same order.
        const { account } = await lockAccount(context, admin, seen.user_id).catch(decidedMeanwhile);
        const request = await seen.reload({ lock: Transaction.LOCK.UPDATE });
        if (request.status !== 'open') throw noOpenRequest();
        if (decision === 'complete' && account.role === 'admin') throw adminNotErasable();
        return decision === 'complete'
          ? completeRequest(context, admin, request, account)
          : refuseRequest(context, admin, request, account, answer);
      });
      if (decision === 'complete') await refreshMarkedClients(context);
      return decided;
    },
  };
}

type Asking = Pick<UserModel, 'id' | 'name' | 'email' | 'language'>;

async function askForErasure(
  context: ServerContext,
  { id, name }: Asking,
  reason: string | null,
): Promise<ErasureRequestModel> {
  const values = { user_id: id, reason, answer: null, erase_at: null, decided_at: null };
  const open = await context.db.models.ErasureRequest.create({
    ...values,
    status: 'open',
    requested_at: context.now(),
  });
  await notifyLater(context, await activeAdminIds(context, 'erasures.decide'), {
    type: 'warning',
    title: msg('Erasure Request'),
    message: msg('{name} asked to have their data erased.', { name }),
    topic: `erasure-${open.id}`,
    action: { label: msg('View Requests'), url: '/admin-dashboard?tab=privacy' },
    about: { users: [id] },
  });
  return open;
}

const DAY_MS = 24 * 3_600_000;

/** Logs the person out everywhere; see `eraseDueAccounts`. An open request that waits for an administrator becomes this one. */
async function scheduleDeletion(
  context: ServerContext,
  { id, name, email, language }: Asking,
  reason: string | null,
): Promise<ErasureRequestModel> {
  const { ErasureRequest } = context.db.models;
  // A login at the same time comes before, and ends with the other sessions, or after, and takes this back.
  if (!(await lockUser(context, id))) throw new SessionExpiredError();
  const requested_at = context.now();
  const erase_at = new Date(requested_at.getTime() + DELETION_DAYS * DAY_MS);
  const waiting = await ErasureRequest.findOne({
    where: { user_id: id, status: 'open', erase_at: null },
    lock: Transaction.LOCK.UPDATE,
  });
  const values = { user_id: id, status: 'open' as const, answer: null, requested_at, erase_at, decided_at: null };
  const request = await (waiting
    ? waiting.update({ requested_at, erase_at })
    : ErasureRequest.create({ ...values, reason }));
  await revokeAllSessions(context, id);
  const mail = deletionMail(context, language, { name, eraseAt: erase_at });
  await context.mail.queue({ recipient: email, priority: 'urgent', ...mail });
  return request;
}

const settleRequest = ({ jobs }: ServerContext, { id }: ErasureRequestModel) =>
  jobs.add('readNotices', { topics: [`erasure-${id}`], readerIds: null });

/** The account was deleted while the call waited, and the request with it. */
function decidedMeanwhile(error: unknown): never {
  throw error instanceof NotFoundError ? noOpenRequest() : error;
}

async function completeRequest(
  context: ServerContext,
  admin: Admin,
  request: ErasureRequestModel,
  user: UserModel,
): Promise<AdminErasureRequest> {
  await eraseAsAsked(context, admin, request, user);
  return presentForAdmin(request, null);
}

async function refuseRequest(
  context: ServerContext,
  admin: Admin,
  request: ErasureRequestModel,
  user: UserModel,
  answer: string | null,
): Promise<AdminErasureRequest> {
  await request.update({ status: 'refused', decided_at: context.now(), answer });
  await settleRequest(context, request);
  await notifyLater(context, [user.id], {
    type: 'warning',
    title: msg('Erasure Request Refused'),
    message: answer ?? '',
    action: { label: msg('View Settings'), url: '/settings?tab=privacy' },
  });
  const entry = { action: 'privacy.refuse', entityType: 'user', entityId: user.id, reason: answer };
  await recordAudit(context, admin, entry);
  return presentForAdmin(request, user);
}
