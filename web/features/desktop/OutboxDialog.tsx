import { CircleAlert, Clock3 } from 'lucide-react';
import { useState } from 'react';
import {
  discardQueued,
  flushOutbox,
  type OutboxEntry,
  retryQueued,
  useOutbox,
} from '#web/features/offline/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { timeWords } from './StatusBar.tsx';

/** Everything that the server does not know yet: seen, sent again, or taken back. */
export function OutboxDialog({ userId, onClose }: { userId: number; onClose(): void }) {
  const entries = useOutbox(userId);
  const [leaving, setLeaving] = useState<OutboxEntry | null>(null);
  const hasWaiting = entries.some(({ state }) => state === 'waiting');
  return (
    <Dialog title={t('Outbox')} size="wide" onClose={onClose}>
      {entries.length === 0 ? (
        <EmptyState
          headingLevel={3}
          icon={<Clock3 size={28} aria-hidden="true" />}
          title={t('Nothing is waiting')}
          text={t(
            'What you write or change while the server cannot be reached waits here, and is sent once when it is back.',
          )}
        />
      ) : (
        <>
          <ul className="grid gap-3 mt-0 mx-0 mb-4 p-0 list-none">
            {entries.map((entry) => (
              <li key={entry.id} className={`grid gap-1 py-3 px-4 border border-line rounded-md`}>
                <p className="font-semibold">{entry.label}</p>
                <p className="wrap-anywhere whitespace-pre-line">{entry.detail}</p>
                <p
                  className={`flex items-center gap-1.5 text-sm ${entry.state === 'refused' ? 'text-danger' : 'text-muted'}`}
                >
                  {entry.state === 'refused' ? (
                    <CircleAlert size={15} />
                  ) : (
                    <Clock3 size={15} aria-hidden="true" />
                  )}
                  {entry.state === 'refused'
                    ? t('Not made: {error}', { error: entry.error ?? '' })
                    : t('Waiting since {time}', { time: timeWords(new Date(entry.createdAt)) })}
                </p>
                <div className="flex justify-end gap-2">
                  {entry.state === 'refused' && (
                    <Button variant="outlined" onClick={() => void retryQueued(entry.id, userId)}>
                      {t('Try Again')}
                    </Button>
                  )}
                  <Button variant="plain" onClick={() => setLeaving(entry)}>
                    {t('Discard')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          {hasWaiting && <Button onClick={() => void flushOutbox(userId)}>{t('Send now')}</Button>}
        </>
      )}
      {leaving && (
        <ConfirmDialog
          title={t('Discard this?')}
          text={t('“{detail}” has not reached the server and will not be sent.', { detail: leaving.detail })}
          confirmLabel={t('Discard')}
          onConfirm={() => discardQueued(leaving.id)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Dialog>
  );
}
