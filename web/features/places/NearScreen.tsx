import { useQuery } from '@tanstack/react-query';
import { MapPinOff } from 'lucide-react';
import { type KnownPlace, knownPlaceBySlug, knownPlaces, metresTo } from '#shared/gazetteer/knownPlaces.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import { USUAL_NEAR_METRES } from '#shared/limits.ts';
import { nearDistance } from '#shared/listing/filters.ts';
import type { ListingType } from '#shared/listing/vocabulary.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { formatDistance } from '#shared/nearbyPlaces.ts';
import { offers, PlaceHomes } from '#web/features/locations/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, useParams } from '#web/lib/router.tsx';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Breadcrumb } from '#web/ui/layout/pageParts.tsx';
import { SectionHeading } from '#web/ui/layout/SectionHeading.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { nearListingsQuery, nearOfferQuery } from './queries.ts';

const pageClass =
  'grid grid-cols-1 gap-section max-md:gap-6 max-w-page mx-auto pt-6 max-md:pt-1 px-gutter pb-0 *:min-w-0';

/** The landing page of one known place. */
export function NearScreen() {
  const { slug = '' } = useParams();
  const place = knownPlaceBySlug(slug);
  return place ? <NearPage key={slug} place={place} /> : <UnknownPlace />;
}

function UnknownPlace() {
  const title = t('Place not found');
  useTitle(title);
  return (
    <div className={pageClass}>
      <EmptyState
        headingLevel={1}
        icon={<MapPinOff size={28} />}
        title={title}
        text={t('We know no place at this address. It may be misspelled.')}
        action={<ButtonLink to="/properties">{t('Browse Properties')}</ButtonLink>}
      />
    </div>
  );
}

function NearPage({ place }: { place: KnownPlace }) {
  const { slug, name } = place;
  const title = t('Properties near {name}', { name });
  useTitle(title);
  const trail = [
    { to: '/', label: t('Home') },
    { to: '/properties', label: t('Properties') },
  ];
  return (
    <div className={pageClass}>
      <header>
        <Breadcrumb className="mb-4 max-md:mb-1" trail={trail} current={name} />
        <h1 className="text-3xl max-md:text-2xl">{title}</h1>
        <p className="mt-2 max-md:mt-1 max-w-160 text-muted">
          {t('Homes within {distance}, as the crow flies.', { distance: nearDistance(USUAL_NEAR_METRES) })}
        </p>
        <ul className="flex flex-wrap gap-2 mt-4 max-md:mt-3 max-md:flex-nowrap max-md:overflow-x-auto scrollbar-none max-md:fade-end">
          {offers.map((offer) => (
            <Offered key={offer} slug={slug} offer={offer} />
          ))}
        </ul>
      </header>
      <Homes place={place} />
      <Neighbours place={place} />
    </div>
  );
}

/** On a phone the number stands beside the offer, so that the first home is on the first screen. */
const offerClass =
  'grid max-md:grid-cols-[auto_1fr] items-baseline gap-x-1.5 min-w-30 py-2 max-md:py-1.5 px-3 border border-line rounded-md ' +
  'bg-surface text-muted text-sm no-underline hover:border-primary';

/** Leads to the list of one offer; nothing where no home near is offered so. */
function Offered({ slug, offer }: { slug: string; offer: ListingType }) {
  const { data, isPending } = useQuery(nearOfferQuery(slug, offer));
  if (data?.total === 0) return null;
  return (
    <li className="flex-none">
      <Link className={offerClass} to={`/properties?near=${slug}&listing_type=${offer}`}>
        {t(listingTypeLabel[offer])}
        {isPending && <Skeleton width="6.5rem" height="1.5em" />}
        {data && (
          <strong className="text-ink text-base font-[650]">
            {t('{count, plural, one {# property} other {# properties}}', { count: data.total })}
          </strong>
        )}
        {data?.prices && (
          <span className="max-md:col-span-2">
            {formatShortPrice(data.prices.min)} – {formatShortPrice(data.prices.max)}
            {t(priceSuffix(offer))}
          </span>
        )}
      </Link>
    </li>
  );
}

function Homes({ place }: { place: KnownPlace }) {
  const { slug, name } = place;
  return (
    <PlaceHomes
      query={useQuery(nearListingsQuery(slug))}
      title={t('Newest listings')}
      listPath={`/properties?near=${slug}`}
      allText={(count) =>
        t('See all {count, plural, one {# property} other {# properties}} near {name}', { count, name })
      }
      searchText={t('Search near {name}', { name })}
      below={({ location: { coordinates } }) =>
        coordinates && (
          <p className="pt-1.5 px-3 text-muted text-sm">
            {t('{distance} away', { distance: formatDistance(metresTo(place, coordinates)) })}
          </p>
        )
      }
    />
  );
}

const NEIGHBOURS = 10;
const NEIGHBOUR_METRES = 2_000;

/** The nearest other known places, each with its page. Lines are everywhere along their tracks. */
function Neighbours({ place }: { place: KnownPlace }) {
  const around = knownPlaces
    .filter((other) => other !== place && other.kind !== 'line')
    .map((other) => ({ ...other, metres: Math.min(...other.points.map((point) => metresTo(place, point))) }))
    .filter(({ metres }) => metres <= NEIGHBOUR_METRES)
    .toSorted((one, other) => one.metres - other.metres)
    .slice(0, NEIGHBOURS);
  if (around.length === 0) return null;
  return (
    <section aria-labelledby="nearby-title">
      <SectionHeading id="nearby-title" title={t('Close by')} />
      <ul className="flex flex-wrap gap-2">
        {around.map(({ slug, name, metres }) => (
          <li key={slug}>
            <Link
              className="flex items-center gap-2 min-h-11 px-4 border border-line rounded-full text-ink text-md no-underline hover:border-primary"
              to={`/near/${slug}`}
            >
              {name}
              {place.kind !== 'line' && <span className="text-muted text-sm">{formatDistance(metres)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
