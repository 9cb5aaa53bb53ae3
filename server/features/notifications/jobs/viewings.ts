import type { ViewingModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { moment, type Words } from '#server/languages.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { AT_ONCE } from '../words.ts';
import { type Notice, notify } from '../writes.ts';

const HOUR_MS = 3_600_000;

const viewingTitles = {
  requested: msg('Viewing Requested'),
  proposed: msg('New Time Proposed'),
  confirmed: msg('Viewing Confirmed'),
  declined: msg('Viewing Declined'),
  cancelled: msg('Viewing Cancelled'),
} as const;

const describeViewing = ({ property, starts_at }: ViewingModel): Words => ({
  id: '{title}, {time}',
  values: { title: property?.title ?? msg('A property'), time: moment(starts_at, 'mediumMoment') },
});

export async function remindOfViewing(
  context: ServerContext,
  { viewingId, startsAt }: JobPayloads['viewingReminder'],
): Promise<void> {
  const viewing = await context.db.models.Viewing.findByPk(viewingId, { include: ['property'] });
  const now = context.now();
  // Moved, cancelled, or begun meanwhile.
  const isNews =
    viewing?.status === 'confirmed' &&
    viewing.starts_at.toISOString() === startsAt &&
    viewing.starts_at > now;
  if (!isNews) return;
  const isNear = viewing.starts_at.getTime() - now.getTime() <= HOUR_MS;
  const isToday = manilaDay(viewing.starts_at) === manilaDay(now);
  const title = isNear
    ? msg('Viewing Within the Hour')
    : isToday
      ? msg('Viewing Today')
      : msg('Viewing Tomorrow');
  const url = { agent: '/agent-dashboard?tab=viewings', user: '/dashboard?tab=viewings' };
  // Useless once the viewing has begun.
  const ttlSeconds = Math.ceil((viewing.starts_at.getTime() - now.getTime()) / 1_000);
  for (const side of ['agent', 'user'] as const) {
    const notice: Notice = {
      type: 'info',
      title,
      message: describeViewing(viewing),
      action: { label: msg('View Viewings'), url: url[side] },
      goodUntil: startsAt,
    };
    await notify(context, [viewing[`${side}_id`]], notice, { push: { urgency: 'high', ttlSeconds } });
  }
}

export async function notifyOfViewing(
  context: ServerContext,
  { viewingId, actorId, decision }: JobPayloads['viewingNotice'],
): Promise<void> {
  const viewing = await context.db.models.Viewing.findByPk(viewingId, { include: ['property'] });
  if (!viewing) return;
  const isByAgent = actorId === viewing.agent_id;
  const notice: Notice = {
    type:
      decision === 'confirmed'
        ? 'success'
        : decision === 'declined' || decision === 'cancelled'
          ? 'warning'
          : 'info',
    title: viewingTitles[decision],
    message: describeViewing(viewing),
    action: isByAgent
      ? { label: msg('View Viewings'), url: '/dashboard?tab=viewings' }
      : { label: msg('View Viewings'), url: '/agent-dashboard?tab=viewings' },
  };
  await notify(context, [isByAgent ? viewing.user_id : viewing.agent_id], notice, { push: AT_ONCE });
}

export async function askForOutcome(
  context: ServerContext,
  { viewingId }: JobPayloads['viewingOutcomeNotice'],
): Promise<void> {
  const viewing = await context.db.models.Viewing.findByPk(viewingId, { include: ['property'] });
  if (viewing?.status !== 'confirmed' || viewing.outcome) return;
  const notice: Notice = {
    type: 'info',
    title: msg('How Did It Go?'),
    message: describeViewing(viewing),
    action: {
      label: msg('Record the Outcome'),
      url: `/desk/calendar?day=${manilaDay(viewing.starts_at)}&viewing=${viewingId}`,
    },
  };
  await notify(context, [viewing.agent_id], notice, { isMailed: false });
}

export function notifyOfLostViewing(
  context: ServerContext,
  { userId, title, startsAt, url }: JobPayloads['viewingLostNotice'],
): Promise<void> {
  const notice: Notice = {
    type: 'warning',
    title: viewingTitles.cancelled,
    message: msg('{title}, {time}: the other person has left Silong', {
      title,
      time: moment(new Date(startsAt), 'mediumMoment'),
    }),
    action: { label: msg('View Viewings'), url },
  };
  return notify(context, [userId], notice, { push: AT_ONCE });
}
