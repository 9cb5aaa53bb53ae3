import type { PropertyType } from '#shared/contracts/properties.ts';
import styles from './CategoryBar.module.css';
import { categories } from './listWords.ts';

interface CategoryBarProps {
  type: PropertyType | null;
  onChoose: (type: PropertyType | null) => void;
}

export function CategoryBar({ type, onChoose }: CategoryBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be scrolled sideways
    <div className={styles.bar} role="group" aria-label="Property category">
      {categories.map((category) => (
        <button
          key={category.label}
          type="button"
          className={styles.category}
          aria-pressed={category.type === type}
          onClick={() => onChoose(category.type)}
        >
          {category.label}
        </button>
      ))}
    </div>
  );
}
