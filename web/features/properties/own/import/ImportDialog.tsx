import { CircleAlert, CircleCheck, Download, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import type { ImportIssue, ImportRow } from '#shared/contracts/propertyWrites.ts';
import { msg } from '#shared/messages.ts';
import { CSV_LIST_SEPARATOR, MAX_CSV_ROWS, requiredCsvColumns } from '#shared/propertyCsv.ts';
import { DropZone, useFileDrop } from '#web/forms/DropZone.tsx';
import { saveBlob } from '#web/lib/downloadFile.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { PillGroup } from '#web/ui/controls/PillGroup.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { type ChosenFile, importFailure, pickRows, templateCsv, useImport } from './useImport.ts';

export function ImportDialog({ onClose, onImported }: { onClose(): void; onImported(): void }) {
  const steps = useImport(onImported);
  const { check, send } = steps;
  const file = check.data;
  const startOver = () => {
    check.reset();
    send.reset();
  };
  return (
    <Dialog
      title={t('Import Properties')}
      size="large"
      isBackdropInert={check.isPending || file !== undefined}
      isLocked={send.isPending}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        <Notice kind="error">{importFailure(steps) ?? problemList(file)}</Notice>
        {!file && <ChooseFile checking={check.isPending ? check.variables.name : null} onChoose={check.mutate} />}
        {file && !send.isSuccess && (
          <ImportPreview
            file={file}
            isBusy={send.isPending}
            onImport={() => send.mutate(file)}
            onStartOver={startOver}
          />
        )}
        {file && send.isSuccess && (
          <ImportDone file={file} done={send.data} onStartOver={startOver} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function problemList(file: ChosenFile | undefined) {
  if (!file || file.report.problems.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {file.report.problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

function ChooseFile({ checking, onChoose }: { checking: string | null; onChoose(file: File): void }) {
  const takeFirst = ([file]: readonly File[]) => {
    if (file && !checking) onChoose(file);
  };
  const { isOver, handlers } = useFileDrop(takeFirst);
  return (
    <div className="grid grid-cols-1 gap-4" {...handlers}>
      <p className="text-muted">
        {t(
          'A row with the reference of one of your properties changes that property; any other row becomes a new one. You can review everything before you import it.',
        )}
      </p>
      <DropZone
        accept=".csv,.json,.xml,text/csv,text/tab-separated-values,application/json,text/xml"
        aria-label={t('Choose a file')}
        disabled={checking !== null}
        isDraggedOver={isOver}
        isBusy={checking !== null}
        icon={FileSpreadsheet}
        title={
          checking
            ? t('Checking {name}…', { name: checking })
            : isOver
              ? t('Drop to check it')
              : t('Drop a CSV, JSON or XML file here, or choose it')
        }
        onFiles={takeFirst}
      >
        <span className="text-muted text-sm">
          {t('At most {maximum} properties and 1 MB. Save spreadsheets as CSV UTF-8.', {
            maximum: MAX_CSV_ROWS,
          })}
        </span>
      </DropZone>
      <div className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6 text-sm">
        <p className="flex-[1_1_20rem] text-muted wrap-anywhere">
          {t(
            'The first row contains the column names. Required: {columns}. Anything else you leave out gets the form’s defaults. In one cell, separate images (web addresses) or features with a {separator}.',
            { columns: requiredCsvColumns.join(', '), separator: CSV_LIST_SEPARATOR },
          )}
        </p>
        <Button
          variant="outlined"
          onClick={() => saveBlob(new Blob([templateCsv()], { type: 'text/csv' }), 'silong-template.csv')}
        >
          <Download size={18} />
          {t('Download Template')}
        </Button>
      </div>
    </div>
  );
}

interface ImportPreviewProps {
  file: ChosenFile;
  isBusy: boolean;
  onImport(): void;
  onStartOver(): void;
}

function ImportPreview({ file: { name, report }, isBusy, onImport, onStartOver }: ImportPreviewProps) {
  const { problems, columns, rows, counts } = report;
  const [isBadOnly, setIsBadOnly] = useState(counts.bad > 0);
  const { good, bad } = counts;
  const { create, update } = report.actions;
  const importLabel = bad === 0 ? t('Import All ({good})', { good }) : t('Import Valid Rows ({good})', { good });
  const shown = isBadOnly ? rows.filter(({ issues }) => issues.length > 0) : rows;
  return (
    <>
      <p className="wrap-anywhere">
        <strong>{name}</strong>
        {problems.length === 0 && ` · ${summaryOf(counts)}`}
      </p>
      {good > 0 && <p>{planOf(report.actions)}</p>}
      {problems.length === 0 && (
        <>
          <ColumnNotes {...columns} />
          {bad > 0 && good > 0 && (
            <PillGroup
              legend={t('Show')}
              isLegendHidden
              pills={[
                { id: 'bad', label: t('Problems ({bad})', { bad }) },
                { id: 'all', label: t('All rows ({rows})', { rows: counts.rows }) },
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
          {t('Choose Another File')}
        </Button>
        {create + update > 0 && (
          <Button disabled={isBusy} onClick={onImport}>
            {isBusy ? t('Importing...') : importLabel}
          </Button>
        )}
      </div>
    </>
  );
}

const summaryOf = ({ rows, bad }: ChosenFile['report']['counts']) =>
  bad === 0
    ? t('{rows, plural, one {# property} other {# properties}} found, no problems', { rows })
    : t(
        '{rows, plural, one {# property} other {# properties}} found, {bad, plural, one {# row} other {# rows}} with problems',
        { rows, bad },
      );

const planOf = (actions: ChosenFile['report']['actions']) =>
  t('{create} new, {update} changed, {unchanged} as they are', actions);

function ColumnNotes({ unknown, leftOut }: ChosenFile['report']['columns']) {
  const [ignored, missing] = [unknown.join(', '), leftOut.join(', ')];
  if (!ignored && !missing) return null;
  return (
    <ul className="text-muted grid gap-1 text-sm">
      {ignored && <li>{t('Ignored columns: {columns}', { columns: ignored })}</li>}
      {missing && (
        <li>{t('Missing columns, filled with the form’s defaults: {columns}', { columns: missing })}</li>
      )}
    </ul>
  );
}

const rowClass = 'border-t border-line max-md:grid max-md:grid-cols-[3rem_1fr] max-md:first:border-t-0';
const cellClass = 'py-2 px-3 text-left align-top';

function RowsTable({ rows }: { rows: readonly ImportRow[] }) {
  return (
    <section
      className="max-h-[min(24rem,45dvh)] overflow-auto border border-line rounded-md focus-visible:-outline-offset-3"
      aria-label={t('Rows of the file')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-sm leading-[1.45] max-md:block">
        <thead className="max-md:hidden">
          <tr>
            {[t('Row'), t('Property'), t('Result')].map((heading) => (
              <th
                key={heading}
                scope="col"
                className={`${cellClass} sticky top-0 bg-sunken text-muted font-semibold`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <tr key={row.row} className={`${rowClass} ${row.issues.length > 0 ? 'bg-danger/5' : ''}`}>
              <th scope="row" className={`${cellClass} w-14 text-muted tabular-nums font-medium`}>
                {row.row}
              </th>
              <td className={`${cellClass} w-[40%] max-md:w-auto`}>
                <strong className="block font-semibold wrap-anywhere">{row.title || t('No title')}</strong>
                <span className="text-muted wrap-anywhere">
                  {[row.city, row.price].filter(Boolean).join(' · ')}
                </span>
              </td>
              {/* The fault wraps below its row, where there is no room beside it. */}
              <td className={`${cellClass} max-md:col-start-2 max-md:pt-0`}>
                {row.issues.length === 0 ? <RowPlan row={row} /> : <Issues issues={row.issues} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const actionWords = { create: msg('New'), update: msg('Changed'), unchanged: msg('As it is') };

function RowPlan({ row: { action, changes } }: { row: ImportRow }) {
  if (action === 'refuse') return null;
  return (
    <span className={`flex gap-2 font-semibold ${action === 'unchanged' ? 'text-muted' : 'text-success'}`}>
      <CircleCheck className="flex-none mt-[0.15rem]" size={16} />
      <span className="min-w-0 wrap-anywhere">
        {t(actionWords[action])}
        {changes.length > 0 && <span className="text-muted font-normal"> · {changes.join(', ')}</span>}
      </span>
    </span>
  );
}

function Issues({ issues }: { issues: readonly ImportIssue[] }) {
  return (
    <ul className="grid gap-1">
      {issues.map(({ column, message }) => (
        <li className="flex gap-2" key={`${column} ${message}`}>
          <CircleAlert className="flex-none mt-[0.15rem] text-danger" size={16} />
          <span className="wrap-anywhere">
            {column && <code className="py-0.25 px-1.5 rounded-[0.25rem] bg-sunken text-caption">{column}</code>}{' '}
            {message}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ImportDoneProps extends Pick<ImportPreviewProps, 'file' | 'onStartOver'> {
  done: ChosenFile['report']['actions'];
  onClose(): void;
}

function ImportDone({ file, done, onStartOver, onClose }: ImportDoneProps) {
  const { name, format, text, report } = file;
  const imported = done.create + done.update;
  const bad = report.rows.filter(({ issues }) => issues.length > 0).map(({ row }) => row);
  const saveBad = () =>
    saveBlob(new Blob([pickRows(text, bad)], { type: 'text/csv' }), name.replace(/(\.\w+)?$/, '-to-mend.csv'));
  return (
    <>
      <div className="grid justify-items-center gap-2 py-4 text-center" role="status">
        <CircleCheck className="text-success" size={40} strokeWidth={1.75} />
        <h3>{t('{imported, plural, one {# property} other {# properties}} imported', { imported })}</h3>
        <p className="text-muted">{planOf(done)}</p>
        {bad.length > 0 && (
          <p className="max-w-128 text-muted text-pretty">
            {t(
              '{count, plural, one {# row was} other {# rows were}} skipped. Fix them and import only those: other rows without a reference would be added twice.',
              { count: bad.length },
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        {bad.length > 0 && format === 'csv' && (
          <Button variant="outlined" onClick={saveBad}>
            <Download size={18} />
            {t('Download Skipped Rows')}
          </Button>
        )}
        <Button variant="outlined" onClick={onStartOver}>
          {t('Import Another File')}
        </Button>
        <Button onClick={onClose}>{t('Done')}</Button>
      </div>
    </>
  );
}
