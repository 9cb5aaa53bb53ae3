import { queryOptions } from '@tanstack/react-query';
import type { Property } from '#shared/contracts/properties.ts';
import { callApi } from '#web/lib/apiClient.ts';

/** One listing. Cards ask for it ahead of the click, so that its page opens with its contents. */
export const propertyQuery = (id: number) =>
  queryOptions({
    queryKey: ['properties', 'detail', id],
    queryFn: ({ signal }) => callApi<Property>('GET', `/api/properties/${id}`, { signal }),
  });
