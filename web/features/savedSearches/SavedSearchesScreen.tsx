import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { BellRing, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SavedSearch } from '#shared/contracts/savedSearches.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import {
  describeQuery,
  nearNamesQuery,
  PropertyGridSkeleton,
  PropertyRow,
} from '#web/features/properties/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { keyOfPages } from '#web/lib/apiQueries.ts';
import { relativeTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, useNavigate, useSearchParams } from '#web/lib/router.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Page, PageHeader } from '#web/ui/layout/Page.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { moreOf, ShowMore } from '#web/ui/states/ShowMore.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { frequencyOptions, savedSearchesQuery, useDeleteSearch, useSaveSearch } from './queries.ts';
import { editedSearch } from './SaveSearchButton.tsx';

const matchesQuery = (searchId: number) =>
  infiniteQueryOptions({
    queryKey: keyOfPages('savedSearches.matches', { params: { id: searchId } }),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        'savedSearches.matches',
        { params: { id: searchId }, query: { page: pageParam, limit: 20 } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    meta: { isPersonal: true },
  });

export function SavedSearchesScreen() {
  const { user } = useSession();
  useTitle(t('Saved Searches'));
  return (
    <Page>
      {user ? (
        <>
          <PageHeader
            title={t('Saved Searches')}
            text={t('Searches you follow. We tell you when new properties match.')}
            action={
              <ButtonLink variant="outlined" to="/properties">
                {t('Search Properties')}
              </ButtonLink>
            }
          />
          <SavedSearches key={user.id} />
        </>
      ) : (
        <SignedOut title={t('Access Denied')} text={t('Please log in to see your saved searches.')} />
      )}
    </Page>
  );
}

function SavedSearches() {
  const query = useQuery(savedSearchesQuery);
  const [params, setParams] = useSearchParams();
  const openId = Number(params.get('search')) || null;
  const show = (id: number | null) => setParams(id === null ? {} : { search: String(id) }, { replace: true });
  return (
    <PartState
      query={query}
      loadingText={t('Loading your saved searches…')}
      skeleton={<Skeleton height="8rem" />}
      failure={(error) => failureSentence(error, t('Your saved searches could not be loaded.'))}
      empty={{
        icon: <BellRing size={28} />,
        title: t('No saved searches yet'),
        text: t('Search for what you need, then press “Save search”. We tell you when something new matches.'),
        action: <ButtonLink to="/properties">{t('Search Properties')}</ButtonLink>,
      }}
    >
      {(searches) => (
        <ul className="grid grid-cols-1 gap-4" aria-label={t('Saved searches')}>
          {searches.map((search) => (
            <SearchCard
              key={search.id}
              search={search}
              isOpen={search.id === openId}
              onToggle={() => show(search.id === openId ? null : search.id)}
            />
          ))}
        </ul>
      )}
    </PartState>
  );
}

function SearchCard(props: { search: SavedSearch; isOpen: boolean; onToggle(): void }) {
  const { search, isOpen, onToggle } = props;
  const { id, name, query, building, understood, frequency, new_count, last_sent_at } = search;
  const { mutateAsync: save } = useSaveSearch();
  const { mutateAsync: remove } = useDeleteSearch();
  const navigate = useNavigate();
  const now = useNow();
  const { data: near } = useQuery(
    nearNamesQuery(understood?.filters.near ?? new URLSearchParams(query).getAll('near')),
  );
  const words = describeQuery(query, { building, near }, understood);
  const failed = (error: unknown) =>
    showToast(failureSentence(error, t('The search could not be saved.')), 'error');
  const edit = () => {
    editedSearch.set({ id, name });
    void navigate(`/properties?${query}`);
  };
  const undo = { label: t('Undo'), onClick: () => void save({ name, query, frequency }).catch(failed) };
  const removeIt = () =>
    remove(id).then(() => showToast(t('“{name}” deleted', { name }), 'success', undo), failed);
  return (
    <li className="grid grid-cols-1 gap-4 p-5 max-md:p-4 panel">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 text-lg wrap-anywhere">
            <Link to={`/properties?${query}`}>
              <bdi>{name}</bdi>
            </Link>
            {new_count > 0 && <Badge tone="success">{t('{count} new', { count: new_count })}</Badge>}
            {frequency === 'off' && <Badge>{t('Paused')}</Badge>}
          </h2>
          <p className="mt-1 text-muted text-sm">
            {last_sent_at ? t('Last alert: {when}', { when: relativeTime(last_sent_at, now) }) : t('No alert yet')}
          </p>
        </div>
        <div className="flex flex-none items-center gap-1">
          <IconButton label={t('Edit {title}', { title: name })} icon={<Pencil size={18} />} onClick={edit} />
          <IconButton
            label={t('Delete {title}', { title: name })}
            icon={<Trash2 size={18} />}
            onClick={() => void removeIt()}
          />
        </div>
      </div>
      <ul className="flex flex-wrap gap-2" aria-label={t('Filters')}>
        {(words.length > 0 ? words : [t('All properties')]).map((word) => (
          <li key={word} className="py-1 px-3 border border-line rounded-full bg-page text-sm">
            {word}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <NativeSelect
          className="w-60 max-md:w-full"
          label={t('Alerts')}
          value={frequency}
          options={frequencyOptions()}
          onChange={(chosen) => void save({ id, frequency: chosen }).catch(failed)}
        />
        <Button variant="outlined" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? t('Hide Matches') : new_count > 0 ? t('See New Matches') : t('See Matches')}
        </Button>
      </div>
      {isOpen && <Matches search={search} />}
    </li>
  );
}

function Matches({ search: { id, name, new_count } }: { search: SavedSearch }) {
  const query = useInfiniteQuery(matchesQuery(id));
  const { mutate: save } = useSaveSearch();
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const pages = query.data?.pages;
  useEffect(() => {
    const fresh = pages?.flatMap((page) => page.new_ids) ?? [];
    if (fresh.length > 0) setMarked((known) => new Set([...known, ...fresh]));
  }, [pages]);
  const isShown = pages !== undefined;
  useEffect(() => {
    if (isShown && new_count > 0) save({ id, seen: true });
  }, [isShown, new_count, id, save]);

  if (query.isPending) return <PropertyGridSkeleton count={2} />;
  if (!pages)
    return <ErrorState message={t('The matches could not be loaded.')} onRetry={() => void query.refetch()} />;
  const properties = pages.flatMap((page) => page.properties);
  if (properties.length === 0)
    return <EmptyState title={t('No matches right now')} text={t('We will tell you when something matches.')} />;
  return (
    <>
      <ul className="grid grid-cols-1 gap-3" aria-label={t('Matches of {name}', { name })}>
        {properties.map((property) => (
          <li key={property.id} className="grid grid-cols-1 gap-1">
            {marked.has(property.id) && (
              <span>
                <Badge tone="success">{t('New')}</Badge>
              </span>
            )}
            <PropertyRow property={property} />
          </li>
        ))}
      </ul>
      <ShowMore more={moreOf(query)} variant="outlined" />
    </>
  );
}
