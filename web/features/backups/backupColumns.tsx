import { Download, ShieldCheck, Trash2 } from 'lucide-react';
import type { BackupFile } from '#shared/contracts/backups.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { RowActions } from '#web/ui/dataTable/rowParts.tsx';
import { Moment } from '#web/ui/details/Moment.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './Backups.module.css';

const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1_000;

/** '912 bytes', '48.3 MB' */
export function fileSize(bytes: number): string {
  if (bytes < STEP) return `${bytes} bytes`;
  let size = bytes / STEP;
  let unit = 0;
  // 999.95 would be shown as 1000.0.
  while (size >= STEP - 0.05 && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${size.toFixed(1)} ${UNITS[unit]}`;
}

/** What came of reading a backup through. */
export type Verdict = 'checking' | { isWhole: boolean; message: string };

interface BackupActions {
  verdicts: Record<string, Verdict>;
  onDownload(backup: BackupFile): void;
  onVerify(backup: BackupFile): void;
  onDelete(backup: BackupFile): void;
}

const kindLabel = { manual: 'Manual', scheduled: 'Scheduled' } as const;

export function backupColumns(actions: BackupActions): TableColumn<BackupFile>[] {
  return [
    {
      id: 'name',
      heading: 'File',
      isRowHeading: true,
      cell: ({ name }) => (
        <span className="grid min-w-0">
          <span className={styles.fileName}>{name}</span>
          <VerdictWords verdict={actions.verdicts[name]} />
        </span>
      ),
    },
    {
      id: 'created',
      heading: 'Created',
      cell: ({ created_at }) => <Moment iso={created_at} />,
    },
    {
      id: 'size',
      heading: 'Size',
      cell: ({ bytes }) => <span className="whitespace-nowrap">{fileSize(bytes)}</span>,
    },
    {
      id: 'kind',
      heading: 'Kind',
      cell: ({ kind }) => (
        <span>
          <Badge tone={kind === 'manual' ? 'primary' : 'neutral'}>{kindLabel[kind]}</Badge>
        </span>
      ),
    },
    { id: 'actions', heading: 'Actions', cell: (backup) => <Actions backup={backup} {...actions} /> },
  ];
}

function VerdictWords({ verdict }: { verdict: Verdict | undefined }) {
  return (
    <span role="status" className="text-muted text-[0.8125rem]">
      {verdict === 'checking' && 'Reading it through…'}
      {typeof verdict === 'object' && (
        <span className={verdict.isWhole ? 'text-success' : styles.damaged}>{verdict.message}</span>
      )}
    </span>
  );
}

function Actions({
  backup,
  verdicts,
  onDownload,
  onVerify,
  onDelete,
}: BackupActions & { backup: BackupFile }) {
  const { name } = backup;
  return (
    <RowActions
      icons={
        <>
          <IconButton
            label={`Download ${name}`}
            icon={<Download size={18} aria-hidden="true" />}
            onClick={() => onDownload(backup)}
          />
          <IconButton
            isDangerous
            label={`Delete ${name}`}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => onDelete(backup)}
          />
        </>
      }
    >
      <Button
        variant="plain"
        aria-label={`Verify ${name}`}
        disabled={verdicts[name] === 'checking'}
        onClick={() => onVerify(backup)}
      >
        <ShieldCheck size={18} aria-hidden="true" />
        Verify
      </Button>
    </RowActions>
  );
}
