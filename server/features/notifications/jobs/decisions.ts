import type { ServerContext } from '#server/features/context.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { calendarDay, type Moment, type Words } from '#server/languages.ts';
import { type MessageValues, msg } from '#shared/messages.ts';
import { activeAdminIds, type Notice, notify } from '../writes.ts';

/** Notices to the person concerned by a decision. */

export function notifyOfDecision(
  context: ServerContext,
  { userId, isApproved, reason }: JobPayloads['decisionNotice'],
): Promise<void> {
  const notice: Notice = isApproved
    ? {
        type: 'success',
        title: msg('Application Approved'),
        message: msg('Welcome to Silong! You are now an agent and can post your first listing.'),
        action: { label: msg('Open Agent Dashboard'), url: '/agent-dashboard' },
      }
    : {
        type: 'warning',
        title: msg('Application Rejected'),
        message: withReason(
          msg(
            '{hasReason, select, yes {Your application to become an agent was rejected: {reason}} other {Your application to become an agent was rejected.}}',
          ).id,
          reason,
        ),
        action: null,
      };
  return notify(context, [userId], notice);
}

type Moderation = JobPayloads['moderationNotice'];

const moderationNews: Record<Moderation['status'], Pick<Notice, 'type' | 'title'> & { sentence: string }> = {
  active: {
    type: 'success',
    title: msg('Listing Active'),
    sentence: msg('{hasReason, select, yes {{title} is now public: {reason}} other {{title} is now public.}}')
      .id,
  },
  pending: {
    type: 'info',
    title: msg('Listing Under Review'),
    sentence: msg(
      '{hasReason, select, yes {{title} is hidden while we review it: {reason}} other {{title} is hidden while we review it.}}',
    ).id,
  },
  inactive: {
    type: 'warning',
    title: msg('Listing Taken Down'),
    sentence: msg(
      '{hasReason, select, yes {{title} was taken down: {reason}} other {{title} was taken down.}}',
    ).id,
  },
  rejected: {
    type: 'error',
    title: msg('Listing Rejected'),
    sentence: msg('{hasReason, select, yes {{title} was rejected: {reason}} other {{title} was rejected.}}')
      .id,
  },
  deleted: {
    type: 'warning',
    title: msg('Listing Deleted'),
    sentence: msg(
      '{hasReason, select, yes {{title} was deleted by an administrator: {reason}} other {{title} was deleted by an administrator.}}',
    ).id,
  },
};

export async function notifyOfModeration(
  context: ServerContext,
  { agentId, title, status, reason }: Moderation,
): Promise<void> {
  if (agentId === null) return;
  const { sentence, ...news } = moderationNews[status];
  await notify(context, [agentId], {
    ...news,
    message: withReason(sentence, reason, { title }),
    action: { label: msg('View Listings'), url: '/agent-dashboard?tab=properties' },
  });
}

export function notifyOfReports(
  context: ServerContext,
  { propertyId, title, status, reporterIds }: JobPayloads['reportDecisionNotice'],
): Promise<void> {
  const notice: Notice =
    status === 'accepted'
      ? {
          type: 'success',
          title: msg('Thank You for Your Report'),
          message: msg(
            'You were right about {title}. We took the listing down. Thank you for looking out for others.',
            { title },
          ),
          action: null,
        }
      : {
          type: 'info',
          title: msg('Your Report Was Checked'),
          message: msg(
            'We reviewed {title} and found no reason to take it down. Thank you for reporting it.',
            { title },
          ),
          action: { label: msg('View Property'), url: `/properties/${propertyId}` },
        };
  return notify(context, reporterIds, notice);
}

const withReason = (id: string, reason: string | null, values?: MessageValues): Words => ({
  id,
  values: { ...values, hasReason: reason === null ? 'no' : 'yes', reason: reason ?? '' },
});

type LicenseChange = JobPayloads['licenseNotice'];

const words: Record<LicenseChange['news'], (lastDay: Moment) => Pick<Notice, 'type' | 'title' | 'message'>> =
  {
    warned: (lastDay) => ({
      type: 'warning',
      title: msg('License Renewal Due'),
      message: msg(
        'Your license is valid until {lastDay}. If you do not renew it, you and your listings will be hidden after that.',
        { lastDay },
      ),
    }),
    lapsed: (lastDay) => ({
      type: 'error',
      title: msg('Unlisted'),
      message: msg(
        'Your license expired on {lastDay}. You and your listings are hidden until it is renewed.',
        { lastDay },
      ),
    }),
    renewed: (lastDay) => ({
      type: 'success',
      title: msg('Listed Again'),
      message: msg('Your license is valid until {lastDay}. You and your listings are public again.', {
        lastDay,
      }),
    }),
  };

/** Never mailed: the change itself sends a mail. */
export function notifyOfLicense(
  context: ServerContext,
  { agentId, news, lastDay }: LicenseChange,
): Promise<void> {
  const notice: Notice = {
    ...words[news](calendarDay(lastDay)),
    action: { label: msg('View Profile'), url: '/profile' },
  };
  return notify(context, [agentId], notice, { isMailed: false });
}

export async function notifyOfLicenseNumber(
  context: ServerContext,
  { agentId }: JobPayloads['licenseNumberNotice'],
): Promise<void> {
  const agent = await context.db.models.User.findByPk(agentId);
  if (!agent) return;
  await notify(
    context,
    await activeAdminIds(context, 'trust.decide'),
    {
      type: 'info',
      title: msg('License Number Changed'),
      message: msg('{name} changed their license number. Please check it again.', {
        name: agent.name,
      }),
      action: { label: msg('View Licenses'), url: '/admin-dashboard?tab=trust&desk=licenses' },
      about: { users: [agentId] },
    },
    { isReplacing: true },
  );
}
