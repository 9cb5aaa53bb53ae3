import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { FavoriteSort, favoriteNoteBody, favoritesCalls } from '#shared/contracts/favorites.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { invalidate, keyOfPages } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';

const PAGE_SIZE = 20;

type Answer = z.infer<(typeof favoritesCalls)['properties']['answer']>;
/** A console may stand in front of an older server, which has no notes. */
export type FavoriteList = Omit<Answer, 'notes' | 'tags'> & Partial<Pick<Answer, 'notes' | 'tags'>>;

/** The favourite listings themselves, newest favourite first. Every change of a favourite makes it stale. */
export const favoritePropertiesQuery = (filter: { tag?: string; rating?: number; sort?: FavoriteSort } = {}) =>
  infiniteQueryOptions({
    queryKey: keyOfPages('favorites.properties', { query: { limit: PAGE_SIZE, ...filter } }),
    queryFn: ({ pageParam, signal }) =>
      callApi('favorites.properties', { query: { page: pageParam, limit: PAGE_SIZE, ...filter } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    meta: { isPersonal: true },
  });

/** Asks for the list again once it is saved: the chosen tag or stars may not fit any more. */
export async function saveNote(
  client: QueryClient,
  propertyId: number,
  body: z.input<typeof favoriteNoteBody>,
): Promise<void> {
  await callApi('favorites.note', { params: { propertyId }, body });
  await invalidate(client, 'favorites.properties');
}

/** Specification, part 2 §8: the first where the server answered, the second where nothing did. */
export const favoritesFailure = (error: Error) =>
  error instanceof ApiFailure ? t('Failed to load favorites') : t('Error loading favorites');
