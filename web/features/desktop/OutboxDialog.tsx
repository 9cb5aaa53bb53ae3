import { CircleAlert, Clock3 } from 'lucide-react';
import { useState } from 'react';
import {
  discardQueued,
  flushOutbox,
  isConflict,
  isHeld,
  type OutboxEntry,
  overwriteQueued,
  retryQueued,
  rewordQueued,
  useOutbox,
} from '#web/features/offline/index.ts';
import { TextArea } from '#web/forms/fields.tsx';
import { t } from '#web/lib/i18n.tsx';
import type { DesktopConsole } from '#web/platform/desktop.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { timeWords } from './StatusBar.tsx';

interface OutboxDialogProps {
  console: DesktopConsole;
  userId: number | undefined;
  onClose(): void;
}

/** Lists unsent changes, which can be sent again, edited or discarded. */
export function OutboxDialog({ console, userId, onClose }: OutboxDialogProps) {
  const entries = useOutbox(userId);
  const [leaving, setLeaving] = useState<OutboxEntry | null>(null);
  const hasWaiting = entries.some(({ state }) => state !== 'refused');
  return (
    <Dialog title={t('Outbox')} size="wide" onClose={onClose}>
      <Unreadable console={console} />
      {entries.length === 0 && console.start.unreadableOutbox === 0 && (
        <EmptyState
          headingLevel={3}
          icon={<Clock3 size={28} aria-hidden="true" />}
          title={t('Nothing is waiting')}
          text={t('Changes you make while the server cannot be reached wait here and are sent once it is back.')}
        />
      )}
      {entries.length > 0 && (
        <>
          <ul className="grid grid-cols-1 gap-3 mt-0 mx-0 mb-4 p-0 list-none">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onDiscard={() => setLeaving(entry)} />
            ))}
          </ul>
          {hasWaiting && userId !== undefined && (
            <Button onClick={() => void flushOutbox(userId)}>{t('Send Now')}</Button>
          )}
        </>
      )}
      {leaving && (
        <ConfirmDialog
          title={t('Discard this?')}
          text={t('“{detail}” has not reached the server and will not be sent.', { detail: leaving.detail })}
          confirmLabel={t('Discard')}
          onConfirm={async () => {
            if (!(await discardQueued(leaving.userId, leaving.id)))
              showToast(t('It is already on its way. If it does not arrive, it will not be sent again.'), 'info');
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </Dialog>
  );
}

/** Entries that the keyring does not open; deleted only on request, as the keyring may open them again. */
function Unreadable({ console: { bridge, start } }: { console: DesktopConsole }) {
  const [count, setCount] = useState(start.unreadableOutbox);
  const [isAsking, setIsAsking] = useState(false);
  if (count === 0) return null;
  return (
    <div className="grid gap-2 mb-4">
      <Notice kind="error">
        {t(
          'Some of your unsent changes cannot be opened because this computer’s keyring has changed or is locked. They are kept. Once the keyring is back, restart Silong.',
        )}
      </Notice>
      <div className="flex justify-end">
        <Button variant="plain" onClick={() => setIsAsking(true)}>
          {t('Delete It…')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('Delete items that cannot be opened?')}
          text={t('It has not been sent, and you cannot get it back.')}
          confirmLabel={t('Delete')}
          onConfirm={async () => {
            await bridge.call('clearUnreadableOutbox');
            start.unreadableOutbox = 0;
            setCount(0);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

function stateWords({ state, wordsIn, isDiscarded, notBefore, error, createdAt }: OutboxEntry): string {
  const why = { error: error ?? '' };
  if (state === 'refused') return wordsIn ? t('Not sent: {error}', why) : t('Not made: {error}', why);
  if (isDiscarded) return t('Being discarded');
  if (state === 'sending') return t('Being sent');
  if (isHeld({ notBefore })) return t('Sent in a moment');
  const time = timeWords(new Date(createdAt));
  return error
    ? t('Waiting since {time}. We keep trying: {error}', { time, error })
    : t('Waiting since {time}', { time });
}

function Entry({ entry, onDiscard }: { entry: OutboxEntry; onDiscard(): void }) {
  const { id, userId, kind, label, detail, state, wordsIn } = entry;
  const [words, setWords] = useState<string | null>(null);
  const isRefused = state === 'refused';
  const Icon = isRefused ? CircleAlert : Clock3;
  return (
    <li className="grid grid-cols-1 gap-1 py-3 px-4 border border-line rounded-md">
      <p className="font-semibold wrap-anywhere">{label}</p>
      {words === null ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line max-h-60 overflow-auto">
          {detail}
        </p>
      ) : (
        <TextArea label={t('Your words')} isLabelHidden rows={4} value={words} onChange={setWords} />
      )}
      <p className={`flex items-start gap-1.5 text-sm wrap-anywhere ${isRefused ? 'text-danger' : 'text-muted'}`}>
        <Icon className="flex-none mt-0.5" size={15} aria-hidden="true" />
        {stateWords(entry)}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        {isRefused && words === null && (
          <>
            {isConflict(entry) ? (
              <Button variant="outlined" onClick={() => void overwriteQueued(userId, id)}>
                {t('Change It Anyway')}
              </Button>
            ) : (
              kind !== 'damaged' && (
                <Button variant="outlined" onClick={() => void retryQueued(userId, id)}>
                  {t('Try Again')}
                </Button>
              )
            )}
            {wordsIn && (
              <Button variant="outlined" onClick={() => setWords(detail)}>
                {t('Edit')}
              </Button>
            )}
          </>
        )}
        {words === null ? (
          <Button variant="plain" onClick={onDiscard}>
            {t('Discard')}
          </Button>
        ) : (
          <>
            <Button variant="plain" onClick={() => setWords(null)}>
              {t('Cancel')}
            </Button>
            <Button
              disabled={words.trim() === ''}
              onClick={() => {
                setWords(null);
                void rewordQueued(userId, id, words.trim());
              }}
            >
              {t('Send')}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
