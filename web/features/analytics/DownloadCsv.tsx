import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/showToast.ts';
import type { DayRange } from './ranges.ts';

interface DownloadCsvProps {
  table: 'monthly' | 'properties';
  /** What is in the file, for those who do not see what the button stands beside. */
  subject: string;
  range: DayRange | null;
}

export function DownloadCsv({ table, subject, range }: DownloadCsvProps) {
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    try {
      await downloadFile('/api/agents/analytics/export', { ...range, table });
    } catch (error) {
      showToast(failureSentence(error, 'The file could not be downloaded'), 'error');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="plain" disabled={isBusy} onClick={() => void download()}>
      <Download size={16} aria-hidden="true" />
      Download CSV<span className="visuallyHidden"> of {subject}</span>
    </Button>
  );
}
