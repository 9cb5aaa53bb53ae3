import { createStore } from '#web/lib/store.ts';

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
