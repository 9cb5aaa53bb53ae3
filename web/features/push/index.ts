export { PushSettings } from './PushSettings.tsx';
export { usePushDevice } from './usePushDevice.ts';
