export { LazyLocationMap, LazyPinMap, LazyPropertyMap } from './lazyMaps.tsx';
export type { MapBounds } from './PropertyMap.tsx';
export { type PointedItem, usePointedItem } from './pointedItem.ts';
