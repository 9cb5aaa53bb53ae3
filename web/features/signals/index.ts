export { SignalsPanel } from './SignalsPanel.tsx';
export { useOpenSignals } from './signals.ts';
