import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

/** With what opens them large. */
export const LazyFloorPlans = lazyWithRetry(
  async () => (await import('./gallery/FloorPlans.tsx')).FloorPlans,
);
