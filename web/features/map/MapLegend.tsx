import type { ReactNode } from 'react';
import styles from './MapLegend.module.css';
import { PRICE_TIERS, priceTierLabel, priceTierRange } from './priceTier.ts';

interface MapLegendProps {
  count: number;
  guide: ReactNode;
  action: ReactNode;
}

/** The guide: how many properties are shown, and what the colours mean. */
export function MapLegend({ count, guide, action }: MapLegendProps) {
  return (
    <div className={styles.legend}>
      <div className={styles.words}>
        <p className={styles.count} aria-live="polite">
          Showing {count.toLocaleString('en-PH')} {count === 1 ? 'property' : 'properties'}
        </p>
        <p className={styles.guide}>{guide}</p>
      </div>
      {action}
      <ul className={styles.key} aria-label="Marker colours">
        {PRICE_TIERS.map((tier) => (
          <li key={tier}>
            <span className={`${styles.swatch} ${styles[tier]}`} aria-hidden="true" />
            <span className={styles.tier}>{priceTierLabel[tier]}</span>
            <span className={styles.range}>{priceTierRange[tier]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
