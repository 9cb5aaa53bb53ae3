import { useQuery } from '@tanstack/react-query';
import { Building2, Check, ChevronRight, MapPin, Pencil } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { BuildingPage } from '#shared/contracts/buildings.ts';
import { nearbyPlaces } from '#shared/nearbyPlaces.ts';
import { LazyLocationMap } from '#web/features/map/index.ts';
import {
  buildingQuery,
  inBuildingText,
  PropertyGrid,
  PropertyGridSkeleton,
} from '#web/features/properties/index.ts';
import { LazyFloorPlans } from '#web/features/propertyPage/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, useNavigate, useParams } from '#web/lib/router.tsx';
import { readId } from '#web/lib/urlState.ts';
import { useSite } from '#web/lib/useSite.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { PrintedFrom } from '#web/ui/layout/PrintedFrom.tsx';
import { SectionHeading } from '#web/ui/layout/SectionHeading.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { RecordState } from '#web/ui/states/RecordState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { WhenNear } from '#web/ui/states/WhenNear.tsx';
import { BuildingPrices } from './BuildingPrices.tsx';
import {
  type Offer,
  offersOf,
  permissionLabel,
  totalOf,
  UNITS_SHOWN,
  unitsPath,
  unitsQuery,
} from './queries.ts';

const BuildingDialog = lazyWithRetry(
  async () => (await import('./BuildingDialog.tsx')).BuildingDialog,
  'dialog',
);

/** A building's page: its facts, prices and offers. */
export function BuildingScreen() {
  const id = readId(useParams().id);
  const navigate = useNavigate();
  const query = useQuery({
    ...buildingQuery(id ?? 0),
    enabled: id !== null,
    // The route has fetched it: a failure is not repeated at the mount.
    retryOnMount: false,
  });
  const { data } = query;
  // A merged building has the address of the other one.
  const own = data?.id;
  useEffect(() => {
    if (own !== undefined && own !== id) void navigate(`/buildings/${own}`, { replace: true });
  }, [own, id, navigate]);
  return (
    <RecordState
      id={id}
      query={query}
      title={data?.name ?? t('Building')}
      missing={{
        icon: <Building2 size={28} />,
        title: t('Building not found'),
        text: t('This building is no longer listed here, or the address is not quite right.'),
        action: <ButtonLink to="/properties">{t('Browse Properties')}</ButtonLink>,
      }}
      loadingText={t('Loading the building…')}
      failure={{
        title: t('This building could not be loaded'),
        message: (error) => failureSentence(error, t('Please try again.')),
      }}
    >
      {(building) => <Page key={building.id} building={building} notice={<RefetchNotice query={query} />} />}
    </RecordState>
  );
}

