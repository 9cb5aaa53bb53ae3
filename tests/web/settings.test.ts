import { expect, test } from 'vitest';
import {
  defaultPersonalSettings,
  maxBudgets,
  type SettingsPage,
  settingsCalls,
} from '#shared/contracts/settings.ts';
import {
  budgetOf,
  budgetOptions,
  budgetText,
  checkDraft,
  isSectionDirty,
  locationOptions,
  toChange,
  toDraft,
} from '#web/features/settings/settingsDraft.ts';

const page: SettingsPage = {
  ...defaultPersonalSettings,
  profile: { name: 'Ana Reyes', email: 'ana@example.com', phone: null, bio: null, location: 'Makati City' },
};
const saved = toDraft(page);

test('nothing is to be saved while everything is as it was', () => {
  expect(toChange(saved, toDraft(page))).toBeNull();
  const back = { ...saved, privacy: { ...saved.privacy, showEmail: false } };
  expect(toChange(saved, back)).toBeNull();
});

test('only what differs is sent, and the server takes it', () => {
  const draft = {
    ...saved,
    profile: { ...saved.profile, phone: '+63 917 555 0103' },
    search: { ...saved.search, maxBudget: null, saveHistory: false },
  };
  const change = toChange(saved, draft);
  expect(change).toEqual({
    profile: { phone: '+63 917 555 0103' },
    search: { maxBudget: null, saveHistory: false },
  });
  expect(settingsCalls.update.body.parse(change)).toEqual(change);
  expect(isSectionDirty(saved, draft, 'search')).toBe(true);
  expect(isSectionDirty(saved, draft, 'notifications')).toBe(false);
});

test('the e-mail is never sent', () => {
  expect(Object.keys(saved.profile)).not.toContain('email');
});

test('a name is needed', () => {
  expect(checkDraft(saved)).toBeNull();
  expect(checkDraft({ ...saved, profile: { ...saved.profile, name: ' ' } })).toBe('Name is required');
});

test('every budget of the contract can be chosen, and comes back as it was', () => {
  expect(budgetOptions().map(({ value }) => budgetOf(value))).toEqual([...maxBudgets]);
  expect(budgetOptions().map(({ label }) => label)).toEqual([
    'No maximum',
    '₱5,000,000',
    '₱10,000,000',
    '₱20,000,000',
    '₱50,000,000',
  ]);
  expect(budgetText(defaultPersonalSettings.search.maxBudget)).toBe('10000000');
});

test('a place that is not in the list is offered when it is the chosen one', () => {
  const offered = (chosen: string) => locationOptions(chosen).map(({ value }) => value);
  expect(offered('Makati City')).toEqual([
    '',
    'Makati City',
    'Taguig City',
    'Pasay City',
    'Manila',
    'Quezon City',
  ]);
  expect(offered('Pasig City')).toContain('Pasig City');
});
