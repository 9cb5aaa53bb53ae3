export type { MapBounds } from './clusters.ts';
export { floodLevelQuery } from './floodHazard.ts';
export { LazyLocationMap, LazyPinMap, LazyPropertyMap, LazyRouteMap } from './lazyMaps.tsx';
export { pointedItem, pointedMarker, pointedPlace } from './pointedItem.ts';
