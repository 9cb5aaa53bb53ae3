import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PropertyFacets, PropertyList, PropertyMapAnswer } from '#shared/contracts/properties.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { buildingQuery } from '../queries.ts';
import { countAdvancedFilters, type ListQuery, listQuery, mapQuery, readListState } from './listState.ts';

/** A page of listings. The page before stays on the screen until the next has come. */
export const propertyListQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['properties', 'list', query],
    queryFn: ({ signal }) => callApi<PropertyList>('GET', '/api/properties', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const propertyMapQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['properties', 'map', query],
    queryFn: ({ signal }) => callApi<PropertyMapAnswer>('GET', '/api/properties/map', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** How many listings each choice of the filter panel would leave. */
export const propertyFacetsQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['properties', 'facets', query],
    queryFn: ({ signal }) => callApi<PropertyFacets>('GET', '/api/properties/facets', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const prefetchProperties: Prefetch = (client, { search }) => {
  const state = readListState(search);
  return [
    client.prefetchQuery(propertyListQuery(listQuery(state))),
    ...(state.building === null ? [] : [client.prefetchQuery(buildingQuery(state.building))]),
    // The filters stand open then, with how many each choice would leave.
    ...(countAdvancedFilters(state) > 0 ? [client.prefetchQuery(propertyFacetsQuery(mapQuery(state)))] : []),
    ...(state.view === 'map' ? [client.prefetchQuery(propertyMapQuery(mapQuery(state)))] : []),
  ];
};
