import { Transaction } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import { isPublic } from '#server/features/properties/policy.ts';
import { reportReasonLabel } from '#shared/labels.ts';
import { english } from '#shared/messages.ts';
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
      title: english('New Message'),
      message: previewOf(message.content),
      action: { label: english('View Conversation'), url: conversationUrl(message.conversationId) },
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
      title: english('New Inquiry'),
      message: `${inquiry.name}: ${previewOf(inquiry.message)}`,
      action: { label: english('View Inquiry'), url: `/agent-dashboard?tab=messages&inquiry=${inquiry.id}` },
    });
  });

  bus.subscribe('reviewWritten', async ({ agentId, reviewerId, rating, isNew }) => {
    const reviewer = await db.models.User.findByPk(reviewerId);
    const notice: Notice = {
      type: 'success',
      title: isNew ? english('New Review') : english('Review Changed'),
      message: english('{name} gave you {rating, plural, one {# star} other {# stars}}.', {
        name: reviewer?.name ?? english('A client'),
        rating,
      }),
      action: { label: english('View Review'), url: `/agents/${agentId}?tab=reviews` },
    };
    // Somebody who keeps changing a review must not fill the agent's bell and mailbox.
    await notify(context, [agentId], notice, { isReplacing: !isNew });
  });

  bus.subscribe('agentApplied', async ({ userId }) => {
    const applicant = await db.models.User.findByPk(userId);
    await notify(context, await activeAdminIds(context), {
      type: 'info',
      title: english('New Agent Application'),
      message: english('{name} applied to become an agent.', {
        name: applicant?.name ?? english('Somebody'),
      }),
      action: { label: english('Review Application'), url: '/admin-dashboard?tab=agents' },
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
      title: english('Listing Reported'),
      message: `${property.title}: ${english(reportReasonLabel[reason])}`,
      action: { label: english('View Reports'), url: '/admin-dashboard?tab=trust&desk=reports' },
    });
  });

  bus.subscribe('duplicatesFound', async () => {
    const open = await db.models.DuplicatePair.count({ where: { status: 'open' } });
    if (open === 0) return;
    const notice: Notice = {
      type: 'warning',
      title: english('Possible Duplicates'),
      message: english(
        '{open, plural, one {Two listings look like the same home.} other {{open} pairs of listings look like the same home.}}',
        { open },
      ),
      action: { label: english('View Duplicates'), url: '/admin-dashboard?tab=trust&desk=duplicates' },
    };
    await notify(context, await activeAdminIds(context), notice, { isReplacing: true });
  });

  bus.subscribe('userRegistered', async ({ userId }) => {
    if (!systemSettings.current().notifications.notifyNewUsers) return;
    const user = await db.models.User.findByPk(userId);
    if (!user) return;
    await notify(context, await activeAdminIds(context), {
      type: 'info',
      title: english('New Account'),
      message: english('{name} created an account.', { name: user.name }),
      action: { label: english('View Users'), url: '/admin-dashboard?tab=users' },
    });
  });

  bus.subscribe('backupFailed', async ({ what, reason }) => {
    const titles = {
      backup: english('Backup Failed'),
      copy: english('Backup Not Copied'),
      drill: english('Restore Drill Failed'),
    };
    const notice: Notice = {
      type: 'error',
      title: titles[what],
      message: reason,
      action: { label: english('View Backups'), url: '/admin-dashboard?tab=settings&section=backup' },
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
      message: english('{title}, {time}: the other person has left Silong', {
        title,
        time: manilaTime.format(new Date(startsAt)),
      }),
      action: { label: english('View Viewings'), url },
    }),
  );

  bus.subscribe('listingCreated', async ({ propertyId }) => {
    const property = await db.models.Property.findByPk(propertyId, { include: ['agent'] });
    if (!property) return;
    if (isPublic(property)) await notifyOfNewListing(context, property);
    if (!systemSettings.current().notifications.notifyNewProperties) return;
    await notify(context, await activeAdminIds(context), {
      type: 'info',
      title: english('New Listing'),
      message: english('{name} posted {title}.', {
        name: property.agent?.name ?? english('An agent'),
        title: property.title,
      }),
      action: { label: english('View Properties'), url: '/admin-dashboard?tab=properties' },
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
      title: english('New Listings'),
      message: english('{name} posted {count} listings.', { name: agent.name, count: propertyIds.length }),
      action: { label: english('View Properties'), url: '/admin-dashboard?tab=properties' },
    });
  });

  bus.subscribe('listingRepriced', async ({ propertyId, from, to }) => {
    const property = await db.models.Property.findByPk(propertyId);
    if (!property || !isPublic(property)) return;
    await notifyFavoriters(context, propertyId, property.agent_id, {
      type: to < from ? 'success' : 'info',
      title: to < from ? english('Price Drop') : english('Price Change'),
      message: english(
        '{direction, select, down {{title} dropped from {from} to {to}.} other {{title} rose from {from} to {to}.}}',
        {
          direction: to < from ? 'down' : 'up',
          title: property.title,
          from: formatFullPrice(from),
          to: formatFullPrice(to),
        },
      ),
      action: { label: english('View Property'), url: `/properties/${propertyId}` },
    });
  });

  bus.subscribe('listingTaken', async ({ propertyId, status }) => {
    const property = await db.models.Property.findByPk(propertyId);
    if (!property || !isPublic(property)) return;
    await notifyFavoriters(context, propertyId, property.agent_id, {
      type: 'warning',
      title: status === 'sold' ? english('Property Sold') : english('Property Rented'),
      message: english(
        '{status, select, sold {{title}, one of your favorites, was sold.} other {{title}, one of your favorites, was rented.}}',
        { title: property.title, status },
      ),
      action: { label: english('View Property'), url: `/properties/${propertyId}` },
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
  requested: english('Viewing Requested'),
  proposed: english('New Time Proposed'),
  confirmed: english('Viewing Confirmed'),
  declined: english('Viewing Declined'),
  cancelled: english('Viewing Cancelled'),
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
    message: `${viewing.property?.title ?? english('A property')}, ${manilaTime.format(viewing.starts_at)}`,
    action: isByAgent
      ? { label: english('View Viewings'), url: '/dashboard?tab=viewings' }
      : { label: english('View Viewings'), url: '/agent-dashboard?tab=viewings' },
  });
}
