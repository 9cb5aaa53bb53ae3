import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import type { Property, PropertyList } from '#shared/contracts/properties.ts';
import { useSession } from '#web/features/auth/index.ts';
import { PropertyGrid, PropertyGridSkeleton } from '#web/features/properties/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ButtonLink } from '#web/ui/controls/ButtonLink.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { moreOf, ShowMore } from '#web/ui/states/ShowMore.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { favoritePropertiesQuery, favoritesFailure } from './queries.ts';
import { changeFavorite, usePendingChanges, useRemovals } from './useFavorites.ts';

const SKELETONS = 4;

export function FavoritesScreen() {
  const { user, openLogin } = useSession();
  useTitle(t('My Favorites'));
  return (
    <div className="max-w-page mx-auto pt-8 px-gutter pb-0">
      {user ? (
        <FavoriteList key={user.id} user={user} />
      ) : (
        <EmptyState
          headingLevel={1}
          icon={<Lock size={28} />}
          title={t('Login Required')}
          text={t('Your session has ended. Log in again to see your favorites.')}
          action={
            <Button size="large" onClick={() => openLogin('/favorites')}>
              {t('Login')}
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
        <h1>{t('My Favorites')}</h1>
        <p className="min-h-[1.55em] mt-1 text-muted" aria-live="polite">
          {query.data
            ? t('You have favorited {count, plural, one {# property} other {# properties}}', { count: total })
            : query.isPending && <Skeleton width="14rem" height="1.5em" />}
        </p>
      </header>
      <FavoriteCards
        query={query}
        shown={shown}
        failure={
          query.error instanceof ApiFailure
            ? t('Failed to fetch properties')
            : t('Failed to load favorite properties')
        }
        advice={t('Tap the heart on any property to save it here and compare your shortlist.')}
        more={<ShowMore more={moreOf(query)} size="large" />}
      />
    </>
  );
}

/**
 * A heart that is taken away shows so at once, but the card leaves only when the server has confirmed it: what is shown
 * is what the server answers, and it is asked again after every change.
 */
export function FavoritesTab({ userId }: { userId: number }) {
  const query = useInfiniteQuery(favoritePropertiesQuery(userId));
  return (
    <FavoriteCards
      query={query}
      shown={query.data?.pages.flatMap((page) => page.properties) ?? []}
      failure={query.error ? favoritesFailure(query.error) : ''}
      advice={t('Tap the heart on any property to save it here.')}
      more={<ShowMore more={moreOf(query)} variant="outlined" />}
    />
  );
}

interface FavoriteCardsProps {
  query: UseInfiniteQueryResult<InfiniteData<PropertyList>>;
  shown: Property[];
  failure: string;
  advice: string;
  more: ReactNode;
}

function FavoriteCards({ query, shown, failure, advice, more }: FavoriteCardsProps) {
  if (query.isPending)
    return (
      <div role="status">
        <span className="visuallyHidden">{t('Loading your favorites…')}</span>
        <PropertyGridSkeleton count={SKELETONS} />
      </div>
    );
  if (!query.data) return <ErrorState message={failure} onRetry={() => void query.refetch()} />;
  // Without its last card the list is asked for again: there may be more.
  const isEmpty = shown.length === 0 && (!query.isFetching || query.data.pages[0]?.pagination.total === 0);
  return (
    <>
      <RefetchNotice query={query} />
      {isEmpty && (
        <EmptyState
          title={t('No favorites yet')}
          text={advice}
          action={<ButtonLink to="/properties">{t('Browse Properties')}</ButtonLink>}
        />
      )}
      {shown.length > 0 && (
        <PropertyGrid properties={shown} urgentCount={4} label={t('Favorite properties')} />
      )}
      {more}
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
    showToast(t('Property removed from favorites'), 'success', {
      label: t('Undo'),
      onClick: () =>
        void changeFavorite(queryClient, userId, { propertyId, isAdded: true }).catch(() =>
          showToast(t('This favorite could not be saved. Please try again.'), 'error'),
        ),
    }),
  );
  const shown = new Map(usePendingChanges().map(({ propertyId, isAdded }) => [propertyId, isAdded]));
  return properties.filter(({ id }) => shown.get(id) !== false);
}