function Page({ building, notice }: { building: BuildingPage; notice: ReactNode }) {
  const [isEditing, setIsEditing] = useState(false);
  const { name, description, amenities, coordinates, floor_plans } = building;
  const onOffer = offersOf(building);
  return (
    <article className="grid grid-cols-1 gap-section max-w-page mx-auto pt-6 px-gutter *:min-w-0">
      <PrintedFrom />
      {notice}
      <Intro building={building} onEdit={() => setIsEditing(true)} />
      <div
        className={`grid grid-cols-1 gap-8 *:min-w-0 ${coordinates ? 'xl:grid-cols-[minmax(0,1fr)_26rem] xl:gap-12' : ''}`}
      >
        <div className="grid content-start gap-8 min-w-0">
          {description && (
            <Part heading={t('About the building')}>
              <p dir="auto" className="max-w-[68ch] leading-[1.7] whitespace-pre-line wrap-anywhere">
                {description}
              </p>
            </Part>
          )}
          {amenities.length > 0 && (
            <Part heading={t('Amenities')}>
              <ul className="grid grid-fill-[14rem] gap-y-2.5 gap-x-6 max-sm:grid-cols-[1fr_1fr] max-sm:text-[0.9375rem]">
                {amenities.map((amenity) => (
                  <li className="flex gap-2.5 wrap-anywhere" key={amenity}>
                    <Check className="flex-none mt-[0.2rem] text-primary" size={18} strokeWidth={2.25} />
                    {amenity}
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Rules building={building} />
          {floor_plans.length > 0 && (
            <Part heading={t('Floor plans')}>
              <WhenNear>
                <LazyFloorPlans name={name} plans={floor_plans} />
              </WhenNear>
            </Part>
          )}
        </div>
        {coordinates && <Where building={building} {...coordinates} />}
      </div>
      {onOffer.map((offer) => (
        <Units key={offer} building={building} offer={offer} />
      ))}
      {onOffer.length === 0 && (
        <EmptyState
          headingLevel={2}
          title={t('Nothing available here right now')}
          text={t('Save the search and we will tell you when a unit in this building is listed.')}
          action={<ButtonLink to={unitsPath(building.id)}>{t('Open the list')}</ButtonLink>}
        />
      )}
      <BuildingPrices prices={building.prices} />
      {isEditing && (
        <Suspense>
          <BuildingDialog
            building={building}
            mode={building.may_edit === 'all' ? 'all' : 'empty'}
            onClose={() => setIsEditing(false)}
          />
        </Suspense>
      )}
    </article>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3 min-w-0">
      <h2 className="text-lg">{heading}</h2>
      {children}
    </section>
  );
}

interface PartProps {
  building: BuildingPage;
}

function Intro({ building, onEdit }: PartProps & { onEdit(): void }) {
  const { id, name, address, city, developer, year_built, floors, listings, may_edit } = building;
  const facts = [
    { label: t('Developer'), value: developer },
    { label: yearLabel(year_built), value: year_built === null ? null : String(year_built) },
    { label: t('Floors'), value: floors === null ? null : String(floors) },
  ].filter(({ value }) => value !== null);
  const trail = [
    { to: '/', label: t('Home') },
    { to: '/properties', label: t('Properties') },
    { to: `/properties?${new URLSearchParams({ location: city })}`, label: city },
  ];
  return (
    <header className="grid grid-cols-1 gap-3">
      <nav className="print:hidden" aria-label={t('Breadcrumb')}>
        <ol className="flex flex-wrap items-center gap-y-0 gap-x-2 text-muted text-sm">
          {trail.map(({ to, label }) => (
            <li key={to} className="inline-flex items-center gap-2">
              <Link
                className="inline-flex items-center min-h-11 text-inherit no-underline hover:text-primary hover:underline"
                to={to}
              >
                {label}
              </Link>
              <ChevronRight size={14} aria-hidden="true" />
            </li>
          ))}
          <li className="wrap-anywhere" aria-current="page">
            {name}
          </li>
        </ol>
      </nav>
      <h1 dir="auto" className="text-3xl wrap-anywhere">
        {name}
      </h1>
      <p className="flex gap-1.5 text-muted leading-[1.45]">
        <MapPin className="flex-none mt-[0.15rem]" size={18} strokeWidth={1.75} aria-hidden="true" />
        {[address, city].filter(Boolean).join(', ')}
      </p>
      {facts.length > 0 && (
        <dl className="flex flex-wrap gap-y-3 gap-x-8 mt-2">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-muted text-sm">{label}</dt>
              <dd className="m-0 font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-1 text-lg font-semibold">{inBuildingText(listings)}</p>
      <div className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink to={unitsPath(id)}>{t('See the units')}</ButtonLink>
        {may_edit && (
          <Button variant="outlined" onClick={onEdit}>
            <Pencil size={18} aria-hidden="true" />
            {may_edit === 'all' ? t('Edit facts') : t('Add missing details')}
          </Button>
        )}
      </div>
    </header>
  );
}

/** A year that is still to come is one of plans. */
const yearLabel = (year: number | null) =>
  Number(year) > new Date().getFullYear() ? t('To Be Finished') : t('Year Built');

function Rules({ building: { rules } }: PartProps) {
  const { pets, short_lets, smoking, moving_hours } = rules;
  const rows = [
    { label: t('Pets'), value: pets && t(permissionLabel[pets]) },
    { label: t('Short-term rentals'), value: short_lets && t(permissionLabel[short_lets]) },
    { label: t('Smoking'), value: smoking && t(permissionLabel[smoking]) },
    { label: t('Moving in and out'), value: moving_hours },
  ].filter(({ value }) => value !== null);
  if (rows.length === 0) return null;
  return (
    <Part heading={t('House rules')}>
      <dl className="grid grid-fill-[17rem] gap-x-12">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-3 border-b border-b-line">
            <dt className="text-muted">{label}</dt>
            <dd className="m-0 font-semibold text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">
        {t('Based on what agents told us. Ask the building’s office before you decide.')}
      </p>
    </Part>
  );
}

function Where({ building, lat, lng }: PartProps & { lat: number; lng: number }) {
  const { name, address, city, listings } = building;
  const { tileUrl, isKnown } = useSite();
  const places = useMemo(() => nearbyPlaces({ lat, lng }), [lat, lng]);
  const waiting = <Skeleton height="100%" />;
  return (
    <section className="grid grid-cols-1 content-start gap-3 print:hidden" aria-labelledby="where-title">
      <h2 id="where-title" className="text-lg">
        {t('Where it is')}
      </h2>
      <div className="h-80">
        <Suspense fallback={waiting}>
          {isKnown ? (
            <LazyLocationMap
              lat={lat}
              lng={lng}
              title={name}
              price={inBuildingText(listings)}
              address={[address, city].filter(Boolean).join(', ')}
              tileUrl={tileUrl}
              places={places}
            />
          ) : (
            waiting
          )}
        </Suspense>
      </div>
    </section>
  );
}

function Units({ building, offer }: PartProps & { offer: Offer | 'any' }) {
  const { id, listings } = building;
  const query = useQuery(unitsQuery(id, offer));
  const { data, isError, refetch } = query;
  const count = offer === 'any' ? totalOf(listings) : (listings[offer] ?? 0);
  const title = {
    any: t('Available here'),
    sale: t('Units for sale'),
    rent: t('Units for rent'),
    lease: t('Units for lease'),
  }[offer];
  return (
    <section aria-labelledby={`units-${offer}`} aria-busy={!data && !isError}>
      <SectionHeading
        id={`units-${offer}`}
        title={title}
        link={
          count > UNITS_SHOWN
            ? { to: unitsPath(id, offer), label: t('See all {count}', { count }) }
            : { to: unitsPath(id, offer), label: t('Open the list') }
        }
      />
      <RefetchNotice query={query} />
      {data && <PropertyGrid properties={data.properties} label={title} />}
      {!data && !isError && <PropertyGridSkeleton count={Math.min(count, UNITS_SHOWN)} />}
      {!data && isError && (
        <ErrorState
          headingLevel={3}
          message={t('Failed to load properties')}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}
