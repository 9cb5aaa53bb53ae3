import { type Message, msg } from '../messages.ts';
import { type FactName, facts, type RequiredFact, requiredFacts } from './facts.ts';

/** The fields of a body that a draft may leave open and a listing needs, in the order of the form. */
export const neededFields = [
  'description',
  'price',
  'location.address',
  'location.city',
  'location.province',
  ...requiredFacts.map((name) => `details.${name}` as const),
] as const;
export type NeededField = (typeof neededFields)[number];

export interface Unfinished {
  description: string;
  price: number;
  location: Record<'address' | 'city' | 'province', string>;
  details: Record<RequiredFact, number>;
}

/** The fields that are not given yet: empty text, or 0. */
export function missingIn(listing: Unfinished): NeededField[] {
  const given = (field: NeededField) =>
    field.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], listing);
  return neededFields.filter((field) => !given(field));
}

const labels: Record<Exclude<NeededField, `details.${FactName}`>, Message> = {
  description: msg('Description'),
  price: msg('Price'),
  'location.address': msg('Address'),
  'location.city': msg('City'),
  'location.province': msg('Province'),
};

export function neededLabel(field: NeededField): Message {
  const [part, name] = field.split('.');
  return part === 'details' ? facts[name as FactName].label : labels[field as keyof typeof labels];
}
