import { type Message, msg } from '../messages.ts';
import { facts, type RequiredFact, requiredFacts } from './facts.ts';

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

/** Of the form, of files and of what is still missing alike. */
export const textLabels = {
  description: msg('Description'),
  address: msg('Address'),
  city: msg('City'),
  province: msg('Province'),
};

export function neededLabel(field: NeededField): Message {
  if (field === 'price') return msg('Price');
  const name = field.replace(/^.*\./, '') as RequiredFact | keyof typeof textLabels;
  return name in textLabels ? textLabels[name as keyof typeof textLabels] : facts[name as RequiredFact].label;
}
