export { LazyLocationMap } from './LazyLocationMap.ts';
export { MapFrame } from './MapFrame.tsx';
export { DEFAULT_CENTER, DEFAULT_ZOOM, SINGLE_PROPERTY_ZOOM } from './mapDefaults.ts';
export { homeIcon } from './markerIcons.ts';
export { type MapBounds, PropertyMap } from './PropertyMap.tsx';
export { type PointedItem, usePointedItem } from './pointedItem.ts';
