import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { MAX_ADDRESS_LENGTH, MAX_PLACE_LENGTH } from '#shared/limits.ts';
import { NumberField, SwitchField, TextField } from '#web/forms/fields.tsx';
import { PinField } from './PinField.tsx';
import { CITY_SUGGESTIONS, cityChange, PROVINCE_SUGGESTIONS } from './pinPlace.ts';
import type { PropertyForm } from './usePropertyForm.ts';

const facts = [
  { name: 'bedrooms', label: 'Bedrooms', step: 1 },
  { name: 'bathrooms', label: 'Bathrooms', step: 1 },
  { name: 'area_sqm', label: 'Area (sqm)', step: 0.01, required: true },
  { name: 'floor_level', label: 'Floor Level', step: 1 },
  { name: 'parking_slots', label: 'Parking Slots', step: 1 },
] as const;

export function LocationFields({ control, change }: Pick<PropertyForm, 'control' | 'change'>) {
  const id = useId();
  const [city, province] = useWatch({ control, name: ['city', 'province'] });

  return (
    <>
      <TextField
        control={control}
        name="address"
        label="Address"
        required
        maxLength={MAX_ADDRESS_LENGTH}
        placeholder="Unit, building, street, barangay"
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <TextField
          control={control}
          name="city"
          label="City"
          required
          list={`${id}-cities`}
          maxLength={MAX_PLACE_LENGTH}
          autoComplete="off"
          onChange={(text) => change(cityChange(text, { city, province }))}
        />
        <TextField
          control={control}
          name="province"
          label="Province"
          required
          list={`${id}-provinces`}
          maxLength={MAX_PLACE_LENGTH}
          autoComplete="off"
        />
      </div>
      <Suggestions id={`${id}-cities`} texts={CITY_SUGGESTIONS} />
      <Suggestions id={`${id}-provinces`} texts={PROVINCE_SUGGESTIONS} />
      <PinField control={control} change={change} />
      <div className="grid gap-4 grid-cols-3 max-md:grid-cols-2">
        {facts.map((field) => (
          <NumberField key={field.name} control={control} {...field} />
        ))}
      </div>
      <SwitchField
        control={control}
        name="furnished"
        label="Furnished"
        text="Furniture comes with the property."
      />
    </>
  );
}

function Suggestions({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}
