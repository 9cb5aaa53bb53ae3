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

interface PointedItem {
  id: number;
  /** Null: the listing is on no map. */
  position: { lat: number; lng: number } | null;
}

/** The listing under the pointer in the list beside a map. A store: a change draws two markers again, not the list. */
export const pointedItem = createStore<PointedItem | null>(null);

/** The other way: which marker is pointed at, for its card in the list. */
export const pointedMarker = createStore<number | null>(null);

/** Which place around a home is pointed at, in the list or on the map, by its name. */
export const pointedPlace = createStore<string | null>(null);
