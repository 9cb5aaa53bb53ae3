import { type Attributes, Transaction } from 'sequelize';
import type { z } from 'zod';
import type { ReviewModel } from '#server/db/models.ts';
import { comesAfter, isAmong, type RawRow, readAll, toBoolean, toIso } from '#server/db/sql.ts';
import { requireWithinNewAccountLimit } from '#server/features/auth/policy/newAccounts.ts';
import { contactEmail, isPublicAgent } from '#server/features/auth/policy.ts';
import { lockUser, lockUsers } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { projectPerson } from '#server/features/settings/person.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ForbiddenError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { Review, reviewsCalls } from '#shared/contracts/reviews.ts';
import { defaultPersonalSettings } from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';
import { refreshReviews } from './jobs.ts';

const MAX_REVIEWS = 200;

type ReviewQuery = z.infer<typeof reviewsCalls.list.query>;

type ReviewRow = RawRow<Attributes<ReviewModel>> &
  Record<`reviewer_${'name' | 'avatar_url' | 'email' | 'phone'}`, string | null>;

const SELECT_REVIEWS = `
  SELECT r.id, r.agent_id, r.reviewer_id, r.rating, r.comment, r.created_at, r.updated_at,
    r.is_verified, r.answer, r.answered_at,
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
      id: row.id,
      reviewer_name: shown.name,
      reviewer_avatar_url: shown.avatar_url,
      reviewer_email: shown.email,
      reviewer_phone: shown.phone,
      rating: row.rating,
      comment: row.comment,
      created_at: toIso(row.created_at),
      updated_at: toIso(row.updated_at),
      is_own: caller !== null && caller.id === row.reviewer_id,
      verified,
      counted: countsAll || verified,
      answer: row.answer,
      answered_at: row.answered_at === null ? null : toIso(row.answered_at),
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
export async function readReviewsById(
  context: ServerContext,
  ids: readonly number[],
  caller: SignedInUser,
): Promise<Review[]> {
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
          ? await before.update({ rating, comment })
          : await db.models.Review.create({ ...key, rating, comment });
        await refreshReviews(context, agentId);
        await jobs.add('reviewNotice', { agentId, reviewerId: user.id, rating, isNew: !before });
        return review.id;
      });
      return getReview(id, user);
    },

    async answer({ params: { id, reviewId }, user, body: { answer } }) {
      await setAnswer(context, { agentId: id, reviewId }, user, answer === '' ? null : answer);
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
 * is of another agent. @throws {NotFoundError} there is no such review of that agent.
 */
async function setAnswer(
  context: ServerContext,
  { agentId, reviewId }: { agentId: number; reviewId: number },
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
    const review = found(
      await db.models.Review.findOne({ where, lock: Transaction.LOCK.NO_KEY_UPDATE }),
      'review',
    );
    if (review.answer === answer) return;
    const isFirst = answer !== null && review.answer_told_at === null;
    await review.update(
      {
        answer,
        answered_at: answer === null ? null : now(),
        ...(isFirst ? { answer_told_at: now() } : {}),
      },
      // The reviewer's text is unchanged.
      { silent: true },
    );
    if (isFirst && review.reviewer_id !== null)
      await jobs.add('reviewAnswerNotice', { agentId, reviewerId: review.reviewer_id });
  });
}
