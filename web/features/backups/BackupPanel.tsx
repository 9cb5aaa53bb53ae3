import { useQuery } from '@tanstack/react-query';
import { DatabaseBackup } from 'lucide-react';
import { useState } from 'react';
import type { BackupFile } from '#shared/contracts/backups.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DataTable } from '#web/ui/dataTable/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { BackupProgress } from './BackupProgress.tsx';
import { backupColumns, type Verdict } from './backupColumns.tsx';
import { backupAddress, backupsQuery, useCreateBackup, useDeleteBackup, useVerifyBackup } from './queries.ts';

export function BackupPanel() {
  const list = useQuery(backupsQuery);
  const { mutateAsync: create, isPending, submittedAt } = useCreateBackup();
  const { mutateAsync: verify } = useVerifyBackup();
  const { mutateAsync: remove } = useDeleteBackup();
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
  const check = async (name: string) => {
    judge(name, 'checking');
    try {
      judge(name, await verify(name));
    } catch (error) {
      judge(name, {
        isWhole: false,
        message: failureSentence(error, 'Failed to verify backup', 'Failed to verify backup'),
      });
    }
  };

  return (
    <SectionCard
      title="Backups"
      text="To bring one back, run “npm run restore -- FILE” on the server."
      action={
        <Button
          disabled={isPending}
          onClick={() =>
            void attempt(async () => {
              await create();
              showToast('Backup created successfully!');
            }, 'Failed to create backup')
          }
        >
          <DatabaseBackup size={18} aria-hidden="true" />
          {isPending ? 'Creating backup...' : 'Create Backup'}
        </Button>
      }
    >
      <div className="grid gap-4 min-w-0">
        {isPending && <BackupProgress since={submittedAt} />}
        <FailureBanner message={failure} onDismiss={() => setFailure(null)} />
        <FailureBanner
          message={
            list.error && failureSentence(list.error, 'Failed to load backups', 'Failed to load backups')
          }
          onRetry={() => void list.refetch()}
        />
        {(list.data || !list.error) && (
          <DataTable
            label="Backups"
            columns={backupColumns({
              verdicts,
              onDownload: ({ name }) =>
                void attempt(() => downloadFile(backupAddress(name)), 'Failed to download backup'),
              onVerify: ({ name }) => void check(name),
              onDelete: setDeleting,
            })}
            rows={list.data}
            keyOf={({ name }) => name}
            expectedRows={3}
            empty={
              <EmptyState
                headingLevel={3}
                icon={<DatabaseBackup size={28} aria-hidden="true" />}
                title="No backups yet"
                text="Create one, or switch on the automatic ones."
              />
            }
          />
        )}
      </div>
      {deleting && (
        <ConfirmDialog
          title="Delete backup"
          text={`Delete backup ${deleting.name}? This cannot be undone.`}
          confirmLabel="Delete"
          onConfirm={async () => {
            await remove(deleting.name);
            showToast(`${deleting.name} was deleted`);
          }}
          failureOf={(error) => failureSentence(error, 'Failed to delete backup', 'Failed to delete backup')}
          onClose={() => setDeleting(null)}
        />
      )}
    </SectionCard>
  );
}
