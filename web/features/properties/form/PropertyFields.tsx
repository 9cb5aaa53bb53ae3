import { MapPinOff, Plus } from 'lucide-react';
import { Suspense, useDeferredValue, useId } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import {
  MAX_ADDRESS_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_FEATURE_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_TITLE_LENGTH,
} from '#shared/limits.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { LazyPinMap } from '#web/features/map/index.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { NumberField, SelectField, SwitchField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { type FormValues, readNumber, readPin } from './formValues.ts';
import {
  CITY_SUGGESTIONS,
  cityChange,
  isOutside,
  namedPlace,
  PROVINCE_SUGGESTIONS,
  pinText,
} from './pinPlace.ts';
import type { PropertyForm } from './usePropertyForm.ts';

const types = optionsOf(propertyTypeLabel);
const listingTypes = optionsOf(listingTypeLabel);
const statuses = optionsOf(propertyStatusLabel);

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

/** Where the property stands, exactly: on the map, or as two numbers. It may be left out. */
function PinField({ control, change }: Pick<PropertyForm, 'control' | 'change'>) {
  const { tileUrl, isKnown } = useSite();
  const [lat, lng, city] = useWatch({ control, name: ['lat', 'lng', 'city'] });
  const pin = readPin({ lat, lng });
  // The map follows when the typing pauses.
  const place = namedPlace(useDeferredValue(city));
  const waiting = <Skeleton height="100%" />;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm font-semibold leading-[1.3]">
        Pin on the map <span className="text-muted font-[450]">(optional)</span>
      </p>
      <p className="mt-[calc(-1_*_var(--s-space-2))] text-muted text-[0.8125rem] leading-[1.4]">
        {pin ? 'Drag the pin to move it.' : 'Click the map where the property stands.'} Without a pin, the
        listing is not shown on maps.
      </p>
      <div className="h-72">
        <Suspense fallback={waiting}>
          {isKnown ? (
            <LazyPinMap
              pin={pin}
              place={place}
              tileUrl={tileUrl}
              onPin={(position) => change(pinText(position))}
            />
          ) : (
            waiting
          )}
        </Suspense>
      </div>
      <Notice kind="info">
        {pin && place && isOutside(pin, place)
          ? `The pin lies outside ${place.name}. Please check that it stands in the right place.`
          : null}
      </Notice>
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))_auto] gap-4 items-start max-md:grid-cols-2">
        <NumberField control={control} name="lat" label="Latitude" min={-90} max={90} step="any" />
        <NumberField control={control} name="lng" label="Longitude" min={-180} max={180} step="any" />
        <Button
          // Down to where the inputs begin, below their labels.
          className="mt-[1.525rem] max-md:col-span-full max-md:mt-0"
          variant="outlined"
          disabled={lat === '' && lng === ''}
          onClick={() => change({ lat: '', lng: '' })}
        >
          <MapPinOff size={18} />
          Remove pin
        </Button>
      </div>
    </div>
  );
}

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
        icon={<Plus size={18} />}
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
