export { AreaCard, areaPicture, ListingCount } from './AreaCard.tsx';
export { listingCountQuery } from './queries.ts';
