import { t } from '#web/lib/i18n.tsx';
import { useUrlParameters } from '#web/lib/urlState.ts';
import { NativeInput, NativeSelect } from '#web/ui/controls/Field.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { type DayRange, type RangeChoice, rangeLabel, rangeOf, todayInManila } from './figures.ts';

/** The choice of days: a period, or two days. Kept in the address. */
export function RangeBar({ choice, range }: { choice: RangeChoice; range: DayRange | null }) {
  const [, setRange] = useUrlParameters();
  const today = todayInManila(new Date());

  const choose = (next: RangeChoice) => {
    const custom = next === 'custom' ? (range ?? rangeOf('12-months', new Date())) : null;
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
