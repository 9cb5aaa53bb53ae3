import type { ServerContext } from '#server/features/context.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { reportReasonLabel } from '#shared/labels.ts';
import { msg } from '#shared/messages.ts';
import { activeAdminIds, type Notice, notify } from '../writes.ts';

export async function notifyOfApplication(
  context: ServerContext,
  { userId }: JobPayloads['applicationNotice'],
): Promise<void> {
  const applicant = await context.db.models.User.findByPk(userId);
  await notify(context, await activeAdminIds(context, 'applications.decide'), {
    type: 'info',
    title: msg('New Agent Application'),
    message: msg('{name} applied to become an agent.', {
      name: applicant?.name ?? msg('Someone'),
    }),
    action: { label: msg('Review Application'), url: '/admin-dashboard?tab=agents' },
    about: { users: [userId] },
  });
}

export async function notifyOfReport(
  context: ServerContext,
  { propertyId, reason }: JobPayloads['reportNotice'],
): Promise<void> {
  const property = await context.db.models.Property.findByPk(propertyId);
  if (!property) return;
  await notify(context, await activeAdminIds(context, 'trust.decide'), {
    type: 'warning',
    title: msg('Listing Reported'),
    message: {
      id: '{title}: {reason}',
      values: { title: property.title, reason: reportReasonLabel[reason] },
    },
    action: { label: msg('View Reports'), url: '/admin-dashboard?tab=trust&desk=reports' },
  });
}

export async function notifyOfDuplicates(context: ServerContext): Promise<void> {
  const open = await context.db.models.DuplicatePair.count({ where: { status: 'open' } });
  if (open === 0) return;
  const notice: Notice = {
    type: 'warning',
    title: msg('Possible Duplicates'),
    message: msg(
      '{open, plural, one {Two listings look like the same home.} other {{open} pairs of listings look like the same home.}}',
      { open },
    ),
    action: { label: msg('View Duplicates'), url: '/admin-dashboard?tab=trust&desk=duplicates' },
  };
  await notify(context, await activeAdminIds(context, 'trust.decide'), notice, { isReplacing: true });
}

export async function notifyOfSignals(context: ServerContext): Promise<void> {
  const open = await context.db.models.FraudSignal.count({ where: { status: 'open' } });
  if (open === 0) return;
  const notice: Notice = {
    type: 'warning',
    title: msg('Unusual Activity'),
    message: msg('{open, plural, one {One sign} other {# signs}} of possible fraud to review.', {
      open,
    }),
    action: { label: msg('View Signals'), url: '/admin-dashboard?tab=trust&desk=signals' },
  };
  await notify(context, await activeAdminIds(context, 'trust.decide'), notice, { isReplacing: true });
}

export async function notifyOfAccount(
  context: ServerContext,
  { userId }: JobPayloads['accountNotice'],
): Promise<void> {
  if (!context.systemSettings.current().notifications.notifyNewUsers) return;
  const user = await context.db.models.User.findByPk(userId);
  if (!user) return;
  await notify(context, await activeAdminIds(context, 'accounts.setStatus'), {
    type: 'info',
    title: msg('New Account'),
    message: msg('{name} created an account.', { name: user.name }),
    action: { label: msg('View Users'), url: '/admin-dashboard?tab=users' },
    about: { users: [userId] },
  });
}

export async function notifyOfBackup(
  context: ServerContext,
  { what, file, reason }: JobPayloads['backupNotice'],
): Promise<void> {
  const titles = {
    backup: msg('Backup Failed'),
    copy: msg('Backup Not Copied'),
    drill: msg('Restore Drill Failed'),
  };
  const notice: Notice = {
    type: 'error',
    title: titles[what],
    message: file === undefined ? reason : { id: msg('{file}: {reason}').id, values: { file, reason } },
    action: { label: msg('View Backups'), url: '/admin-dashboard?tab=settings&section=backup' },
  };
  await notify(context, await activeAdminIds(context, 'backups.manage'), notice, { isReplacing: true });
}
