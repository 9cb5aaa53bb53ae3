import { Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './ListField.module.css';

interface ListFieldProps {
  label: string;
  /** What the button does, in words. */
  addLabel: string;
  value: string[];
  onChange(value: string[]): void;
  className?: string | undefined;
}

const MAX_ITEMS = 30;
const MAX_LENGTH = 120;

/** A list of short texts. Each is added with Enter or the button; the same one twice is kept once. */
export function ListField({ label, addLabel, value, onChange, className }: ListFieldProps) {
  const [text, setText] = useState('');
  const isFull = value.length >= MAX_ITEMS;

  const add = () => {
    const item = text.trim();
    if (item === '' || isFull) return;
    if (!value.includes(item)) onChange([...value, item]);
    setText('');
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends the choice of an input method's suggestion adds nothing.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };

  return (
    <div className={`${styles.list} ${className ?? ''}`}>
      <div className={styles.entry}>
        <TextField
          label={label}
          maxLength={MAX_LENGTH}
          placeholder={isFull ? 'The list is full' : addLabel}
          disabled={isFull}
          value={text}
          onChange={setText}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
        <Button variant="outlined" aria-label={addLabel} disabled={text.trim() === ''} onClick={add}>
          <Plus size={18} aria-hidden="true" />
          Add
        </Button>
      </div>
      {value.length > 0 && (
        <ul className={styles.items}>
          {value.map((item) => (
            <li key={item}>
              <Chip label={item} onRemove={() => onChange(value.filter((other) => other !== item))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
