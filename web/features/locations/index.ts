export { AreaCard, areaPicture } from './AreaCard.tsx';
export { ListingCount } from './ListingCount.tsx';
export { listingCountQuery, offers } from './queries.ts';
