import type { SettingsDraft, SettingsProblems } from './settingsDraft.ts';

export interface CategoryFieldsProps<Category extends keyof SettingsDraft> {
  draft: SettingsDraft[Category];
  onChange(changes: Partial<SettingsDraft[Category]>): void;
  problems: SettingsProblems;
}
