import {
  AlarmClock,
  BadgeAlert,
  CalendarCheck,
  Eye,
  EyeOff,
  FileText,
  Handshake,
  History,
  Images,
  type LucideIcon,
  MapPinOff,
} from 'lucide-react';
import type { Advice, AdviceKind } from '#shared/contracts/insights.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { formatFullPrice, formatShortPrice } from '#shared/money.ts';
import { waitingWords } from '#web/features/desk/index.ts';
import { formatDay, relativeTime, shortMoment } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';

interface AdviceWords {
  title: string;
  subject: string;
  /** The figures that it was drawn from. */
  figures: string;
  action: { label: string; to: string };
}

export const adviceIcons: Record<AdviceKind, LucideIcon> = {
  client_waiting: AlarmClock,
  license_ending: BadgeAlert,
  offer_without_next_action: Handshake,
  views_without_inquiries: Eye,
  viewing_without_outcome: CalendarCheck,
  listing_stale: History,
  few_views: EyeOff,
  not_on_map: MapPinOff,
  few_pictures: Images,
  short_description: FileText,
};

export function wordsOf(advice: Advice, now: Date): AdviceWords {
  switch (advice.kind) {
    case 'client_waiting':
      return {
        title: t('{name} is waiting for you', { name: advice.client.name }),
        subject: t(waitingWords[advice.waiting_for]),
        figures: t('Since {moment}', { moment: shortMoment(advice.since) }),
        action: openClient(advice.client.id),
      };
    case 'license_ending': {
      const day = advice.last_day ? formatDay(advice.last_day) : '';
      return {
        title: t('Renew your license'),
        subject: {
          expiring: t('If you do not renew it, you and your listings will be hidden after that.'),
          expired: t('If you do not renew it, you and your listings will be hidden soon.'),
          lapsed: t('You and your listings are hidden until you renew it.'),
        }[advice.state],
        figures: advice.state === 'expiring' ? t('Expires on {day}', { day }) : t('Expired on {day}', { day }),
        action: { label: t('Open Your Profile'), to: '/profile' },
      };
    }
    case 'offer_without_next_action':
      return {
        title: t('Decide the next step with {name}', { name: advice.client.name }),
        subject: t('There is an offer but no next action.'),
        figures: t('Last activity: {when}', { when: relativeTime(advice.since, now) }),
        action: openClient(advice.client.id),
      };
    case 'viewing_without_outcome': {
      const { id, starts_at } = advice.viewing;
      return {
        title: t('Record the outcome of the viewing with {name}', { name: advice.client_name }),
        subject: advice.listing.title,
        figures: shortMoment(starts_at),
        action: {
          label: t('Open the Calendar'),
          to: `/desk/calendar?${new URLSearchParams({ day: manilaDay(starts_at), viewing: String(id) })}`,
        },
      };
    }
    case 'views_without_inquiries':
      return ofListing(advice, priceAdvice(advice), priceFigures(advice));
    case 'listing_stale':
      return ofListing(
        advice,
        t('Is it still available, at this price?'),
        t('Not confirmed for {days} days, since {day}', {
          days: advice.days,
          day: formatDay(advice.changed_at),
        }),
      );
    case 'few_views':
      return ofListing(
        advice,
        t('Few people see it: check its cover image and title'),
        t(
          '{views, plural, one {# view} other {# views}} in {days} days. Comparable listings in {place} had about {typical} (median of {count}).',
          {
            views: advice.views,
            days: advice.days,
            place: advice.around.place,
            typical: advice.around.median,
            count: advice.around.comparables,
          },
        ),
      );
    case 'not_on_map':
      return ofListing(
        advice,
        t('Put it on the map'),
        t('It is not on the map, so people who search the map cannot find it.'),
      );
    case 'few_pictures':
      return ofListing(
        advice,
        t('Add images'),
        t('{count, plural, =0 {No images} one {# image} other {# images}} so far. Aim for at least {wanted}.', {
          count: advice.pictures,
          wanted: advice.wanted,
        }),
      );
    case 'short_description':
      return ofListing(
        advice,
        t('Write a longer description'),
        t(
          'The description has {count, plural, one {# character} other {# characters}}. Aim for at least {wanted}.',
          { count: advice.characters, wanted: advice.wanted },
        ),
      );
  }
}

const openClient = (id: number) => ({ label: t('Open the Conversation'), to: `/desk?client=${id}` });

const ofListing = (
  { listing }: Extract<Advice, { listing: unknown }>,
  title: string,
  figures: string,
): AdviceWords => ({
  title,
  subject: listing.title,
  figures,
  action: { label: t('Edit the Listing'), to: `/desk/listings?edit=${listing.id}` },
});

type Price = Extract<Advice, { kind: 'views_without_inquiries' }>;

function priceAdvice({ views, around, is_dear }: Price): string {
  if (is_dear) return t('{views} views, no inquiries: check the price', { views });
  return around
    ? t('{views} views, no inquiries: check the images and description', { views })
    : t('{views} views, no inquiries: check the price, images and description', { views });
}

function priceFigures(advice: Price): string {
  const { days, price_per_sqm, around } = advice;
  const time = t('In the last {days} days.', { days });
  if (price_per_sqm === null) return time;
  const own = perSqm(advice, price_per_sqm);
  if (!around)
    return `${time} ${t('{price}. There are too few comparable listings nearby to compare it.', { price: own })}`;
  return `${time} ${t('{price}, compared with {median}, the median of {count} comparable listings in {place}.', {
    price: own,
    median: perSqm(advice, around.median),
    count: around.comparables,
    place: around.place,
  })}`;
}

const SHORTENED_FROM = 100_000;

function perSqm({ type, listing_type }: Price, pesos: number): string {
  const price = pesos >= SHORTENED_FROM ? formatShortPrice(pesos) : formatFullPrice(pesos);
  if (listing_type === 'sale')
    return type === 'land' ? t('{price}/sqm of lot', { price }) : t('{price}/sqm', { price });
  return t('{price}/sqm a month', { price });
}
