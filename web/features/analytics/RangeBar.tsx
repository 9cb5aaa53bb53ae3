import { useSearchParams } from 'react-router';
import { NativeInput } from '#web/ui/NativeInput.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { type DayRange, type RangeChoice, rangeChoices, rangeOf, todayInManila } from './ranges.ts';

const options = rangeChoices.map(({ id, label }) => ({ value: id, label }));

/** Which days count: a choice, or two days of one's own. Kept in the address. */
export function RangeBar({ choice, range }: { choice: RangeChoice; range: DayRange | null }) {
  const [, setParameters] = useSearchParams();
  const today = todayInManila(new Date());

  const choose = (next: RangeChoice) => {
    const custom = next === 'custom' ? (range ?? rangeOf('12-months', new Date())) : null;
    setParameters(
      { tab: 'analytics', ...(custom ? { from: custom.from, to: custom.to } : { range: next }) },
      { replace: true, preventScrollReset: true },
    );
  };
  const change = (part: Partial<DayRange>) => {
    if (!range) return;
    const next = { ...range, ...part };
    if (!next.from || !next.to) return;
    // The other end comes along rather than being refused.
    const from = part.to && part.to < next.from ? part.to : next.from;
    const to = part.from && part.from > next.to ? part.from : next.to;
    setParameters({ tab: 'analytics', from, to }, { replace: true, preventScrollReset: true });
  };

  return (
    <div className="flex flex-wrap items-end gap-3">
      <NativeSelect label="Period" value={choice} options={options} onChange={choose} />
      {choice === 'custom' && range && (
        <>
          <NativeInput
            label="From"
            type="date"
            max={today}
            value={range.from}
            onChange={(from) => change({ from })}
          />
          <NativeInput
            label="To"
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
