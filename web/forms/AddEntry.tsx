import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { isComposing } from '#web/lib/isComposing.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { TextInput, type TextInputProps } from './fields.tsx';

interface AddEntryProps extends Omit<TextInputProps, 'disabled'> {
  disabled?: boolean;
  /** Accessible name of the button. */
  addLabel: string;
  /** The button's text, which begins its accessible name; by default 'Add'. */
  addWord?: string;
  icon: ReactNode;
  onAdd(): void;
}

export function AddEntry({ addLabel, addWord = t('Add'), icon, onAdd, ...input }: AddEntryProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    event.preventDefault();
    onAdd();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 items-start">
      <TextInput {...input} autoComplete="off" enterKeyHint="done" onKeyDown={onKeyDown} />
      <Button
        variant="outlined"
        // Aligned with the input, below the label.
        className="mt-[1.525rem]"
        aria-label={addLabel}
        disabled={input.value.trim() === ''}
        onClick={onAdd}
      >
        {icon}
        {addWord}
      </Button>
    </div>
  );
}
