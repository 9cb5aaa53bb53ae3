import { useState } from 'react';
import { countWords } from '#web/lib/countWords.ts';
import { Button } from '#web/ui/Button.tsx';
import { PillGroup } from '#web/ui/PillGroup.tsx';
import { propertiesInWords } from '../statusWords.ts';
import { RowsTable } from './RowsTable.tsx';
import type { ChosenFile } from './useImport.ts';

interface ImportPreviewProps {
  file: ChosenFile;
  isBusy: boolean;
  onImport(): void;
  onStartOver(): void;
}

const rowsInWords = (count: number) => countWords(count, 'row', 'rows');

/** What would be imported, and what cannot be and why. */
export function ImportPreview({ file: { name, report }, isBusy, onImport, onStartOver }: ImportPreviewProps) {
  const { problems, columns, rows, counts } = report;
  const [isBadOnly, setIsBadOnly] = useState(counts.bad > 0);
  const shown = isBadOnly ? rows.filter(({ issues }) => issues.length > 0) : rows;
  return (
    <>
      <p className="wrap-anywhere">
        <strong>{name}</strong>
        {problems.length === 0 && ` · ${summaryOf(counts)}`}
      </p>
      {problems.length === 0 && (
        <>
          <ColumnNotes {...columns} />
          {counts.bad > 0 && counts.good > 0 && (
            <PillGroup
              legend="Show"
              isLegendHidden
              pills={[
                { id: 'bad', label: `Problems (${counts.bad})` },
                { id: 'all', label: `All rows (${counts.rows})` },
              ]}
              chosen={isBadOnly ? 'bad' : 'all'}
              onPress={(id) => setIsBadOnly(id === 'bad')}
            />
          )}
          <RowsTable rows={shown} />
        </>
      )}
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="outlined" disabled={isBusy} onClick={onStartOver}>
          Choose Another File
        </Button>
        {counts.good > 0 && (
          <Button disabled={isBusy} onClick={onImport}>
            {isBusy ? 'Importing...' : importWords(counts)}
          </Button>
        )}
      </div>
    </>
  );
}

type Counts = ChosenFile['report']['counts'];

function summaryOf({ rows, bad }: Counts): string {
  const found = `${propertiesInWords(rows)} found`;
  return bad === 0 ? `${found}, all of them good` : `${found}, ${rowsInWords(bad)} with problems`;
}

function importWords({ good, bad }: Counts): string {
  return bad === 0 ? `Import All (${good})` : `Import the Good Rows (${good})`;
}

function ColumnNotes({ unknown, leftOut }: ChosenFile['report']['columns']) {
  if (unknown.length + leftOut.length === 0) return null;
  return (
    <ul className="text-muted grid gap-1 text-sm">
      {unknown.length > 0 && <li>Columns not known here, and passed over: {unknown.join(', ')}</li>}
      {leftOut.length > 0 && <li>Not in the file, so as in the empty form: {leftOut.join(', ')}</li>}
    </ul>
  );
}
