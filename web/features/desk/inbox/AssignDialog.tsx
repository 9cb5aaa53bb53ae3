import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DeskRow } from '#shared/contracts/desk.ts';
import type { OfficeMember } from '#shared/contracts/offices.ts';
import { MAX_HAND_OVER_NOTE_LENGTH } from '#shared/limits.ts';
import type { Colleagues } from '#web/features/offices/index.ts';
import { TextArea } from '#web/forms/fields.tsx';
import { dayLabel } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { assignFailure, takersOf } from '../assigning.ts';

interface AssignDialogProps {
  row: DeskRow;
  userId: number;
  colleagues: Colleagues;
  /** @throws the failure of a refusal. */
  onAssign(to: OfficeMember, note: string): Promise<void>;
  onClose(): void;
}

/** The choice of a client's new agent: a key for each of the first nine. */
export function AssignDialog({ row, userId, colleagues, onAssign, onClose }: AssignDialogProps) {
  const [now] = useState(() => new Date());
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const takers = takersOf(row, userId, colleagues);
  const list = useRef<HTMLUListElement>(null);
  // The browser would begin with 'Close'.
  useEffect(() => list.current?.querySelector<HTMLElement>('button:enabled')?.focus(), []);

  const assign = async (to: OfficeMember | undefined) => {
    if (!to || to.away_until !== null || chosen !== null) return;
    setChosen(to.id);
    setError(null);
    try {
      await onAssign(to, note.trim());
      onClose();
    } catch (failure) {
      setError(assignFailure(failure));
      setChosen(null);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement || !/^[1-9]$/.test(event.key)) return;
    event.preventDefault();
    void assign(takers[Number(event.key) - 1]);
  };

  return (
    <Dialog title={t('Assign {name}', { name: row.name })} isLocked={chosen !== null} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the digits are a shorter way to the buttons */}
      <div className="grid grid-cols-1 gap-4" onKeyDown={onKeyDown}>
        <ul ref={list} className="grid grid-cols-1 gap-1 max-h-80 overflow-y-auto">
          {takers.map((member, at) => (
            <li key={member.id}>
              <button
                type="button"
                className="flex items-center gap-3 w-full min-h-11 py-1 px-3 border-0 rounded-sm bg-transparent text-left text-sm font-semibold cursor-pointer enabled:hover:bg-sunken disabled:opacity-60 disabled:cursor-not-allowed"
                aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}
                disabled={member.away_until !== null || chosen !== null}
                aria-busy={chosen === member.id}
                onClick={() => void assign(member)}
              >
                <span
                  className={`min-w-6 py-0.5 border border-line-strong rounded-[0.375rem] bg-sunken font-[inherit] text-xs text-center ${at < 9 ? '' : 'invisible'}`}
                  aria-hidden="true"
                >
                  {at + 1}
                </span>
                <Avatar src={member.avatar_url} size={28} />
                <span className="flex-1 min-w-0 truncate">
                  {member.id === userId ? t('Assign to Me') : member.name}
                </span>
                <span className="flex-none text-muted font-normal">{loadWords(member, now)}</span>
              </button>
            </li>
          ))}
        </ul>
        {takers.length === 0 && (
          <p className="text-muted">{t('No one in your office can take clients right now.')}</p>
        )}
        <TextArea
          label={t('Note for your colleague')}
          isOptional
          rows={2}
          maxLength={MAX_HAND_OVER_NOTE_LENGTH}
          placeholder={t('Why, and what to do next')}
          value={note}
          onChange={setNote}
        />
        <p className="text-muted text-sm">
          {t('The whole history moves too: inquiries, chats, upcoming viewings and private notes.')}
        </p>
        <Notice kind="error">{error}</Notice>
      </div>
    </Dialog>
  );
}

function loadWords({ away_until, waiting }: OfficeMember, now: Date): string {
  if (away_until !== null) return t('Away until {day}', { day: dayLabel(away_until, now) });
  return waiting === null ? '' : t('{count, plural, one {# waiting} other {# waiting}}', { count: waiting });
}
