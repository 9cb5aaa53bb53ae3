export { AnswerForm } from './LazyAnswerForm.ts';
export { reviewsQuery } from './queries.ts';
export { ReviewsPanel } from './ReviewsPanel.tsx';
export { ReviewsTab } from './ReviewsTab.tsx';
