import { type Attributes, Transaction } from 'sequelize';
import type { z } from 'zod';
import type { ReviewModel } from '#server/db/models.ts';
import { findsWords, matchesPerson } from '#server/db/searchWords.ts';
import {
  comesAfter,
  isAmong,
  isoOrNull,
  pick,
  type RawRow,
  readAll,
  sqlList,
  toBoolean,
  toIso,
} from '#server/db/sql.ts';
import { recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import { contactEmail, isPublicAgent, requireWithinNewAccountLimit } from '#server/features/auth/policy.ts';
import { lockUser, lockUsers } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { projectPerson } from '#server/features/settings/person.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, ForbiddenError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { AdminReview, Review, reviewModerationCalls, reviewsCalls } from '#shared/contracts/reviews.ts';
import { defaultPersonalSettings } from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';
import { refreshReviews } from './jobs.ts';

const MAX_REVIEWS = 200;

type ReviewQuery = z.infer<typeof reviewsCalls.list.query>;

type ReviewRow = RawRow<Attributes<ReviewModel>> &
  Record<`reviewer_${'name' | 'avatar_url' | 'email' | 'phone'}`, string | null>;

const SELECT_REVIEWS = `
  SELECT r.id, r.agent_id, r.reviewer_id, r.rating, r.comment, r.created_at, r.updated_at,
    r.is_verified, r.version, r.answer, r.answered_at, r.answered_version,
    u.name AS reviewer_name, u.avatar_url AS reviewer_avatar_url, ${contactEmail('u')} AS reviewer_email, u.phone AS reviewer_phone
  FROM reviews r LEFT JOIN users u ON u.id = r.reviewer_id`;

async function presentReviews(
  context: ServerContext,
  rows: readonly ReviewRow[],
  caller: SignedInUser | null,
): Promise<Review[]> {
  const reviewerIds = rows.map((row) => row.reviewer_id).filter((id) => id !== null);
  const settings = await readPersonalSettings(context, reviewerIds);
  const countsAll = !context.systemSettings.current().application.onlyVerifiedReviewsCount;
  return rows.map((row) => {
    const verified = toBoolean(row.is_verified);
    const { privacy } = settings.get(row.reviewer_id ?? 0) ?? defaultPersonalSettings;
    const reviewer = {
      id: row.reviewer_id,
      name: row.reviewer_name,
      avatar_url: row.reviewer_avatar_url,
      email: row.reviewer_email,
      phone: row.reviewer_phone,
    };
    const shown = projectPerson(reviewer, caller, privacy, caller?.id === row.agent_id);
    return {
      ...pick(row, 'id', 'rating', 'comment', 'version', 'answer', 'answered_version'),
      reviewer_name: shown.name,
      reviewer_avatar_url: shown.avatar_url,
      reviewer_email: shown.email,
      reviewer_phone: shown.phone,
      created_at: toIso(row.created_at),
      updated_at: toIso(row.updated_at),
      is_own: caller !== null && caller.id === row.reviewer_id,
      verified,
      counted: countsAll || verified,
      answered_at: isoOrNull(row.answered_at),
    };
  });
}

/** The reviews of one agent, the newest first, as visible to the caller; null is a guest. */
export async function readReviewsOf(
  context: ServerContext,
  agentId: number,
  { before, limit = MAX_REVIEWS, own }: ReviewQuery,
  caller: SignedInUser | null,
): Promise<Review[]> {
  const rows = await readAll<ReviewRow>(context.db, (sql) => {
    const conditions = [`r.agent_id = ${sql.bind(agentId)}`];
    if (before) conditions.push(comesAfter(sql, 'r.created_at', 'r.id', before));
    if (own) conditions.push(`r.reviewer_id = ${sql.bind(caller?.id ?? 0)}`);
    return `${SELECT_REVIEWS} WHERE ${conditions.join(' AND ')}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${sql.bind(limit)}`;
  });
  return presentReviews(context, rows, caller);
}

/** In no order, as visible to the caller. */
export async function readReviewsById(context: ServerContext, ids: readonly number[], caller: SignedInUser) {
  if (ids.length === 0) return [];
  const rows = await readAll<ReviewRow>(
    context.db,
    (sql) => `${SELECT_REVIEWS} WHERE ${isAmong(sql, 'r.id', ids)}`,
  );
  return presentReviews(context, rows, caller);
}

export function reviewsService(context: ServerContext): Service<typeof reviewsCalls> {
  const { db, jobs } = context;

  async function getReview(id: number, caller: SignedInUser): Promise<Review> {
    const [review] = await readReviewsById(context, [id], caller);
    return found(review, 'review');
  }

  return {
    async list({ params, user, query }) {
      found(await isPublicAgent(db, params.id), 'agent');
      return readReviewsOf(context, params.id, query, user);
    },

    // Writes or edits the caller's one review; the agent's rating and count are computed again.
    async write({ params: { id: agentId }, user, body: { rating, comment } }) {
      found(await isPublicAgent(db, agentId), 'agent');
      if (agentId === user.id) throw new ForbiddenError(msg('You cannot review yourself'), 'own_review');
      const id = await db.transaction(async () => {
        // Locks both accounts: figures count each review of the agent, and the limit each review of the author.
        // Accounts, not profiles: deletions lock in the same order.
        const accounts = await lockUsers(context, [agentId, user.id]);
        found(accounts.get(agentId), 'agent');
        const reviewer = accounts.get(user.id);
        if (!reviewer) throw new SessionExpiredError();
        const key = { agent_id: agentId, reviewer_id: user.id };
        const before = await db.models.Review.findOne({ where: key });
        if (before?.rating === rating && before.comment === comment) return before.id;
        if (!before) await requireWithinNewAccountLimit(context, reviewer, 'reviews');
        const review = before
          ? await before.update({ rating, comment, version: before.version + 1 })
          : await db.models.Review.create({ ...key, rating, comment });
        await refreshReviews(context, agentId);
        await jobs.add('reviewNotice', { agentId, reviewerId: user.id, rating, isNew: !before });
        return review.id;
      });
      return getReview(id, user);
    },

    async answer({ params: { id, reviewId }, user, body: { answer, expected_version } }) {
      await setAnswer(context, { agentId: id, reviewId, expected_version }, user, answer === '' ? null : answer);
      return getReview(reviewId, user);
    },

    async removeAnswer({ params: { id, reviewId }, user }) {
      await setAnswer(context, { agentId: id, reviewId }, user, null);
      return getReview(reviewId, user);
    },
  };
}

/**
 * @param answer null removes it. The reviewer is notified of the first answer only. @throws {ForbiddenError} the review
 * is of another agent. @throws {NotFoundError} there is no such review of that agent. @throws {ConflictError}
 * `changed_meanwhile`: it was rewritten since the agent read it.
 */
async function setAnswer(
  context: ServerContext,
  {
    agentId,
    reviewId,
    expected_version,
  }: { agentId: number; reviewId: number; expected_version?: number | undefined },
  user: SignedInUser,
  answer: string | null,
): Promise<void> {
  const { db, jobs, now } = context;
  if (agentId !== user.id)
    throw new ForbiddenError(msg('You can only answer reviews about you'), 'not_your_review');
  await db.transaction(async () => {
    // The account before the review, in the order of all writers of this agent's reviews.
    await lockUser(context, agentId);
    const where = { id: reviewId, agent_id: agentId };
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    const review = found(await db.models.Review.findOne({ where, lock }), 'review');
    const { version, rating, comment } = review;
    if (expected_version !== undefined && expected_version !== version)
      throw new ConflictError(
        msg(
          'This review was rewritten meanwhile. It now gives {rating, plural, one {# star} other {# stars}} and says: {comment}',
          { rating, comment },
        ),
        'changed_meanwhile',
      );
    const answered_version = answer === null ? null : version;
    if (review.answer === answer && review.answered_version === answered_version) return;
    const isFirst = answer !== null && review.answer_told_at === null;
    await review.update(
      {
        answer,
        answered_version,
        answered_at: answer === null ? null : now(),
        ...(isFirst ? { answer_told_at: now() } : {}),
      },
      // The reviewer's text is unchanged.
      { silent: true },
    );
    await jobs.add('readNotices', { topics: [`review-${reviewId}`], readerIds: [agentId] });
    if (isFirst && review.reviewer_id !== null)
      await jobs.add('reviewAnswerNotice', { agentId, reviewerId: review.reviewer_id });
  });
}

type Row = RawRow<
  Pick<
    ReviewModel,
    'id' | 'rating' | 'comment' | 'created_at' | 'is_verified' | 'answer' | 'reviewer_id' | 'agent_id'
  >
> &
  Record<'reviewer_name' | 'reviewer_email', string | null> & { agent_name: string };

type Filter = Pick<z.output<typeof reviewModerationCalls.list.query>, 'search' | 'status'>;

const FROM = 'reviews r JOIN users a ON a.id = r.agent_id LEFT JOIN users u ON u.id = r.reviewer_id';

const adminReviews = sqlList<Filter, Row, Omit<AdminReview, 'counted'>, 'reviews'>({
  name: 'reviews',
  columns:
    () => `r.id, r.rating, r.comment, r.created_at, r.is_verified, r.answer, a.id AS agent_id, a.name AS agent_name,
    u.id AS reviewer_id, u.name AS reviewer_name, u.email AS reviewer_email`,
  from: FROM,
  id: 'r.id',
  counted: ({ search }) => (search ? FROM : 'reviews r'),
  where: (sql, { search, status = 'all' }) => [
    status !== 'all' && `r.is_verified = ${status === 'verified'}`,
    search &&
      `(${findsWords(sql, search, (says) => says('r.comment'))} OR ${matchesPerson(sql, 'a', search)} OR ${matchesPerson(sql, 'u', search)})`,
  ],
  orderBy: () => 'r.created_at DESC, r.id DESC',
  present: presentAdminReview,
});

function presentAdminReview(row: Row): Omit<AdminReview, 'counted'> {
  const { reviewer_id, reviewer_name, reviewer_email } = row;
  return {
    ...pick(row, 'id', 'rating', 'comment', 'answer'),
    created_at: toIso(row.created_at),
    verified: toBoolean(row.is_verified),
    reviewer:
      reviewer_id === null || reviewer_name === null || reviewer_email === null
        ? null
        : { id: reviewer_id, name: reviewer_name, email: reviewer_email },
    agent: { id: row.agent_id, name: row.agent_name },
  };
}

export function reviewModerationService(context: ServerContext): Service<typeof reviewModerationCalls> {
  const { db, jobs, systemSettings } = context;

  return {
    async list({ query }) {
      const { reviews, pagination } = await adminReviews.readPage(db, query);
      const countsAll = !systemSettings.current().application.onlyVerifiedReviewsCount;
      return {
        reviews: reviews.map((review) => ({ ...review, counted: countsAll || review.verified })),
        pagination,
      };
    },

    /** @throws {NotFoundError} there is no such review. */
    async remove({ params: { id }, body: { reason }, ...admin }) {
      await db.transaction(async () => {
        const seen = found(await db.models.Review.findByPk(id), 'review');
        // The accounts before the review, in the order of `write`.
        await lockUsers(context, [seen.agent_id, admin.user.id]);
        await requireStillAdmin(context, admin);
        const lock = Transaction.LOCK.UPDATE;
        const review = found(await db.models.Review.findByPk(id, { lock }), 'review');
        const { agent_id, reviewer_id, rating, is_verified } = review;
        await review.destroy();
        await refreshReviews(context, agent_id);
        await jobs.add('readNotices', { topics: [`review-${id}`], readerIds: null });
        await jobs.add('reviewRemovedNotice', { agentId: agent_id, reviewerId: reviewer_id, reason });
        await recordAudit(context, admin, {
          action: 'review.delete',
          entityType: 'review',
          entityId: id,
          // Without the text, which may be about people: entries are never deleted.
          before: { agent_id, reviewer_id, rating, is_verified },
          reason,
        });
      });
      return { id };
    },
  };
}
