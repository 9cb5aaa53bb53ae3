import { useQuery } from '@tanstack/react-query';
import { DatabaseBackup, Download, FlaskConical, ShieldCheck, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { BackupFile } from '#shared/contracts/backups.ts';
import { msg } from '#shared/messages.ts';
import { adminQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { fileSize } from '#web/lib/fileSize.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable, type TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { actionsColumn, Moment } from '#web/ui/dataTable/rowParts.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { LoadFailure } from '#web/ui/list/AdminList.tsx';
import { FailureBanner } from '#web/ui/section/Section.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';

export function BackupPanel() {
  const list = useQuery(backupsQuery);
  const { mutateAsync: create, isPending, submittedAt } = useAdminChange(() => callApi('backups.create'));
  const { mutateAsync: restore } = useAdminChange(async (name: string) => {
    const { outcome, message } = await callApi('backups.drill', { params: { name } });
    return { isWhole: outcome !== 'failed', message };
  });
  const { mutateAsync: remove } = useAdminChange((name: string) =>
    callApi('backups.remove', { params: { name } }),
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [verdicts, setVerdicts] = useState<Record<string, Verdict>>({});
  const [deleting, setDeleting] = useState<BackupFile | null>(null);

  const attempt = async (act: () => Promise<unknown>, refused: string) => {
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(failureSentence(error, refused, refused));
    }
  };
  const judge = (name: string, verdict: Verdict) => setVerdicts((before) => ({ ...before, [name]: verdict }));
  const examine = async (name: string, underWay: 'checking' | 'restoring') => {
    const isChecking = underWay === 'checking';
    judge(name, underWay);
    try {
      judge(name, await (isChecking ? callApi('backups.verify', { params: { name } }) : restore(name)));
    } catch (error) {
      const failed = isChecking ? t('Failed to verify backup') : t('Failed to restore the backup as a test');
      judge(name, { isWhole: false, message: failureSentence(error, failed, failed) });
    }
  };

  return (
    <SectionCard
      title={t('Backups')}
      text={t('To restore one, run “npm run restore -- FILE” on the server.')}
      action={
        <Button
          disabled={isPending}
          onClick={() =>
            void attempt(async () => {
              await create();
              showToast(t('Backup created successfully!'));
            }, t('Failed to create backup'))
          }
        >
          <DatabaseBackup size={18} aria-hidden="true" />
          {isPending ? t('Creating backup...') : t('Create Backup')}
        </Button>
      }
    >
      <div className="grid gap-4 min-w-0">
        {isPending && <BackupProgress since={submittedAt} />}
        <FailureBanner message={failure} onDismiss={() => setFailure(null)} />
        {list.data && list.data.length > 0 && <LastDrill />}
        <LoadFailure
          query={list}
          notFetched={t('Failed to load backups')}
          notLoaded={t('Failed to load backups')}
        />
        {(list.data || !list.error) && (
          <DataTable
            label={t('Backups')}
            columns={backupColumns({
              isCopied: list.data?.some(({ copy }) => copy !== null) ?? false,
              verdicts,
              onDownload: ({ name }) =>
                void attempt(
                  () => downloadFile('backups.download', { params: { name } }),
                  t('Failed to download backup'),
                ),
              onVerify: ({ name }) => void examine(name, 'checking'),
              onDrill: ({ name }) => void examine(name, 'restoring'),
              onDelete: setDeleting,
            })}
            rows={list.data}
            keyOf={({ name }) => name}
            expectedRows={3}
            empty={
              <EmptyState
                headingLevel={3}
                icon={<DatabaseBackup size={28} aria-hidden="true" />}
                title={t('No backups yet')}
                text={t('Create one, or turn on automatic backups.')}
              />
            }
          />
        )}
      </div>
      {deleting && (
        <ConfirmDialog
          title={t('Delete backup')}
          text={t('Delete backup {name}? This cannot be undone.', { name: deleting.name })}
          confirmLabel={t('Delete')}
          onConfirm={async () => {
            await remove(deleting.name);
            showToast(t('{name} was deleted', { name: deleting.name }));
          }}
          failureOf={(error) => failureSentence(error, t('Failed to delete backup'), t('Failed to delete backup'))}
          onClose={() => setDeleting(null)}
        />
      )}
    </SectionCard>
  );
}

/** The result of the last restore drill: how far the backups are reliable. */
function LastDrill() {
  const drills = useQuery(drillsQuery);
  const failed = t('Failed to load the restore drills');
  if (!drills.data) return <LoadFailure query={drills} notFetched={failed} notLoaded={failed} />;
  const [last] = drills.data;
  if (!last)
    return (
      <Notice kind="info">
        {t('No backup has been test-restored yet. This happens once a day, separately from the site’s database.')}
      </Notice>
    );
  const values = { date: shortMoment(last.started_at) };
  const heading = {
    proven: t('Restore proven on {date}', values),
    checksum: t('Checked on {date}, but not restored', values),
    failed: t('The restore failed on {date}', values),
  };
  const kinds = { proven: 'success', checksum: 'info', failed: 'error' } as const;
  return (
    <Notice kind={kinds[last.outcome]}>
      <p>{heading[last.outcome]}</p>
      <p className="font-normal text-muted wrap-anywhere">
        {last.file_name}: {last.message}
      </p>
    </Notice>
  );
}

const SECOND_MS = 1_000;

/** How far it is cannot be known; that it goes on, and since when (ms), can. */
function BackupProgress({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / SECOND_MS));
  return (
    <div className="grid gap-2">
      <div
        className="overflow-hidden h-2 rounded-full bg-sunken"
        role="progressbar"
        aria-label={t('Creating the backup')}
      >
        <div className="w-[35%] h-full rounded-[inherit] bg-primary animate-run" />
      </div>
      <p className="text-muted text-sm">
        {t('Copying the database and images… {seconds} s. The site keeps working meanwhile.', {
          seconds,
        })}
      </p>
    </div>
  );
}

/** The result of reading a backup through, or of restoring it as a test. */
type Verdict = 'checking' | 'restoring' | { isWhole: boolean; message: string };

const isUnderWay = (verdict: Verdict | undefined) => typeof verdict === 'string';

interface BackupActions {
  /** Whether backups are copied to a bucket. */
  isCopied: boolean;
  verdicts: Record<string, Verdict>;
  onDownload(backup: BackupFile): void;
  onVerify(backup: BackupFile): void;
  onDrill(backup: BackupFile): void;
  onDelete(backup: BackupFile): void;
}

const kindLabel = { manual: msg('Manual'), scheduled: msg('Scheduled') };

const copyLooks = {
  waiting: { label: msg('Waiting'), tone: 'neutral' },
  copied: { label: msg('Copied'), tone: 'success' },
  failed: { label: msg('Not copied'), tone: 'danger' },
} as const;

const copyColumn: TableColumn<BackupFile> = {
  id: 'copy',
  heading: msg('Copy'),
  cell: ({ copy }) =>
    copy && (
      <span className="grid justify-items-start gap-1">
        <Badge tone={copyLooks[copy.state].tone}>{t(copyLooks[copy.state].label)}</Badge>
        {copy.error && <span className="text-danger text-caption wrap-anywhere">{copy.error}</span>}
      </span>
    ),
};

function backupColumns(actions: BackupActions): TableColumn<BackupFile>[] {
  return [
    {
      id: 'name',
      heading: msg('File'),
      isRowHeading: true,
      cell: ({ name }) => (
        <span className="grid grid-cols-1 min-w-0">
          <span className="font-mono text-caption wrap-anywhere">{name}</span>
          <VerdictWords verdict={actions.verdicts[name]} />
        </span>
      ),
    },
    { id: 'created', heading: msg('Created'), cell: ({ created_at }) => <Moment iso={created_at} /> },
    {
      id: 'size',
      heading: msg('Size'),
      cell: ({ bytes }) => <span className="whitespace-nowrap">{fileSize(bytes)}</span>,
    },
    {
      id: 'kind',
      heading: msg('Kind'),
      cell: ({ kind, is_encrypted }) => (
        <span className="inline-flex flex-wrap gap-1">
          <Badge tone={kind === 'manual' ? 'primary' : 'neutral'}>{t(kindLabel[kind])}</Badge>
          {is_encrypted && <Badge tone="info">{t('Encrypted')}</Badge>}
        </span>
      ),
    },
    ...(actions.isCopied ? [copyColumn] : []),
    actionsColumn<BackupFile>(
      [
        {
          label: ({ name }) => t('Restore {name} as a test', { name }),
          Icon: FlaskConical,
          onClick: actions.onDrill,
          isOffered: ({ name }) => !isUnderWay(actions.verdicts[name]),
        },
        { label: ({ name }) => t('Download {name}', { name }), Icon: Download, onClick: actions.onDownload },
        {
          label: ({ name }) => t('Delete {name}', { name }),
          Icon: Trash2,
          isDangerous: true,
          onClick: actions.onDelete,
        },
      ],
      (backup) => (
        <Button
          variant="plain"
          aria-label={t('Verify {name}', { name: backup.name })}
          disabled={isUnderWay(actions.verdicts[backup.name])}
          onClick={() => actions.onVerify(backup)}
        >
          <ShieldCheck size={18} aria-hidden="true" />
          {t('Verify')}
        </Button>
      ),
    ),
  ];
}

function VerdictWords({ verdict }: { verdict: Verdict | undefined }) {
  return (
    <span role="status" className="text-muted text-caption">
      {verdict === 'checking' && t('Reading the backup…')}
      {verdict === 'restoring' && t('Restoring it separately from the site’s database…')}
      {typeof verdict === 'object' && (
        <span className={verdict.isWhole ? 'text-success' : 'text-danger'}>{verdict.message}</span>
      )}
    </span>
  );
}

const backupsQuery = adminQuery('backups.list');

const drillsQuery = adminQuery('backups.drills');
