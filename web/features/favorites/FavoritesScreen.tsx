import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import type { FavoriteNote, FavoriteSort } from '#shared/contracts/favorites.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { MAX_TAG_LENGTH } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { PropertyGrid, PropertyGridSkeleton } from '#web/features/properties/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { readUrl, useUrlParameters } from '#web/lib/urlState.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { moreOf, ShowMore } from '#web/ui/states/ShowMore.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { FavoriteNotes } from './FavoriteNotes.tsx';
import { type FavoriteList, favoritePropertiesQuery, favoritesFailure, saveNote } from './queries.ts';
import { changeFavorite, usePendingChanges, useRemovals } from './useFavorites.ts';

const SKELETONS = 4;

export function FavoritesScreen() {
  const { user, openLogin } = useSession();
  useTitle(t('My Favorites'));
  return (
    <div className="max-w-page mx-auto pt-8 px-gutter pb-0">
      {user ? (
        <FavoritesOf key={user.id} user={user} />
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

const address = {
  tag: { maxLength: MAX_TAG_LENGTH },
  rating: ['', '1', '2', '3', '4', '5'],
  sort: ['newest', 'rating'],
} as const;

function FavoritesOf({ user }: { user: User }) {
  const [params, change] = useUrlParameters();
  const { tag, rating, sort } = readUrl(address, params);
  const filter = {
    ...(tag && { tag }),
    ...(rating && { rating: Number(rating) }),
    ...(sort !== 'newest' && { sort: sort as FavoriteSort }),
  };
  const isFiltered = Boolean(tag || rating);
  const query = useInfiniteQuery(favoritePropertiesQuery(filter));
  const pages = query.data?.pages;
  const all = pages?.flatMap((page) => page.properties) ?? [];
  const notes = new Map(pages?.flatMap((page) => page.notes ?? []).map((note) => [note.property_id, note]));
  const shown = useUndoableRemoval(user.id, all, notes);
  const total = (pages?.[0]?.pagination.total ?? 0) - (all.length - shown.length);
  const tags = pages?.[0]?.tags ?? [];
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-y-4 gap-x-6 mb-6">
        <div>
          <h1>{t('My Favorites')}</h1>
          <p className="min-h-[1.55em] mt-1 text-muted" aria-live="polite">
            {query.data
              ? isFiltered
                ? t('{count, plural, one {# favorite matches} other {# favorites match}}', { count: total })
                : t('You have favorited {count, plural, one {# property} other {# properties}}', {
                    count: total,
                  })
              : query.isPending && <Skeleton width="14rem" height="1.5em" />}
          </p>
        </div>
        {(total > 0 || isFiltered) && (
          <div className="grid grid-cols-3 gap-3 w-[34rem] max-w-full max-md:grid-cols-2">
            <NativeSelect
              label={t('Tag')}
              value={tag}
              options={[{ value: '', label: t('All tags') }, ...tagOptions(tags, tag)]}
              onChange={(chosen) => change({ tag: chosen || null })}
            />
            <NativeSelect
              label={t('Rating')}
              value={rating}
              options={ratingOptions()}
              onChange={(chosen) => change({ rating: chosen || null })}
            />
            <NativeSelect
              label={t('Sort by')}
              value={sort}
              options={[
                { value: 'newest', label: t('Newest First') },
                { value: 'rating', label: t('My rating') },
              ]}
              onChange={(chosen) => change({ sort: chosen === 'newest' ? null : chosen })}
            />
          </div>
        )}
      </header>
      <FavoriteCards
        query={query}
        shown={shown}
        failure={
          query.error instanceof ApiFailure
            ? t('Failed to fetch properties')
            : t('Failed to load favorite properties')
        }
        empty={
          isFiltered ? (
            <EmptyState
              title={t('No matching favorites')}
              text={t('None of your favorites have this tag and rating.')}
              action={
                <Button onClick={() => change({ tag: null, rating: null })}>{t('Show All Favorites')}</Button>
              }
            />
          ) : undefined
        }
        advice={t('Tap the heart on any property to save it here and compare your shortlist.')}
        more={<ShowMore more={moreOf(query)} size="large" />}
        below={(property) => (
          <FavoriteNotes property={property} note={notes.get(property.id)} tags={tags} userId={user.id} />
        )}
      />
    </>
  );
}

/** The options include the URL's value, even if no favourite has it any more. */
function tagOptions(tags: readonly { tag: string; count: number }[], chosen: string) {
  const options = tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` }));
  return chosen && !options.some(({ value }) => value === chosen)
    ? [...options, { value: chosen, label: chosen }]
    : options;
}

const ratingOptions = () => [
  { value: '', label: t('Any rating') },
  ...([1, 2, 3, 4, 5] as const).map((count) => ({
    value: String(count) as '1' | '2' | '3' | '4' | '5',
    label: count === 5 ? t('5 stars') : t('{count, plural, one {# star} other {# stars}} or more', { count }),
  })),
];

/**
 * A removed heart shows so at once, but the card leaves only when the server has confirmed it: the list shows the
 * server's answer, and is fetched again after every change.
 */
export function FavoritesTab() {
  const query = useInfiniteQuery(favoritePropertiesQuery());
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
  query: UseInfiniteQueryResult<InfiniteData<FavoriteList>>;
  shown: Property[];
  failure: string;
  advice: string;
  more: ReactNode;
  /** Replaces the text of an empty list of favourites. */
  empty?: ReactNode;
  below?: (property: Property) => ReactNode;
}

function FavoriteCards({ query, shown, failure, advice, more, empty, below }: FavoriteCardsProps) {
  if (query.isPending)
    return (
      <div role="status">
        <span className="visuallyHidden">{t('Loading your favorites…')}</span>
        <PropertyGridSkeleton count={SKELETONS} />
      </div>
    );
  if (!query.data) return <ErrorState message={failure} onRetry={() => void query.refetch()} />;
  // Without its last card the list is fetched again: there may be more.
  const isEmpty = shown.length === 0 && (!query.isFetching || query.data.pages[0]?.pagination.total === 0);
  return (
    <>
      <RefetchNotice query={query} />
      {isEmpty &&
        (empty ?? (
          <EmptyState
            title={t('No favorites yet')}
            text={advice}
            action={<ButtonLink to="/properties">{t('Browse Properties')}</ButtonLink>}
          />
        ))}
      {shown.length > 0 && (
        <>
          <h2 className="visuallyHidden">{t('Favorite properties')}</h2>
          <PropertyGrid properties={shown} urgentCount={4} label={t('Favorite properties')} below={below} />
        </>
      )}
      {more}
    </>
  );
}

/**
 * The list without removed favourites. Once the server has stored a removal, a toast offers an undo; a failed removal puts
 * the card back in its place.
 */
function useUndoableRemoval(
  userId: number,
  properties: Property[],
  notes: ReadonlyMap<number, FavoriteNote>,
): Property[] {
  const queryClient = useQueryClient();
  // The list fetched after a removal lacks the removed notes.
  const noted = useRef(new Map<number, FavoriteNote>());
  useEffect(() => {
    for (const [id, note] of notes) noted.current.set(id, note);
  });
  const putBack = async (propertyId: number) => {
    await changeFavorite(queryClient, userId, { propertyId, isAdded: true });
    const kept = noted.current.get(propertyId);
    if (!kept) return;
    const { note, tags, rating } = kept;
    if (note || rating || tags.length > 0) await saveNote(queryClient, propertyId, { note, tags, rating });
  };
  useRemovals((propertyId) =>
    showToast(t('Property removed from favorites'), 'success', {
      label: t('Undo'),
      onClick: () =>
        void putBack(propertyId).catch(() =>
          showToast(t('This favorite could not be saved. Please try again.'), 'error'),
        ),
    }),
  );
  const shown = new Map(usePendingChanges().map(({ propertyId, isAdded }) => [propertyId, isAdded]));
  return properties.filter(({ id }) => shown.get(id) !== false);
}
