import type { BuildingPage } from '#shared/contracts/buildings.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { daysSince, isStale } from '#shared/freshness.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import type { ModerationStatus, PropertyStatus } from '#shared/listing/vocabulary.ts';
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

/** The reason why the public does not see a listing, and its consequence. */
export const hiddenWords: Record<
  Exclude<ModerationStatus, 'active'>,
  Record<'label' | 'meaning', Message>
> = {
  pending: {
    label: msg('Waiting for review'),
    meaning: msg('Hidden until an administrator has reviewed it.'),
  },
  inactive: {
    label: msg('Taken down'),
    meaning: msg('An administrator has hidden it. Only you and the administrators see it.'),
  },
  rejected: {
    label: msg('Rejected'),
    meaning: msg('An administrator rejected it. It stays hidden from the public.'),
  },
};

export const unconfirmedWords = (days: number) =>
  t('Not confirmed for {days, plural, one {# day} other {# days}}', { days });

/** For a listing as new as this the day of its listing says enough. */
const NEW_DAYS = 7;

/** When its agent last stood by a listing, and whether that is too long ago; null where there is nothing to say. */
export function freshnessWords(
  property: Pick<Property, 'status' | 'confirmed_at' | 'fresh_at' | 'created_at'>,
  now: Date,
): { text: string; isStale: boolean } | null {
  const { status, confirmed_at, fresh_at, created_at } = property;
  if (status !== 'available') return null;
  const days = daysSince(fresh_at, now);
  if (isStale(property, now)) return { text: unconfirmedWords(days), isStale: true };
  if (confirmed_at === fresh_at)
    return {
      text: t('Availability confirmed {days, plural, =0 {today} one {# day ago} other {# days ago}}', {
        days,
      }),
      isStale: false,
    };
  if (fresh_at !== created_at)
    return {
      text: t('Price or status changed {days, plural, =0 {today} one {# day ago} other {# days ago}}', {
        days,
      }),
      isStale: false,
    };
  if (days < NEW_DAYS) return null;
  return { text: t('Not confirmed since it was listed {days} days ago', { days }), isStale: false };
}

export const propertiesInWords = (count: number) =>
  t('{count, plural, one {# property} other {# properties}}', { count });

/** The question before several listings are marked. */
export function bulkQuestion(count: number, status: PropertyStatus): { title: string; text: string } {
  return {
    title: t('Mark {count, plural, one {# property} other {# properties}} as {status}?', {
      count,
      status: t(propertyStatusLabel[status]),
    }),
    text: t(
      '{status, select, sold {Everyone sees this right away, and we notify people who saved one of them as a favorite that it was sold.} rented {Everyone sees this right away, and we notify people who saved one of them as a favorite that it was rented.} other {Everyone sees this right away.}}',
      { status },
    ),
  };
}

/** 'In this building: 4 for sale, 2 for rent'; leases only where there are any. */
export function inBuildingText({ sale = 0, rent = 0, lease = 0 }: BuildingPage['listings']): string {
  const parts = [
    sale > 0 && t('{count} for sale', { count: sale }),
    rent > 0 && t('{count} for rent', { count: rent }),
    lease > 0 && t('{count} for lease', { count: lease }),
  ].filter((part) => part !== false);
  return parts.length > 0
    ? t('In this building: {offers}', { offers: parts.join(', ') })
    : t('In this building: nothing available now');
}
