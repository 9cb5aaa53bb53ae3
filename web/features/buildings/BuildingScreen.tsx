import { useQueries, useQuery } from '@tanstack/react-query';
import { Building2, MapPin, Pencil } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { BuildingPage, QuarterPrice } from '#shared/contracts/buildings.ts';
import { formatFullPrice } from '#shared/money.ts';
import { nearbyPlaces } from '#shared/nearbyPlaces.ts';
import { LazyLocationMap } from '#web/features/map/index.ts';
import {
  buildingQuery,
  inBuildingText,
  PropertyGrid,
  PropertyGridSkeleton,
  PropertyLink,
} from '#web/features/properties/index.ts';
import { LazyFloorPlans } from '#web/features/propertyPage/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNavigate } from '#web/lib/router.tsx';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { PrintedFrom } from '#web/ui/layout/PrintedFrom.tsx';
import { Breadcrumb, CheckList, FactRows, PagePart, TypedText } from '#web/ui/layout/pageParts.tsx';
import { SectionHeading } from '#web/ui/layout/SectionHeading.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { RecordState, useRecord } from '#web/ui/states/RecordState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { WhenNear } from '#web/ui/states/WhenNear.tsx';
import { type Offer, offersOf, permissionLabel, totalOf, UNITS_SHOWN, unitsPath, unitsQuery } from './queries.ts';

const BuildingDialog = lazyWithRetry(async () => (await import('./BuildingDialog.tsx')).BuildingDialog, 'dialog');

