import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { TextInput, type TextInputProps } from './fields.tsx';

interface AddEntryProps extends Omit<TextInputProps, 'disabled'> {
  disabled?: boolean;
  /** What the button does, in words. */
  addLabel: string;
  /** What it shows, which begins those words; 'Add' by default. */
  addWord?: string;
  icon: ReactNode;
  onAdd(): void;
}

/** A text and the button that adds it; Enter does too. */
export function AddEntry({ addLabel, addWord = t('Add'), icon, onAdd, ...input }: AddEntryProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends the choice of an input method's suggestion adds nothing.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onAdd();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 items-start">
      <TextInput {...input} autoComplete="off" enterKeyHint="done" onKeyDown={onKeyDown} />
      <Button
        variant="outlined"
        // Down to where the input begins, below its label.
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
