import { Download, FileSpreadsheet } from 'lucide-react';
import { CSV_LIST_SEPARATOR, MAX_CSV_ROWS, requiredCsvColumns } from '#shared/propertyCsv.ts';
import { saveBlob } from '#web/lib/downloadFile.ts';
import { Button } from '#web/ui/Button.tsx';
import drop from '../../form/DropZone.module.css';
import { useFileDrop } from '../../form/useFileDrop.ts';
import { templateCsv } from './csvTexts.ts';
import styles from './ImportDialog.module.css';

interface ChooseFileProps {
  /** The name of the file that is being looked at. */
  checking: string | null;
  onChoose(file: File): void;
}

export function ChooseFile({ checking, onChoose }: ChooseFileProps) {
  const takeFirst = ([file]: readonly File[]) => {
    if (file && !checking) onChoose(file);
  };
  const { isOver, handlers } = useFileDrop(takeFirst);
  return (
    <div className="grid grid-cols-1 gap-4" {...handlers}>
      <p className="text-muted">
        Each row of the file becomes a new property; the ones you have are never changed. You see what would
        be imported before anything is.
      </p>
      <label className={`${drop.zone} ${isOver ? drop.over : ''}`}>
        <input
          className="absolute w-px h-px opacity-0"
          type="file"
          accept=".csv,text/csv,text/tab-separated-values"
          aria-label="Choose a CSV file"
          disabled={checking !== null}
          onChange={({ target }) => {
            takeFirst([...(target.files ?? [])]);
            // The same file may be chosen again once it is mended.
            target.value = '';
          }}
        />
        <FileSpreadsheet size={28} strokeWidth={1.75} aria-hidden="true" />
        <strong role="status">
          {checking
            ? `Checking ${checking}…`
            : isOver
              ? 'Let go to check it'
              : 'Drop a CSV file here, or choose it'}
        </strong>
        <span>At most {MAX_CSV_ROWS} properties and 1 MB, saved as CSV UTF-8</span>
      </label>
      <div className={`flex flex-wrap items-center justify-between gap-y-3 gap-x-6 text-sm ${styles.help}`}>
        <p>
          The first row names the columns. Needed are {requiredCsvColumns.join(', ')}; what else is left out
          is filled in as in the empty form. Put a {CSV_LIST_SEPARATOR} between several images (web addresses)
          or features in one cell.
        </p>
        <Button
          variant="outlined"
          onClick={() => saveBlob(new Blob([templateCsv()], { type: 'text/csv' }), 'silong-template.csv')}
        >
          <Download size={18} aria-hidden="true" />
          Download Template
        </Button>
      </div>
    </div>
  );
}
