import type { BuildingPage } from '#shared/contracts/buildings.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { daysSince, isStale } from '#shared/freshness.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import type { ModerationStatus, PropertyStatus } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import type { BadgeTone } from '#web/ui/display/Badge.tsx';

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

export const hiddenWords: Record<Exclude<ModerationStatus, 'active'>, Record<'label' | 'meaning', Message>> = {
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
  if (confirmed_at !== fresh_at && fresh_at === created_at && days < NEW_DAYS) return null;
  const words =
    confirmed_at === fresh_at
      ? msg('Availability confirmed {days, plural, =0 {today} one {# day ago} other {# days ago}}', { days })
      : fresh_at !== created_at
        ? msg('Price or status changed {days, plural, =0 {today} one {# day ago} other {# days ago}}', {
            days,
          })
        : msg('Not confirmed since it was listed {days} days ago', { days });
  return { text: t(words), isStale: false };
}

export const propertiesInWords = (count: number) =>
  t('{count, plural, one {# property} other {# properties}}', { count });

export const bulkQuestion = (count: number, status: PropertyStatus) => ({
  title: t('Mark {count, plural, one {# property} other {# properties}} as {status}?', {
    count,
    status: t(propertyStatusLabel[status]),
  }),
  text: t(
    '{status, select, sold {Everyone sees this right away, and we notify people who saved one of them as a favorite that it was sold.} rented {Everyone sees this right away, and we notify people who saved one of them as a favorite that it was rented.} other {Everyone sees this right away.}}',
    { status },
  ),
});

/** 'In this building: 4 for sale, 2 for rent'; leases only where there are any. */
export function inBuildingText({ sale = 0, rent = 0, lease = 0 }: BuildingPage['listings']): string {
  const offers = [
    sale > 0 && t('{count} for sale', { count: sale }),
    rent > 0 && t('{count} for rent', { count: rent }),
    lease > 0 && t('{count} for lease', { count: lease }),
  ].filter(Boolean);
  return offers.length > 0
    ? t('In this building: {offers}', { offers: offers.join(', ') })
    : t('In this building: nothing available now');
}
