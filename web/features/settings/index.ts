export { LanguageLinks, useFollowChosenLanguage } from './language.tsx';
export { useSavesHistory } from './personalSettings.ts';
export { SettingsTab } from './SettingsTab.tsx';
