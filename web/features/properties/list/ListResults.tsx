import type { PropertyList } from '#shared/contracts/properties.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { PropertyGrid, PropertyGridSkeleton } from '../cards/PropertyGrid.tsx';
import { PAGE_SIZE } from './listState.ts';

interface ListResultsProps {
  /** Undefined while it loads, and when it failed. */
  list: PropertyList | undefined;
  isError: boolean;
  /** What is shown answers the search before. */
  isStale: boolean;
  hrefOfPage: (page: number) => string;
  onChoosePage: () => void;
  onRetry: () => void;
  onClear: () => void;
  /** Which listing is being pointed at. */
  onPoint?: (propertyId: number | null) => void;
}

/** Pictures of the first row come at once. */
const URGENT_CARDS = 4;

export function ListResults(props: ListResultsProps) {
  const { list, isError, isStale, hrefOfPage, onChoosePage, onRetry, onClear, onPoint } = props;
  if (isError && !list)
    return (
      <ErrorState
        title="Failed to load properties"
        message="Please check your connection and try again."
        onRetry={onRetry}
      />
    );
  if (!list) return <PropertyGridSkeleton count={PAGE_SIZE} />;
  if (list.properties.length === 0)
    return (
      <EmptyState
        title="No Properties Found"
        text="Try adjusting your filters to see more results."
        action={
          <button
            type="button"
            className="h-control py-0 px-5 border-0 rounded-[0.625rem] bg-primary text-on-primary font-semibold cursor-pointer hover:bg-primary-hover"
            onClick={onClear}
          >
            Show all properties
          </button>
        }
      />
    );
  return (
    <div className={isStale ? 'opacity-50 transition-opacity' : undefined} aria-busy={isStale}>
      <PropertyGrid
        properties={list.properties}
        urgentCount={URGENT_CARDS}
        label="Properties"
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
