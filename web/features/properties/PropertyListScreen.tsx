import './list/fullScreenMap.css';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { Property, PropertyList, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { LazyPropertyMap, pointedItem, pointedMarker } from '#web/features/map/index.ts';
import { LazyMarketLine } from '#web/features/market/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { loadChunk } from '#web/lib/loadChunk.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { useIsHeard, useMediaQuery } from '#web/lib/useMediaQuery.ts';
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
import { CardSlotsContext } from './cards/cardSlots.tsx';
import { PropertyGrid, PropertyGridSkeleton } from './cards/PropertyGrid.tsx';
import { FilterRow } from './list/FilterRow.tsx';
import { CategoryBar, SearchBox, ViewToggle } from './list/ListControls.tsx';
import {
  countAdvancedFilters,
  effectiveSort,
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
} from './list/listState.ts';
import { type ChipNames, foundText, headingOf, savedNameOf, titleOf } from './list/listWords.ts';
import { PlainSearch } from './list/PlainSearch.tsx';
import { locationsQuery, nearNamesQuery, propertyListQuery } from './list/queries.ts';
import { otherChips } from './list/sentence.ts';
import styles from './PropertyListScreen.module.css';
import { buildingQuery } from './queries.ts';

const UnderstoodNotes = lazyWithRetry(async () => (await import('./list/Understood.tsx')).UnderstoodNotes, 'none');
const Relaxations = lazyWithRetry(async () => (await import('./list/Understood.tsx')).Relaxations, 'none');
const MapResults = lazyWithRetry(async () => {
  if (typeof window !== 'undefined') void LazyPropertyMap.preload();
  return (await import('./list/MapResults.tsx')).MapResults;
});

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
  const { SaveSearchButton } = use(CardSlotsContext);
  const results = useRef<HTMLHeadingElement>(null);
  const isMap = state.view === 'map';
  const isHeard = useIsHeard();
  const names = { building: buildingName, near: useNearNames(explicit.near, change) };
  const heading = headingOf(explicit, names);
  useTitle(titleOf(explicit, names, { isFound: (data?.pagination.total ?? 0) > 0 }));
  // An item under the pointer when the page is left is not pointed at when the page is opened again.
  useEffect(() => () => pointedItem.set(null), []);

  usePartedLocations(state, change);
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
  const sentence = understood && { state, understood, explicit };
  const refine: ListStateControl['change'] = (changes, options) => {
    if (!sentence) return change(changes, options);
    void loadChunk(() => import('./list/sentenceChanges.ts')).then(({ refined }) =>
      change(refined(sentence, changes), options),
    );
  };

  const [location, ...others] = explicit.locations;
  const list = (
    <>
      <RefetchNotice query={query} />
      <ListResults
        query={query}
        hrefOfPage={(page) => hrefWith({ page })}
        onChoosePage={showTopOfResults}
        onClear={clearAll}
        {...{ state, names }}
        onPoint={isMap ? pointAt : undefined}
        pointed={isMap && isWide ? pointedMarker : undefined}
      />
      {location !== undefined && others.length === 0 && explicit.types.length <= 1 && (
        <div className="mt-6 empty:hidden">
          <Suspense>
            <LazyMarketLine
              location={location}
              type={explicit.types[0] ?? null}
              listingType={explicit.listing_type}
            />
          </Suspense>
        </div>
      )}
    </>
  );

  return (
    <div
      className={`max-w-page mx-auto pt-2 px-gutter ${isMap ? 'pb-4' : 'pb-section'}`}
      data-width={isMap ? 'wide' : undefined}
    >
      <SkipLink to="#results">{t('Skip to results')}</SkipLink>
      {isMap && <SkipLink to="#map">{t('Skip to map')}</SkipLink>}
      <PrintedFrom />
      <SearchRow {...{ control, explicit, refine }} />
      <FilterRow
        {...{ explicit, refine, sentence, names }}
        chips={otherChips(state, sentence, names)}
        query={mapQuery(state)}
        onClear={clearAll}
        onRemove={(changes) => {
          refine(changes);
          focusResults();
        }}
        onSay={(changes) => {
          change(changes);
          focusResults();
        }}
        count={countAdvancedFilters(state)}
        total={data?.pagination.total}
      >
        {/* As wide as it, so that the content beside it stays. */}
        <WhenNear
          isWanted
          className="flex flex-none gap-2"
          fallback={<span className="block w-11.5 sm:w-[8.6rem]" />}
        >
          <SaveSearchButton query={savedQuery(state)} name={savedNameOf(explicit, names)} />
        </WhenNear>
      </FilterRow>
      <div className={isMap ? styles.map : undefined}>
        <div className="[grid-area:head] flex flex-wrap xl:flex-nowrap items-center gap-x-3 min-w-0 mb-2">
          {/* Beside a map there is no room for it. */}
          <h1
            className={
              isMap
                ? 'visuallyHidden'
                : 'min-w-0 text-xl leading-tight max-xl:w-full max-xl:pb-1 max-xl:line-clamp-2 max-lg:text-lg xl:truncate'
            }
            title={isMap ? undefined : heading}
          >
            {heading}
          </h1>
          <h2
            ref={results}
            id="results"
            className="flex flex-none items-center gap-2 min-h-9 mr-auto text-md font-medium text-muted tabular-nums scroll-mt-2"
            tabIndex={-1}
            aria-live="polite"
          >
            {isHeard && data && foundText(data.pagination.total)}
            {isPending && (
              <>
                <Spinner size={18} />
                {t('Loading properties...')}
              </>
            )}
            {isError && !data && <span className="visuallyHidden">{t('Failed to load properties')}</span>}
          </h2>
          {building && (
            <ButtonLink variant="plain" size="small" className="flex-none" to={`/buildings/${building.id}`}>
              {t('About {name}', { name: building.name })}
              <ChevronRight size={18} />
            </ButtonLink>
          )}
          <NativeSelect
            className={`${styles.sort} ${scripted} lg:flex-none ${isMap ? 'max-xl:hidden' : ''}`}
            label={t('Sort by')}
            isLabelHidden
            value={effectiveSort(state)}
            options={sortOptions(state)}
            onChange={(sort) => change({ sort })}
          />
        </div>
        <div className="[grid-area:notes] print:hidden empty:hidden">
          {understood && (
            <Suspense>
              <UnderstoodNotes
                search={state.search}
                understood={understood}
                exactHref={hrefWith({ exact: true })}
              />
            </Suspense>
          )}
        </div>
        <div className={`[grid-area:results] min-w-0 ${isMap ? 'xl:contents' : ''}`}>
          {isMap ? <MapAndList {...{ state, change, isWide, list }} /> : list}
        </div>
      </div>
    </div>
  );
}

