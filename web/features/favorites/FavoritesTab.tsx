import { useInfiniteQuery } from '@tanstack/react-query';
import { PropertyGrid, PropertyGridSkeleton } from '#web/features/properties/index.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { favoritePropertiesQuery, favoritesFailure } from './queries.ts';

const SKELETONS = 4;

/**
 * A heart that is taken away shows so at once, but the card leaves only when the server has confirmed it: what is shown
 * is what the server answers, and it is asked again after every change.
 */
export function FavoritesTab({ userId }: { userId: number }) {
  const query = useInfiniteQuery(favoritePropertiesQuery(userId));
  const { data, error, isPending, hasNextPage, isFetchingNextPage } = query;
  const properties = data?.pages.flatMap((page) => page.properties) ?? [];

  if (isPending)
    return (
      <div role="status">
        <span className="visuallyHidden">Loading your favorites…</span>
        <PropertyGridSkeleton count={SKELETONS} />
      </div>
    );
  if (!data) return <ErrorState message={favoritesFailure(error)} onRetry={() => void query.refetch()} />;
  if (properties.length === 0)
    return (
      <EmptyState
        title="No favorites yet"
        text="Tap the heart on any property to keep it here."
        action={<ButtonLink to="/properties">Browse Properties</ButtonLink>}
      />
    );
  return (
    <>
      <RefetchNotice query={query} />
      <PropertyGrid properties={properties} urgentCount={4} label="Favorite properties" />
      {hasNextPage && (
        <div className="grid justify-items-center mt-8">
          <Button variant="outlined" disabled={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Show More'}
          </Button>
        </div>
      )}
    </>
  );
}
