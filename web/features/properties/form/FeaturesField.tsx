import { Plus } from 'lucide-react';
import { MAX_FEATURE_LENGTH } from '#shared/limits.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { AddEntry } from './AddEntry.tsx';
import styles from './FeaturesField.module.css';
import type { PropertyForm } from './usePropertyForm.ts';

/** Added trimmed, with the button or Enter; each once. */
export function FeaturesField({ form }: { form: PropertyForm }) {
  const { values, problems, change, addFeature } = form;
  const remove = (feature: string) =>
    change({ features: values.features.filter((other) => other !== feature) });

  return (
    <>
      <AddEntry
        label="Add a feature"
        addLabel="Add feature"
        icon={<Plus size={18} aria-hidden="true" />}
        hasOptionalMark={false}
        maxLength={MAX_FEATURE_LENGTH}
        placeholder="Swimming pool"
        value={values.newFeature}
        problem={problems.newFeature}
        onChange={(newFeature) => change({ newFeature })}
        onAdd={addFeature}
      />
      {values.features.length > 0 && (
        <ul className={styles.features} aria-label="Features">
          {values.features.map((feature) => (
            <li key={feature}>
              <Chip label={feature} onRemove={() => remove(feature)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
