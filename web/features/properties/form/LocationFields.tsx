import { useId } from 'react';
import { MAX_ADDRESS_LENGTH, MAX_PLACE_LENGTH } from '#shared/limits.ts';
import { InputField } from '#web/forms/FormField.tsx';
import { SwitchField } from '#web/forms/SwitchField.tsx';
import styles from './fields.module.css';
import { NumberField } from './NumberField.tsx';
import { PinField } from './PinField.tsx';
import { CITY_SUGGESTIONS, cityChange, PROVINCE_SUGGESTIONS } from './pinPlace.ts';
import type { FormPart } from './usePropertyForm.ts';

export function LocationFields(part: FormPart) {
  const { values, problems, change } = part;
  const id = useId();

  return (
    <>
      <InputField
        label="Address"
        required
        maxLength={MAX_ADDRESS_LENGTH}
        placeholder="Unit, building, street, barangay"
        autoComplete="off"
        value={values.address}
        problem={problems.address}
        onChange={(address) => change({ address })}
      />
      <div className={styles.pair}>
        <InputField
          label="City"
          required
          list={`${id}-cities`}
          maxLength={MAX_PLACE_LENGTH}
          autoComplete="off"
          value={values.city}
          problem={problems.city}
          onChange={(city) => change(cityChange(city, values))}
        />
        <InputField
          label="Province"
          required
          list={`${id}-provinces`}
          maxLength={MAX_PLACE_LENGTH}
          autoComplete="off"
          value={values.province}
          problem={problems.province}
          onChange={(province) => change({ province })}
        />
      </div>
      <Suggestions id={`${id}-cities`} texts={CITY_SUGGESTIONS} />
      <Suggestions id={`${id}-provinces`} texts={PROVINCE_SUGGESTIONS} />
      <PinField {...part} />
      <DetailFields {...part} />
    </>
  );
}

const facts = [
  { name: 'bedrooms', label: 'Bedrooms', step: 1 },
  { name: 'bathrooms', label: 'Bathrooms', step: 1 },
  { name: 'area_sqm', label: 'Area (sqm)', step: 0.01, required: true },
  { name: 'floor_level', label: 'Floor Level', step: 1 },
  { name: 'parking_slots', label: 'Parking Slots', step: 1 },
] as const;

function DetailFields({ values, problems, change }: FormPart) {
  return (
    <>
      <div className={styles.triple}>
        {facts.map(({ name, ...field }) => (
          <NumberField
            key={name}
            {...field}
            value={values[name]}
            problem={problems[name]}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
      </div>
      <SwitchField
        label="Furnished"
        text="Furniture comes with the property."
        isOn={values.furnished}
        onChange={(furnished) => change({ furnished })}
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
