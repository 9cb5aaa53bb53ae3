import { createStore } from '#web/lib/store.ts';

interface PointedItem {
  id: number;
  /** Null: it is on no map. */
  position: { lat: number; lng: number } | null;
}

/**
 * Which listing of the list beside a map is pointed at. Kept outside React's state: the list is not drawn again when it
 * changes, only the markers that stand for a listing that is, or no longer is, the one.
 */
export const pointedItem = createStore<PointedItem | null>(null);

/** The other way: which marker is pointed at, for its card in the list. */
export const pointedMarker = createStore<number | null>(null);

/** Which place around a home is pointed at, in the list or on the map, by its name. */
export const pointedPlace = createStore<string | null>(null);
