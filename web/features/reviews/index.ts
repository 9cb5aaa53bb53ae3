export { reviewsQuery } from './queries.ts';
export { ReviewsPanel } from './ReviewsPanel.tsx';
export { AnswerForm, ReviewsTab } from './ReviewsTab.tsx';
