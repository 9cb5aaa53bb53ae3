import { Transaction } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import { isPublic } from '#server/features/properties/policy.ts';
import { reportReasonLabel } from '#shared/labels.ts';
import { formatFullPrice } from '#shared/money.ts';
import {
  notifyOfDecision,
  notifyOfLicense,
  notifyOfLicenseNumber,
  notifyOfModeration,
  notifyOfReports,
} from './decisions.ts';
import { notifyOfNewListing, notifyOfNewListings } from './newListings.ts';
import { activeAdminIds, type Notice, notify } from './notify.ts';

const PREVIEW_LENGTH = 50;

/** The first 50 characters, with an ellipsis when there are more (specification, part 1 §4). Never half a character. */
export function previewOf(content: string): string {
  const characters = [...content];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : content;
}

const conversationUrl = (id: number) => `/conversations/${id}`;

const manilaTime = new Intl.DateTimeFormat('en-PH', {
  timeZone: 'Asia/Manila',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** Turns domain events into notifications. */
export function subscribeNotifications(context: ServerContext): void {
  const { bus, db, systemSettings } = context;

  bus.subscribe('messageSent', async ({ message, participantIds }) => {
    const recipients = participantIds.filter((id): id is number => id !== null && id !== message.sender_id);
    const notice: Notice = {
      type: 'info',
      title: 'New Message',
      message: previewOf(message.content),
      action: { label: 'View Conversation', url: conversationUrl(message.conversationId) },
    };
    const isMailed = systemSettings.current().notifications.notifyNewMessages;
    await notify(context, recipients, notice, {
      wantedBy: 'messageNotifications',
      isMailedOnce: true,
      isMailed,
      // Who has the conversation open may have read it by now; then the bell has nothing to say. Locked, because a
      // reading that is underway reads the notice too, once it finds it.
      isStillNews: async () => {
        const lock = Transaction.LOCK.SHARE;
        const stored = await db.models.Message.findByPk(message.id, { lock });
        return stored !== null && stored.read_at === null;
      },
    });
  });

  bus.subscribe('messagesRead', async ({ conversationId, readerId }) => {
    const where = { user_id: readerId, action_url: conversationUrl(conversationId), read_at: null };
    await db.transaction(() => db.models.Notification.update({ read_at: context.now() }, { where }));
  });

  bus.subscribe('inquiryReceived', async ({ inquiryId, agentId }) => {
    const inquiry = await db.models.Inquiry.findByPk(inquiryId);
    if (!inquiry) return;
    await notify(context, [agentId], {
      type: 'info',
      title: 'New Inquiry',
      message: `${inquiry.name}: ${previewOf(inquiry.message)}`,
      action: { label: 'View Inquiry', url: `/agent-dashboard?tab=messages&inquiry=${inquiry.id}` },
    });
  });

  bus.subscribe('reviewWritten', async ({ agentId, reviewerId, rating, isNew }) => {
    const reviewer = await db.models.User.findByPk(reviewerId);
    const stars = `${rating} ${rating === 1 ? 'star' : 'stars'}`;
    const notice: Notice = {
      type: 'success',
      title: isNew ? 'New Review' : 'Review Changed',
      message: `${reviewer?.name ?? 'A client'} gave you ${stars}.`,
      action: { label: 'View Review', url: `/agents/${agentId}?tab=reviews` },
    };
    // Somebody who keeps changing a review must not fill the agent's bell and mailbox.
    await notify(context, [agentId], notice, { isReplacing: !isNew });
  });

  bus.subscribe('agentApplied', async ({ userId }) => {
    const applicant = await db.models.User.findByPk(userId);
    await notify(context, await activeAdminIds(context), {
      type: 'info',
      title: 'New Agent Application',
      message: `${applicant?.name ?? 'Somebody'} applied to become an agent.`,
      action: { label: 'Review Application', url: '/admin-dashboard?tab=agents' },
    });
  });

  bus.subscribe('agentDecided', (decision) => notifyOfDecision(context, decision));
  bus.subscribe('listingModerated', (moderation) => notifyOfModeration(context, moderation));
  bus.subscribe('licenseChanged', (change) => notifyOfLicense(context, change));
  bus.subscribe('licenseNumberChanged', async (change) =>
    notifyOfLicenseNumber(context, await activeAdminIds(context), change),
  );
  bus.subscribe('reportsDecided', (decision) => notifyOfReports(context, decision));

  bus.subscribe('listingReported', async ({ propertyId, reason }) => {
    const property = await db.models.Property.findByPk(propertyId);
    if (!property) return;
    await notify(context, await activeAdminIds(context), {
      type: 'warning',
      title: 'Listing Reported',
      message: `${property.title}: ${reportReasonLabel[reason]}`,
      action: { label: 'View Reports', url: '/admin-dashboard?tab=trust&desk=reports' },
    });
  });

  bus.subscribe('duplicatesFound', async () => {
    const open = await db.models.DuplicatePair.count({ where: { status: 'open' } });
    if (open === 0) return;
    const notice: Notice = {
      type: 'warning',
      title: 'Possible Duplicates',
      message:
        open === 1
          ? 'Two listings look like the same home.'
          : `${open} pairs of listings look like the same home.`,
      action: { label: 'View Duplicates', url: '/admin-dashboard?tab=trust&desk=duplicates' },
    };
    await notify(context, await activeAdminIds(context), notice, { isReplacing: true });
  });

  bus.subscribe('userRegistered', async ({ userId }) => {
    if (!systemSettings.current().notifications.notifyNewUsers) return;
    const user = await db.models.User.findByPk(userId);
    if (!user) return;
    await notify(context, await activeAdminIds(context), {
      type: 'info',
      title: 'New Account',
      message: `${user.name} created an account.`,
      action: { label: 'View Users', url: '/admin-dashboard?tab=users' },
    });
  });

  bus.subscribe('backupFailed', async ({ reason }) => {
    const notice: Notice = {
      type: 'error',
      title: 'Backup Failed',
      message: reason,
      action: { label: 'View Backups', url: '/admin-dashboard?tab=settings&section=backup' },
    };
    await notify(context, await activeAdminIds(context), notice, { isReplacing: true });
  });

  bus.subscribe('viewingChanged', ({ viewingId, actorId, decision }) =>
    notifyOfViewing(context, viewingId, actorId, decision),
  );

  bus.subscribe('viewingLost', ({ userId, title, startsAt, url }) =>
    notify(context, [userId], {
      type: 'warning',
      title: viewingTitles.cancelled,
      message: `${title}, ${manilaTime.format(new Date(startsAt))}: the other person has left Silong`,
      action: { label: 'View Viewings', url },
    }),
  );

  bus.subscribe('listingCreated', async ({ propertyId }) => {
    const property = await db.models.Property.findByPk(propertyId, { include: ['agent'] });
    if (!property) return;
    if (isPublic(property)) await notifyOfNewListing(context, property);
    if (!systemSettings.current().notifications.notifyNewProperties) return;
    await notify(context, await activeAdminIds(context), {
      type: 'info',
      title: 'New Listing',
      message: `${property.agent?.name ?? 'An agent'} posted ${property.title}.`,
      action: { label: 'View Properties', url: '/admin-dashboard?tab=properties' },
    });
  });

  bus.subscribe('listingsImported', async ({ agentId, propertyIds }) => {
    const agent = await db.models.User.findByPk(agentId);
    if (!agent) return;
    const listings = await db.models.Property.findAll({ where: { id: propertyIds } });
    await notifyOfNewListings(context, agent, listings);
    if (!systemSettings.current().notifications.notifyNewProperties) return;
    await notify(context, await activeAdminIds(context), {
      type: 'info',
      title: 'New Listings',
      message: `${agent.name} posted ${propertyIds.length} listings.`,
      action: { label: 'View Properties', url: '/admin-dashboard?tab=properties' },
    });
  });

  bus.subscribe('listingRepriced', async ({ propertyId, from, to }) => {
    const property = await db.models.Property.findByPk(propertyId);
    if (!property || !isPublic(property)) return;
    const direction = to < from ? 'dropped' : 'rose';
    await notifyFavoriters(context, propertyId, property.agent_id, {
      type: to < from ? 'success' : 'info',
      title: to < from ? 'Price Drop' : 'Price Change',
      message: `${property.title} ${direction} from ${formatFullPrice(from)} to ${formatFullPrice(to)}.`,
      action: { label: 'View Property', url: `/properties/${propertyId}` },
    });
  });

  bus.subscribe('listingTaken', async ({ propertyId, status }) => {
    const property = await db.models.Property.findByPk(propertyId);
    if (!property || !isPublic(property)) return;
    await notifyFavoriters(context, propertyId, property.agent_id, {
      type: 'warning',
      title: status === 'sold' ? 'Property Sold' : 'Property Rented',
      message: `${property.title}, one of your favorites, was ${status}.`,
      action: { label: 'View Property', url: `/properties/${propertyId}` },
    });
  });
}

async function notifyFavoriters(
  context: ServerContext,
  propertyId: number,
  agentId: number | null,
  notice: Notice,
): Promise<void> {
  const favorites = await context.db.models.Favorite.findAll({ where: { property_id: propertyId } });
  const userIds = favorites.map((favorite) => favorite.user_id).filter((id) => id !== agentId);
  await notify(context, userIds, notice, { wantedBy: 'priceAlerts' });
}

const viewingTitles = {
  requested: 'Viewing Requested',
  proposed: 'New Time Proposed',
  confirmed: 'Viewing Confirmed',
  declined: 'Viewing Declined',
  cancelled: 'Viewing Cancelled',
} as const;

async function notifyOfViewing(
  context: ServerContext,
  viewingId: number,
  actorId: number,
  decision: keyof typeof viewingTitles,
): Promise<void> {
  const viewing = await context.db.models.Viewing.findByPk(viewingId, { include: ['property'] });
  if (!viewing) return;
  const isByAgent = actorId === viewing.agent_id;
  await notify(context, [isByAgent ? viewing.user_id : viewing.agent_id], {
    type:
      decision === 'confirmed'
        ? 'success'
        : decision === 'declined' || decision === 'cancelled'
          ? 'warning'
          : 'info',
    title: viewingTitles[decision],
    message: `${viewing.property?.title ?? 'A property'}, ${manilaTime.format(viewing.starts_at)}`,
    action: isByAgent
      ? { label: 'View Viewings', url: '/dashboard?tab=viewings' }
      : { label: 'View Viewings', url: '/agent-dashboard?tab=viewings' },
  });
}
