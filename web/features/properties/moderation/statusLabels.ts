import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

export const moderationLabel: Record<ModerationStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  pending: 'Pending',
  rejected: 'Rejected',
};

export const moderationTone: Record<ModerationStatus, BadgeTone> = {
  active: 'success',
  inactive: 'neutral',
  pending: 'warning',
  rejected: 'danger',
};

/** The admin may set any of them. */
export const moderationStatuses: readonly ModerationStatus[] = ['active', 'inactive', 'pending', 'rejected'];
