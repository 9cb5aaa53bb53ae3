import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { InputField } from '#web/forms/FormField.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './AddEntry.module.css';

interface AddEntryProps extends ComponentProps<typeof InputField> {
  /** What the button does, in words. */
  addLabel: string;
  icon: ReactNode;
  onAdd(): void;
}

/** A text and the button that adds it; Enter does too. */
export function AddEntry({ addLabel, icon, onAdd, ...input }: AddEntryProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends the choice of an input method's suggestion adds nothing.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onAdd();
  };
  return (
    <div className={styles.entry}>
      <InputField {...input} autoComplete="off" enterKeyHint="done" onKeyDown={onKeyDown} />
      <Button variant="outlined" aria-label={addLabel} disabled={input.value.trim() === ''} onClick={onAdd}>
        {icon}
        Add
      </Button>
    </div>
  );
}
