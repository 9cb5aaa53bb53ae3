export { ServerChoice } from './ServerSettings.tsx';
