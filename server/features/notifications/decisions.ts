import type { ServerContext } from '#server/features/context.ts';
import type { DomainEvents } from '#server/realtime/bus.ts';
import { formatDay } from '#shared/manilaDays.ts';
import { type Notice, notify } from './notify.ts';

/** Notifications to the person a decision is about. */

export function notifyOfDecision(
  context: ServerContext,
  { userId, isApproved, reason }: DomainEvents['agentDecided'],
): Promise<void> {
  const notice: Notice = isApproved
    ? {
        type: 'success',
        title: 'Application Approved',
        message: 'Welcome to Silong! You are an agent now and can post your first listing.',
        action: { label: 'Open Agent Dashboard', url: '/agent-dashboard' },
      }
    : {
        type: 'warning',
        title: 'Application Rejected',
        message: withReason('Your application to become an agent was rejected', reason),
        action: null,
      };
  return notify(context, [userId], notice);
}

type Moderation = DomainEvents['listingModerated'];

const moderationNews: Record<Moderation['status'], Pick<Notice, 'type' | 'title'> & { verb: string }> = {
  active: { type: 'success', title: 'Listing Active', verb: 'is public' },
  pending: { type: 'info', title: 'Listing Under Review', verb: 'is being reviewed and hidden meanwhile' },
  inactive: { type: 'warning', title: 'Listing Taken Off', verb: 'was taken off' },
  rejected: { type: 'error', title: 'Listing Rejected', verb: 'was rejected' },
  deleted: { type: 'warning', title: 'Listing Deleted', verb: 'was deleted by an administrator' },
};

export async function notifyOfModeration(
  context: ServerContext,
  { agentId, title, status, reason }: Moderation,
): Promise<void> {
  if (agentId === null) return;
  const { verb, ...news } = moderationNews[status];
  await notify(context, [agentId], {
    ...news,
    message: withReason(`${title} ${verb}`, reason),
    action: { label: 'View Listings', url: '/agent-dashboard?tab=properties' },
  });
}

export function notifyOfReports(
  context: ServerContext,
  { propertyId, title, status, reporterIds }: DomainEvents['reportsDecided'],
): Promise<void> {
  const notice: Notice =
    status === 'accepted'
      ? {
          type: 'success',
          title: 'Thank You for Your Report',
          message: `You were right about ${title}: we took the listing off. Thank you for looking out for others.`,
          action: null,
        }
      : {
          type: 'info',
          title: 'Your Report Was Checked',
          message: `We looked into ${title} and found that it can stay. Thank you for telling us all the same.`,
          action: { label: 'View Property', url: `/properties/${propertyId}` },
        };
  return notify(context, reporterIds, notice);
}

function withReason(sentence: string, reason: string | null): string {
  return reason === null ? `${sentence}.` : `${sentence}: ${reason}`;
}

type LicenseChange = DomainEvents['licenseChanged'];

const words: Record<LicenseChange['news'], (lastDay: string) => Pick<Notice, 'type' | 'title' | 'message'>> =
  {
    warned: (lastDay) => ({
      type: 'warning',
      title: 'License Renewal Due',
      message: `Your license is good until ${lastDay}. Without a renewal you and your listings are hidden afterwards.`,
    }),
    lapsed: (lastDay) => ({
      type: 'error',
      title: 'Unlisted',
      message: `Your license ended on ${lastDay}. You and your listings are hidden until it is good again.`,
    }),
    renewed: (lastDay) => ({
      type: 'success',
      title: 'Listed Again',
      message: `Your license is good until ${lastDay}. You and your listings are public again.`,
    }),
  };

/** Never mailed: a letter went out with the change itself. */
export function notifyOfLicense(
  context: ServerContext,
  { agentId, news, lastDay }: LicenseChange,
): Promise<void> {
  const notice: Notice = {
    ...words[news](formatDay(lastDay)),
    action: { label: 'View Profile', url: '/profile' },
  };
  return notify(context, [agentId], notice, { isMailed: false });
}

export async function notifyOfLicenseNumber(
  context: ServerContext,
  adminIds: readonly number[],
  { agentId }: DomainEvents['licenseNumberChanged'],
): Promise<void> {
  const agent = await context.db.models.User.findByPk(agentId);
  if (!agent) return;
  await notify(
    context,
    adminIds,
    {
      type: 'info',
      title: 'License Number Changed',
      message: `${agent.name} gave another license number. It has to be checked again.`,
      action: { label: 'View Licenses', url: '/admin-dashboard?tab=trust&desk=licenses' },
    },
    { isReplacing: true },
  );
}
