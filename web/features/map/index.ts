export type { MapBounds } from './clusters.ts';
export { LazyLocationMap, LazyPinMap, LazyPropertyMap } from './lazyMaps.tsx';
export { type PointedItem, usePointedItem } from './pointedItem.ts';
