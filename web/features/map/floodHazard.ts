import { queryOptions } from '@tanstack/react-query';
import type { FloodFeatures, FloodMap } from '#shared/contracts/floodHazard.ts';
import type { FloodLevel } from '#shared/floodHazard.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { createStore } from '#web/lib/store.ts';

const PATH = '/api/layers/flood';
const staleTime = 10 * 60_000;

/** Whose map of flood hazards there is; null where no operator loaded one. */
export const floodMapQuery = () =>
  queryOptions({
    queryKey: ['floodMap'],
    queryFn: async ({ signal }) => (await callApi<{ map: FloodMap | null }>('GET', PATH, { signal })).map,
    staleTime,
  });

export const floodShapesQuery = () =>
  queryOptions({
    queryKey: ['floodMap', 'shapes'],
    queryFn: ({ signal }) =>
      callApi<{ map: FloodMap | null; shapes: FloodFeatures | null }>('GET', `${PATH}/shapes`, { signal }),
    staleTime,
  });

export const floodLevelQuery = ({ lat, lng }: { lat: number; lng: number }) =>
  queryOptions({
    queryKey: ['floodMap', 'at', lat, lng],
    queryFn: ({ signal }) =>
      callApi<{ map: FloodMap | null; level: FloodLevel | null }>('GET', `${PATH}/at`, {
        query: { lat: lat.toFixed(6), lng: lng.toFixed(6) },
        signal,
      }),
    staleTime,
  });

/** Whether it is shown, on all maps of this browser's page. */
export const showsFloods = createStore(false);
