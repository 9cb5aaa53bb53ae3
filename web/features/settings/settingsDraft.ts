import type { PersonalSettings, SettingsPage } from '#shared/contracts/settings.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import { t } from '#web/lib/i18n.tsx';
import type { SettingsChange } from './personalSettings.ts';

/** The language is saved at once, by a switch of its own. */
export type SettingsSection = Exclude<keyof SettingsPage, 'language'>;

/** The fields as they are typed: missing text is empty. */
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

/** The body to send; null when everything is as it was saved. */
export function toChange(saved: SettingsDraft, draft: SettingsDraft): SettingsChange | null {
  const changes = (Object.keys(draft) as SettingsSection[]).flatMap((section) => {
    const fields = changedFields<object>(saved[section], draft[section]);
    return fields ? [[section, fields]] : [];
  });
  return changes.length > 0 ? (Object.fromEntries(changes) as SettingsChange) : null;
}

/** Whether a section has unsaved changes. */
export function isSectionDirty(saved: SettingsDraft, draft: SettingsDraft, section: SettingsSection) {
  return toChange(saved, draft)?.[section] !== undefined;
}

/** @returns the complaint about a draft, or null. */
export function checkDraft({ profile }: SettingsDraft): string | null {
  return profile.name.trim() === '' ? t('Name is required') : null;
}

type Search = PersonalSettings['search'];

/** Specification, part 3 §9. */
const cities = [
  { name: 'Makati City' },
  { name: 'Taguig City' },
  { name: 'Pasay City' },
  { name: 'Manila' },
  { name: 'Quezon City' },
].map(({ name }) => name);

/** The saved city is offered too, so that opening the page changes nothing. */
export function locationOptions(chosen: string) {
  const offered = chosen === '' || cities.includes(chosen) ? cities : [...cities, chosen];
  return [{ value: '', label: t('Anywhere') }, ...offered.map((city) => ({ value: city, label: city }))];
}

export const searchTypeLabel: Record<Search['defaultPropertyType'], Message> = {
  all: msg('All types'),
  house: msg('House'),
  condo: msg('Condominium'),
  apartment: msg('Apartment'),
  lot: msg('Lot'),
};

const budgets: Search['maxBudget'][] = [null, 5_000_000, 10_000_000, 20_000_000, 50_000_000];

export const budgetOptions = () =>
  budgets.map((pesos) => ({
    value: budgetText(pesos),
    label: pesos === null ? t('No maximum') : formatFullPrice(pesos),
  }));

export function budgetText(pesos: Search['maxBudget']): string {
  return pesos === null ? '' : String(pesos);
}

export function budgetOf(text: string): Search['maxBudget'] {
  return budgets.find((pesos) => budgetText(pesos) === text) ?? null;
}

export const visibilityOptions = [
  {
    value: 'public',
    label: msg('Public'),
    text: msg('Everyone sees your name and photo next to reviews you write.'),
  },
  { value: 'agents-only', label: msg('Agents only'), text: msg('Only agents see who wrote them.') },
  {
    value: 'private',
    label: msg('Private'),
    text: msg('Your reviews appear as written by a private reviewer.'),
  },
];
