import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { Skeleton } from '../states/Skeleton.tsx';
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
      <ul className={`grid grid-cols-3 gap-4 ${styles.cards}`} aria-label={label}>
        {cards.map((card) => (
          <li key={card.label} className={`${styles.card} ${card.isUrgent ? styles.urgent : ''}`}>
            <span
              className={`grid row-[1_/_3] place-items-center w-11 h-11 rounded-md bg-primary-soft text-primary ${styles.icon}`}
            >
              <card.Icon size={20} aria-hidden="true" />
            </span>
            <span className="overflow-hidden text-muted text-sm leading-[1.3]">
              {card.to ? (
                <Link
                  className={`text-inherit no-underline after:absolute after:inset-0 after:rounded-[inherit] after:content-[''] focus-visible:outline-none ${styles.link}`}
                  to={card.to}
                >
                  {card.label}
                </Link>
              ) : (
                card.label
              )}
            </span>
            <span className="flex items-center min-h-8 text-[1.5rem] font-bold tabular-nums tracking-[-0.02em] leading-[1.2]">
              {shownValue(card.value, hasFailed)}
            </span>
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
