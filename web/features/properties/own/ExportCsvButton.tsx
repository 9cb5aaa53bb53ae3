import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/showToast.ts';
import type { OwnListState } from './listState.ts';

interface ExportCsvButtonProps {
  /** All pages of what these filters let through. */
  state: OwnListState;
  isDisabled: boolean;
}

export function ExportCsvButton({ state: { search, status }, isDisabled }: ExportCsvButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      await downloadFile('/api/properties/my/export', { search, status });
    } catch (error) {
      showToast(failureSentence(error, 'Failed to export properties'), 'error');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="outlined" disabled={isDisabled || isBusy} onClick={() => void save()}>
      <Download size={18} aria-hidden="true" />
      {isBusy ? 'Exporting...' : 'Export CSV'}
    </Button>
  );
}
