import { type Message, msg } from '#shared/messages.ts';
import { t } from './i18n.tsx';

/** Our own texts in stored names, subjects and reasons, which are stored without a reader's language. */
const ours: readonly Message[] = [
  msg('Deleted user'),
  msg('Private reviewer'),
  msg('Property Inquiry'),
  msg('Agent Collaboration'),
  msg('Its agent is not active right now'),
  msg('Its agent’s account was deleted'),
];

/** Translates our own texts; texts of people stay unchanged. */
export function storedText(text: string): string {
  const known = ours.find(({ id }) => id === text);
  return known ? t(known) : text;
}
