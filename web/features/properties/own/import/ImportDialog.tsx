import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportDone } from './ImportDone.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { type ImportStep, useImport } from './useImport.ts';

interface ImportDialogProps {
  onClose(): void;
  onImported(): void;
}

/** Brings listings in from a spreadsheet. Nothing is imported before the agent has seen what would be. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const { step, error, choose, post, startOver } = useImport(onImported);
  return (
    <Dialog
      title="Import Properties"
      size="large"
      isBackdropInert={step.kind !== 'choose'}
      isLocked={step.kind === 'importing'}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        <Notice kind="error">{error ?? problemList(step)}</Notice>
        {(step.kind === 'choose' || step.kind === 'checking') && (
          <ChooseFile
            checking={step.kind === 'checking' ? step.name : null}
            onChoose={(file) => void choose(file)}
          />
        )}
        {(step.kind === 'preview' || step.kind === 'importing') && (
          <ImportPreview
            file={step.file}
            isBusy={step.kind === 'importing'}
            onImport={() => void post(step.file)}
            onStartOver={startOver}
          />
        )}
        {step.kind === 'done' && (
          <ImportDone file={step.file} imported={step.imported} onStartOver={startOver} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function problemList(step: ImportStep) {
  if (step.kind !== 'preview' || step.file.report.problems.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {step.file.report.problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}
