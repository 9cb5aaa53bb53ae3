import { type RefObject, useEffect } from 'react';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';

/** Not on phones, where the keyboard would cover the dialog. */
const hasKeyboard = () => matchesMedia('finePointer');

/** In a dialog: focuses the first empty required field, else the last field. */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>, isWanted = true): void {
  useEffect(() => {
    if (!isWanted || !hasKeyboard()) return;
    // After the dialog's own focus on opening.
    const frame = requestAnimationFrame(() => {
      const fields = [
        ...(form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []),
      ];
      const firstEmpty = fields.find((field) => field.required && field.value === '');
      (firstEmpty ?? fields.at(-1))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [form, isWanted]);
}
