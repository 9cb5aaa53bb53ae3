import { type Attributes, col, fn } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { ReviewModel } from '#server/db/models.ts';
import { comesAfter, type RawRow, readAll, toIso } from '#server/db/sql.ts';
import { lockUser } from '#server/features/auth/passwords.ts';
import { contactEmail, isPublicAgent } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { projectPerson } from '#server/features/settings/person.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { ForbiddenError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { Review, reviewsCalls } from '#shared/contracts/reviews.ts';
import { defaultPersonalSettings } from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';

const MAX_REVIEWS = 200;

type ReviewRow = RawRow<Attributes<ReviewModel>> &
  Record<`reviewer_${'name' | 'avatar_url' | 'email' | 'phone'}`, string | null>;

const SELECT_REVIEWS = `
  SELECT r.id, r.agent_id, r.reviewer_id, r.rating, r.comment, r.created_at, r.updated_at,
    u.name AS reviewer_name, u.avatar_url AS reviewer_avatar_url, ${contactEmail('u')} AS reviewer_email, u.phone AS reviewer_phone
  FROM reviews r LEFT JOIN users u ON u.id = r.reviewer_id`;

async function presentReviews(
  context: ServerContext,
  rows: readonly ReviewRow[],
  caller: SignedInUser | null,
): Promise<Review[]> {
  const reviewerIds = rows.map((row) => row.reviewer_id).filter((id) => id !== null);
  const settings = await readPersonalSettings(context, reviewerIds);
  return rows.map((row) => {
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
    };
  });
}

export function reviewsService(context: ServerContext): Service<typeof reviewsCalls> {
  const { db, jobs } = context;

  return {
    async list({ params, user, query: { before, limit = MAX_REVIEWS, own } }) {
      found(await isPublicAgent(db, params.id), 'agent');
      const rows = await readAll<ReviewRow>(db, (sql) => {
        const conditions = [`r.agent_id = ${sql.bind(params.id)}`];
        if (before) conditions.push(comesAfter(sql, 'r.created_at', 'r.id', before));
        if (own) conditions.push(`r.reviewer_id = ${sql.bind(user?.id ?? 0)}`);
        return `${SELECT_REVIEWS} WHERE ${conditions.join(' AND ')}
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${sql.bind(limit)}`;
      });
      return presentReviews(context, rows, user);
    },

    // Writes or edits the caller's one review; rating and count of the agent are recomputed with it.
    async write({ params: { id: agentId }, user, body: { rating, comment } }) {
      found(await isPublicAgent(db, agentId), 'agent');
      if (agentId === user.id) throw new ForbiddenError(msg('You cannot review yourself'), 'own_review');
      const id = await db.transaction(async () => {
        // Reviews of one agent queue here, so that the figures below count each of them. At the account, not the
        // profile: whoever deletes the agent takes the two in this order.
        found(await lockUser(context, agentId), 'agent');
        const key = { agent_id: agentId, reviewer_id: user.id };
        const before = await db.models.Review.findOne({ where: key });
        if (before?.rating === rating && before.comment === comment) return before.id;
        const review = before
          ? await before.update({ rating, comment })
          : await db.models.Review.create({ ...key, rating, comment });
        await recomputeRating(db, agentId);
        await jobs.add('reviewNotice', { agentId, reviewerId: user.id, rating, isNew: !before });
        return review.id;
      });
      const rows = await db.readRows<ReviewRow>(`${SELECT_REVIEWS} WHERE r.id = $1`, [id]);
      const [review] = await presentReviews(context, rows, user);
      return found(review, 'review');
    },
  };
}

/** The mean to two decimals and the count, from the rows themselves. */
async function recomputeRating({ models }: Database, agentId: number): Promise<void> {
  const [figures] = (await models.Review.findAll({
    attributes: [
      [fn('AVG', col('rating')), 'mean'],
      [fn('COUNT', col('id')), 'count'],
    ],
    where: { agent_id: agentId },
    raw: true,
  })) as unknown as { mean: number | string | null; count: number | string }[];
  await models.AgentProfile.update(
    { rating: Math.round(Number(figures?.mean ?? 0) * 100) / 100, review_count: Number(figures?.count ?? 0) },
    { where: { user_id: agentId } },
  );
}
