import { SeenBadge } from '#web/features/properties/index.ts';
import { useViewedIds } from './browsingHistory.ts';

/** Shown once this browser's history holds the listing. */
export function ViewedBadge({ propertyId }: { propertyId: number }) {
  return useViewedIds().has(propertyId) ? <SeenBadge /> : null;
}
