import { useQueryClient } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { MapPoint, Property } from '#shared/contracts/properties.ts';
import { daysSince, isToConfirm } from '#shared/freshness.ts';
import { shortStationName } from '#shared/gazetteer/names.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { isStudio, type ListingType, type PropertyType } from '#shared/listing/vocabulary.ts';
import { formatFullPrice, formatShortPrice, priceSuffix } from '#shared/money.ts';
import { useSession } from '#web/features/auth/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { isListingPagePublic } from '#web/lib/useSite.ts';
import { propertyQuery } from '../queries.ts';
import { unconfirmedWords } from '../statusWords.ts';
import { badgeClass } from './cardSlots.tsx';
import styles from './cards.module.css';

const listingColor: Record<ListingType, string> = { sale: 'bg-sale', rent: 'bg-rent', lease: 'bg-lease' };

export function ListingBadge({ listingType }: { listingType: ListingType }) {
  return (
    <span className={`${badgeClass} ${listingColor[listingType]} text-white`}>
      {t(listingTypeLabel[listingType])}
    </span>
  );
}

export function TypeBadge({ type }: { type: PropertyType }) {
  return <span className={`${badgeClass} bg-surface text-ink`}>{t(propertyTypeLabel[type])}</span>;
}

/** Offer and type of a home in one badge on its picture; a long type is cut off. */
export function OfferBadge({ listingType, type }: { listingType: ListingType; type: PropertyType }) {
  return (
    <span className="flex items-center h-6.5 overflow-hidden rounded-full bg-surface text-xs font-[650] leading-none whitespace-nowrap">
      <span className={`flex flex-none items-center h-full px-2 text-white ${listingColor[listingType]}`}>
        {t(listingTypeLabel[listingType])}
      </span>
      <span className="px-2 py-1 truncate text-ink">{t(propertyTypeLabel[type])}</span>
    </span>
  );
}

/** How many agents offer a home, and for how long nobody confirmed it: from the day on which its agent is asked. */
export function OfferNotes({ property }: { property: Pick<Property, 'status' | 'fresh_at' | 'offered_by'> }) {
  const now = new Date();
  const notes = [
    property.offered_by && t('{count} agents', { count: property.offered_by }),
    isToConfirm(property, now) && unconfirmedWords(daysSince(property.fresh_at, now)),
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return <p className="truncate text-muted text-sm leading-[1.4]">{notes.join(' · ')}</p>;
}

type Measured = Pick<MapPoint, 'type' | 'bedrooms' | 'bathrooms' | 'area_sqm'>;

const number = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 1 });

/** Beds, baths and floor area, in this order; missing facts (land, offices) are left out. */
export function propertyFacts({ type, bedrooms, bathrooms, area_sqm }: Measured): string[] {
  const studio = isStudio({ type, bedrooms }) ? t('Studio') : '';
  const beds = bedrooms > 0 ? t('{bedrooms, plural, one {# bed} other {# beds}}', { bedrooms }) : studio;
  const baths = bathrooms > 0 ? t('{bathrooms, plural, one {# bath} other {# baths}}', { bathrooms }) : '';
  const area = area_sqm > 0 ? t('{area} sqm', { area: number.format(area_sqm) }) : '';
  return [beds, baths, area].filter(Boolean);
}

/** In one line. The dots between the facts are drawn, not read out. */
export function PropertyFacts(props: Measured) {
  return (
    <ul className="truncate text-sm leading-[1.4]">
      {propertyFacts(props).map((text) => (
        <li className={styles.fact} key={text}>
          {text}
        </li>
      ))}
    </ul>
  );
}

export function PropertyPrice(props: { price: number; listingType: ListingType; className?: string }) {
  const { price, listingType, className = '' } = props;
  const suffix = t(priceSuffix(listingType));
  return (
    <p
      className={`text-[1.25rem] tabular-nums font-[750] leading-[1.2] tracking-[-0.02em] whitespace-nowrap ${className}`}
      title={`${formatFullPrice(price)}${suffix}`}
    >
      {formatShortPrice(price)}
      {suffix && <span className="ml-0.5 text-muted text-sm font-medium [letter-spacing:0]">{suffix}</span>}
    </p>
  );
}

