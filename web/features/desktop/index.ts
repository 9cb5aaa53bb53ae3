export { LockScreen } from './LockScreen.tsx';
export { ServerChoice } from './ServerSettings.tsx';
