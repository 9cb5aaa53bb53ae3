export { AreaCard, areaPicture, ListingCount } from './AreaCard.tsx';
