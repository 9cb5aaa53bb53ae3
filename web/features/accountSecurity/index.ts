import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

export { PasskeysCard } from './PasskeysCard.tsx';
export { SessionsCard } from './SessionsCard.tsx';
export { TwoStepCard } from './TwoStepCard.tsx';

/** Both are fetched for agents only, on a page that everybody has. */
export const ApiTokensCard = lazyWithRetry(async () => (await import('./ApiTokensCard.tsx')).ApiTokensCard);
export const ListingFeedsCard = lazyWithRetry(async () => (await import('./ApiTokensCard.tsx')).ListingFeedsCard);
