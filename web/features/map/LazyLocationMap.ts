import { lazy } from 'react';

/** The map library is fetched when a map is first shown. */
export const LazyLocationMap = lazy(async () => ({
  default: (await import('./LocationMap.tsx')).LocationMap,
}));
