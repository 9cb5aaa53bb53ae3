import type { ServerContext } from '#server/features/context.ts';
import type { DomainEvents } from '#server/realtime/bus.ts';
import { formatDay } from '#shared/manilaDays.ts';
import { type Notice, notify } from './notify.ts';

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
