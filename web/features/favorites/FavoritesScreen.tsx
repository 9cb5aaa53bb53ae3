import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { User } from '#shared/contracts/auth.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { useSession } from '#web/features/auth/index.ts';
import { PropertyGrid, PropertyGridSkeleton } from '#web/features/properties/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { countWords } from '#web/lib/countWords.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { favoritePropertiesQuery, favoritesFailure } from './queries.ts';
import { changeFavorite, usePendingChanges, useRemovals } from './useFavorites.ts';

const SKELETONS = 4;

export function FavoritesScreen() {
  const { user, openLogin } = useSession();
  useTitle('My Favorites');
  return (
    <div className="max-w-page mx-auto pt-8 px-gutter pb-0">
      {user ? (
        <FavoriteList key={user.id} user={user} />
      ) : (
        <EmptyState
          headingLevel={1}
          icon={<Lock size={28} aria-hidden="true" />}
          title="Login Required"
          text="Your session has ended. Log in again to see your favorites."
          action={
            <Button size="large" onClick={() => openLogin('/favorites')}>
              Login
            </Button>
          }
        />
      )}
    </div>
  );
}

function FavoriteList({ user }: { user: User }) {
  const query = useInfiniteQuery(favoritePropertiesQuery(user.id));
  const all = query.data?.pages.flatMap((page) => page.properties) ?? [];
  const shown = useUndoableRemoval(user.id, all);
  const total = (query.data?.pages[0]?.pagination.total ?? 0) - (all.length - shown.length);
  return (
    <>
      <header className="mb-6">
        <h1>My Favorites</h1>
        <p className="min-h-[1.55em] mt-1 text-muted" aria-live="polite">
          {query.data
            ? `You have favorited ${countWords(total, 'property', 'properties')}`
            : query.isPending && <Skeleton width="14rem" height="1.5em" />}
        </p>
      </header>
      {query.isPending && (
        <div role="status">
          <span className="visuallyHidden">Loading your favorites…</span>
          <PropertyGridSkeleton count={SKELETONS} />
        </div>
      )}
      {query.isError && !query.data && (
        <ErrorState
          message={
            query.error instanceof ApiFailure
              ? 'Failed to fetch properties'
              : 'Failed to load favorite properties'
          }
          onRetry={() => void query.refetch()}
        />
      )}
      <RefetchNotice query={query} />
      {query.data && shown.length === 0 && !query.isFetching && (
        <EmptyState
          title="No favorites yet"
          text="Tap the heart on any property to keep it here, and compare your shortlist in peace."
          action={<ButtonLink to="/properties">Browse Properties</ButtonLink>}
        />
      )}
      {shown.length > 0 && <PropertyGrid properties={shown} urgentCount={4} label="Favorite properties" />}
      {query.hasNextPage && (
        <div className="grid justify-items-center mt-8">
          <Button size="large" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? 'Loading…' : 'Show More'}
          </Button>
        </div>
      )}
    </>
  );
}

const TAB_SKELETONS = 4;

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
        <PropertyGridSkeleton count={TAB_SKELETONS} />
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

/**
 * What remains of the list while hearts are taken away. Once the server has taken a removal, a toast offers it back;
 * one that fails puts the card back where it was.
 */
function useUndoableRemoval(userId: number, properties: Property[]): Property[] {
  const queryClient = useQueryClient();
  useRemovals((propertyId) =>
    showToast('Property removed from favorites', 'success', {
      label: 'Undo',
      onClick: () =>
        void changeFavorite(queryClient, userId, { propertyId, isAdded: true }).catch(() =>
          showToast('This favorite could not be saved. Please try again.', 'error'),
        ),
    }),
  );
  const shown = new Map(usePendingChanges().map(({ propertyId, isAdded }) => [propertyId, isAdded]));
  return properties.filter(({ id }) => shown.get(id) !== false);
}
