export { PasskeysCard } from './PasskeysCard.tsx';
export { SessionsCard } from './SessionsCard.tsx';
export { TwoStepCard } from './TwoStepCard.tsx';
