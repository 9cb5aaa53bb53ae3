import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Lock, NotebookPen } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
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
import { Stars } from '#web/ui/display/Stars.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { moreOf, ShowMore } from '#web/ui/states/ShowMore.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import type { FavoriteNotesProps } from './NoteDialog.tsx';
import { type FavoriteList, favoritePropertiesQuery, favoritesFailure, saveNote } from './queries.ts';
import { changeFavorite, usePendingChanges, useRemovals } from './useFavorites.ts';

const NoteDialog = lazyWithRetry(async () => (await import('./NoteDialog.tsx')).NoteDialog, 'dialog');

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
              options={address.rating.map((value) => ({ value, label: ratingLabel(value) }))}
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
          isFiltered && (
            <EmptyState
              title={t('No matching favorites')}
              text={t('None of your favorites have this tag and rating.')}
              action={
                <Button onClick={() => change({ tag: null, rating: null })}>{t('Show All Favorites')}</Button>
              }
            />
          )
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

function ratingLabel(rating: string): string {
  if (rating === '') return t('Any rating');
  if (rating === '5') return t('5 stars');
  return t('{count, plural, one {# star} other {# stars}} or more', { count: Number(rating) });
}

/** A removed heart shows so at once; its card leaves when the server has confirmed it and the list is fetched again. */
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

interface FavoriteCardsProps extends Pick<ComponentProps<typeof PropertyGrid>, 'below'> {
  query: UseInfiniteQueryResult<InfiniteData<FavoriteList>>;
  shown: Property[];
  failure: string;
  advice: string;
  more: ReactNode;
  empty?: ReactNode;
}

function FavoriteCards({ query, shown, failure, advice, more, empty, below }: FavoriteCardsProps) {
  if (query.isPending)
    return (
      <div role="status">
        <span className="visuallyHidden">{t('Loading your favorites…')}</span>
        <PropertyGridSkeleton count={4} />
      </div>
    );
  if (!query.data) return <ErrorState message={failure} onRetry={() => void query.refetch()} />;
  // Without its last card the list is fetched again: there may be more.
  const isEmpty = shown.length === 0 && (!query.isFetching || query.data.pages[0]?.pagination.total === 0);
  return (
    <>
      <RefetchNotice query={query} />
      {isEmpty &&
        (empty || (
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

/** The list without removed favourites. A stored removal can be undone from its toast; a failed one puts the card back. */
function useUndoableRemoval(userId: number, properties: Property[], notes: Map<number, FavoriteNote>) {
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

function FavoriteNotes(props: FavoriteNotesProps) {
  const { property, note } = props;
  const [isOpen, setIsOpen] = useState(false);
  const hasWords = note && (note.note || note.rating || note.tags.length > 0);
  return (
    <div
      className={`grid grid-cols-1 content-start gap-2 text-sm ${hasWords ? 'mt-2 p-3 panel rounded-md' : 'mt-1 px-4'}`}
    >
      {note?.rating && (
        <p className="flex items-center gap-2">
          <span className="visuallyHidden">{t('My rating')}</span>
          <Stars rating={note.rating} size={16} />
        </p>
      )}
      {note && note.tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t('Tags of {title}', { title: property.title })}>
          {note.tags.map((tag) => (
            <li key={tag} className="py-0.5 px-2.5 border border-line rounded-full bg-page wrap-anywhere">
              {tag}
            </li>
          ))}
        </ul>
      )}
      {note?.note && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {note.note}
        </p>
      )}
      <div>
        <Button
          variant="plain"
          size="small"
          className="-ml-3"
          aria-label={
            hasWords
              ? t('Edit notes about {title}', { title: property.title })
              : t('Add a note about {title}', { title: property.title })
          }
          onClick={() => setIsOpen(true)}
        >
          <NotebookPen size={16} />
          {hasWords ? t('Edit notes') : t('Add a note')}
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <NoteDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
