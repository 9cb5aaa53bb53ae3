import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../../components/ui/Button.tsx';
import { SelectField } from '../../../components/ui/SelectField.tsx';
import { showToast } from '../../../components/ui/showToast.ts';
import { TextField } from '../../../components/ui/TextField.tsx';
import { downloadFile } from '../../../lib/downloadFile.ts';
import { failureSentence } from '../../../lib/failureSentence.ts';
import styles from './AnalyticsTab.module.css';
import { type DayRange, type RangeChoice, rangeChoices, rangeOf, todayInManila } from './ranges.ts';

/** Which days count: a choice, or two days of one's own. Kept in the address. */
export function RangeBar({ choice, range }: { choice: RangeChoice; range: DayRange | null }) {
  const [, setParameters] = useSearchParams();
  const [isBusy, setIsBusy] = useState(false);
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
  const download = async () => {
    setIsBusy(true);
    try {
      await downloadFile('/api/agents/analytics/export', { ...range, table: 'monthly' });
    } catch (error) {
      showToast(failureSentence(error, 'The file could not be downloaded'), 'error');
    }
    setIsBusy(false);
  };

  return (
    <div className={styles.tools}>
      <SelectField label="Period" value={choice} options={[...rangeChoiceOptions]} onChange={choose} />
      {choice === 'custom' && range && (
        <>
          <TextField
            label="From"
            type="date"
            max={today}
            value={range.from}
            onChange={(from) => change({ from })}
          />
          <TextField label="To" type="date" max={today} value={range.to} onChange={(to) => change({ to })} />
        </>
      )}
      <Button variant="outlined" disabled={isBusy} onClick={() => void download()}>
        <Download size={18} aria-hidden="true" />
        {isBusy ? 'Downloading…' : 'Download CSV'}
      </Button>
    </div>
  );
}

const rangeChoiceOptions = rangeChoices.map(({ id, label }) => ({ value: id, label }));
