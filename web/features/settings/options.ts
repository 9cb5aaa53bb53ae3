import type { PersonalSettings } from '#shared/contracts/settings.ts';
import { formatFullPrice } from '#shared/money.ts';

interface Option<Value extends string> {
  value: Value;
  label: string;
}

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
