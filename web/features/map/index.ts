export { boundsAround, type MapBounds } from './clusters.ts';
export { floodLevelQuery } from './floodHazard.ts';
export { LazyLocationMap, LazyPinMap, LazyPropertyMap, LazyRouteMap } from './lazyMaps.tsx';
export type { MapView } from './PropertyMap.tsx';
export { pointedItem, pointedMarker, pointedPlace } from './pointedItem.ts';
