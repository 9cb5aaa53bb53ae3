import { type Message, msg } from '#shared/messages.ts';
import { t } from './i18n.tsx';

/** Texts of ours that stand among people's own, as names, subjects and reasons: stored before it is known who reads them. */
const ours: readonly Message[] = [
  msg('Deleted user'),
  msg('Private reviewer'),
  msg('Property Inquiry'),
  msg('Agent Collaboration'),
  msg('Its agent is not active right now'),
  msg('Its agent’s account was deleted'),
];

/** Ours in the reader's language; what somebody wrote as they wrote it. */
export function storedText(text: string): string {
  const known = ours.find(({ id }) => id === text);
  return known ? t(known) : text;
}
