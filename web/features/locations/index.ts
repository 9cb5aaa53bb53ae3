export { AreaCard, areaPicture } from './AreaCard.tsx';
export { ListingCount } from './ListingCount.tsx';
export { listingCountQuery } from './queries.ts';
