import { useQueryClient } from '@tanstack/react-query';
import { Bath, BedDouble, Eye, Hourglass, MapPin, Maximize } from 'lucide-react';
import { type ComponentType, createContext, type MouseEvent, type ReactNode } from 'react';
import type { MapPoint, Property } from '#shared/contracts/properties.ts';
import { daysSince, isStale } from '#shared/freshness.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { isStudio, type ListingType, type PropertyType } from '#shared/listing/vocabulary.ts';
import { formatFullPrice, formatShortPrice, priceSuffix } from '#shared/money.ts';
import { useSession } from '#web/features/auth/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { isListingPagePublic } from '#web/lib/useSite.ts';
import { propertyQuery } from '../queries.ts';
import { unconfirmedWords } from '../statusWords.ts';

export interface CardButtonProps {
  propertyId: number;
  title: string;
  className?: string | undefined;
}

/** Parts of other features on a listing's card. The app fills the slots, so that these features can show cards, too. */
interface CardSlots {
  FavoriteButton: ComponentType<CardButtonProps & { variant?: 'overlay' | 'labelled' }>;
  ViewedBadge: ComponentType<{ propertyId: number }>;
  CompareButton: ComponentType<CardButtonProps & { isIcon?: boolean }>;
  SaveToListButton: ComponentType<CardButtonProps & { isLabelled?: boolean }>;
  SaveSearchButton: ComponentType<{ query: string; name: string }>;
}

const Nothing = () => null;

export const CardSlotsContext = createContext<CardSlots>({
  FavoriteButton: Nothing,
  ViewedBadge: Nothing,
  CompareButton: Nothing,
  SaveToListButton: Nothing,
  SaveSearchButton: Nothing,
});

const badgeClass =
  'inline-flex items-center gap-1 h-6.5 py-0 px-2 rounded-full text-xs font-[650] leading-none whitespace-nowrap';
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

const darkBadgeClass = `${badgeClass} bg-[rgb(16_22_20_/_78%)] text-white`;

export function SeenBadge() {
  return (
    <span className={darkBadgeClass}>
      <Eye size={14} strokeWidth={2} />
      {t('Viewed')}
    </span>
  );
}

export function StaleBadge({ property }: { property: Pick<Property, 'status' | 'fresh_at'> }) {
  const now = new Date();
  if (!isStale(property, now)) return null;
  return (
    <span className={darkBadgeClass}>
      <Hourglass size={14} strokeWidth={2} />
      {unconfirmedWords(daysSince(property.fresh_at, now))}
    </span>
  );
}

export function OffersBadge({ property: { offered_by } }: { property: Pick<Property, 'offered_by'> }) {
  if (!offered_by) return null;
  return <span className={darkBadgeClass}>{t('{count} agents', { count: offered_by })}</span>;
}

export const shownMedia = ({ video_url, floor_plans }: Pick<Property, 'video_url' | 'floor_plans'>) => [
  ...(video_url ? [t('Video')] : []),
  ...(floor_plans.length > 0 ? [t('Plan')] : []),
];

type Measured = Pick<MapPoint, 'type' | 'bedrooms' | 'bathrooms' | 'area_sqm'>;

const number = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 1 });

/** Beds, baths and floor area, in this order; missing facts (land, offices) are left out. */
export function propertyFacts({ type, bedrooms, bathrooms, area_sqm }: Measured) {
  const studio = isStudio({ type, bedrooms }) ? t('Studio') : '';
  const beds = bedrooms > 0 ? t('{bedrooms, plural, one {# bed} other {# beds}}', { bedrooms }) : studio;
  const baths = bathrooms > 0 ? t('{bathrooms, plural, one {# bath} other {# baths}}', { bathrooms }) : '';
  const area = area_sqm > 0 ? t('{area} sqm', { area: number.format(area_sqm) }) : '';
  return [
    { Icon: BedDouble, text: beds },
    { Icon: Bath, text: baths },
    { Icon: Maximize, text: area },
  ].filter(({ text }) => text);
}

export function PropertyFacts(props: Measured) {
  return (
    <ul className="flex flex-wrap gap-y-1 gap-x-3 text-muted text-sm leading-[1.4]">
      {propertyFacts(props).map(({ Icon, text }) => (
        <li className="flex items-center gap-1.5 whitespace-nowrap" key={text}>
          <Icon className="flex-none" size={16} strokeWidth={1.75} />
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
  propertyId: number;
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
export function PropertyLink(props: PropertyLinkProps) {
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

/** A long street gives way; the city is always read, unless it is long itself. */
export function PlaceLine({ address, city }: { address: string; city: string }) {
  return (
    <p className="flex items-center text-muted text-sm leading-[1.4]">
      <MapPin className="flex-none mr-1.5" size={15} strokeWidth={1.75} />
      <span className="truncate">{address}</span>
      <span className="flex-none max-w-[60%] overflow-hidden text-ellipsis whitespace-pre"> · {city}</span>
    </p>
  );
}
