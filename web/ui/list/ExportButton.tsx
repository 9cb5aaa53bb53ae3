import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '../controls/Button.tsx';

interface ExportButtonProps {
  path: string;
  /** The filters and the order of the list beside it. */
  query: Record<string, string>;
  onFailure(message: string): void;
}

/** Downloads all pages of a list as it is filtered. */
export function ExportButton({ path, query, onFailure }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      await downloadFile(path, query);
    } catch (error) {
      onFailure(failureSentence(error, 'Failed to export CSV', 'Failed to export CSV'));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="outlined" disabled={isBusy} onClick={() => void save()}>
      <Download size={18} />
      {isBusy ? 'Exporting...' : 'Export CSV'}
    </Button>
  );
}
