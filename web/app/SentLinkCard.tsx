import { useQuery } from '@tanstack/react-query';
import { LogIn, MapPin, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { propertyTypeLabel } from '#shared/labels.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { agentQuery, LicenseBadge } from '#web/features/agents/index.ts';
import { openLogin } from '#web/features/auth/index.ts';
import { ListingBadge, PropertyFacts, propertyQuery, TypeBadge } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Stars } from '#web/ui/display/Stars.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

export type LinkSubject = { kind: 'properties' | 'agents'; id: number };

interface SentLinkCardProps {
  subject: LinkSubject;
  /** Set on the home page, for a card of its own; otherwise the preview is a line above the login form. */
  path?: string;
  onClose?(): void;
}

/** The preview of a listing or an agent for guests; empty for hidden or missing ones. */
export function SentLinkCard({ subject: { kind, id }, path, onClose }: SentLinkCardProps) {
  // Missing ones are not requested again.
  const once = { retryOnMount: false };
  const listing = useQuery({ ...propertyQuery(id), ...once, enabled: kind === 'properties' });
  const agent = useQuery({ ...agentQuery(id), ...once, enabled: kind === 'agents' });
  const { isError } = kind === 'properties' ? listing : agent;
  if (isError) return null;
  const parts = listing.data ? partsOfListing(listing.data) : agent.data && partsOfAgent(agent.data);
  const isListing = kind === 'properties';

  if (!path)
    return (
      <div
        className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-3 p-2 rounded-md bg-sunken text-ink"
        aria-busy={!parts}
      >
        {parts?.picture('7rem') ?? <Skeleton className="rounded-sm" height="4.875rem" />}
        <div className="grid min-w-0 gap-0.5 leading-[1.4]">
          <p className="text-muted text-xs font-semibold">
            {isListing ? t('Log in to see this listing') : t('Log in to see this agent')}
          </p>
          {parts ? (
            <>
              <p dir="auto" className="truncate text-md font-[650]">
                {parts.title}
              </p>
              <p className="truncate text-muted text-sm">{parts.summary}</p>
              {parts.value}
              {parts.facts}
            </>
          ) : (
            <>
              <Skeleton width="90%" height="1.25rem" />
              <Skeleton width="45%" height="1.25rem" />
            </>
          )}
        </div>
      </div>
    );

  return (
    <section
      className="max-w-page mx-auto mt-4 mb-6 px-gutter"
      aria-labelledby="sent-link-title"
      aria-busy={!parts}
    >
      <div className="relative grid gap-4 p-4 panel shadow-sm md:grid-cols-[18rem_minmax(0,1fr)] md:items-center md:gap-6 md:p-5">
        <div className="min-w-0">
          {parts?.picture('(max-width: 48rem) 92vw, 18rem') ?? (
            <div className="aspect-4/3 rounded-md bg-skeleton animate-pulse" />
          )}
        </div>
        <div className="grid content-center justify-items-start min-w-0 gap-2">
          <h2 id="sent-link-title" className="pr-12 text-muted text-sm font-semibold tracking-normal">
            {isListing ? t('The listing shared with you') : t('The agent shared with you')}
          </h2>
          {parts ? (
            <>
              {parts.badges}
              <p dir="auto" className="text-xl font-[750] leading-[1.25] tracking-[-0.015em] text-pretty">
                {parts.title}
              </p>
              {!isListing && <p className="text-muted text-md leading-[1.45]">{parts.summary}</p>}
              {parts.place && (
                <p className="flex gap-1.5 text-muted text-md leading-[1.45]">
                  <MapPin className="flex-none mt-0.75" size={16} strokeWidth={1.75} aria-hidden="true" />
                  {parts.place}
                </p>
              )}
              {parts.facts}
              <div className="text-xl">{parts.value}</div>
            </>
          ) : (
            <>
              <Skeleton width="10rem" height="1.625rem" />
              <Skeleton width="70%" height="1.5rem" />
              <Skeleton width="50%" height="1.25rem" />
              <Skeleton width="8rem" height="1.5rem" />
            </>
          )}
          <Button className="mt-1 max-sm:w-full" onClick={() => openLogin(path)}>
            <LogIn size={18} aria-hidden="true" />
            {isListing ? t('Log in to see the full listing') : t('Log in to see the full profile')}
          </Button>
        </div>
        <IconButton
          className="absolute top-2 right-2 max-md:bg-surface"
          label={t('Close')}
          icon={<X size={18} />}
          onClick={onClose}
        />
      </div>
    </section>
  );
}

interface Parts {
  picture(sizes: string): ReactNode;
  title: string;
  /** Kind and place. */
  summary: string;
  badges: ReactNode;
  place: string | null;
  facts: ReactNode;
  /** The price, or an agent's rating. */
  value: ReactNode;
}

function partsOfListing({ title, type, listing_type, images, location, details, price }: Property): Parts {
  return {
    picture: (sizes) => (
      <span className="block aspect-4/3 overflow-hidden rounded-md bg-skeleton">
        <Picture src={images[0]} alt="" sizes={sizes} isUrgent />
      </span>
    ),
    title,
    summary: t('{type} in {city}', { type: t(propertyTypeLabel[type]), city: location.city }),
    badges: (
      <div className="flex flex-wrap gap-2">
        <ListingBadge listingType={listing_type} />
        <span className="*:shadow-[inset_0_0_0_1px_var(--s-border-strong)]">
          <TypeBadge type={type} />
        </span>
      </div>
    ),
    place: `${location.address}, ${location.city}`,
    facts: <PropertyFacts type={type} {...details} />,
    value: (
      <p className="tabular-nums font-[750] tracking-[-0.02em]">
        {formatFullPrice(price)}
        <span className="text-muted text-sm font-medium [letter-spacing:0]">{t(priceSuffix(listing_type))}</span>
      </p>
    ),
  };
}

function partsOfAgent(agent: Agent): Parts {
  const { name, avatar_url, specialization, location, license, rating, review_count, active_listings } = agent;
  return {
    picture: () => (
      <span className="grid place-items-center aspect-4/3 overflow-hidden rounded-md bg-primary-soft">
        <Avatar className="w-auto h-full rounded-none aspect-square" src={avatar_url} size={216} />
      </span>
    ),
    title: name,
    summary: [agent.title ?? t('Real Estate Agent'), specialization].filter(Boolean).join(' · '),
    badges: license ? <LicenseBadge license={license} /> : null,
    place: location,
    facts: (
      <p className="text-muted text-sm">
        {t('{count, plural, =0 {No listings} one {# listing} other {# listings}}', {
          count: active_listings,
        })}
      </p>
    ),
    value:
      review_count > 0 ? (
        <p className="flex items-center gap-2 text-sm font-semibold">
          <Stars rating={rating} />
          {t('{rating} ({count, plural, one {# review} other {# reviews}})', {
            rating: rating.toFixed(1),
            count: review_count,
          })}
        </p>
      ) : null,
  };
}
