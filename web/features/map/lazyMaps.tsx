import type { ComponentType } from 'react';
import type { MapPoint } from '#shared/contracts/properties.ts';
import { useInBrowser } from '#web/lib/useInBrowser.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { PropertyMapProps } from './PropertyMap.tsx';

/** The map library is fetched when a map is first shown; it asks for a browser as soon as it is imported. */
function lazyMap<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyWithRetry(load);
  function LazyMap(props: Props) {
    return useInBrowser() ? <Part {...props} /> : null;
  }
  return Object.assign(LazyMap, { preload: Part.preload });
}

export const LazyLocationMap = lazyMap(async () => (await import('./LocationMap.tsx')).LocationMap);
export const LazyPinMap = lazyMap(async () => (await import('./PinMap.tsx')).PinMap);
export const LazyRouteMap = lazyMap(async () => (await import('./RouteMap.tsx')).RouteMap);
export const LazyPropertyMap = lazyMap<PropertyMapProps<MapPoint>>(
  async () => (await import('./PropertyMap.tsx')).PropertyMap,
);
