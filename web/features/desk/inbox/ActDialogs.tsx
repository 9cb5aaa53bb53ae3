import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { DeskRow } from '#shared/contracts/desk.ts';
import type { OfficeMember } from '#shared/contracts/offices.ts';
import { LONGEST_SNOOZE_DAYS, MAX_HAND_OVER_NOTE_LENGTH } from '#shared/limits.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import type { Colleagues } from '#web/features/offices/index.ts';
import { TextArea } from '#web/forms/fields.tsx';
import { useDraftKey, useDraftText } from '#web/forms/useKeptDraft.ts';
import { dayLabel, shortMoment } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { serverNow } from '#web/lib/serverTime.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { assignFailure, takersOf } from '../assigning.ts';
import { morningOf, snoozeChoices } from './QueueRow.tsx';

interface ChoiceDialogProps {
  title: string;
  choices: readonly {
    id: string | number;
    content: ReactNode;
    isDisabled: boolean;
    isBusy?: boolean;
    choose(): void;
  }[];
  isLocked?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A list to choose from, with a key for each of the first nine. */
function ChoiceDialog({ title, choices, isLocked = false, onClose, children }: ChoiceDialogProps) {
  const list = useRef<HTMLUListElement>(null);
  // The browser would begin with 'Close'.
  useEffect(() => list.current?.querySelector<HTMLElement>('button:enabled')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (isField || !/^[1-9]$/.test(key)) return;
    event.preventDefault();
    const choice = choices[Number(key) - 1];
    if (choice && !choice.isDisabled) choice.choose();
  };
  return (
    <Dialog title={title} isLocked={isLocked} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the digits are a shorter way to the buttons */}
      <div className="grid grid-cols-1 gap-4" onKeyDown={onKeyDown}>
        <ul
          ref={list}
          className={`grid grid-cols-1 gap-1 ${choices.length > 6 ? 'max-h-80 overflow-y-auto' : ''}`}
        >
          {choices.map(({ id, content, isDisabled, isBusy, choose }, at) => (
            <li key={id}>
              <button
                type="button"
                className="option py-1 text-sm font-semibold enabled:hover:bg-sunken disabled:opacity-60 disabled:cursor-not-allowed"
                aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}
                disabled={isDisabled}
                aria-busy={isBusy}
                onClick={choose}
              >
                <span className={`keycap px-0 ${at < 9 ? '' : 'invisible'}`} aria-hidden="true">
                  {at + 1}
                </span>
                {content}
              </button>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </Dialog>
  );
}

interface AssignDialogProps {
  row: DeskRow;
  userId: number;
  colleagues: Colleagues;
  /** @throws the failure of a refusal. */
  onAssign(to: OfficeMember, note: string): Promise<void>;
  onClose(): void;
}

export function AssignDialog({ row, userId, colleagues, onAssign, onClose }: AssignDialogProps) {
  const [now] = useState(serverNow);
  const note = useDraftText(useDraftKey(`assign_${row.id}`));
  const takers = takersOf(row, userId, colleagues);
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (to: OfficeMember) => onAssign(to, note.text.trim()),
    onSuccess() {
      note.forget();
      onClose();
    },
  });

  return (
    <ChoiceDialog
      title={t('Assign {name}', { name: row.name })}
      choices={takers.map((member) => ({
        id: member.id,
        content: (
          <>
            <Avatar src={member.avatar_url} size={28} />
            <span className="flex-1 min-w-0 truncate">
              {member.id === userId ? t('Assign to Me') : member.name}
            </span>
            <span className="flex-none text-muted font-normal">{loadWords(member, now)}</span>
          </>
        ),
        isDisabled: member.away_until !== null || isPending,
        isBusy: isPending && variables.id === member.id,
        choose: () => mutate(member),
      }))}
      isLocked={isPending}
      onClose={onClose}
    >
      {takers.length === 0 && (
        <p className="text-muted">{t('No one in your office can take clients right now.')}</p>
      )}
      <TextArea
        label={t('Note for your colleague')}
        isOptional
        rows={2}
        maxLength={MAX_HAND_OVER_NOTE_LENGTH}
        placeholder={t('Why, and what to do next')}
        value={note.text}
        onChange={note.type}
      />
      <p className="text-muted text-sm">
        {t('The whole history moves too: inquiries, chats, upcoming viewings and private notes.')}
      </p>
      <Notice kind="error">{error && assignFailure(error)}</Notice>
    </ChoiceDialog>
  );
}

function loadWords({ away_until, waiting }: OfficeMember, now: Date): string {
  if (away_until !== null) return t('Away until {day}', { day: dayLabel(away_until, now) });
  return waiting === null ? '' : t('{count, plural, one {# waiting} other {# waiting}}', { count: waiting });
}

interface SnoozeDialogProps {
  name: string;
  /** Until when, ISO-8601. */
  onSnooze(until: string): void;
  onClose(): void;
}

/** Until when a client leaves the queue: one of three usual times, or a day. */
export function SnoozeDialog({ name, onSnooze, onClose }: SnoozeDialogProps) {
  const [now] = useState(serverNow);
  const [day, setDay] = useState('');
  const tomorrow = addDays(manilaDay(now), 1);
  const last = addDays(manilaDay(now), LONGEST_SNOOZE_DAYS - 1);
  const choose = (until: string) => {
    onClose();
    onSnooze(until);
  };
  return (
    <ChoiceDialog
      title={t('Snooze {name}', { name })}
      choices={snoozeChoices(now).map(({ id, label, until }) => ({
        id,
        content: (
          <>
            {label}
            <span className="ml-auto text-muted font-normal">
              {until === null ? t('Too late for today') : shortMoment(until)}
            </span>
          </>
        ),
        isDisabled: until === null,
        choose: () => until !== null && choose(until),
      }))}
      onClose={onClose}
    >
      <div className="flex items-end gap-3 pt-4 border-t border-t-line">
        <NativeInput
          className="flex-1"
          label={t('Until 9 in the morning of')}
          type="date"
          min={tomorrow}
          max={last}
          value={day}
          onChange={setDay}
        />
        <Button disabled={day < tomorrow || day > last} onClick={() => choose(morningOf(day))}>
          {t('Snooze')}
        </Button>
      </div>
    </ChoiceDialog>
  );
}
