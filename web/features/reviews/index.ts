import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

export { reviewsQuery } from './queries.ts';
export { ReviewsPanel } from './ReviewsPanel.tsx';
export { ReviewsTab } from './ReviewsTab.tsx';

export const AnswerForm = lazyWithRetry(async () => (await import('./ReviewForms.tsx')).AnswerForm);
