import { Transaction } from 'sequelize';
import { findsWords, matchesPerson } from '#server/db/searchWords.ts';
import { sqlList, toBoolean, toIso } from '#server/db/sql.ts';
import { recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import { lockUsers } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { AdminReview, ReviewKind, reviewModerationCalls } from '#shared/contracts/reviews.ts';
import { refreshReviews } from '../jobs.ts';

interface Row {
  id: number;
  rating: number;
  comment: string;
  created_at: Date | string;
  is_verified: boolean | number;
  answer: string | null;
  reviewer_id: number | null;
  reviewer_name: string | null;
  reviewer_email: string | null;
  agent_id: number;
  agent_name: string;
}

interface Filter {
  search?: string | undefined;
  status?: ReviewKind | undefined;
}

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
  const { id, rating, comment, answer, agent_id, agent_name, reviewer_id, reviewer_name, reviewer_email } =
    row;
  return {
    id,
    rating,
    comment,
    answer,
    created_at: toIso(row.created_at),
    verified: toBoolean(row.is_verified),
    reviewer:
      reviewer_id === null || reviewer_name === null || reviewer_email === null
        ? null
        : { id: reviewer_id, name: reviewer_name, email: reviewer_email },
    agent: { id: agent_id, name: agent_name },
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
    async remove({ user, address, ability, params: { id }, body: { reason } }) {
      const admin = { user, address, ability };
      await db.transaction(async () => {
        const seen = found(await db.models.Review.findByPk(id), 'review');
        // The accounts before the review, in the order of `write`.
        await lockUsers(context, [seen.agent_id, user.id]);
        await requireStillAdmin(context, admin);
        const review = found(
          await db.models.Review.findByPk(id, { lock: Transaction.LOCK.UPDATE }),
          'review',
        );
        const { agent_id, reviewer_id, rating, is_verified } = review;
        await review.destroy();
        await refreshReviews(context, agent_id);
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
