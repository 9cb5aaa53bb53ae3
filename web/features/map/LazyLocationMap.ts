import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx';

/** The map library is fetched when a map is first shown. */
export const LazyLocationMap = lazyWithRetry(async () => (await import('./LocationMap.tsx')).LocationMap);
