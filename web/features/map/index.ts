export { LazyLocationMap, LazyPinMap, LazyPropertyMap, LazyRouteMap } from './lazyMaps.tsx';
export { boundsAround, type MapBounds } from './mapBasics.ts';
export { floodLevelQuery, pointedItem, pointedMarker, pointedPlace } from './mapState.ts';
export type { MapView } from './PropertyMap.tsx';
