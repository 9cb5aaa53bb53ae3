import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PropertyList } from '#shared/contracts/properties.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';

const PAGE_SIZE = 20;

/** The favourite listings themselves, newest favourite first. Every change of a favourite makes it stale. */
export const favoritePropertiesQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: ['favorites', 'properties', userId],
    queryFn: ({ pageParam, signal }) =>
      callApi<PropertyList>('GET', '/api/favorites/properties', {
        query: { page: pageParam, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    meta: { isPersonal: true },
  });

/** Specification, part 2 §8: the first where the server answered, the second where nothing did. */
export const favoritesFailure = (error: Error) =>
  error instanceof ApiFailure ? t('Failed to load favorites') : t('Error loading favorites');
