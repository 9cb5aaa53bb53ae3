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
  return (
    <Element className="min-w-0 p-6 border border-line rounded-lg bg-surface shadow-sm max-md:p-4">
      {children}
    </Element>
  );
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
        <div className="flex items-center gap-3 min-h-13 py-1 pr-2 pl-4 border border-[color-mix(in_srgb,var(--s-danger)_35%,transparent)] rounded-md bg-danger-soft text-danger text-[0.9375rem] font-[550] [&_svg]:flex-none">
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
