import type { ComponentProps } from 'react';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { LicenseState } from '#shared/licenses.ts';
import type { Badge } from './Badge.tsx';

type Tone = NonNullable<ComponentProps<typeof Badge>['tone']>;

export const userStatusLabel: Record<UserStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  suspended: 'Suspended',
  pending: 'Pending',
};

export const userStatusTone: Record<UserStatus, Tone> = {
  active: 'success',
  inactive: 'neutral',
  suspended: 'danger',
  pending: 'warning',
};

export const roleTone: Record<Role, Tone> = { user: 'neutral', agent: 'info', admin: 'primary' };

export const moderationLabel: Record<ModerationStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  pending: 'Pending',
  rejected: 'Rejected',
};

export const moderationTone: Record<ModerationStatus, Tone> = {
  active: 'success',
  inactive: 'neutral',
  pending: 'warning',
  rejected: 'danger',
};

export const conversationLabel: Record<ConversationStatus, string> = {
  active: 'Active',
  suspended: 'Suspended',
  closed: 'Closed',
};

export const conversationTone: Record<ConversationStatus, Tone> = {
  active: 'success',
  suspended: 'danger',
  closed: 'neutral',
};

export const licenseTone: Record<LicenseState, Tone> = {
  lapsed: 'danger',
  expired: 'danger',
  unchecked: 'info',
  expiring: 'warning',
  valid: 'success',
};

/** What can be set from a list or a details dialog (specification, part 3 §4); the edit form also allows pending. */
export const settableUserStatuses = ['active', 'inactive', 'suspended'] as const;

/** The admin may set any of them. */
export const moderationStatuses: readonly ModerationStatus[] = ['active', 'inactive', 'pending', 'rejected'];
export const conversationStatuses: readonly ConversationStatus[] = ['active', 'suspended', 'closed'];

/** The options of a select, from its labels, in their order. */
export function optionsOf<Word extends string>(labels: Record<Word, string>) {
  return (Object.keys(labels) as Word[]).map((value) => ({ value, label: labels[value] }));
}

/** The same with 'all' before them. */
export function filterOptions<Word extends string>(all: string, labels: Record<Word, string>) {
  return [{ value: 'all' as const, label: all }, ...optionsOf(labels)];
}
