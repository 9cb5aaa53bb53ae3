export { reviewsQuery } from './queries.ts';
export { ReviewsPanel } from './ReviewsPanel.tsx';
export { AnswerForm, isOutdated, ReviewsTab } from './ReviewsTab.tsx';
