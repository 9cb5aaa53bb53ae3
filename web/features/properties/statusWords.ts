import type { ModerationStatus, PropertyStatus } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { type Message, msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import type { BadgeTone } from '#web/ui/display/Badge.tsx';

/** The colour an agent's own listing is marked with. */
export const statusTone = {
  available: 'success',
  pending: 'warning',
  sold: 'danger',
  rented: 'info',
} as const satisfies Record<PropertyStatus, string>;

export const moderationLabel: Record<ModerationStatus, Message> = {
  active: msg('Active'),
  inactive: msg('Inactive'),
  pending: msg('Pending'),
  rejected: msg('Rejected'),
};

export const moderationTone: Record<ModerationStatus, BadgeTone> = {
  active: 'success',
  inactive: 'neutral',
  pending: 'warning',
  rejected: 'danger',
};

/** Why the public does not see a listing, and what that means. */
export const hiddenWords: Record<
  Exclude<ModerationStatus, 'active'>,
  Record<'label' | 'meaning', Message>
> = {
  pending: {
    label: msg('Waiting for review'),
    meaning: msg('Not public until an administrator has looked at it.'),
  },
  inactive: {
    label: msg('Taken off the site'),
    meaning: msg('An administrator has hidden it. Only you and the administrators see it.'),
  },
  rejected: {
    label: msg('Rejected'),
    meaning: msg('An administrator decided against it. It stays hidden from the public.'),
  },
};

export const propertiesInWords = (count: number) =>
  t('{count, plural, one {# property} other {# properties}}', { count });

/** What is asked before several listings are marked. */
export function bulkQuestion(count: number, status: PropertyStatus): { title: string; text: string } {
  return {
    title: t('Mark {count, plural, one {# property} other {# properties}} as {status}?', {
      count,
      status: t(propertyStatusLabel[status]),
    }),
    text: t(
      '{status, select, sold {The public sees it at once, and people who keep one of them as a favorite are told that it was sold.} rented {The public sees it at once, and people who keep one of them as a favorite are told that it was rented.} other {The public sees it at once.}}',
      { status },
    ),
  };
}
