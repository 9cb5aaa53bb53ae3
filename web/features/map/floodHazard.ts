import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#web/lib/apiQueries.ts';
import { createStore } from '#web/lib/store.ts';

const staleTime = 10 * 60_000;

/** The source of the map of flood hazards; null where no operator loaded one. */
export const floodMapQuery = () =>
  queryOptions({
    ...queryOf('floodHazard.map'),
    select: ({ map }) => map,
    staleTime,
  });

export const floodShapesQuery = () => queryOptions({ ...queryOf('floodHazard.shapes'), staleTime });

export const floodLevelQuery = ({ lat, lng }: { lat: number; lng: number }) =>
  queryOptions({
    ...queryOf('floodHazard.at', { query: { lat: lat.toFixed(6), lng: lng.toFixed(6) } }),
    staleTime,
  });

/** Whether it is shown, on all maps of this browser's page. */
export const showsFloods = createStore(false);
