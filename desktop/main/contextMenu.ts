import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { clipboardItems } from './applicationMenu.ts';
import { t } from './words.ts';

export interface ContextMenuActions {
  replaceMisspelling(word: string): void;
  learnWord(word: string): void;
  copyText(text: string): void;
}

type Clicked = Pick<
  ContextMenuParams,
  'misspelledWord' | 'dictionarySuggestions' | 'isEditable' | 'selectionText' | 'linkURL' | 'editFlags'
>;

/** What a right click offers: spelling first, then the clipboard. Empty where there is nothing to offer. */
export function buildContextMenu(
  clicked: Clicked,
  actions: ContextMenuActions,
): MenuItemConstructorOptions[] {
  const { misspelledWord, dictionarySuggestions, isEditable, selectionText, linkURL, editFlags } = clicked;
  const groups: MenuItemConstructorOptions[][] = [];
  if (isEditable && misspelledWord)
    groups.push([
      ...dictionarySuggestions.map((word) => ({
        label: word,
        click: () => actions.replaceMisspelling(word),
      })),
      { label: t('Add to Dictionary'), click: () => actions.learnWord(misspelledWord) },
    ]);
  if (isEditable) groups.push(clipboardItems(editFlags));
  else if (selectionText.trim()) groups.push([{ role: 'copy', label: t('Copy') }]);
  if (/^(https|mailto|tel):/i.test(linkURL))
    groups.push([{ label: t('Copy Link'), click: () => actions.copyText(linkURL) }]);
  return groups.flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]));
}
