import type { LucideIcon } from 'lucide-react';
import { Link } from '#web/lib/router.tsx';
import { Skeleton } from '../states/Skeleton.tsx';

export interface StatCard {
  label: string;
  /** Undefined while loading. */
  value: number | undefined;
  Icon: LucideIcon;
  /** Link to the counted list. */
  to?: string;
  /** Whether the count needs action. */
  isUrgent?: boolean;
}

const wholeNumbers = new Intl.NumberFormat('en-PH');

/** Counters with placeholders. `hasFailed` shows a dash for missing values. */
export function StatCards(props: { label: string; cards: StatCard[]; hasFailed: boolean }) {
  const { label, cards, hasFailed } = props;
  return (
    <div className="@container">
      <ul
        // All in one row if there is room.
        className="grid grid-cols-3 gap-4 @max-[40rem]:grid-cols-2 @max-[40rem]:gap-3 @min-[60rem]:grid-cols-none @min-[60rem]:grid-flow-col @min-[60rem]:auto-cols-fr"
        aria-label={label}
      >
        {cards.map((card) => (
          <li
            key={card.label}
            className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-y-1 gap-x-3 items-center min-w-0 p-4 border border-line rounded-lg bg-surface shadow-sm transition-colors has-[a]:hover:border-primary has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-primary has-[a:focus-visible]:outline-offset-2 @max-[40rem]:grid-cols-1 @max-[40rem]:p-3 @min-[60rem]:grid-cols-1"
          >
            <span
              className={`grid row-[1_/_3] place-items-center w-11 h-11 rounded-md @max-[40rem]:row-auto @max-[40rem]:w-9 @max-[40rem]:h-9 @min-[60rem]:row-auto @min-[60rem]:mb-2 ${card.isUrgent ? 'bg-[color-mix(in_srgb,var(--s-accent)_22%,var(--s-surface))] text-warning' : 'bg-primary-soft text-primary'}`}
            >
              <card.Icon size={20} />
            </span>
            <span className="overflow-hidden text-muted text-sm leading-[1.3]">
              {card.to ? (
                <Link
                  className="text-inherit no-underline after:absolute after:inset-0 after:rounded-[inherit] after:content-[''] focus-visible:outline-none"
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
