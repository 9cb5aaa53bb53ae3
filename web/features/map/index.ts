import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx';

export type { MapBounds } from './clusters.ts';
export { MapFrame } from './MapFrame.tsx';
export { DEFAULT_CENTER, DEFAULT_ZOOM, SINGLE_PROPERTY_ZOOM } from './mapDefaults.ts';
export { homeIcon } from './markerIcons.ts';
export { PropertyMap } from './PropertyMap.tsx';
export { type PointedItem, usePointedItem } from './pointedItem.ts';

/** The map library is fetched when a map is first shown. */
export const LazyLocationMap = lazyWithRetry(async () => (await import('./LocationMap.tsx')).LocationMap);