interface SearchRowProps {
  control: ListStateControl;
  /** The filters of the shown list, also the ones read out of the words. */
  explicit: ListState;
  refine: ListStateControl['change'];
}

/** Scrolls away, unlike the filters below it. */
function SearchRow({ control: { state, change }, explicit, refine }: SearchRowProps) {
  const navigate = useNavigate();
  const openSuggestion = (url: string) => {
    if (url.split('?')[0] === '/properties') change(suggestedChange(url));
    else void navigate(url);
  };
  return (
    <div className="print:hidden">
      <noscript>{import.meta.env.SSR && <PlainSearch state={explicit} />}</noscript>
      <div className={`grid items-center gap-3 max-lg:gap-2 noscript:hidden ${styles.search}`}>
        <SearchBox
          value={state.search}
          onSearch={(search) => change({ search }, { typedIn: 'search' })}
          onOpen={openSuggestion}
        />
        <CategoryBar types={explicit.types} onChoose={(type) => refine({ types: type ? [type] : [] })} />
        <ViewToggle
          view={state.view}
          onChoose={(view) => change({ view })}
          onIntent={(view) => view === 'map' && void MapResults.preload()}
        />
      </div>
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
      {isWide && listed('[grid-area:results] self-start min-w-0')}
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

interface ListResultsProps extends Pick<ComponentProps<typeof PropertyGrid>, 'onPoint' | 'pointed'> {
  query: UseQueryResult<PropertyList>;
  hrefOfPage: (page: number) => string;
  onChoosePage: () => void;
  onClear: () => void;
  state: ListState;
  names: ChipNames;
}

/** On a slow line the page itself comes before a second picture: others follow as soon as their places are known. */
const URGENT_CARDS = 1;

function ListResults({ query, hrefOfPage, onChoosePage, onClear, state, names, ...marks }: ListResultsProps) {
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
  const hasWaysOut = list.relaxations !== undefined && list.relaxations.length > 0;
  if (list.properties.length === 0)
    return (
      <EmptyState
        title={t('No Properties Found')}
        text={t('Try adjusting your filters to see more results.')}
        action={
          <>
            {hasWaysOut && (
              <Suspense>
                <Relaxations {...{ state, list, names }} />
              </Suspense>
            )}
            <Button variant={hasWaysOut ? 'outlined' : 'primary'} onClick={onClear}>
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

/** The names of the places that homes are near to, once they are known. Slugs of no place leave the address. */
function useNearNames(near: readonly string[], change: ListStateControl['change']) {
  const { data: names } = useQuery(nearNamesQuery(near));
  const known = names && near.filter((slug) => slug in names);
  const hasUnknown = known !== undefined && known.length < near.length;
  const leaveOut = useEffectEvent(() => known && change({ near: known }, { isCorrection: true }));
  useEffect(() => {
    if (hasUnknown) leaveOut();
  }, [hasUnknown]);
  return names;
}

/** Several places in one text of the address become a filter each. */
function usePartedLocations(state: ListState, change: ListStateControl['change']) {
  const { locations, bbox, areas, building, page } = state;
  const { data: each = locations } = useQuery(locationsQuery(locations));
  const part = useEffectEvent(() =>
    change({ locations: each, bbox, areas, building, page }, { isCorrection: true }),
  );
  const hasLists = each.length > locations.length;
  useEffect(() => {
    if (hasLists) part();
  }, [hasLists]);
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
    (understood.left_out.length > 0 ||
      understood.corrections.length > 0 ||
      (understood.preferred ?? '') !== '' ||
      Object.keys(understood.filters).length > 0);
  return search !== '' && !exact && saysSomething ? understood : undefined;
}
