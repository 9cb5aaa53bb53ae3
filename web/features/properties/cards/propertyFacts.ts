import type { PropertyType } from '#shared/contracts/properties.ts';

export interface PropertyFact {
  kind: 'bedrooms' | 'bathrooms' | 'area';
  text: string;
}

interface Measured {
  type: PropertyType;
  bedrooms: number;
  bathrooms: number;
  area_sqm: number;
}

const HOMES: readonly PropertyType[] = ['apartment', 'condo'];
const number = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 1 });

function count(amount: number, singular: string): string {
  return `${number.format(amount)} ${amount === 1 ? singular : `${singular}s`}`;
}

/** Beds, baths and floor area, in this order; what a listing does not have (land, offices) is left out. */
export function propertyFacts({ type, bedrooms, bathrooms, area_sqm }: Measured): PropertyFact[] {
  const facts: PropertyFact[] = [];
  if (bedrooms > 0) facts.push({ kind: 'bedrooms', text: count(bedrooms, 'bed') });
  else if (HOMES.includes(type)) facts.push({ kind: 'bedrooms', text: 'Studio' });
  if (bathrooms > 0) facts.push({ kind: 'bathrooms', text: count(bathrooms, 'bath') });
  if (area_sqm > 0) facts.push({ kind: 'area', text: `${number.format(area_sqm)} sqm` });
  return facts;
}
