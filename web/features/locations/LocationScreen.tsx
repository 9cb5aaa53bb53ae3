import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { type Area, areas } from '#shared/areas.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import { msg } from '#shared/messages.ts';
import { LazyMarketSection } from '#web/features/market/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, Navigate, useParams } from '#web/lib/router.tsx';
import { useTitle } from '#web/lib/useTitle.ts';
import { Breadcrumb } from '#web/ui/layout/pageParts.tsx';
import { SectionHeading } from '#web/ui/layout/SectionHeading.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { AreaCard, areaPicture } from './AreaCard.tsx';
import { ListingCount } from './ListingCount.tsx';
import { PlaceHomes } from './PlaceHomes.tsx';
import { areaListingsQuery, offers } from './queries.ts';

/** The landing page of one area; an area we have no page for leads to the list of areas. */
export function LocationScreen() {
  const { slug } = useParams();
  const area = areas.find((candidate) => candidate.slug === slug);
  if (!area) return <Navigate to="/locations" replace />;
  // Another area is another page: state of the previous one must not stay.
  return <AreaPage key={area.slug} area={area} />;
}

function AreaPage({ area }: { area: Area }) {
  useTitle(t('Properties in {name}', { name: area.name }));
  return (
    <div className="grid gap-section max-w-page mx-auto pt-6 px-gutter pb-0 *:min-w-0">
      <AreaIntro area={area} />
      <AreaListings area={area} />
      <Suspense fallback={<Skeleton height="16rem" />}>
        <LazyMarketSection slug={area.slug} name={area.name} />
      </Suspense>
      <NearbyAreas area={area} />
    </div>
  );
}

function NearbyAreas({ area }: { area: Area }) {
  return (
    <section aria-labelledby="nearby-title">
      <SectionHeading
        id="nearby-title"
        title={t('Close by')}
        link={{ to: '/locations', label: t('All locations') }}
      />
      <AreaCards className="grid-fill-[15rem]" shown={areas.filter(({ slug }) => area.nearby.includes(slug))} />
    </section>
  );
}

function AreaIntro({ area }: { area: Area }) {
  const place = encodeURIComponent(area.location);
  const trail = [
    { to: '/', label: t('Home') },
    { to: '/locations', label: t('Locations') },
  ];
  return (
    <header>
      <Breadcrumb className="mb-4" trail={trail} current={area.name} />
      <div className="grid gap-8 xl:grid-cols-[1fr_1.05fr] xl:gap-12">
        <img
          className="w-full h-auto aspect-3/2 rounded-lg object-cover bg-skeleton xl:h-full xl:max-h-128 xl:[aspect-ratio:auto] xl:order-1"
          src={areaPicture(area.slug)}
          alt=""
          width={960}
          height={640}
          fetchPriority="high"
        />
        <div className="self-center">
          <h1 className="text-3xl">{t('Properties in {name}', { name: area.name })}</h1>
          <p className="mt-3 text-lg">{t(area.summary)}</p>
          {area.paragraphs.map((paragraph) => (
            <p key={paragraph.id} className="mt-4 text-muted">
              {t(paragraph)}
            </p>
          ))}
          <ul className="flex flex-wrap gap-2 mt-6">
            {offers.map((offer) => (
              <li key={offer}>
                <Link
                  className="grid min-w-30 py-3 px-4 border border-line rounded-md bg-surface text-muted text-sm no-underline hover:border-primary"
                  to={`/properties?location=${place}&listing_type=${offer}`}
                >
                  {t(listingTypeLabel[offer])}
                  <strong className="text-ink text-base font-[650]">
                    <ListingCount filter={{ location: area.location, listing_type: offer }} />
                  </strong>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </header>
  );
}

export function AreaListings({ area: { name, location } }: { area: Area }) {
  return (
    <PlaceHomes
      query={useQuery(areaListingsQuery(location))}
      title={t('Newest listings in {name}', { name })}
      listPath={`/properties?location=${encodeURIComponent(location)}`}
      allText={(count) =>
        t('See all {count, plural, one {# property} other {# properties}} in {name}', { count, name })
      }
      searchText={t('Search in {name}', { name })}
    />
  );
}

const groups = [
  { kind: 'city', title: msg('Cities') },
  { kind: 'district', title: msg('Districts') },
] as const;

export function LocationsScreen() {
  useTitle(t('Locations'));
  return (
    <div className="grid gap-12 max-w-page mx-auto pt-12 px-gutter pb-0">
      <header className="max-w-160">
        <h1 className="text-3xl">{t('Locations in Metro Manila')}</h1>
        <p className="mt-3 text-muted text-lg">
          {t(
            '{count, plural, one {# area} other {# areas}}, no two alike. Start with where you want to live, or with the commute you can live with.',
            { count: areas.length },
          )}
        </p>
      </header>
      {groups.map(({ kind, title }) => (
        <section key={kind} aria-labelledby={`${kind}-title`}>
          <h2 id={`${kind}-title`} className="mb-4">
            {t(title)}
          </h2>
          <AreaCards className="grid-fill-[17rem]" shown={areas.filter((area) => area.kind === kind)} />
        </section>
      ))}
    </div>
  );
}

function AreaCards({ shown, className }: { shown: readonly Area[]; className: string }) {
  return (
    <ul className={`grid gap-6 ${className}`}>
      {shown.map(({ slug, name, location }) => (
        <li key={slug}>
          <AreaCard slug={slug} name={name} location={location} to={`/locations/${slug}`} />
        </li>
      ))}
    </ul>
  );
}
