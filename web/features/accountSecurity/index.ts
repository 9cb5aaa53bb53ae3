export { SessionsCard } from './SessionsCard.tsx';
export { TwoStepCard } from './TwoStepCard.tsx';
