import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

export { shareProperty } from './pageHooks.ts';
export { findSimilar } from './queries.ts';

/** With the viewer that opens them large. */
export const LazyFloorPlans = lazyWithRetry(
  async () => (await import('./gallery/GalleryFullscreen.tsx')).FloorPlans,
);
