import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { callApi } from '#web/lib/apiClient.ts';

interface FavoriteItem {
  property_id: number;
  created_at: string;
}

const storageKey = (userId: number) => `silong_favorites_${userId}`;

function readLocal(userId: number): number[] {
  try {
    const ids: unknown = JSON.parse(window.localStorage.getItem(storageKey(userId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

function writeLocal(userId: number, ids: number[]): void {
  try {
    window.localStorage.setItem(storageKey(userId), JSON.stringify(ids));
  } catch (error) {
    console.warn('Favourites could not be kept in this browser', error);
  }
}

/** Ids of the signed-in person's favourites. The copy in this browser shows at once and stands in while offline. */
export function useFavorites() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const userId = user?.id ?? 0;
  const queryKey = useMemo(() => ['favorites', userId], [userId]);

  const { data: ids = [] } = useQuery({
    queryKey,
    enabled: userId > 0,
    meta: { isPersonal: true },
    queryFn: async () => {
      const items = await callApi<FavoriteItem[]>('GET', '/api/favorites');
      const fresh = items.map((item) => item.property_id);
      writeLocal(userId, fresh);
      return fresh;
    },
    initialData: () => readLocal(userId),
    initialDataUpdatedAt: 0,
  });

  const { mutateAsync } = useMutation({
    mutationFn: ({ propertyId, isAdded }: { propertyId: number; isAdded: boolean }) =>
      callApi(isAdded ? 'POST' : 'DELETE', `/api/favorites/${propertyId}`),
    onMutate: async ({ propertyId, isAdded }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<number[]>(queryKey) ?? [];
      const others = before.filter((id) => id !== propertyId);
      const after = isAdded ? [propertyId, ...others] : others;
      queryClient.setQueryData(queryKey, after);
      writeLocal(userId, after);
      return { before };
    },
    onError: (_error, _change, kept) => {
      if (!kept) return;
      queryClient.setQueryData(queryKey, kept.before);
      writeLocal(userId, kept.before);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['favorites'] }),
  });

  const known = useMemo(() => new Set(userId > 0 ? ids : []), [ids, userId]);
  return {
    ids: userId > 0 ? ids : [],
    isFavorite: useCallback((propertyId: number) => known.has(propertyId), [known]),
    /** Resolves to whether the listing is a favourite now. @throws when the server did not take it; the list is put back. */
    toggle: useCallback(
      async (propertyId: number) => {
        const isAdded = !known.has(propertyId);
        await mutateAsync({ propertyId, isAdded });
        return isAdded;
      },
      [known, mutateAsync],
    ),
  };
}
