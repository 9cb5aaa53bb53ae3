import type { JobPayloads } from '#server/jobs/payloads.ts';
import { calendarDay, type Words } from '#server/languages.ts';
import { reportReasonLabel } from '#shared/labels.ts';
import { type MessageValues, msg } from '#shared/messages.ts';
import { type Notice, type NoticeHandlers, notify, notifyAdmins } from '../writes.ts';

/** Notices to administrators. */
export const adminNotices: NoticeHandlers = {
  async applicationNotice(context, { userId }) {
    const applicant = await context.db.models.User.findByPk(userId);
    await notifyAdmins(context, 'applications.decide', {
      type: 'info',
      title: msg('New Agent Application'),
      message: msg('{name} applied to become an agent.', { name: applicant?.name ?? msg('Someone') }),
      topic: `application-${userId}`,
      action: { label: msg('Review Application'), url: '/admin-dashboard?tab=agents' },
      about: { users: [userId] },
    });
  },

  async reportNotice(context, { propertyId, reason }) {
    const property = await context.db.models.Property.findByPk(propertyId);
    if (!property) return;
    await notifyAdmins(context, 'trust.decide', {
      type: 'warning',
      title: msg('Listing Reported'),
      message: {
        id: '{title}: {reason}',
        values: { title: property.title, reason: reportReasonLabel[reason] },
      },
      topic: `reports-${propertyId}`,
      action: { label: msg('View Reports'), url: '/admin-dashboard?tab=trust&desk=reports' },
    });
  },

  async duplicatesNotice(context) {
    const open = await context.db.models.DuplicatePair.count({ where: { status: 'open' } });
    if (open === 0) return;
    const notice: Notice = {
      type: 'warning',
      title: msg('Possible Duplicates'),
      message: msg(
        '{open, plural, one {Two listings look like the same home.} other {{open} pairs of listings look like the same home.}}',
        { open },
      ),
      topic: 'duplicates',
      action: { label: msg('View Duplicates'), url: '/admin-dashboard?tab=trust&desk=duplicates' },
    };
    await notifyAdmins(context, 'trust.decide', notice, { isReplacing: true });
  },

  async signalsNotice(context) {
    const open = await context.db.models.FraudSignal.count({ where: { status: 'open' } });
    if (open === 0) return;
    const notice: Notice = {
      type: 'warning',
      title: msg('Unusual Activity'),
      message: msg('{open, plural, one {One sign} other {# signs}} of possible fraud to review.', { open }),
      topic: 'signals',
      action: { label: msg('View Signals'), url: '/admin-dashboard?tab=trust&desk=signals' },
    };
    await notifyAdmins(context, 'trust.decide', notice, { isReplacing: true });
  },

  async accountNotice(context, { userId }) {
    if (!context.systemSettings.current().notifications.notifyNewUsers) return;
    const user = await context.db.models.User.findByPk(userId);
    if (!user) return;
    await notifyAdmins(context, 'accounts.setStatus', {
      type: 'info',
      title: msg('New Account'),
      message: msg('{name} created an account.', { name: user.name }),
      action: { label: msg('View Users'), url: '/admin-dashboard?tab=users' },
      about: { users: [userId] },
    });
  },

  async backupNotice(context, { what, file, reason }) {
    const titles = {
      backup: msg('Backup Failed'),
      copy: msg('Backup Not Copied'),
      drill: msg('Restore Drill Failed'),
    };
    const notice: Notice = {
      type: 'error',
      title: titles[what],
      message: file === undefined ? reason : { id: msg('{file}: {reason}').id, values: { file, reason } },
      topic: 'backups',
      action: { label: msg('View Backups'), url: '/admin-dashboard?tab=settings&section=backup' },
    };
    await notifyAdmins(context, 'backups.manage', notice, { isReplacing: true });
  },

  async licenseNumberNotice(context, { agentId }) {
    const agent = await context.db.models.User.findByPk(agentId);
    if (!agent) return;
    const notice: Notice = {
      type: 'info',
      title: msg('License Number Changed'),
      message: msg('{name} changed their license number. Please check it again.', { name: agent.name }),
      topic: `license-${agentId}`,
      action: { label: msg('View Licenses'), url: '/admin-dashboard?tab=trust&desk=licenses' },
      about: { users: [agentId] },
    };
    await notifyAdmins(context, 'trust.decide', notice, { isReplacing: true });
  },
};

/** Notices to the person concerned by a decision. */
export const decisionNotices: NoticeHandlers = {
  decisionNotice: (context, { userId, isApproved, reason }) =>
    notify(
      context,
      [userId],
      isApproved
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
          },
    ),

  async moderationNotice(context, { agentId, title, status, reason }) {
    if (agentId === null) return;
    const { sentence, ...news } = moderationNews[status];
    await notify(context, [agentId], {
      ...news,
      message: withReason(sentence, reason, { title }),
      action: { label: msg('View Listings'), url: '/agent-dashboard?tab=properties' },
    });
  },

  reportDecisionNotice: (context, { propertyId, title, status, reporterIds }) =>
    notify(
      context,
      reporterIds,
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
            message: msg('We reviewed {title} and found no reason to take it down. Thank you for reporting it.', {
              title,
            }),
            action: { label: msg('View Property'), url: `/properties/${propertyId}` },
          },
    ),

  // Never mailed: the change itself sends a mail.
  licenseNotice(context, { agentId, news, lastDay }) {
    const { sentence, ...about } = licenseNews[news];
    const message = { id: sentence, values: { lastDay: calendarDay(lastDay) } };
    const action = { label: msg('View Profile'), url: '/profile' };
    return notify(context, [agentId], { ...about, message, action }, { isMailed: false });
  },
};

const withReason = (id: string, reason: string | null, values?: MessageValues): Words => ({
  id,
  values: { ...values, hasReason: reason === null ? 'no' : 'yes', reason: reason ?? '' },
});

type News = Pick<Notice, 'type' | 'title'> & { sentence: string };

const moderationNews: Record<JobPayloads['moderationNotice']['status'], News> = {
  active: {
    type: 'success',
    title: msg('Listing Active'),
    sentence: msg('{hasReason, select, yes {{title} is now public: {reason}} other {{title} is now public.}}').id,
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
    sentence: msg('{hasReason, select, yes {{title} was taken down: {reason}} other {{title} was taken down.}}')
      .id,
  },
  rejected: {
    type: 'error',
    title: msg('Listing Rejected'),
    sentence: msg('{hasReason, select, yes {{title} was rejected: {reason}} other {{title} was rejected.}}').id,
  },
  deleted: {
    type: 'warning',
    title: msg('Listing Deleted'),
    sentence: msg(
      '{hasReason, select, yes {{title} was deleted by an administrator: {reason}} other {{title} was deleted by an administrator.}}',
    ).id,
  },
};

const licenseNews: Record<JobPayloads['licenseNotice']['news'], News> = {
  warned: {
    type: 'warning',
    title: msg('License Renewal Due'),
    sentence: msg(
      'Your license is valid until {lastDay}. If you do not renew it, you and your listings will be hidden after that.',
    ).id,
  },
  lapsed: {
    type: 'error',
    title: msg('Unlisted'),
    sentence: msg('Your license expired on {lastDay}. You and your listings are hidden until it is renewed.').id,
  },
  renewed: {
    type: 'success',
    title: msg('Listed Again'),
    sentence: msg('Your license is valid until {lastDay}. You and your listings are public again.').id,
  },
};
