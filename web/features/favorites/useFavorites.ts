import {
  type InfiniteData,
  type MutationState,
  matchMutation,
  type QueryClient,
  queryOptions,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { actAfterLogin, useSession } from '#web/features/auth/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate, keyOf, ofCalls } from '#web/lib/apiQueries.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { readStored, writeStored } from '#web/lib/store.ts';
import type { FavoriteList } from './queries.ts';

interface FavoriteChange {
  propertyId: number;
  isAdded: boolean;
}

/** A heart that a guest pressed: added after the login, and never removed by it. */
export const favoriteAfterLogin = actAfterLogin<{ propertyId: number }>('favorite');

const RETRY_AFTER_MS = 15_000;

const storageKey = (userId: number) => `silong_favorites_${userId}`;

/** Undefined when this browser keeps no copy: that is not the same as an empty list. */
function readLocal(userId: number): number[] | undefined {
  const ids = readStored('localStorage', storageKey(userId));
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : undefined;
}

const writeLocal = (userId: number, ids: number[]) => writeStored('localStorage', storageKey(userId), ids);

/** The server's last answer, or this browser's copy. No data: not known yet. */
const favoriteIdsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keyOf('favorites.list'), userId],
    enabled: userId > 0,
    meta: { isPersonal: true },
    queryFn: async ({ signal }) => {
      const items = await callApi('favorites.list', {}, { signal });
      const ids = items.map((item) => item.property_id);
      if (typeof window !== 'undefined') writeLocal(userId, ids);
      return ids;
    },
    initialData: () => readLocal(userId),
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_AFTER_MS : false),
  });

export const prefetchFavorites: Prefetch = (client, { userId }) =>
  userId === null ? [] : [client.prefetchQuery(favoriteIdsQuery(userId))];

/** The key of all favourite changes in this browser, or of one listing's. */
const changesKey = (userId: number, ...propertyId: number[]) => ['favorites', userId, ...propertyId];

const apply = (ids: number[], { propertyId, isAdded }: FavoriteChange): number[] => {
  const others = ids.filter((id) => id !== propertyId);
  return isAdded ? [propertyId, ...others] : others;
};

/** Unconfirmed changes, oldest first. A listing's last change counts. */
export function usePendingChanges(): FavoriteChange[] {
  const userId = useSession().user?.id ?? 0;
  return useMutationState({
    filters: { mutationKey: changesKey(userId), status: 'pending' },
    select: ({ state }) => state.variables as FavoriteChange,
  });
}

/** Ids of the signed-in person's favourites, as the hearts show them; undefined while they are not known. */
export function useFavoriteIds(): number[] | undefined {
  const userId = useSession().user?.id ?? 0;
  const { data } = useQuery(favoriteIdsQuery(userId));
  const changes = usePendingChanges();
  return useMemo(() => (userId > 0 ? data && changes.reduce(apply, data) : []), [userId, data, changes]);
}

/** One listing as a favourite. Only components of this listing rerender when it changes. */
export function useFavorite(propertyId: number) {
  const userId = useSession().user?.id ?? 0;
  const queryClient = useQueryClient();
  const { data: isKept } = useQuery({
    ...favoriteIdsQuery(userId),
    select: useCallback((ids: number[]) => ids.includes(propertyId), [propertyId]),
  });
  const wanted = useMutationState({
    filters: { mutationKey: changesKey(userId, propertyId), status: 'pending' },
    select: ({ state }) => (state.variables as FavoriteChange).isAdded,
  }).at(-1);
  return {
    isFavorite: userId > 0 ? (wanted ?? isKept) : false,
    toggle: useCallback(() => toggleFavorite(queryClient, userId, propertyId), [queryClient, userId, propertyId]),
  };
}

const findLastChange = (queryClient: QueryClient, userId: number, propertyId: number) =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: changesKey(userId, propertyId) })
    .at(-1)?.state as MutationState<boolean, Error, FavoriteChange> | undefined;