interface PropertyLinkProps {
  /** Null: the listing is gone, and the words stay words. */
  propertyId: number | null;
  children: ReactNode;
  className?: string | undefined;
  /** For links whose words say too little by themselves; begins with those words. */
  label?: string;
  /** A second way to the same page, for the pointer only. */
  isPointerOnly?: boolean;
  /** Another stop of the Tab key leads to the same page. It is read out all the same. */
  isOutOfTabOrder?: boolean;
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Guests get the login dialog first (specification, part 1 §4), unless an admin opened the page to them. */
export function PropertyLink({ propertyId, ...props }: PropertyLinkProps) {
  if (propertyId === null) return <span className={props.className}>{props.children}</span>;
  return <LinkToProperty {...props} propertyId={propertyId} />;
}

function LinkToProperty(props: PropertyLinkProps & { propertyId: number }) {
  const { propertyId, children, className, label, isPointerOnly = false } = props;
  const { isOutOfTabOrder = isPointerOnly } = props;
  const { user, openLogin } = useSession();
  const queryClient = useQueryClient();
  const path = `/properties/${propertyId}`;
  const isOpen = () => user !== null || isListingPagePublic(queryClient);
  const prefetch = () => {
    if (isOpen()) void queryClient.prefetchQuery(propertyQuery(propertyId));
  };

  return (
    <Link
      to={path}
      className={className}
      aria-label={label}
      tabIndex={isOutOfTabOrder ? -1 : undefined}
      aria-hidden={isPointerOnly || undefined}
      draggable={false}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && prefetch()}
      onFocus={prefetch}
      onClick={(event) => {
        if (isOpen() || !isPlainClick(event)) return;
        event.preventDefault();
        openLogin(path);
      }}
    >
      {children}
    </Link>
  );
}

/** A longer walk is none that people choose a home for. */
const MOST_WALK_MINUTES = 15;

/** The nearest station and the minutes on foot; null without one in reach, and for old copies without that field. */
export function stationInReach({ nearest_station: found }: Pick<Property, 'nearest_station'>) {
  if (!found || found.minutes > MOST_WALK_MINUTES) return null;
  return { station: shortStationName(found.name), minutes: found.minutes };
}

/** 'Ayala MRT · 8 min walk' */
export const walkText = (walk: NonNullable<ReturnType<typeof stationInReach>>): string =>
  t('{station} · {minutes} min walk', walk);

interface PlaceLineProps {
  address: string;
  city: string;
  /** Of `stationInReach` */
  walk: ReturnType<typeof stationInReach>;
}

/** A long street gives way to the city, and a station in reach takes the street's room. */
export function PlaceLine({ address, city, walk }: PlaceLineProps) {
  return (
    <p className="flex items-center text-muted text-sm leading-[1.4]" title={`${address} · ${city}`}>
      <MapPin className="flex-none mr-1.5" size={15} strokeWidth={1.75} />
      {walk ? (
        <span className="truncate">{city}</span>
      ) : (
        <>
          <bdi className="truncate">{address}</bdi>
          <span className="flex-none max-w-[60%] overflow-hidden text-ellipsis whitespace-pre">{` · ${city}`}</span>
        </>
      )}
      {walk && (
        <span className="flex flex-none max-w-[60%] ml-auto pl-2 text-ink" title={walkText(walk)}>
          <span className="visuallyHidden">{walkText(walk)}</span>
          <span className="truncate" aria-hidden="true">
            {walk.station}
          </span>
          <span className="flex-none whitespace-pre" aria-hidden="true">
            {` · ${t('{minutes} min', { minutes: walk.minutes })}`}
          </span>
        </span>
      )}
    </p>
  );
}
