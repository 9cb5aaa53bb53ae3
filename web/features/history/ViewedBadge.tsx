import { SeenBadge } from '#web/features/properties/index.ts';
import { useIsViewed } from './browsingHistory.ts';

/** Shown once this browser's history holds the listing. */
export function ViewedBadge({ propertyId }: { propertyId: number }) {
  return useIsViewed(propertyId) ? <SeenBadge /> : null;
}
