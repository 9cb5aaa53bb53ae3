import { type Control, useWatch } from 'react-hook-form';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '#shared/limits.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { NumberField, SelectField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { type FormValues, readNumber } from './formValues.ts';

const types = toOptions(propertyTypeLabel);
const listingTypes = toOptions(listingTypeLabel);
const statuses = toOptions(propertyStatusLabel);

export function BasicFields({ control }: { control: Control<FormValues> }) {
  const [price, listingType] = useWatch({ control, name: ['price', 'listing_type'] });
  return (
    <>
      <TextField
        control={control}
        name="title"
        label="Title"
        required
        maxLength={MAX_TITLE_LENGTH}
        placeholder="2-bedroom condo near Ayala Avenue"
      />
      <TextAreaField
        control={control}
        name="description"
        label="Description"
        required
        rows={5}
        maxLength={MAX_DESCRIPTION_LENGTH}
      />
      <div className="grid gap-4 grid-cols-3 max-md:grid-cols-2">
        <SelectField control={control} name="type" label="Property Type" options={types} />
        <SelectField control={control} name="listing_type" label="Listing Type" options={listingTypes} />
        <SelectField control={control} name="status" label="Status" options={statuses} />
      </div>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <NumberField
          control={control}
          name="price"
          label="Price (₱)"
          required
          step={0.01}
          hint={priceInWords(price, listingType)}
        />
      </div>
    </>
  );
}

/** Long rows of zeros are easily miscounted. */
function priceInWords(price: string, listingType: FormValues['listing_type']): string {
  const pesos = readNumber(price);
  const suffix = priceSuffix(listingType);
  return pesos > 0 ? `${formatFullPrice(pesos)}${suffix}` : `In pesos${suffix && ', per month'}`;
}

function toOptions<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}
