import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

/** Fetched when an agent answers, beside reviews that everybody reads. */
export const AnswerForm = lazyWithRetry(async () => (await import('./AnswerForm.tsx')).AnswerForm);
