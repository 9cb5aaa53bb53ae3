export { ReviewsTab, reviewsQuery } from './ReviewsTab.tsx';
