import { col, fn, Transaction } from 'sequelize';
import type { z } from 'zod';
import { comesAfter, readAll, toIso } from '#server/db/sql.ts';
import { isPublicAgent } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { ForbiddenError, NotFoundError } from '#server/http/errors.ts';
import { DELETED_USER_NAME } from '#shared/contracts/conversations.ts';
import {
  PRIVATE_REVIEWER_NAME,
  type Review,
  type reviewBody,
  type reviewsCalls,
} from '#shared/contracts/reviews.ts';
import { defaultPersonalSettings, type PersonalSettings } from '#shared/contracts/settings.ts';
import { canSeeReviewer } from './policy.ts';

const MAX_REVIEWS = 200;

interface ReviewRow {
  id: number;
  reviewer_id: number | null;
  reviewer_name: string | null;
  reviewer_avatar_url: string | null;
  reviewer_email: string | null;
  reviewer_phone: string | null;
  agent_id: number;
  rating: number;
  comment: string;
  created_at: Date | string;
  updated_at: Date | string;
}

const SELECT_REVIEWS = `
  SELECT r.id, r.agent_id, r.reviewer_id, r.rating, r.comment, r.created_at, r.updated_at,
    u.name AS reviewer_name, u.avatar_url AS reviewer_avatar_url, u.email AS reviewer_email, u.phone AS reviewer_phone
  FROM reviews r LEFT JOIN users u ON u.id = r.reviewer_id`;

/** What a reader is told of who wrote it: nothing of an account that is gone, and no more than its owner allows. */
function presentReviewer(row: ReviewRow, caller: SignedInUser | null, privacy: PersonalSettings['privacy']) {
  const nobody = { reviewer_avatar_url: null, reviewer_email: null, reviewer_phone: null };
  if (row.reviewer_id === null || row.reviewer_name === null)
    return { ...nobody, reviewer_name: DELETED_USER_NAME };
  if (!canSeeReviewer(caller, row.reviewer_id, privacy.profileVisibility))
    return { ...nobody, reviewer_name: PRIVATE_REVIEWER_NAME };
  const isReviewedAgent = caller?.id === row.agent_id;
  return {
    reviewer_name: row.reviewer_name,
    reviewer_avatar_url: row.reviewer_avatar_url,
    reviewer_email: isReviewedAgent && privacy.showEmail ? row.reviewer_email : null,
    reviewer_phone: isReviewedAgent && privacy.showPhone ? row.reviewer_phone : null,
  };
}

async function presentReviews(
  context: Pick<ServerContext, 'db'>,
  rows: readonly ReviewRow[],
  caller: SignedInUser | null,
): Promise<Review[]> {
  const reviewerIds = rows.map((row) => row.reviewer_id).filter((id) => id !== null);
  const settings = await readPersonalSettings(context, reviewerIds);
  return rows.map((row) => {
    const { privacy } = settings.get(row.reviewer_id ?? 0) ?? defaultPersonalSettings;
    return {
      id: row.id,
      ...presentReviewer(row, caller, privacy),
      rating: row.rating,
      comment: row.comment,
      created_at: toIso(row.created_at),
      updated_at: toIso(row.updated_at),
      is_own: caller !== null && caller.id === row.reviewer_id,
    };
  });
}

/** @throws {NotFoundError} nobody of that id is an approved, active agent. */
export async function listReviews(
  { db }: Pick<ServerContext, 'db'>,
  agentId: number,
  caller: SignedInUser | null,
  { before, limit = MAX_REVIEWS, own }: z.output<typeof reviewsCalls.list.query> = {},
): Promise<Review[]> {
  if (!(await isPublicAgent(db, agentId))) throw new NotFoundError('Agent');
  const rows = await readAll<ReviewRow>(db, (sql) => {
    const conditions = [`r.agent_id = ${sql.bind(agentId)}`];
    if (before) conditions.push(comesAfter(sql, 'r.created_at', 'r.id', before));
    if (own) conditions.push(`r.reviewer_id = ${sql.bind(caller?.id ?? 0)}`);
    return `${SELECT_REVIEWS} WHERE ${conditions.join(' AND ')}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${sql.bind(limit)}`;
  });
  return presentReviews({ db }, rows, caller);
}

/**
 * Writes or edits the caller's one review of an agent; rating and count of the agent are recomputed with it.
 * @throws {ForbiddenError} one reviews nobody less than oneself. @throws {NotFoundError} there is no such agent.
 */
export async function writeReview(
  { db, bus }: Pick<ServerContext, 'db' | 'bus'>,
  agentId: number,
  caller: SignedInUser,
  { rating, comment }: z.output<typeof reviewBody>,
): Promise<Review> {
  if (!(await isPublicAgent(db, agentId))) throw new NotFoundError('Agent');
  if (agentId === caller.id) throw new ForbiddenError('You cannot review yourself', 'own_review');
  const { id, isNew, isChanged } = await db.transaction(async () => {
    // Reviews of one agent queue here, so that the figures below count each of them. At the account, not the profile:
    // whoever deletes the agent takes the two in this order.
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    const agent = await db.models.User.findByPk(agentId, { lock });
    if (!agent) throw new NotFoundError('Agent');
    const key = { agent_id: agentId, reviewer_id: caller.id };
    const before = await db.models.Review.findOne({ where: key });
    if (before?.rating === rating && before.comment === comment)
      return { id: before.id, isNew: false, isChanged: false };
    const review = before
      ? await before.update({ rating, comment })
      : await db.models.Review.create({ ...key, rating, comment });
    await recomputeRating({ db }, agentId);
    return { id: review.id, isNew: !before, isChanged: true };
  });
  if (isChanged) bus.publish('reviewWritten', { agentId, reviewerId: caller.id, rating, isNew });
  const rows = await db.readRows<ReviewRow>(`${SELECT_REVIEWS} WHERE r.id = $1`, [id]);
  const [review] = await presentReviews({ db }, rows, caller);
  if (!review) throw new NotFoundError('Review');
  return review;
}

/** The mean to two decimals and the count, from the rows themselves. */
async function recomputeRating({ db }: Pick<ServerContext, 'db'>, agentId: number): Promise<void> {
  const [figures] = (await db.models.Review.findAll({
    attributes: [
      [fn('AVG', col('rating')), 'mean'],
      [fn('COUNT', col('id')), 'count'],
    ],
    where: { agent_id: agentId },
    raw: true,
  })) as unknown as { mean: number | string | null; count: number | string }[];
  await db.models.AgentProfile.update(
    { rating: Math.round(Number(figures?.mean ?? 0) * 100) / 100, review_count: Number(figures?.count ?? 0) },
    { where: { user_id: agentId } },
  );
}
