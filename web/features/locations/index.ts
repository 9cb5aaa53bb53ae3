export { AreaCard } from './AreaCard.tsx';
export { areaPicture } from './areaPicture.ts';
export { ListingCount } from './ListingCount.tsx';
export { listingCountQuery } from './queries.ts';
