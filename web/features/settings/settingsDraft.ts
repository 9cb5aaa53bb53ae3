import type { PersonalSettings, SettingsPage } from '#shared/contracts/settings.ts';
import { formatFullPrice } from '#shared/money.ts';
import type { SettingsChange } from './personalSettings.ts';

export type SettingsSection = keyof SettingsPage;

/** The fields as they are typed: text that is not given is empty. */
export interface SettingsDraft {
  profile: { name: string; phone: string; bio: string; location: string };
  notifications: SettingsPage['notifications'];
  privacy: SettingsPage['privacy'];
  search: SettingsPage['search'];
}

export function toDraft({ profile, notifications, privacy, search }: SettingsPage): SettingsDraft {
  const { name, phone, bio, location } = profile;
  return {
    profile: { name, phone: phone ?? '', bio: bio ?? '', location: location ?? '' },
    notifications,
    privacy,
    search,
  };
}

/** Only the fields that differ; null when none does. */
function changedFields<Fields extends object>(saved: Fields, draft: Fields): Partial<Fields> | null {
  const changed = (Object.keys(draft) as (keyof Fields)[]).filter((name) => draft[name] !== saved[name]);
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((name) => [name, draft[name]])) as Partial<Fields>;
}

/** What is to be sent, or null when everything is as it was saved. */
export function toChange(saved: SettingsDraft, draft: SettingsDraft): SettingsChange | null {
  const changes = (Object.keys(draft) as SettingsSection[]).flatMap((section) => {
    const fields = changedFields<object>(saved[section], draft[section]);
    return fields ? [[section, fields]] : [];
  });
  return changes.length > 0 ? (Object.fromEntries(changes) as SettingsChange) : null;
}

/** Whether a section holds something that is not saved. */
export function isSectionDirty(saved: SettingsDraft, draft: SettingsDraft, section: SettingsSection) {
  return toChange(saved, draft)?.[section] !== undefined;
}

/** What is wrong with a draft, or null. */
export function checkDraft({ profile }: SettingsDraft): string | null {
  return profile.name.trim() === '' ? 'Name is required' : null;
}

type Option<Value extends string> = { value: Value; label: string };

type Search = PersonalSettings['search'];
type Privacy = PersonalSettings['privacy'];

/** Specification, part 3 §9. */
const cities = ['Makati City', 'Taguig City', 'Pasay City', 'Manila', 'Quezon City'];

/** A city that was chosen elsewhere is offered too, so that opening the page changes nothing. */
export function locationOptions(chosen: string): Option<string>[] {
  const offered = chosen === '' || cities.includes(chosen) ? cities : [...cities, chosen];
  return [{ value: '', label: 'Anywhere' }, ...offered.map((city) => ({ value: city, label: city }))];
}

export const propertyTypeOptions: Option<Search['defaultPropertyType']>[] = [
  { value: 'all', label: 'All types' },
  { value: 'house', label: 'House' },
  { value: 'condo', label: 'Condominium' },
  { value: 'apartment', label: 'Apartment' },
  { value: 'lot', label: 'Lot' },
];

const budgets: Search['maxBudget'][] = [null, 5_000_000, 10_000_000, 20_000_000, 50_000_000];

export const budgetOptions: Option<string>[] = budgets.map((pesos) => ({
  value: budgetText(pesos),
  label: pesos === null ? 'No maximum' : formatFullPrice(pesos),
}));

export function budgetText(pesos: Search['maxBudget']): string {
  return pesos === null ? '' : String(pesos);
}

export function budgetOf(text: string): Search['maxBudget'] {
  return budgets.find((pesos) => budgetText(pesos) === text) ?? null;
}

export const visibilityOptions: (Option<Privacy['profileVisibility']> & { text: string })[] = [
  {
    value: 'public',
    label: 'Public',
    text: 'Everyone sees your name and photo beside the reviews you write.',
  },
  { value: 'agents-only', label: 'Agents only', text: 'Only agents see who wrote them.' },
  { value: 'private', label: 'Private', text: 'Your reviews are shown as written by a private reviewer.' },
];
