import { CircleAlert, type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { Button, IconButton } from '../controls/Button.tsx';
import { Skeleton } from '../states/Skeleton.tsx';

/** A section of a console. */
export function Section({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-6 min-w-0" aria-label={label}>
      {children}
    </section>
  );
}

/** A section's title with its actions. */
export function SectionHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h2>{title}</h2>
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </header>
  );
}

/** The frame of a list, a case or a state. */
export function Card({ as: Element = 'div', children }: { as?: 'div' | 'li'; children: ReactNode }) {
  return <Element className="min-w-0 p-6 panel shadow-sm max-md:p-4">{children}</Element>;
}

interface FailureBannerProps {
  message: string | null | undefined;
  /** For failed loads: repeats the call. */
  onRetry?: () => void;
  /** For failed actions: hides the banner. */
  onDismiss?: () => void;
}

/** The red banner of a failed call (specification, part 3 §8). */
export function FailureBanner({ message, onRetry, onDismiss }: FailureBannerProps) {
  return (
    <div
      className={`empty:absolute ${onDismiss ? 'sticky z-20 top-[calc(var(--s-header-height)_+_var(--s-space-2))]' : ''}`}
      role="alert"
    >
      {message && (
        <div className="notice items-center gap-3 min-h-13 py-1 pr-2 pl-4 [--tone:var(--s-danger)] text-danger text-md">
          <CircleAlert size={18} />
          <p className="flex-1 min-w-0 wrap-anywhere">{message}</p>
          {onRetry && (
            <Button variant="outlined" onClick={onRetry}>
              {t('Try Again')}
            </Button>
          )}
          {onDismiss && <IconButton label={t('Dismiss')} icon={<X size={18} />} onClick={onDismiss} />}
        </div>
      )}
    </div>
  );
}

interface StatCard {
  label: string;
  /** Undefined while loading. */
  value: number | undefined;
  Icon: LucideIcon;
  to?: string;
  isUrgent?: boolean;
}

const wholeNumbers = new Intl.NumberFormat('en-PH');

/** Counters with placeholders. `hasFailed` shows a dash for missing values. */
export function StatCards(props: { label: string; cards: StatCard[]; hasFailed: boolean }) {
  const { label, cards, hasFailed } = props;
  return (
    <div className="@container">
      <ul className="stats" aria-label={label}>
        {cards.map((card) => (
          <li key={card.label} className="stat panel shadow-sm">
            <span
              className={`stat-icon ${card.isUrgent ? 'bg-accent-soft text-warning' : 'bg-primary-soft text-primary'}`}
            >
              <card.Icon size={20} />
            </span>
            <span className="overflow-hidden text-muted text-sm leading-[1.3]">
              {card.to ? (
                <Link
                  className="text-inherit no-underline stretched after:rounded-[inherit] focus-visible:outline-none"
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
