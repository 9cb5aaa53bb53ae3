import type { ReactNode } from 'react';
import { manilaDay } from '#shared/manilaDays.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { serverNow } from '#web/lib/serverTime.ts';
import { useUrlParameters } from '#web/lib/urlState.ts';
import { NativeInput, NativeSelect } from '#web/ui/controls/Field.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { type DayRange, type RangeChoice, rangeLabel, rangeOf } from './figures.ts';

/** The choice of days: a period, or two days. Kept in the address. */
export function RangeBar({ choice, range }: { choice: RangeChoice; range: DayRange | null }) {
  const [, setRange] = useUrlParameters();
  const today = manilaDay(serverNow());

  const choose = (next: RangeChoice) => {
    const custom = next === 'custom' ? (range ?? rangeOf('12-months', serverNow())) : null;
    setRange(custom ? { range: null, ...custom } : { range: next, from: null, to: null });
  };
  const change = (part: Partial<DayRange>) => {
    if (!range) return;
    const next = { ...range, ...part };
    if (!next.from || !next.to) return;
    // The other end comes along rather than being refused.
    const from = part.to && part.to < next.from ? part.to : next.from;
    const to = part.from && part.from > next.to ? part.from : next.to;
    setRange({ range: null, from, to });
  };

  return (
    <div className="flex flex-wrap items-end gap-3">
      <NativeSelect label={t('Period')} value={choice} options={optionsOf(rangeLabel)} onChange={choose} />
      {choice === 'custom' && range && (
        <>
          <NativeInput
            label={t('From')}
            type="date"
            max={today}
            value={range.from}
            onChange={(from) => change({ from })}
          />
          <NativeInput
            label={t('To')}
            type="date"
            max={today}
            value={range.to}
            onChange={(to) => change({ to })}
          />
        </>
      )}
    </div>
  );
}

interface StatCardProps {
  label: string;
  /** Undefined while it is being counted. */
  value: string | undefined;
  note?: string;
  icon?: ReactNode;
  /** A link to its source. */
  to?: string;
}

const FRAME =
  'grid gap-1 content-start min-w-0 py-4 px-6 panel shadow-sm text-ink no-underline max-sm:py-3 max-sm:px-4';

export function StatCard({ label, value, note, icon, to }: StatCardProps) {
  const content = (
    <>
      <span className="flex items-center gap-2 text-muted text-sm font-semibold">
        {icon && <span className="text-primary">{icon}</span>}
        {label}
      </span>
      <span className="min-h-9 text-[1.75rem] font-bold tracking-[-0.02em] max-sm:text-[1.375rem] leading-[2.25rem]">
        {value ?? <Skeleton width="4rem" height="2rem" />}
      </span>
      {note && <span className="text-muted text-xs">{note}</span>}
    </>
  );
  if (!to) return <div className={FRAME}>{content}</div>;
  return (
    <Link to={to} className={`${FRAME} hover:border-primary`}>
      {content}
    </Link>
  );
}

export type Figure = [label: string, value: string | undefined, note: string];

export const StatCards = ({ figures }: { figures: readonly Figure[] }) =>
  figures.map(([label, value, note]) => <StatCard key={label} label={label} value={value} note={note} />);
