export { AreaCard, areaPicture } from './AreaCard.tsx';
export { ListingCount } from './ListingCount.tsx';
export { PlaceHomes } from './PlaceHomes.tsx';
export { listingCountQuery, offers } from './queries.ts';
