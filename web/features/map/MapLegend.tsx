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
      <div className="flex flex-1 flex-wrap content-center items-baseline gap-y-0 gap-x-2 min-w-0 min-h-13">
        <p className="font-[650]" aria-live="polite">
          Showing {count.toLocaleString('en-PH')} {count === 1 ? 'property' : 'properties'}
        </p>
        <p className={styles.guide}>{guide}</p>
      </div>
      {action}
      <ul className={`flex basis-full flex-wrap gap-y-1 gap-x-4 ${styles.key}`} aria-label="Marker colours">
        {PRICE_TIERS.map((tier) => (
          <li key={tier}>
            <span className={`flex-none w-3 h-3 rounded-full ${styles[tier]}`} aria-hidden="true" />
            <span className={styles.tier}>{priceTierLabel[tier]}</span>
            <span className={styles.range}>{priceTierRange[tier]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
