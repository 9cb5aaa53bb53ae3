import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Property } from '#shared/contracts/properties.ts';
import { callApi } from '../../lib/apiClient.ts';

/** The chosen listings in their order; those no longer public are missing. */
export const comparedQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['properties', 'compared', ids],
    queryFn: async ({ signal }) => {
      const query = { ids: ids.join(',') };
      const answer = await callApi<{ properties: Property[] }>('GET', '/api/properties/by-ids', {
        query,
        signal,
      });
      return answer.properties;
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
