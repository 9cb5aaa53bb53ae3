import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

/** Loaded when an agent answers; readers of reviews do not load it. */
export const AnswerForm = lazyWithRetry(async () => (await import('./ReviewForms.tsx')).AnswerForm);
