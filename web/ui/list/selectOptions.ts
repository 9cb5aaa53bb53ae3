import type { Message } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
/** The options of a select from its labels, in order. */
export function optionsOf<Word extends string>(labels: Record<Word, Message>) {
  return (Object.keys(labels) as Word[]).map((value) => ({ value, label: t(labels[value]) }));
}
