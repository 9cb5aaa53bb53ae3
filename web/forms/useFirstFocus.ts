import { type RefObject, useEffect } from 'react';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';

/** On a phone the keyboard would cover the dialog before it was read. */
const hasKeyboard = () => matchesMedia('finePointer');

/** In a dialog: puts the focus into the first required field that is still empty, else into the last one. */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>, isWanted = true): void {
  useEffect(() => {
    if (!isWanted || !hasKeyboard()) return;
    // The dialog moves the focus into itself as it opens; ours comes after.
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