/**
 * While the state is not known, the server is asked first and the listing is added: an unseen favourite is never removed.
 * @returns whether the listing is a favourite now; undefined when a later change took this one's place.
 * @throws when the server could not be asked or did not take the change.
 */
async function toggleFavorite(queryClient: QueryClient, userId: number, propertyId: number) {
  const last = findLastChange(queryClient, userId, propertyId);
  const shown =
    last?.status === 'pending'
      ? last.variables?.isAdded
      : queryClient.getQueryData(favoriteIdsQuery(userId).queryKey)?.includes(propertyId);
  if (shown === undefined) {
    const ids = await queryClient.fetchQuery({ ...favoriteIdsQuery(userId), retry: false });
    if (ids.includes(propertyId)) return true;
  }
  return changeFavorite(queryClient, userId, { propertyId, isAdded: !shown });
}

/**
 * Shown at once, and reverted when the server refuses it. One listing's changes reach the server one after the other, and of
 * waiting ones only the last is sent.
 * @returns whether the listing is a favourite now; undefined when a later change took this one's place.
 * @throws when the server did not take the change and no later one follows.
 */
export async function changeFavorite(queryClient: QueryClient, userId: number, change: FavoriteChange) {
  const { propertyId, isAdded } = change;
  const mutationKey = changesKey(userId, propertyId);
  const isLast = () => findLastChange(queryClient, userId, propertyId)?.variables === change;
  const mutation = queryClient.getMutationCache().build<boolean, Error, FavoriteChange, unknown>(queryClient, {
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: async () => {
      if (!isLast()) return false;
      await callApi(isAdded ? 'favorites.add' : 'favorites.remove', { params: { propertyId } });
      return true;
    },
    onSuccess: async (isSent) => {
      if (!isSent) return;
      // An answer that is on its way may not know of this change yet.
      await queryClient.cancelQueries(ofCalls('favorites'));
      keepChange(queryClient, userId, change);
    },
    onSettled: () => {
      // Fetched once, by the last change on its way; not awaited, or the listing's next change would wait too.
      if (queryClient.isMutating({ mutationKey: changesKey(userId) }) === 1)
        void invalidate(queryClient, 'favorites');
    },
  });
  try {
    await mutation.execute(change);
    return isLast() ? isAdded : undefined;
  } catch (error) {
    if (isLast()) throw error;
    return undefined;
  }
}

function keepChange(queryClient: QueryClient, userId: number, change: FavoriteChange): void {
  const { queryKey } = favoriteIdsQuery(userId);
  const changed = queryClient.setQueryData(queryKey, (ids) => ids && apply(ids, change));
  if (changed) writeLocal(userId, changed);
  if (!change.isAdded)
    queryClient.setQueriesData<InfiniteData<FavoriteList>>(
      { queryKey: ['favorites.properties'] },
      (list) => list && withoutProperty(list, change.propertyId),
    );
}

/** Reports each listing that was removed here, and not on another device, once the server has removed it. */
export function useRemovals(onRemoved: (propertyId: number) => void): void {
  const userId = useSession().user?.id ?? 0;
  const queryClient = useQueryClient();
  const report = useRef(onRemoved);
  report.current = onRemoved;
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation?.state.data !== true) return;
        if (!matchMutation({ mutationKey: changesKey(userId), status: 'success' }, mutation)) return;
        const { propertyId, isAdded } = mutation.state.variables as FavoriteChange;
        if (!isAdded) report.current(propertyId);
      }),
    [queryClient, userId],
  );
}

function withoutProperty({ pages, pageParams }: InfiniteData<FavoriteList>, propertyId: number) {
  const isThere = pages.some(({ properties }) => properties.some(({ id }) => id === propertyId));
  return {
    pageParams,
    pages: pages.map(({ properties, pagination, ...rest }) => ({
      ...rest,
      properties: properties.filter(({ id }) => id !== propertyId),
      pagination: { ...pagination, total: pagination.total - Number(isThere) },
    })),
  };
}
