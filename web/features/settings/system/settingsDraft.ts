import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminSettings, SettingsChange } from '#shared/contracts/settings.ts';
import { readCityTaxes } from '#shared/realPropertyTax.ts';
import {
  allSettings,
  isDay,
  type Setting,
  type SettingsCategory,
  type SettingValues,
  settingsCategories,
} from '#shared/systemSettings.ts';
import { emailProblem } from '#web/forms/accountRules.ts';
import { adminQuery } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';

/** The next value of the SMTP password, which is never shown. */
export type PasswordChoice = { kind: 'keep' } | { kind: 'clear' } | { kind: 'replace'; text: string };

/** The settings as they are typed: numbers are text until they are saved. */
export type SettingsDraft = {
  [Category in SettingsCategory]: {
    [Key in keyof SettingValues<Category>]: Key extends 'smtpPassword'
      ? PasswordChoice
      : SettingValues<Category>[Key] extends number
        ? string
        : SettingValues<Category>[Key];
  };
};

/** One category of the draft, by key. */
export type CategoryDraft = Record<string, string | boolean | PasswordChoice>;

/** A sentence for each field that is not as it must be. */
type SettingsProblems = Partial<Record<string, string>>;

export function toSettingsDraft(settings: AdminSettings): SettingsDraft {
  const { smtpPasswordSet: _isSet, ...email } = settings.email;
  const keepPassword: PasswordChoice = { kind: 'keep' };
  const values = { ...settings, email: { ...email, smtpPassword: keepPassword } };
  const asTyped = (category: SettingsCategory) =>
    Object.entries(values[category]).map(([key, value]) => [
      key,
      typeof value === 'number' ? String(value) : value,
    ]);
  return Object.fromEntries(
    settingsCategories.map((category) => [category, Object.fromEntries(asTyped(category))]),
  ) as SettingsDraft;
}

function numberProblem(text: string, setting: Setting & { kind: 'integer' | 'decimal' }): string | null {
  const { kind, min, max, name, label } = setting;
  const field = t(name ?? label);
  if (kind === 'decimal' && !/^\d+(\.\d+)?$/.test(text)) return t('{field} must be a number', { field });
  if (kind === 'integer' && !/^\d+$/.test(text)) return t('{field} must be a whole number', { field });
  const number = Number(text);
  if (number >= min && number <= max) return null;
  return t('{field} must be from {min, number} to {max, number}', { field, min, max });
}

function textProblem(text: string, setting: Setting): string | null {
  if (setting.kind === 'integer' || setting.kind === 'decimal') return numberProblem(text, setting);
  if (setting.kind !== 'text') return null;
  if (setting.required && text === '') return t(setting.required);
  if (setting.format === 'day') return isDay(text) ? null : t('Enter the date as 2026-11-25');
  if (setting.format === 'cityTaxes')
    return readCityTaxes(text) ? null : t('Write each line as Makati City: 2% of 12%, with one line for Others');
  return setting.format === 'email' ? emailProblem(text) : null;
}

export function checkSettings(draft: CategoryDraft): SettingsProblems {
  const problems: SettingsProblems = {};
  for (const [key, value] of Object.entries(draft)) {
    const setting = allSettings[key];
    const problem = setting && typeof value === 'string' ? textProblem(value.trim(), setting) : null;
    if (problem) problems[key] = problem;
  }
  if (draft.smtpEnabled && String(draft.smtpHost).trim() === '')
    problems.smtpHost = t('SMTP host is required while the email service is on');
  return problems;
}

/** As it is sent; undefined keeps the saved one. Passwords are never trimmed. */
function sentPassword(choice: PasswordChoice): string | undefined {
  if (choice.kind === 'replace') return choice.text || undefined;
  return choice.kind === 'clear' ? '' : undefined;
}

function sentValue(key: string, value: CategoryDraft[string]): string | number | boolean | undefined {
  if (typeof value === 'object') return sentPassword(value);
  if (typeof value !== 'string') return value;
  const isNumber = typeof allSettings[key]?.default === 'number';
  return isNumber ? Number(value) : value.trim();
}

/** The fields that differ from the saved ones, as they are sent; null when none does. */
export function toSettingsChange(
  category: SettingsCategory,
  saved: SettingsDraft,
  draft: { [Category in SettingsCategory]: CategoryDraft },
): SettingsChange | null {
  const before: CategoryDraft = saved[category];
  const changed = Object.entries(draft[category])
    .filter(([key, value]) => before[key] !== value)
    .map(([key, value]) => [key, sentValue(key, value)] as const)
    .filter(([, value]) => value !== undefined);
  return changed.length > 0 ? ({ category, settings: Object.fromEntries(changed) } as SettingsChange) : null;
}

/** The question before a change that shuts people out; null where a change does not. */
export function warningOf({ settings }: SettingsChange): { title: string; text: string; confirm: string } | null {
  for (const [key, value] of Object.entries(settings)) {
    const setting = allSettings[key];
    if (value !== true || setting?.kind !== 'flag' || !setting.warning) continue;
    const { title, text, confirm } = setting.warning;
    return { title: t(title), text: t(text), confirm: t(confirm) };
  }
  return null;
}

export const settingsQuery = { ...adminQuery('systemSettings.get'), refetchOnWindowFocus: false } as const;

/** In force at once: the header of this page shows the site's name. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => callApi('systemSettings.update', { body }),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      void invalidate(client, 'site');
    },
  });
}
