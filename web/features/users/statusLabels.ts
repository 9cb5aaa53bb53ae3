import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

export const userStatusLabel: Record<UserStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  suspended: 'Suspended',
  pending: 'Pending',
};

export const userStatusTone: Record<UserStatus, BadgeTone> = {
  active: 'success',
  inactive: 'neutral',
  suspended: 'danger',
  pending: 'warning',
};

export const roleTone: Record<Role, BadgeTone> = { user: 'neutral', agent: 'info', admin: 'primary' };

/** What can be set from a list or a details dialog (specification, part 3 §4); the edit form also allows pending. */
export const settableUserStatuses = ['active', 'inactive', 'suspended'] as const;
