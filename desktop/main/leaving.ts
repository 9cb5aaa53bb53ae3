import type { BrowserWindow } from 'electron';
import type { OutboxFiles } from './accountFiles.ts';
import type { WindowKind } from './windows.ts';
import { t } from './words.ts';

export type LeavingQuestion = NonNullable<ReturnType<typeof askAboutUnfinished>>;

/**
 * The question before a window is closed or the console quits; null if nothing is unsent or unfinished.
 * @param isKept whether unsent changes are stored on disk. @param drafts number of unfinished messages.
 */
export function askAboutUnfinished(
  { unsent, isKept, drafts }: { unsent: number; isKept: boolean; drafts: number },
  way: 'close' | 'quit',
) {
  if (unsent === 0 && drafts === 0) return null;
  const kept = isKept
    ? t('Unsent changes stay on this computer and are sent the next time you open Silong.')
    : t('This computer has no keyring, so unsent changes cannot be stored and will be lost.');
  return {
    message: [
      unsent > 0 && t('{unsent, plural, one {# change has} other {# changes have}} not been sent.', { unsent }),
      drafts > 0 && t('{drafts, plural, one {A message is} other {# messages are}} unfinished.', { drafts }),
    ]
      .filter(Boolean)
      .join(' '),
    detail: [unsent > 0 && kept, drafts > 0 && t('Unfinished messages will be lost.')].filter(Boolean).join(' '),
    /** Labels of the buttons. */
    leave: way === 'quit' ? t('Quit Anyway') : t('Close Anyway'),
    stay: t('Stay'),
  };
}

interface LeaveGuardOptions {
  outbox: Pick<OutboxFiles, 'isKept' | 'unsent'>;
  /** Number of unfinished messages in one window, in all main windows, or in all windows. */
  countDrafts(of?: BrowserWindow | 'mains'): number;
  /** @returns whether the person chose to leave. */
  confirm(question: LeavingQuestion, owner: BrowserWindow | null): boolean;
}

/** Decides whether windows may close and the console may quit, with a question if work would be lost. */
export class LeaveGuard {
  /** Set once the console is about to quit; then windows close without a question. */
  isQuitting = false;
  private isKept = false;
  /** Number of unsent changes that the person has already agreed to leave behind. */
  private acceptedUnsent = 0;

  constructor(private readonly options: LeaveGuardOptions) {
    void options.outbox.isKept().then((isKept) => {
      this.isKept = isKept;
    });
  }

  /** After a window was opened again, unsent changes are asked about again. */
  reset(): void {
    this.acceptedUnsent = 0;
  }

  mayClose(window: BrowserWindow, kind: WindowKind): boolean {
    if (this.isQuitting) return true;
    const drafts = this.options.countDrafts(kind === 'main' ? 'mains' : window);
    if (kind === 'main') return this.mayLeave('close', drafts, window);
    const question = askAboutUnfinished({ unsent: 0, isKept: this.isKept, drafts }, 'close');
    return !question || this.options.confirm(question, window);
  }

  /** For a page whose form has unsaved edits. Staying also cancels a pending quit. */
  mayLeaveUnsaved(window: BrowserWindow): boolean {
    const isLeaving = this.options.confirm(
      {
        message: t('Leave without saving?'),
        detail: t('Your changes have not been saved.'),
        leave: t('Leave'),
        stay: t('Stay'),
      },
      window,
    );
    if (!isLeaving) this.isQuitting = false;
    return isLeaving;
  }

  quit(owner: BrowserWindow | null): boolean {
    this.isQuitting ||= this.mayLeave('quit', this.options.countDrafts(), owner);
    return this.isQuitting;
  }

  private mayLeave(way: 'close' | 'quit', drafts: number, owner: BrowserWindow | null): boolean {
    const unsent = this.options.outbox.unsent();
    // Closing the last window also quits the console: the second question is skipped.
    if (drafts === 0 && unsent <= this.acceptedUnsent) return true;
    const question = askAboutUnfinished({ unsent, isKept: this.isKept, drafts }, way);
    const isLeaving = !question || this.options.confirm(question, owner);
    if (isLeaving) this.acceptedUnsent = unsent;
    return isLeaving;
  }
}
