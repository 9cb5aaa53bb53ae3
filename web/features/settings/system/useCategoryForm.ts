import type { AdminSettings, SettingsCategory } from '#shared/contracts/settings.ts';
import { type Problems, useForm } from '#web/forms/useForm.ts';
import { showToast } from '#web/ui/showToast.ts';
import { useSaveSettings } from './queries.ts';
import { checkSettings, type SettingsDraft, toSettingsChange, toSettingsDraft } from './settingsDraft.ts';

const FAILED = 'Failed to update settings';

/** One category, saved by itself. It may be edited on while it is being saved. */
export function useCategoryForm<Category extends SettingsCategory>(
  category: Category,
  settings: AdminSettings,
) {
  const { mutateAsync } = useSaveSettings();
  const saved = toSettingsDraft(settings);
  const changeOf = (typed: SettingsDraft[Category]) =>
    toSettingsChange(category, saved, { ...saved, [category]: typed });
  const form = useForm<SettingsDraft[Category]>({
    values: saved[category],
    check: (typed) => checkSettings(typed) as Problems<SettingsDraft[Category]>,
    send: async (typed) => {
      const change = changeOf(typed);
      if (!change) return;
      const now = await mutateAsync(change);
      showToast('Settings updated successfully!');
      return toSettingsDraft(now)[category];
    },
    failure: FAILED,
    silent: FAILED,
    isLocking: false,
  });
  return { category, form, change: changeOf(form.watch()) };
}
