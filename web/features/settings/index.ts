export { useSavesHistory } from './personalSettings.ts';
export { SettingsTab } from './SettingsTab.tsx';
