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
    <div
      className={`flex gap-2 min-w-0 -m-1.25 p-1.25 overflow-x-auto max-lg:mx-[calc(-1_*_var(--s-page-gutter))] max-lg:px-gutter ${styles.bar}`}
      role="group"
      aria-label="Property category"
    >
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
