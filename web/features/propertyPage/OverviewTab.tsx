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
    <div className="grid gap-8">
      {tiles.length > 0 && (
        <ul
          className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3 max-sm:grid-cols-[1fr_1fr]"
          aria-label="Highlights"
        >
          {tiles.map(({ kind, value, label }) => {
            const Icon = icons[kind];
            return (
              <li
                key={kind}
                className={`flex items-center gap-3 min-w-0 p-4 border border-line rounded-md bg-surface max-sm:p-3 ${styles.highlight}`}
              >
                <Icon size={24} strokeWidth={1.6} aria-hidden="true" />
                <span>
                  <strong>{value}</strong>
                  <span className="block text-muted text-sm leading-[1.3]">{label}</span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <section className={`grid gap-3 min-w-0 ${sections.section}`}>
        <h2>Description</h2>
        <p className="max-w-[68ch] leading-[1.7] whitespace-pre-line wrap-anywhere">{description}</p>
      </section>
      {features.length > 0 && (
        <section className={`grid gap-3 min-w-0 ${sections.section}`}>
          <h2>Key Features</h2>
          <ul
            className={`grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-y-2.5 gap-x-6 max-sm:grid-cols-[1fr_1fr] max-sm:text-[0.9375rem] ${styles.features}`}
          >
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
