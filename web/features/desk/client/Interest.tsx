import { CalendarDays } from 'lucide-react';
import type { DeskClient } from '#shared/contracts/desk.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { PropertyLink, statusTone } from '#web/features/properties/index.ts';
import { formatViewingHours, sectionViewings, statusBadge } from '#web/features/viewings/index.ts';
import { dayLabel, fullTime, relativeTime } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { FewOf, Part } from './Part.tsx';

const LINK = 'block truncate text-ink font-semibold no-underline hover:text-primary hover:underline';

/** Viewings that wait for the agent first, then future ones, then the others, latest first. */
export function ViewingsPart({ viewings, userId, now }: { viewings: Viewing[]; userId: number; now: Date }) {
  if (viewings.length === 0) return null;
  const soonestFirst = viewings.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));
  const { waiting, upcoming, past } = sectionViewings(soonestFirst, userId, now);
  return (
    <Part title={t('Viewings')}>
      <FewOf entries={[...waiting, ...upcoming, ...past]} label={t('Viewings')}>
        {(viewing) => {
          const { id, property, starts_at, ends_at } = viewing;
          const badge = statusBadge(viewing, 'agent', now);
          return (
            <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 text-sm">
              <CalendarDays className="mt-1 text-muted" size={16} aria-hidden="true" />
              <span className="min-w-0 leading-[1.35]">
                <span className="flex flex-wrap items-center justify-between gap-x-2">
                  <time className="tabular-nums" dateTime={starts_at} title={fullTime(starts_at)}>
                    {dayLabel(starts_at, now)}, {formatViewingHours(starts_at, ends_at)}
                  </time>
                  <Badge tone={badge.tone}>{badge.label}</Badge>
                </span>
                <PropertyLink propertyId={property.id} className={`${LINK} text-[0.8125rem]`}>
                  <bdi>{property.title}</bdi>
                </PropertyLink>
              </span>
            </li>
          );
        }}
      </FewOf>
    </Part>
  );
}

type Listing = DeskClient['saved'][number];

interface InterestPartProps {
  title: string;
  listings: readonly Listing[];
  now: Date;
}

/** Listings of the agent that the client saved or opened. */
export function InterestPart({ title, listings, now }: InterestPartProps) {
  if (listings.length === 0) return null;
  return (
    <Part title={title}>
      <FewOf entries={listings} label={title}>
        {({ property, at }) => (
          <li
            key={property.id}
            className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-2.5 text-sm"
          >
            <span className="block aspect-4/3 overflow-hidden rounded-sm">
              <Picture src={property.image} alt="" sizes="3.5rem" />
            </span>
            <span className="min-w-0 leading-[1.35]">
              <PropertyLink propertyId={property.id} className={LINK}>
                <bdi>{property.title}</bdi>
              </PropertyLink>
              <span className="flex flex-wrap gap-x-2 text-muted text-[0.8125rem]">
                <span className="tabular-nums">
                  {formatShortPrice(property.price)}
                  {t(priceSuffix(property.listing_type))}
                </span>
                <time dateTime={at} title={fullTime(at)}>
                  {relativeTime(at, now)}
                </time>
              </span>
            </span>
            {property.status !== 'available' && (
              <Badge tone={statusTone[property.status]}>{t(propertyStatusLabel[property.status])}</Badge>
            )}
          </li>
        )}
      </FewOf>
    </Part>
  );
}
