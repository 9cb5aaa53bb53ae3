import { t } from './words.ts';

export interface Unfinished {
  /** Changes that the server does not know yet. */
  unsent: number;
  /** Whether those are there again when the console starts the next time. */
  isKept: boolean;
  /** Half-written messages. */
  drafts: number;
}

export interface LeavingQuestion {
  message: string;
  detail: string;
  /** The way out, and the way back. */
  leave: string;
  stay: string;
}

/** What is asked before the console, or one of its windows, is closed; null when nothing would be lost or left behind. */
export function askAboutUnfinished(
  { unsent, isKept, drafts }: Unfinished,
  way: 'close' | 'quit',
): LeavingQuestion | null {
  if (unsent === 0 && drafts === 0) return null;
  const kept = isKept
    ? t('Unsent changes stay on this computer and are sent the next time you open Silong.')
    : t('This computer has no keyring, so unsent changes cannot be stored and will be lost.');
  return {
    message: [
      ...(unsent > 0
        ? [t('{unsent, plural, one {# change has} other {# changes have}} not been sent.', { unsent })]
        : []),
      ...(drafts > 0
        ? [t('{drafts, plural, one {A message is} other {# messages are}} unfinished.', { drafts })]
        : []),
    ].join(' '),
    detail: [
      ...(unsent > 0 ? [kept] : []),
      ...(drafts > 0 ? [t('Unfinished messages will be lost.')] : []),
    ].join(' '),
    leave: way === 'quit' ? t('Quit Anyway') : t('Close Anyway'),
    stay: t('Stay'),
  };
}

/** A form of the page has edits that were not saved. */
export const unsavedQuestion = (): LeavingQuestion => ({
  message: t('Leave without saving?'),
  detail: t('Your changes have not been saved.'),
  leave: t('Leave'),
  stay: t('Stay'),
});
