export type { MapBounds } from './clusters.ts';
export { LazyLocationMap, LazyPinMap, LazyPropertyMap, LazyRouteMap } from './lazyMaps.tsx';
export { pointedItem, pointedMarker } from './pointedItem.ts';
