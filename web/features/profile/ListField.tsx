import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { Chip } from '#web/ui/Chip.tsx';
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

  return (
    <div className={`grid grid-cols-1 gap-2 ${className ?? ''}`}>
      <AddEntry
        label={label}
        addLabel={addLabel}
        icon={<Plus size={18} aria-hidden="true" />}
        maxLength={MAX_LENGTH}
        placeholder={isFull ? 'The list is full' : addLabel}
        disabled={isFull}
        value={text}
        onChange={setText}
        onAdd={add}
        onBlur={add}
      />
      {value.length > 0 && (
        <ul className={`flex flex-wrap gap-2 ${styles.items}`}>
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
