import { Plus } from 'lucide-react';
import { useController, useWatch } from 'react-hook-form';
import { MAX_FEATURE_LENGTH } from '#shared/limits.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import type { PropertyForm } from './usePropertyForm.ts';

/** Added trimmed, with the button or Enter; each once. */
export function FeaturesField({ form }: { form: PropertyForm }) {
  const { control, change, addFeature } = form;
  const features = useWatch({ control, name: 'features' });
  const { field, fieldState } = useController({ control, name: 'newFeature' });
  const remove = (feature: string) => change({ features: features.filter((other) => other !== feature) });

  return (
    <>
      <AddEntry
        label="Add a feature"
        addLabel="Add feature"
        icon={<Plus size={18} aria-hidden="true" />}
        maxLength={MAX_FEATURE_LENGTH}
        placeholder="Swimming pool"
        {...field}
        problem={fieldState.error?.message}
        onAdd={addFeature}
      />
      {features.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Features">
          {features.map((feature) => (
            <li key={feature}>
              <Chip label={feature} onRemove={() => remove(feature)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
