import { CircleCheck, Download, FileSpreadsheet } from 'lucide-react';
import { CSV_LIST_SEPARATOR, csvColumnLabels, MAX_CSV_ROWS, requiredCsvColumns } from '#shared/propertyCsv.ts';
import { DropZone, useFileDrop } from '#web/forms/DropZone.tsx';
import { saveBlob } from '#web/lib/downloadFile.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { ImportPreview, planOf } from './ImportPreview.tsx';
import { ACCEPTED_FILES } from './readFile.ts';
import { type ChosenFile, importFailure, pickRows, templateCsv, useImport } from './useImport.ts';

export function ImportDialog({ onClose, onImported }: { onClose(): void; onImported(): void }) {
  const steps = useImport(onImported);
  const { file, check, send, startOver } = steps;
  const checking = check.isPending && check.variables instanceof File ? check.variables.name : null;
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
        {!file && <ChooseFile checking={checking} onChoose={check.mutate} />}
        {file && !send.isSuccess && (
          <ImportPreview
            file={file}
            isBusy={send.isPending}
            isChecking={check.isPending}
            onCheck={check.mutate}
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
        accept={ACCEPTED_FILES}
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
              : t('Drop an Excel, CSV, JSON or XML file here, or choose it')
        }
        onFiles={takeFirst}
      >
        <span className="text-muted text-sm">
          {t('At most {maximum} properties and 1 MB of text.', { maximum: MAX_CSV_ROWS })}
        </span>
      </DropZone>
      <div className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6 text-sm">
        <p className="flex-[1_1_20rem] text-muted wrap-anywhere">
          {t(
            'The first row contains the column names: those of the form, or of your own list. Required: {columns}. Anything else you leave out gets the form’s defaults. In one cell, separate images (web addresses) or features with a {separator}.',
            {
              columns: requiredCsvColumns.map((column) => t(csvColumnLabels[column])).join(', '),
              separator: CSV_LIST_SEPARATOR,
            },
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

interface ImportDoneProps {
  file: ChosenFile;
  done: Pick<ChosenFile['report'], 'actions' | 'drafts'>;
  onStartOver(): void;
  onClose(): void;
}

function ImportDone({ file, done, onStartOver, onClose }: ImportDoneProps) {
  const { name, format, report } = file;
  const imported = done.actions.create + done.actions.update;
  const bad = report.rows.filter(({ issues }) => issues.length > 0).map(({ row }) => row);
  const saveBad = () =>
    saveBlob(new Blob([pickRows(file, bad)], { type: 'text/csv' }), name.replace(/(\.\w+)?$/, '-to-mend.csv'));
  return (
    <>
      <div className="grid justify-items-center gap-2 py-4 text-center" role="status">
        <CircleCheck className="text-success" size={40} strokeWidth={1.75} />
        <h3>{t('{imported, plural, one {# property} other {# properties}} imported', { imported })}</h3>
        <p className="text-muted">{planOf(done)}</p>
        {done.drafts > 0 && (
          <p className="max-w-128 text-muted text-pretty">
            {t('Drafts are yours alone. Add photos to them, then publish them in My Properties.')}
          </p>
        )}
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
