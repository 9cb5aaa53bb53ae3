import { Star } from 'lucide-react';
import { useId } from 'react';
import { countWords } from '#web/lib/countWords.ts';
import styles from './StarPicker.module.css';

const words = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const;

interface StarPickerProps {
  value: number;
  onChange(value: number): void;
}

/** The browser's own radio buttons, drawn as stars: arrow keys work, and screen readers know what they are. */
export function StarPicker({ value, onChange }: StarPickerProps) {
  const name = useId();
  return (
    <fieldset className={`min-w-0 m-0 p-0 border-0 ${styles.picker}`}>
      <legend>Your Rating</legend>
      <div className="flex flex-wrap items-center gap-3">
        <div className={styles.stars}>
          {words.map((word, index) => {
            const stars = index + 1;
            return (
              <label key={word} className={stars <= value ? styles.on : undefined}>
                <input
                  type="radio"
                  name={name}
                  value={stars}
                  checked={stars === value}
                  aria-label={countWords(stars, 'star', 'stars')}
                  onChange={() => onChange(stars)}
                />
                <Star size={30} strokeWidth={1.5} aria-hidden="true" />
              </label>
            );
          })}
        </div>
        <span className="text-muted text-[0.9375rem] font-semibold" aria-hidden="true">
          {words[value - 1]}
        </span>
      </div>
    </fieldset>
  );
}
