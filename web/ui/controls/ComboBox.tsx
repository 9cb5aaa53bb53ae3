import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { isComposing } from '#web/lib/isComposing.ts';
import { ControlBox, controlClass, Field } from './Field.tsx';

interface ComboBoxProps {
  label: string;
  hint?: string;
  problem?: string | undefined;
  Icon: LucideIcon;
  typed: string;
  onType(text: string): void;
  /** The name of the list below. */
  listLabel: string;
  /** Meanings of the typed text, the likeliest first. */
  options: readonly { key: string; text: string; note: string }[];
  /** @param index of the option */
  onPick(index: number): void;
}

const NONE = -1;

/** A box in which a person types and picks one of the options below: by its arrows and Enter, or by a press. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hint, problem, Icon, typed, onType, listLabel, options, onPick } = props;
  const [active, setActive] = useState(NONE);
  const listId = useId();
  const type = (text: string) => {
    onType(text);
    setActive(NONE);
  };
  const pick = (index: number) => {
    setActive(NONE);
    onPick(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const count = options.length + 1;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((now) => ((now + 1 + step + count) % count) - 1);
    } else if (event.key === 'Enter') {
      // Without an active option Enter picks the first one.
      event.preventDefault();
      if (options.length > 0) pick(Math.max(active, 0));
    } else if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      // The panel around it stays.
      event.stopPropagation();
      type('');
    }
  };
  return (
    <div className="grid gap-2">
      <Field label={label} problem={problem} hint={hint}>
        {(control) => (
          <ControlBox icon={<Icon size={18} />}>
            <input
              {...control}
              className={`${controlClass} pl-10.5`}
              role="combobox"
              autoComplete="off"
              spellCheck={false}
              aria-autocomplete="list"
              aria-expanded={options.length > 0}
              aria-controls={options.length > 0 ? listId : undefined}
              aria-activedescendant={active === NONE ? undefined : `${listId}-${active}`}
              value={typed}
              onChange={(event) => type(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </ControlBox>
        )}
      </Field>
      {options.length > 0 && (
        <div id={listId} role="listbox" className="grid p-1 border border-line rounded-md" aria-label={listLabel}>
          {options.map(({ key, text, note }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
            <div
              key={key}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className="option justify-between text-md hover:bg-primary-soft aria-selected:bg-primary-soft"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(index)}
            >
              <span dir="auto" className="min-w-0 truncate">
                {text}
              </span>
              <span className="flex-none text-muted text-xs">{note}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
