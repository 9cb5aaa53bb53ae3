export { reviewsQuery } from './queries.ts';
export { ReviewsTab } from './ReviewsTab.tsx';
