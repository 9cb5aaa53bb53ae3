export { AreaCard } from './AreaCard.tsx';
export { areaPicture } from './areaPicture.ts';
export { ListingCount } from './ListingCount.tsx';
