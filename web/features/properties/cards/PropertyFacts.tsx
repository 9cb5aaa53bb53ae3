import { Bath, BedDouble, Maximize } from 'lucide-react';
import styles from './PropertyFacts.module.css';
import { type PropertyFact, propertyFacts } from './propertyFacts.ts';

const icons: Record<PropertyFact['kind'], typeof Bath> = {
  bedrooms: BedDouble,
  bathrooms: Bath,
  area: Maximize,
};

export function PropertyFacts(props: Parameters<typeof propertyFacts>[0]) {
  return (
    <ul className={styles.facts}>
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
