import { t } from '#web/lib/i18n.tsx';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { undoLast } from './undo.ts';

interface DeskActs {
  /** A client is selected. */
  isSelected: boolean;
  /** The agent looks after them: a colleague's client is read only. */
  isOwn: boolean;
  /** They can be given to a colleague, or taken from one. */
  canAssign: boolean;
  /** They are done already. */
  isDone: boolean;
  /** The agent may write to or about the client; also true while the row is loading. */
  canWrite: boolean;
  step(direction: 1 | -1): void;
  open(): void;
  search(): void;
  reply(): void;
  note(): void;
  done(): void;
  snooze(): void;
  assign(): void;
  /** To the queue, from wherever the focus is. */
  back(): void;
}

/** The Desk's keys beside those of what the conversation shows. */
export function useDeskKeys(acts: DeskActs): void {
  const {
    isSelected,
    isOwn,
    canAssign,
    isDone,
    canWrite,
    step,
    open,
    search,
    reply,
    note,
    done,
    snooze,
    assign,
    back,
  } = acts;
  const group = t('Desk');
  useShortcut({ keys: 'j', label: t('Next client'), group, mayRepeat: true, run: () => step(1) });
  useShortcut({ keys: 'k', label: t('Previous client'), group, mayRepeat: true, run: () => step(-1) });
  useShortcut({ keys: 'enter', label: t('Open the conversation'), group, run: open, isEnabled: isSelected });
  useShortcut({ keys: 'r', label: t('Reply'), group, run: reply, isEnabled: canWrite });
  useShortcut({ keys: 'n', label: t('Write a private note'), group, run: note, isEnabled: canWrite });
  useShortcut({
    keys: 'e',
    label: isDone ? t('Not done') : t('Done'),
    group,
    run: done,
    isEnabled: isOwn,
  });
  useShortcut({ keys: 'z', label: t('Snooze'), group, run: snooze, isEnabled: isOwn });
  useShortcut({ keys: 'a', label: t('Assign to a colleague'), group, run: assign, isEnabled: canAssign });
  useShortcut({ keys: 'u', label: t('Undo'), group, run: undoLast });
  useShortcut({ keys: '/', label: t('Search clients'), group, run: search });
  useShortcut({ keys: 'escape', label: t('Back to the queue'), group, run: back });
}
