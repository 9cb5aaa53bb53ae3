import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { Skeleton } from '../Skeleton.tsx';
import styles from './StatCards.module.css';

export interface StatCard {
  label: string;
  /** Undefined while it is on its way. */
  value: number | undefined;
  Icon: LucideIcon;
  /** Where what was counted is listed. */
  to?: string;
  /** Something waits to be done. */
  isUrgent?: boolean;
}

const wholeNumbers = new Intl.NumberFormat('en-PH');

/** Counters with their placeholders. `hasFailed` shows a dash in place of what will not come. */
export function StatCards({
  label,
  cards,
  hasFailed,
}: {
  label: string;
  cards: StatCard[];
  hasFailed: boolean;
}) {
  return (
    <div className={styles.place}>
      <ul className={styles.cards} aria-label={label}>
        {cards.map((card) => (
          <li key={card.label} className={`${styles.card} ${card.isUrgent ? styles.urgent : ''}`}>
            <span className={styles.icon}>
              <card.Icon size={20} aria-hidden="true" />
            </span>
            <span className={styles.label}>
              {card.to ? (
                <Link className={styles.link} to={card.to}>
                  {card.label}
                </Link>
              ) : (
                card.label
              )}
            </span>
            <span className={styles.value}>{shownValue(card.value, hasFailed)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function shownValue(value: number | undefined, hasFailed: boolean) {
  if (value !== undefined) return wholeNumbers.format(value);
  return hasFailed ? '—' : <Skeleton width="3.5rem" height="1.75rem" />;
}
