import type { ServerContext } from '#server/features/context.ts';
import { nameFor } from '#server/features/settings/person.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { msg } from '#shared/messages.ts';
import { type Notice, notify } from '../writes.ts';

export async function notifyOfReview(
  context: ServerContext,
  { agentId, reviewerId, rating, isNew }: JobPayloads['reviewNotice'],
): Promise<void> {
  const notice: Notice = {
    type: 'success',
    title: isNew ? msg('New Review') : msg('Review Changed'),
    message: msg('{name} gave you {rating, plural, one {# star} other {# stars}}.', {
      name: await nameFor(context, reviewerId, agentId),
      rating,
    }),
    action: { label: msg('View Review'), url: `/agents/${agentId}?tab=reviews` },
    about: { users: [reviewerId] },
  };
  // Repeated changes of a review replace one notice.
  await notify(context, [agentId], notice, { isReplacing: !isNew });
}

export async function notifyOfAnswer(
  context: ServerContext,
  { agentId, reviewerId }: JobPayloads['reviewAnswerNotice'],
): Promise<void> {
  const agent = await context.db.models.User.findByPk(agentId);
  if (!agent) return;
  await notify(context, [reviewerId], {
    type: 'info',
    title: msg('Your Review Was Answered'),
    message: msg('{name} answered your review.', { name: agent.name }),
    action: { label: msg('View Review'), url: `/agents/${agentId}?tab=reviews` },
    about: { users: [agentId] },
  });
}

export async function notifyOfRemovedReview(
  context: ServerContext,
  { agentId, reviewerId, reason }: JobPayloads['reviewRemovedNotice'],
): Promise<void> {
  const agent = await context.db.models.User.findByPk(agentId);
  if (!agent) return;
  const common: Omit<Notice, 'message'> = {
    type: 'warning',
    title: msg('Review Removed'),
    action: { label: msg('View Reviews'), url: `/agents/${agentId}?tab=reviews` },
  };
  if (reviewerId !== null)
    await notify(context, [reviewerId], {
      ...common,
      message: msg('An administrator removed your review of {name}: {reason}', {
        name: agent.name,
        reason,
      }),
      about: { users: [agentId] },
    });
  await notify(context, [agentId], {
    ...common,
    type: 'info',
    message: msg('An administrator removed a review about you: {reason}', { reason }),
  });
}
