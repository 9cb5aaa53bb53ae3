import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

export { useMayHavePlaces } from './localPlaces.ts';
export { OwnPlacesButton } from './OwnPlacesButton.tsx';
export type { OwnPlace } from './ownPlaces.ts';

/** Only for persons with named places. */
export const LazyTravelLine = lazyWithRetry(async () => (await import('./TravelTimes.tsx')).TravelLine, 'none');

export const LazyTravelTimes = lazyWithRetry(async () => (await import('./TravelTimes.tsx')).TravelTimes);
