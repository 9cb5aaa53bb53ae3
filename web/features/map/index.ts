export type { MapBounds } from './clusters.ts';
export { LazyLocationMap, LazyPinMap, LazyPropertyMap } from './lazyMaps.tsx';
export { pointedItem, pointedMarker } from './pointedItem.ts';
