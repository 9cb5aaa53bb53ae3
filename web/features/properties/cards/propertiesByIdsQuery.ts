import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Property } from '#shared/contracts/properties.ts';
import { callApi } from '#web/lib/apiClient.ts';

/** Public listings by id, in the order asked for; those that are gone or hidden are left out. At most 50. */
export const propertiesByIdsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['properties', 'byIds', ids],
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