export function BuildingScreen() {
  const navigate = useNavigate();
  const { id, query } = useRecord(buildingQuery);
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
  const { name, description, amenities, rules, coordinates, floor_plans } = building;
  const onOffer = offersOf(building);
  // Without them the map has the whole width.
  const hasFacts =
    description !== null || amenities.length > 0 || floor_plans.length > 0 || Object.values(rules).some(Boolean);
  return (
    <article className="grid grid-cols-1 gap-section max-w-page mx-auto pt-6 px-gutter *:min-w-0">
      <PrintedFrom />
      {notice}
      <Intro building={building} onEdit={() => setIsEditing(true)} />
      {(hasFacts || coordinates) && (
        <div
          className={`grid grid-cols-1 gap-8 *:min-w-0 ${hasFacts && coordinates ? 'xl:grid-cols-[minmax(0,1fr)_26rem] xl:gap-12' : ''}`}
        >
          {hasFacts && (
            <div className="grid content-start gap-8 min-w-0">
              {description && (
                <PagePart heading={t('About the building')}>
                  <TypedText>{description}</TypedText>
                </PagePart>
              )}
              {amenities.length > 0 && (
                <PagePart heading={t('Amenities')}>
                  <CheckList texts={amenities} />
                </PagePart>
              )}
              <Rules building={building} />
              {floor_plans.length > 0 && (
                <PagePart heading={t('Floor plans')}>
                  <WhenNear>
                    <LazyFloorPlans name={name} plans={floor_plans} />
                  </WhenNear>
                </PagePart>
              )}
            </div>
          )}
          {coordinates && <Where building={building} {...coordinates} />}
        </div>
      )}
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
      <Breadcrumb className="print:hidden" trail={trail} current={name} />
      <Pictures building={building} />
      <h1 dir="auto" className="text-3xl wrap-anywhere">
        {name}
      </h1>
      <p className="flex gap-1.5 text-muted leading-[1.45] wrap-anywhere">
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
        {totalOf(listings) > 0 && <ButtonLink to={unitsPath(id)}>{t('See the units')}</ButtonLink>}
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

const PICTURES_SHOWN = 3;

/** Covers of the newest homes in the building, which have links of their own below. Their place is kept while they are fetched. */
function Pictures({ building }: PartProps) {
  const units = useQueries({ queries: offersOf(building).map((offer) => unitsQuery(building.id, offer)) });
  const homes = units
    .flatMap(({ data }) => data?.properties ?? [])
    .filter(({ images }) => images.length > 0)
    .slice(0, PICTURES_SHOWN);
  if (homes.length === 0 && !units.some(({ isPending }) => isPending)) return null;
  const columns =
    homes.length > 2 ? 'sm:grid-cols-[2fr_1fr] sm:grid-rows-2' : homes.length === 2 ? 'sm:grid-cols-2' : '';
  return (
    <div className={`grid gap-2 h-56 sm:h-88 overflow-hidden rounded-lg bg-skeleton print:hidden ${columns}`}>
      {homes.map(({ id, images }, at) => (
        <PropertyLink
          key={id}
          propertyId={id}
          className={`min-h-0 ${at > 0 ? 'max-sm:hidden' : homes.length > 2 ? 'sm:row-span-2' : ''}`}
          isPointerOnly
        >
          <Picture
            src={images[0]}
            alt=""
            sizes={at === 0 ? '(max-width: 40rem) 100vw, 50rem' : '(max-width: 40rem) 1px, 26rem'}
            isUrgent={at === 0}
          />
        </PropertyLink>
      ))}
    </div>
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
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  if (rows.length === 0) return null;
  return (
    <PagePart heading={t('House rules')}>
      <FactRows rows={rows} />
      <p className="text-muted text-sm">
        {t('Based on what agents told us. Ask the building’s office before you decide.')}
      </p>
    </PagePart>
  );
}

function Where({ building, lat, lng }: PartProps & { lat: number; lng: number }) {
  const { name, address, city, listings } = building;
  const places = useMemo(() => nearbyPlaces({ lat, lng }), [lat, lng]);
  return (
    <section className="grid grid-cols-1 content-start gap-3 print:hidden" aria-labelledby="where-title">
      <h2 id="where-title" className="text-lg">
        {t('Where it is')}
      </h2>
      <div className="h-80">
        <LazyLocationMap
          lat={lat}
          lng={lng}
          title={name}
          price={inBuildingText(listings)}
          address={[address, city].filter(Boolean).join(', ')}
          places={places}
        />
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
  const label = count > UNITS_SHOWN ? t('See all {count}', { count }) : t('Open the list');
  return (
    <section aria-labelledby={`units-${offer}`} aria-busy={!data && !isError}>
      <SectionHeading id={`units-${offer}`} title={title} link={{ to: unitsPath(id, offer), label }} />
      <RefetchNotice query={query} />
      {data && <PropertyGrid properties={data.properties} label={title} />}
      {!data && !isError && <PropertyGridSkeleton count={Math.min(count, UNITS_SHOWN)} />}
      {!data && isError && (
        <ErrorState headingLevel={3} message={t('Failed to load properties')} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

/** Asking prices in the building by quarter, each figure with its number of listings; empty while too few are known. */
function BuildingPrices({ prices: { sale, rent } }: Pick<BuildingPage, 'prices'>) {
  if (sale.length === 0 && rent.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="prices-title">
      <h2 id="prices-title" className="text-2xl">
        {t('Asking prices here')}
      </h2>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        {sale.length > 0 && <PriceTable heading={t('For sale, per sqm')} rows={sale} />}
        {rent.length > 0 && <PriceTable heading={t('For rent, per month')} rows={rent} />}
      </div>
      <p className="text-muted text-sm">
        {t('Medians of asking prices, not of sale prices. Quarters with fewer than three listings are left out.')}
      </p>
    </section>
  );
}

const cell = 'py-2.5 px-4 last:text-right';
const head = `${cell} bg-sunken text-muted text-sm font-semibold`;
const rowCell = `${cell} border-t border-line`;

function PriceTable({ heading, rows }: { heading: string; rows: QuarterPrice[] }) {
  const highest = Math.max(...rows.map(({ median }) => median));
  return (
    <div className="border border-line rounded-md bg-surface overflow-hidden self-start">
      <table className="w-full border-collapse tabular-nums text-left">
        <caption className="py-3 px-4 text-left font-semibold">{heading}</caption>
        <thead>
          <tr>
            {[t('Quarter'), t('Median'), t('Listings')].map((words) => (
              <th key={words} scope="col" className={head}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ quarter, median, listings }) => (
            <tr key={quarter}>
              <th scope="row" className={`${rowCell} font-normal whitespace-nowrap`}>
                {quarterText(quarter)}
              </th>
              <td className={`${rowCell} w-3/5`}>
                <span className="block font-semibold">{formatFullPrice(Math.round(median))}</span>
                <span
                  className="block h-1.5 mt-1 rounded-full bg-primary"
                  style={{ width: `${(median / highest) * 100}%` }}
                  aria-hidden="true"
                />
              </td>
              <td className={rowCell}>{listings}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** '2026-Q3' as 'Jul–Sep 2026' */
function quarterText(quarter: string): string {
  const [year = '', number = 'Q1'] = quarter.split('-');
  return t(
    '{quarter, select, Q1 {Jan–Mar {year}} Q2 {Apr–Jun {year}} Q3 {Jul–Sep {year}} other {Oct–Dec {year}}}',
    { quarter: number, year },
  );
}
