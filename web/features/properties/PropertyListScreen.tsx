import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Suspense, useId, useRef, useState } from 'react';
import type { PropertyList } from '#shared/contracts/properties.ts';
import { LazyPropertyMap, usePointedItem } from '#web/features/map/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/NativeSelect.tsx';
import { Pagination } from '#web/ui/layout/Pagination.tsx';
import { useLastPage } from '#web/ui/list/listState.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { PropertyGrid, PropertyGridSkeleton } from './cards/PropertyGrid.tsx';
import { CategoryBar, FilterChips, FiltersButton, SearchBox, ViewToggle } from './list/ListControls.tsx';
import {
  countAdvancedFilters,
  effectiveSort,
  listQuery,
  PAGE_SIZE,
  sortOptions,
  useListState,
} from './list/listState.ts';
import { foundText, headingOf } from './list/listWords.ts';
import styles from './PropertyListScreen.module.css';
import { propertyListQuery } from './queries.ts';

const MapResults = lazyWithRetry(async () => {
  if (typeof window !== 'undefined') void LazyPropertyMap.preload();
  return (await import('./list/MapResults.tsx')).MapResults;
});
const FilterFields = lazyWithRetry(async () => (await import('./list/Filters.tsx')).FilterFields);
const FilterSheet = lazyWithRetry(async () => (await import('./list/Filters.tsx')).FilterSheet, 'dialog');

export function PropertyListScreen() {
  const { state, change, clear, hrefWith } = useListState();
  const query = useQuery(propertyListQuery(listQuery(state)));
  const { data, isPending, isError } = query;
  const isPhone = useMediaQuery('belowLg');
  const isWide = useMediaQuery('xl');
  const advancedCount = countAdvancedFilters(state);
  const [isExpanded, setIsExpanded] = useState(advancedCount > 0);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const pointedItem = usePointedItem();
  const panelId = useId();
  const results = useRef<HTMLHeadingElement>(null);
  const isMap = state.view === 'map';
  const heading = headingOf(state);
  useTitle(heading);

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

  const fields = (
    <Suspense fallback={<div className="h-38" />}>
      <FilterFields state={state} onChange={change} />
    </Suspense>
  );
  const list = (
    <>
      <RefetchNotice query={query} />
      <ListResults
        query={query}
        hrefOfPage={(page) => hrefWith({ page })}
        onChoosePage={showTopOfResults}
        onClear={clearAll}
        onPoint={isMap ? pointedItem.point : undefined}
      />
    </>
  );

  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 max-w-page mx-auto pt-8 px-gutter pb-section max-lg:pt-4 ${styles.page} ${isMap ? styles.mapPage : ''}`}
      data-width={isMap ? 'wide' : undefined}
    >
      <h1 className={`[grid-area:heading] mb-6 max-lg:mb-3 ${styles.heading}`}>{heading}</h1>
      <div className={styles.searchRow}>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 max-lg:gap-2">
          <SearchBox value={state.search} onSearch={(search) => change({ search }, { typedIn: 'search' })} />
          <FiltersButton
            count={advancedCount}
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
      <div className="[grid-area:categories] min-w-0 mt-4 max-lg:mt-3">
        <CategoryBar type={state.type} onChoose={(type) => change({ type })} />
      </div>
      <div
        className={`[grid-area:view] justify-self-end mt-4 max-xl:justify-self-start max-lg:mt-3 ${styles.view}`}
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
          className={`[grid-area:panel] mt-4 p-6 border border-line rounded-lg bg-surface ${styles.panel}`}
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
              data
                ? t('{count, plural, one {Show # property} other {Show # properties}}', {
                    count: data.pagination.total,
                  })
                : t('Show properties')
            }
          >
            {fields}
          </FilterSheet>
        </Suspense>
      )}
      <div className="[grid-area:chips] mt-4 empty:hidden max-lg:mt-3">
        <FilterChips
          state={state}
          onRemove={(without) => {
            change(without);
            focusResults();
          }}
          onClear={clearAll}
        />
      </div>
      <h2
        ref={results}
        className={`flex [grid-area:count] mt-6 items-center gap-2 min-w-0 text-lg tabular-nums scroll-mt-[calc(var(--s-header-height)_+_var(--s-space-4))] focus:outline-none max-lg:mt-4 max-lg:text-base ${styles.count}`}
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
        className={styles.sort}
        label={t('Sort by')}
        isLabelHidden
        value={effectiveSort(state)}
        options={sortOptions(state)}
        onChange={(sort) => change({ sort })}
      />
      <div className={`[grid-area:results] min-w-0 mt-4 max-lg:mt-3 ${styles.results}`}>
        {isMap ? (
          <div className={`grid grid-cols-1 gap-6 ${styles.split}`}>
            {isWide && <div className={styles.side}>{list}</div>}
            <div
              className={`h-[calc(100dvh_-_var(--s-header-height)_-_15rem)] min-h-104 max-lg:h-[calc(100dvh_-_var(--s-header-height)_-_13.5rem)] ${styles.map}`}
            >
              <Suspense
                fallback={
                  <div className="grid place-items-center h-full rounded-md bg-skeleton text-muted">
                    {t('Loading map...')}
                  </div>
                }
              >
                <MapResults
                  state={state}
                  pointedItem={pointedItem}
                  onSearchArea={(bbox) => change({ bbox })}
                />
              </Suspense>
            </div>
          </div>
        ) : (
          list
        )}
      </div>
    </div>
  );
}

interface ListResultsProps {
  query: UseQueryResult<PropertyList>;
  hrefOfPage: (page: number) => string;
  onChoosePage: () => void;
  onClear: () => void;
  /** Which listing is being pointed at. */
  onPoint?: ((propertyId: number | null) => void) | undefined;
}

/** Pictures of the first row come at once. */
const URGENT_CARDS = 4;

function ListResults({ query, hrefOfPage, onChoosePage, onClear, onPoint }: ListResultsProps) {
  const { data: list, isError, isPlaceholderData: isStale, refetch } = query;
  if (isError && !list)
    return (
      <ErrorState
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
        action={<Button onClick={onClear}>{t('Show all properties')}</Button>}
      />
    );
  return (
    <div className={isStale ? 'opacity-50 transition-opacity' : undefined} aria-busy={isStale}>
      <PropertyGrid
        properties={list.properties}
        urgentCount={URGENT_CARDS}
        label={t('Properties')}
        onPoint={onPoint}
      />
      <div className="mt-8 empty:hidden">
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
