export { SignalsPanel } from './SignalsPanel.tsx';
