import { Bath, BedDouble, Maximize } from 'lucide-react';
import type { PropertyType } from '#shared/contracts/properties.ts';
import styles from './PropertyFacts.module.css';

interface PropertyFact {
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

const icons: Record<PropertyFact['kind'], typeof Bath> = {
  bedrooms: BedDouble,
  bathrooms: Bath,
  area: Maximize,
};

export function PropertyFacts(props: Parameters<typeof propertyFacts>[0]) {
  return (
    <ul className={`flex flex-wrap gap-y-1 gap-x-3 text-muted text-sm leading-[1.4] ${styles.facts}`}>
      {propertyFacts(props).map(({ kind, text }) => {
        const Icon = icons[kind];
        return (
          <li key={kind}>
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
            {text}
          </li>
        );
      })}
    </ul>
  );
}
