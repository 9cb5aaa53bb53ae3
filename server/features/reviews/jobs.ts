import { col, fn, Op, QueryTypes } from 'sequelize';
import { sentBy } from '#server/features/auth/policy.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';

/**
 * A 'verified client' has dealt with the agent: the agent answered a conversation or an inquiry of theirs, or a
 * confirmed viewing is over. The mark is stored with the review, so it outlives the conversation; earlier reviews are
 * checked again after answers and viewings. The author of an answer counts, not the client's present agent.
 */
const HAS_INTERACTED = `r.reviewer_id IS NOT NULL AND (
  EXISTS (SELECT 1 FROM conversations c JOIN messages m ON m.conversation_id = c.id
    WHERE c.user_id = r.reviewer_id AND m.sender_type = 'agent' AND m.sender_id = r.agent_id)
  OR EXISTS (SELECT 1 FROM inquiries i
    WHERE i.agent_id = r.agent_id AND i.first_reply_at IS NOT NULL AND ${sentBy('r.reviewer_id', 'i.')}
      AND NOT EXISTS (SELECT 1 FROM inquiry_replies o WHERE o.inquiry_id = i.id AND o.author_id <> r.agent_id))
  OR EXISTS (SELECT 1 FROM inquiry_replies o JOIN inquiries i ON i.id = o.inquiry_id
    WHERE o.author_id = r.agent_id AND ${sentBy('r.reviewer_id', 'i.')})
  OR EXISTS (SELECT 1 FROM viewings v
    WHERE v.agent_id = r.agent_id AND v.user_id = r.reviewer_id AND v.status = 'confirmed' AND v.ends_at < :now))`;

type Base = Pick<ServerContext, 'db' | 'now'>;

/** Checks the reviews of an agent again, in a transaction that holds the agent's account, and updates the figures. */
export async function refreshReviews(context: Base, agentId: number): Promise<void> {
  const { db, now } = context;
  const rows = await db.sequelize.query<{ id: number }>(
    `SELECT r.id FROM reviews r WHERE r.agent_id = :agentId AND r.is_verified = :no AND ${HAS_INTERACTED}`,
    { replacements: { agentId, no: false, now: now() }, type: QueryTypes.SELECT },
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    // No edit of the review: `updated_at` stays.
    await db.models.Review.update({ is_verified: true }, { where: { id: ids }, silent: true });
  const all = await readFigures(context, { agent_id: agentId });
  const verified = await readFigures(context, { agent_id: agentId, is_verified: true });
  // No edit of the profile either.
  await db.models.AgentProfile.update(
    {
      rating: all.rating,
      review_count: all.count,
      verified_rating: verified.rating,
      verified_review_count: verified.count,
    },
    { where: { user_id: agentId }, silent: true },
  );
}

/** The mean to two decimals and the count, from the rows. */
async function readFigures({ db }: Base, where: { agent_id: number; is_verified?: boolean }) {
  const [figures] = (await db.models.Review.findAll({
    attributes: [
      [fn('AVG', col('rating')), 'mean'],
      [fn('COUNT', col('id')), 'count'],
    ],
    where,
    raw: true,
  })) as unknown as { mean: number | string | null; count: number | string }[];
  return {
    rating: Math.round(Number(figures?.mean ?? 0) * 100) / 100,
    count: Number(figures?.count ?? 0),
  };
}

/** To be called when agents answer, in the transaction of the answers. */
export async function noteInteractions(
  { db, jobs }: ServerContext,
  pairs: readonly { agentId: number | null; reviewerId: number | null }[],
): Promise<void> {
  const between = pairs.flatMap(({ agentId, reviewerId }) =>
    agentId === null || reviewerId === null ? [] : [{ agent_id: agentId, reviewer_id: reviewerId }],
  );
  if (between.length === 0) return;
  const reviews = await db.models.Review.findAll({
    attributes: ['agent_id'],
    where: { is_verified: false, [Op.or]: between },
  });
  const agentIds = new Set(reviews.map(({ agent_id }) => agent_id));
  const payloads = [...agentIds].map((agentId) => ({ agentId }));
  await jobs.addAll('verifyReviews', payloads, { priority: 'background' });
}

export function handleVerifications(context: ServerContext): void {
  context.jobs.handle('verifyReviews', {
    async apply({ agentId }) {
      if (await lockUser(context, agentId)) await refreshReviews(context, agentId);
    },
  });
}

const EVERY_MS = 10 * 60_000;

/** No event marks the end of a viewing: the sweep looks for reviews that it verifies. */
export const verificationSweep = (context: ServerContext): RecurringJob => ({
  name: 'verifyReviews',
  everyMs: EVERY_MS,
  run: (signal) => verifyReviews(context, signal),
});

export async function verifyReviews(context: Base, signal?: AbortSignal): Promise<void> {
  const { db, now } = context;
  const rows = await db.sequelize.query<{ agent_id: number }>(
    `SELECT DISTINCT r.agent_id FROM reviews r WHERE r.is_verified = :no AND ${HAS_INTERACTED}`,
    { replacements: { no: false, now: now() }, type: QueryTypes.SELECT },
  );
  for (const { agent_id } of rows) {
    if (signal?.aborted) return;
    await db.transaction(
      async () => {
        if (await lockUser(context, agent_id)) await refreshReviews(context, agent_id);
      },
      { isBookkeeping: true },
    );
  }
}
