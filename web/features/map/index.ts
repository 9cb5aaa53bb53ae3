export { LazyLocationMap, LazyPinMap, LazyPropertyMap, LazyRouteMap } from './lazyMaps.tsx';
export { boundsOfHomes, floodLevelQuery, type MapBounds } from './mapBasics.ts';
export type { MapView } from './PropertyMap.tsx';
export { pointedItem, pointedMarker, pointedPlace } from './pointedItem.ts';
