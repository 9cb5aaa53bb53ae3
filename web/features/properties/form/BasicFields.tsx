import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '#shared/limits.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { InputField, TextAreaField } from '#web/forms/FormField.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from './fields.module.css';
import { type FormValues, readNumber } from './formValues.ts';
import { NumberField } from './NumberField.tsx';
import type { FormPart } from './usePropertyForm.ts';

const types = toOptions(propertyTypeLabel);
const listingTypes = toOptions(listingTypeLabel);
const statuses = toOptions(propertyStatusLabel);

export function BasicFields({ values, problems, change }: FormPart) {
  return (
    <>
      <InputField
        label="Title"
        required
        maxLength={MAX_TITLE_LENGTH}
        placeholder="2-bedroom condo near Ayala Avenue"
        value={values.title}
        problem={problems.title}
        onChange={(title) => change({ title })}
      />
      <TextAreaField
        label="Description"
        required
        rows={5}
        maxLength={MAX_DESCRIPTION_LENGTH}
        value={values.description}
        problem={problems.description}
        onChange={(description) => change({ description })}
      />
      <div className={styles.triple}>
        <SelectField
          label="Property Type"
          options={types}
          value={values.type}
          onChange={(type) => change({ type })}
        />
        <SelectField
          label="Listing Type"
          options={listingTypes}
          value={values.listing_type}
          onChange={(listing_type) => change({ listing_type })}
        />
        <SelectField
          label="Status"
          options={statuses}
          value={values.status}
          onChange={(status) => change({ status })}
        />
      </div>
      <div className={styles.pair}>
        <NumberField
          label="Price (₱)"
          required
          step={0.01}
          value={values.price}
          problem={problems.price}
          hint={priceInWords(values)}
          onChange={(price) => change({ price })}
        />
      </div>
    </>
  );
}

/** Long rows of zeros are easily miscounted. */
function priceInWords({ price, listing_type }: FormValues): string {
  const pesos = readNumber(price);
  const suffix = priceSuffix(listing_type);
  return pesos > 0 ? `${formatFullPrice(pesos)}${suffix}` : `In pesos${suffix && ', per month'}`;
}

function toOptions<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}
