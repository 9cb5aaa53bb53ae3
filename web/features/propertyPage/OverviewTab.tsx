import { Bath, BedDouble, Car, Check, Maximize } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import styles from './OverviewTab.module.css';
import { type Highlight, highlights } from './propertyRows.ts';
import sections from './sections.module.css';

const icons: Record<Highlight['kind'], typeof Bath> = {
  bedrooms: BedDouble,
  bathrooms: Bath,
  area: Maximize,
  parking: Car,
};

export function OverviewTab({ property }: { property: Property }) {
  const { description, features } = property;
  const tiles = highlights(property);
  return (
    <div className={sections.stack}>
      {tiles.length > 0 && (
        <ul className={styles.highlights} aria-label="Highlights">
          {tiles.map(({ kind, value, label }) => {
            const Icon = icons[kind];
            return (
              <li key={kind} className={styles.highlight}>
                <Icon size={24} strokeWidth={1.6} aria-hidden="true" />
                <span>
                  <strong>{value}</strong>
                  <span className={styles.label}>{label}</span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <section className={sections.section}>
        <h2>Description</h2>
        <p className={styles.description}>{description}</p>
      </section>
      {features.length > 0 && (
        <section className={sections.section}>
          <h2>Key Features</h2>
          <ul className={styles.features}>
            {features.map((feature) => (
              <li key={feature}>
                <Check size={18} strokeWidth={2.25} aria-hidden="true" />
                {feature}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
