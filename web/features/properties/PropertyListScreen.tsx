import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, use, useEffect, useId, useRef, useState } from 'react';
import type { Property, PropertyList, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { LazyPropertyMap, pointedItem, pointedMarker } from '#web/features/map/index.ts';
import { LazyMarketLine } from '#web/features/market/index.ts';
import { type OwnPlace, OwnPlacesButton } from '#web/features/ownPlaces/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, useNavigate } from '#web/lib/router.tsx';
import { useStore } from '#web/lib/store.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { SkipLink } from '#web/ui/controls/SkipLink.tsx';
import { Pagination } from '#web/ui/layout/Pagination.tsx';
import { PrintedFrom } from '#web/ui/layout/PrintedFrom.tsx';
import { useLastPage } from '#web/ui/list/listState.ts';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { WhenNear } from '#web/ui/states/WhenNear.tsx';
import { CardSlotsContext } from './cards/listingParts.tsx';
import { showsCosts } from './cards/PropertyCard.tsx';
import { PropertyGrid, PropertyGridSkeleton } from './cards/PropertyGrid.tsx';
import {
  CategoryBar,
  FilterChips,
  FiltersButton,
  SearchBox,
  UnderstoodNotes,
  ViewToggle,
} from './list/ListControls.tsx';
import {
  countAdvancedFilters,
  effectiveSort,
  isOfUnderstood,
  type ListState,
  type ListStateControl,
  listQuery,
  mapQuery,
  PAGE_SIZE,
  savedQuery,
  sortOptions,
  suggestedChange,
  useListState,
  withUnderstood,
  writeListState,
  writeReach,
} from './list/listState.ts';
import { filterChips, foundText, headingOf, type Relaxation, relaxationsOf } from './list/listWords.ts';
import { PlainSearch } from './list/PlainSearch.tsx';
import { propertyListQuery } from './list/queries.ts';
import styles from './PropertyListScreen.module.css';
import { buildingQuery } from './queries.ts';

const MapResults = lazyWithRetry(async () => {
  if (typeof window !== 'undefined') void LazyPropertyMap.preload();
  return (await import('./list/MapResults.tsx')).MapResults;
});
const FilterFields = lazyWithRetry(async () => (await import('./list/Filters.tsx')).FilterFields);
const FilterSheet = lazyWithRetry(async () => (await import('./list/Filters.tsx')).FilterSheet, 'dialog');

/** Of no use without scripts, nor on paper. */
const scripted = 'print:hidden noscript:hidden';

export function PropertyListScreen() {
  const control = useListState();
  const { state, change, clear, hrefWith } = control;
  const query = useQuery(propertyListQuery(listQuery(state)));
  const { data, isPending, isError } = query;
  const { data: building, error: buildingError } = useQuery({
    ...buildingQuery(state.building ?? 0),
    enabled: state.building !== null,
  });
  const isBuildingGone = buildingError instanceof ApiFailure && buildingError.status === 404;
  const buildingName = isBuildingGone ? null : building?.name;
  const isWide = useMediaQuery('xl');
  const understood = useUnderstood(state, query);
  // The filters of the shown list, each by itself, chosen or read out of the words.
  const explicit = understood ? withUnderstood(state, understood) : state;
  const results = useRef<HTMLHeadingElement>(null);
  const isMap = state.view === 'map';
  const heading = headingOf(explicit);
  useTitle(heading);
  // An item under the pointer when the page is left is not pointed at when the page is opened again.
  useEffect(() => () => pointedItem.set(null), []);

  useLastPage(data?.pagination, (page) => change({ page }, { isCorrection: true }));

  const focusResults = () => results.current?.focus({ preventScroll: true });
  const showTopOfResults = () => {
    results.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    focusResults();
  };
  const clearAll = () => {
    clear();
    focusResults();
  };
  const refine: ListStateControl['change'] = (changes, options) =>
    change(isOfUnderstood(state, explicit, changes) ? { ...explicit, page: 1, ...changes } : changes, options);

  const list = (
    <>
      <RefetchNotice query={query} />
      <ListResults
        query={query}
        hrefOfPage={(page) => hrefWith({ page })}
        onChoosePage={showTopOfResults}
        onClear={clearAll}
        relaxations={data?.relaxations ? relaxationsOf(explicit, data.relaxations, buildingName) : []}
        onPoint={isMap ? pointAt : undefined}
        pointed={isMap && isWide ? pointedMarker : undefined}
      />
    </>
  );

  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 max-w-page mx-auto pt-4 px-gutter ${isMap ? `lg:max-xl:pt-6 pb-4 lg:pb-6 ${styles.map}` : `lg:pt-8 pb-section ${styles.list}`}`}
      data-width={isMap ? 'wide' : undefined}
    >
      <SkipLink to="#results">{t('Skip to results')}</SkipLink>
      {isMap && <SkipLink to="#map">{t('Skip to map')}</SkipLink>}
      {/* Beside a map there is room for the whole window, and none for a large heading. */}
      <h1 className={isMap ? 'visuallyHidden' : '[grid-area:heading] mb-6 max-lg:mb-3'}>{heading}</h1>
      <PrintedFrom />
      <SearchAndFilters {...{ control, explicit, refine }} total={data?.pagination.total} />
      <div className="[grid-area:chips] print:hidden mt-4 empty:hidden max-lg:mt-3">
        {understood && (
          <UnderstoodNotes search={state.search} understood={understood} exactHref={hrefWith({ exact: true })} />
        )}
        <FilterChips
          chips={filterChips(explicit, buildingName)}
          isUnderstood={({ key, without }) => key !== 'search' && isOfUnderstood(state, explicit, without)}
          onRemove={({ without }) => {
            refine(without);
            focusResults();
          }}
          onClear={clearAll}
        />
        <ListActions {...{ state, explicit, heading, building, refine }} />
      </div>
      <h2
        ref={results}
        id="results"
        className={`text-lg max-lg:text-base focus:outline-none ${styles.count} ${isMap ? 'mt-3 lg:mt-4 xl:max-2xl:mt-6' : 'mt-4 lg:mt-6'}`}
        tabIndex={-1}
        aria-live="polite"
      >
        {data && foundText(data.pagination.total)}
        {isPending && (
          <>
            <Spinner size={18} />
            {t('Loading properties...')}
          </>
        )}
        {isError && !data && <span className="visuallyHidden">{t('Failed to load properties')}</span>}
      </h2>
      <NativeSelect
        className={`[grid-area:sort] ${scripted} ${isMap ? 'mt-4 max-xl:hidden' : 'w-41 lg:w-50 mt-3 lg:mt-4 xl:mt-6'}`}
        label={t('Sort by')}
        isLabelHidden
        value={effectiveSort(state)}
        options={sortOptions(state)}
        onChange={(sort) => change({ sort })}
      />
      <div className={`[grid-area:results] min-w-0 mt-4 max-lg:mt-3 ${isMap ? 'xl:contents' : ''}`}>
        {isMap ? <MapAndList {...{ state, change, isWide, list }} /> : list}
      </div>
    </div>
  );
}

interface SearchAndFiltersProps {
  control: ListStateControl;
  /** The filters of the shown list, also the ones read out of the words. */
  explicit: ListState;
  refine: ListStateControl['change'];
  total: number | undefined;
}

function SearchAndFilters({ control, explicit, refine, total }: SearchAndFiltersProps) {
  const { state, change, clear } = control;
  const isPhone = useMediaQuery('belowLg');
  const navigate = useNavigate();
  const count = countAdvancedFilters(state);
  const [isExpanded, setIsExpanded] = useState(count > 0);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const panelId = useId();
  const openSuggestion = (url: string) => {
    if (url.split('?')[0] === '/properties') change(suggestedChange(url));
    else void navigate(url);
  };
  const fields = (
    <WhenNear isWanted fallback={<div className="h-38" />}>
      <FilterFields state={explicit} query={mapQuery(state)} onChange={refine} />
    </WhenNear>
  );
  return (
    <>
      <div className="@container [grid-area:search] print:hidden">
        <noscript>{import.meta.env.SSR && <PlainSearch state={explicit} />}</noscript>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 max-lg:gap-2 noscript:hidden">
          <SearchBox
            value={state.search}
            onSearch={(search) => change({ search }, { typedIn: 'search' })}
            onOpen={openSuggestion}
          />
          <FiltersButton
            count={count}
            isExpanded={isPhone ? isSheetOpen : isExpanded}
            opensDialog={isPhone}
            panelId={panelId}
            onIntent={() => {
              void FilterFields.preload();
              if (isPhone) void FilterSheet.preload();
            }}
            onClick={() => (isPhone ? setIsSheetOpen(true) : setIsExpanded(!isExpanded))}
          />
        </div>
      </div>
      <div className={`[grid-area:categories] min-w-0 mt-4 max-lg:mt-3 ${scripted}`}>
        <CategoryBar type={explicit.type} onChoose={(type) => refine({ type })} />
      </div>
      <div
        className={`[grid-area:view] justify-self-start mt-4 max-lg:mt-3 ${scripted} ${state.view === 'map' ? '' : 'xl:justify-self-end'}`}
      >
        <ViewToggle
          view={state.view}
          onChoose={(view) => change({ view })}
          onIntent={(view) => view === 'map' && void MapResults.preload()}
        />
      </div>
      {isExpanded && !isPhone && (
        <section
          id={panelId}
          className="@container [grid-area:panel] print:hidden max-lg:hidden mt-4 p-6 panel animate-drop"
          aria-label={t('Advanced Filters')}
        >
          {fields}
        </section>
      )}
      {isSheetOpen && isPhone && (
        <Suspense>
          <FilterSheet
            onClose={() => setIsSheetOpen(false)}
            onClear={clear}
            closeLabel={
              total === undefined
                ? t('Show properties')
                : t('{count, plural, one {Show # property} other {Show # properties}}', { count: total })
            }
          >
            {fields}
          </FilterSheet>
        </Suspense>
      )}
    </>
  );
}

interface ListActionsProps extends Pick<SearchAndFiltersProps, 'explicit' | 'refine'> {
  state: ListState;
  heading: string;
  building: { id: number; name: string } | undefined;
}

function ListActions({ state, explicit, heading, building, refine }: ListActionsProps) {
  const { SaveSearchButton } = use(CardSlotsContext);
  const hasCosts = useStore(showsCosts);
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:gap-x-0.5 min-h-11 mt-3 noscript:hidden">
      {building && (
        <ButtonLink variant="outlined" to={`/buildings/${building.id}`}>
          {t('About {name}', { name: building.name })}
          <ChevronRight size={18} />
        </ButtonLink>
      )}
      {/* As wide as it, so that the content beside it stays. */}
      <WhenNear isWanted fallback={<span className="block w-[9.4rem] max-sm:w-[8.7rem]" />}>
        <SaveSearchButton
          query={savedQuery(state)}
          name={state.areas.length > 0 ? t('{heading}, drawn on the map', { heading }) : heading}
        />
      </WhenNear>
      <Button
        variant="plain"
        aria-pressed={hasCosts}
        className="aria-pressed:bg-primary-soft"
        onClick={() => showsCosts.set(!hasCosts)}
      >
        {t('Show costs')}
      </Button>
      <OwnPlacesButton onSaved={(places) => refine({ reaches: reachesOf(places) })} />
      {explicit.location !== '' && (
        <Suspense>
          <LazyMarketLine location={explicit.location} type={explicit.type} listingType={explicit.listing_type} />
        </Suspense>
      )}
    </div>
  );
}

interface MapAndListProps extends Pick<ListStateControl, 'state' | 'change'> {
  isWide: boolean;
  list: ReactNode;
}

function MapAndList({ state, change, isWide, list }: MapAndListProps) {
  const listed = (place: string) => (
    // Paper is less wide than the window: moved, and not made anew, the cards keep their pictures.
    <div key="list" id="list" className={`focus:outline-none ${place}`} tabIndex={-1}>
      {list}
    </div>
  );
  return (
    <>
      {isWide && listed('[grid-area:results] self-start min-w-0 mt-4')}
      <div key="map" id="map" tabIndex={-1} className={`focus:outline-none ${scripted} ${styles.mapPane}`}>
        <SkipLink to="#list">{t('Skip to the list')}</SkipLink>
        <Suspense
          fallback={
            <div className="grid place-items-center h-full rounded-md bg-skeleton text-muted">
              {t('Loading map...')}
            </div>
          }
        >
          <MapResults state={state} change={change} />
        </Suspense>
      </div>
      {!isWide && listed('mt-6')}
    </>
  );
}

/** Places with a longest time are a filter of the list; the others are only shown. */
const reachesOf = (places: readonly OwnPlace[]) =>
  places.flatMap(({ name, max_minutes, ...place }) =>
    max_minutes === null ? [] : [writeReach({ ...place, minutes: max_minutes }, name)],
  );

interface ListResultsProps extends Pick<ComponentProps<typeof PropertyGrid>, 'onPoint' | 'pointed'> {
  query: UseQueryResult<PropertyList>;
  hrefOfPage: (page: number) => string;
  onChoosePage: () => void;
  onClear: () => void;
  /** For an empty list: the same list without one of its filters. */
  relaxations: Relaxation[];
}

/** On a slow line the page itself comes before a second picture: others follow as soon as their places are known. */
const URGENT_CARDS = 1;

function ListResults({ query, hrefOfPage, onChoosePage, onClear, relaxations, ...marks }: ListResultsProps) {
  const { data: list, isError, isPlaceholderData: isStale, refetch } = query;
  if (isError && !list)
    return (
      <ErrorState
        isOfPage
        title={t('Failed to load properties')}
        message={t('Please check your connection and try again.')}
        onRetry={() => void refetch()}
      />
    );
  if (!list) return <PropertyGridSkeleton count={PAGE_SIZE} />;
  if (list.properties.length === 0)
    return (
      <EmptyState
        title={t('No Properties Found')}
        text={t('Try adjusting your filters to see more results.')}
        action={
          <>
            {relaxations.length > 0 && <Relaxations relaxations={relaxations} />}
            <Button variant={relaxations.length > 0 ? 'outlined' : 'primary'} onClick={onClear}>
              {t('Show all properties')}
            </Button>
          </>
        }
      />
    );
  return (
    <div className={isStale ? 'opacity-50 transition-opacity' : undefined} aria-busy={isStale}>
      <PropertyGrid properties={list.properties} urgentCount={URGENT_CARDS} label={t('Properties')} {...marks} />
      <div className="mt-8 empty:hidden print:hidden">
        <Pagination
          page={list.pagination.page}
          pages={list.pagination.pages}
          hrefOf={hrefOfPage}
          onChoose={onChoosePage}
        />
      </div>
    </div>
  );
}

const pointAt = (property: Property | null) =>
  pointedItem.set(property && { id: property.id, position: property.location.coordinates });

const MOST_RELAXATIONS = 5;

function Relaxations({ relaxations }: { relaxations: Relaxation[] }) {
  return (
    <ul className="grid w-full panel text-left" aria-label={t('Try removing a filter')}>
      {relaxations.slice(0, MOST_RELAXATIONS).map(({ label, total, state }) => (
        <li key={label} className="not-first:border-t border-line">
          <Link
            className="flex items-center justify-between gap-3 min-h-12 py-2 px-4 text-ink no-underline hover:text-primary"
            to={`/properties?${writeListState(state)}`}
          >
            <span className="min-w-0 wrap-anywhere font-semibold">{label}</span>
            <span className="flex flex-none items-center gap-1 text-primary text-sm font-semibold">
              {t('{count, plural, one {# property} other {# properties}}', { count: total })}
              <ChevronRight size={16} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The filters read out of the words of the search; kept while the same words are asked with another filter. */
function useUnderstood(
  { search, exact }: ListState,
  { data, isPlaceholderData }: UseQueryResult<PropertyList>,
): UnderstoodSearch | undefined {
  const [last, setLast] = useState<{ search: string; understood: UnderstoodSearch | undefined }>();
  const isAnswered = data !== undefined && !isPlaceholderData;
  const understood = isAnswered ? data.understood : last?.search === search ? last.understood : undefined;
  if (isAnswered && (last?.search !== search || last.understood !== understood)) setLast({ search, understood });
  const saysSomething =
    understood &&
    (understood.unused !== undefined ||
      understood.corrections.length > 0 ||
      Object.keys(understood.filters).length > 0);
  return search !== '' && !exact && saysSomething ? understood : undefined;
}
