import { CircleCheck, Download } from 'lucide-react';
import { countWords } from '#web/lib/countWords.ts';
import { saveBlob } from '#web/lib/downloadFile.ts';
import { Button } from '#web/ui/Button.tsx';
import { propertiesInWords } from '../statusWords.ts';
import { pickRows } from './csvTexts.ts';
import styles from './ImportDialog.module.css';
import type { ChosenFile } from './useImport.ts';

interface ImportDoneProps {
  file: ChosenFile;
  imported: number;
  onStartOver(): void;
  onClose(): void;
}

export function ImportDone({ file: { name, csv, report }, imported, onStartOver, onClose }: ImportDoneProps) {
  const bad = report.rows.filter(({ issues }) => issues.length > 0).map(({ row }) => row);
  const saveBad = () =>
    saveBlob(new Blob([pickRows(csv, bad)], { type: 'text/csv' }), name.replace(/(\.\w+)?$/, '-to-mend.csv'));
  return (
    <>
      <div className={`grid justify-items-center gap-2 py-4 text-center ${styles.done}`} role="status">
        <CircleCheck size={40} strokeWidth={1.75} aria-hidden="true" />
        <h3>{propertiesInWords(imported)} imported</h3>
        {bad.length > 0 && (
          <p>
            {countWords(bad.length, 'row was', 'rows were')} left out. Take them as a file of their own, mend
            it and import that one: the whole file again would add the good rows twice.
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        {bad.length > 0 && (
          <Button variant="outlined" onClick={saveBad}>
            <Download size={18} aria-hidden="true" />
            Download Rows Left Out
          </Button>
        )}
        <Button variant="outlined" onClick={onStartOver}>
          Import Another File
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}
