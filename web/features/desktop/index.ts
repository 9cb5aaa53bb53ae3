export { ServerChoice } from './ServerChoice.tsx';
