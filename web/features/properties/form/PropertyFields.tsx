import { MapPinOff, Plus } from 'lucide-react';
import { Suspense, useDeferredValue, useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { commonFeatures } from '#shared/commonFeatures.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import {
  MAX_ADDRESS_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_FEATURE_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_TITLE_LENGTH,
} from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { LazyPinMap } from '#web/features/map/index.ts';
import { LazyPriceHelp } from '#web/features/market/index.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { useFormControl } from '#web/forms/Form.tsx';
import { NumberField, SelectField, SwitchField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { completionChoices, type FormValues, readNumber, readPin } from './formValues.ts';
import {
  CITY_SUGGESTIONS,
  cityChange,
  isOutside,
  namedPlace,
  PROVINCE_SUGGESTIONS,
  pinText,
} from './pinPlace.ts';
import type { PropertyForm } from './usePropertyForm.ts';

export function BasicFields() {
  const control = useFormControl<FormValues>();
  const [price, listingType, type, address, city, province, area] = useWatch({
    control,
    name: ['price', 'listing_type', 'type', 'address', 'city', 'province', 'area_sqm'],
  });
  return (
    <>
      <TextField
        name="title"
        label={t('Title')}
        required
        maxLength={MAX_TITLE_LENGTH}
        placeholder={t('2-bedroom condo near Ayala Avenue')}
      />
      <TextAreaField
        name="description"
        label={t('Description')}
        required
        rows={5}
        maxLength={MAX_DESCRIPTION_LENGTH}
      />
      <div className="grid gap-4 grid-cols-3 max-md:grid-cols-2">
        <SelectField name="type" label={t('Property Type')} options={optionsOf(propertyTypeLabel)} />
        <SelectField name="listing_type" label={t('Listing Type')} options={optionsOf(listingTypeLabel)} />
        <SelectField name="status" label={t('Status')} options={optionsOf(propertyStatusLabel)} />
      </div>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <NumberField
          name="price"
          label={t('Price (₱)')}
          required
          step={0.01}
          hint={priceInWords(price, listingType)}
        />
        <Suspense>
          <LazyPriceHelp
            type={type}
            listingType={listingType}
            address={address}
            city={city}
            province={province}
            area={readNumber(area)}
          />
        </Suspense>
      </div>
    </>
  );
}

/** Long rows of zeros are easily miscounted. */
function priceInWords(price: string, listingType: FormValues['listing_type']): string {
  const pesos = readNumber(price);
  const suffix = t(priceSuffix(listingType));
  if (pesos > 0) return `${formatFullPrice(pesos)}${suffix}`;
  return suffix ? t('In pesos, per month') : t('In pesos');
}

const facts = [
  { name: 'bedrooms', label: msg('Bedrooms'), step: 1 },
  { name: 'bathrooms', label: msg('Bathrooms'), step: 1 },
  { name: 'area_sqm', label: msg('Area (sqm)'), step: 0.01, required: true },
  { name: 'floor_level', label: msg('Floor Level'), step: 1 },
  { name: 'parking_slots', label: msg('Parking Slots'), step: 1 },
  { name: 'year_built', label: msg('Year Built'), step: 1 },
] as const;

export function LocationFields({ change }: Pick<PropertyForm, 'change'>) {
  const control = useFormControl<FormValues>();
  const id = useId();
  const [city, province] = useWatch({ control, name: ['city', 'province'] });

  return (
    <>
      <TextField
        name="address"
        label={t('Address')}
        required
        maxLength={MAX_ADDRESS_LENGTH}
        placeholder={t('Unit, building, street, barangay')}
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <TextField
          name="city"
          label={t('City')}
          required
          list={`${id}-cities`}
          maxLength={MAX_PLACE_LENGTH}
          autoComplete="off"
          onChange={(text) => change(cityChange(text, { city, province }))}
        />
        <TextField
          name="province"
          label={t('Province')}
          required
          list={`${id}-provinces`}
          maxLength={MAX_PLACE_LENGTH}
          autoComplete="off"
        />
      </div>
      <Suggestions id={`${id}-cities`} texts={CITY_SUGGESTIONS} />
      <Suggestions id={`${id}-provinces`} texts={PROVINCE_SUGGESTIONS} />
      <PinField change={change} />
      <div className="grid gap-4 grid-cols-3 max-md:grid-cols-2">
        {facts.map(({ label, ...field }) => (
          <NumberField key={field.name} label={t(label)} {...field} />
        ))}
        <SelectField name="completion" label={t('Completion')} options={optionsOf(completionChoices)} />
      </div>
      <SwitchField name="furnished" label={t('Furnished')} text={t('Furniture comes with the property.')} />
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
function PinField({ change }: Pick<PropertyForm, 'change'>) {
  const control = useFormControl<FormValues>();
  const { tileUrl, isKnown } = useSite();
  const [lat, lng, city] = useWatch({ control, name: ['lat', 'lng', 'city'] });
  const pin = readPin({ lat, lng });
  // The map follows when the typing pauses.
  const place = namedPlace(useDeferredValue(city));
  const waiting = <Skeleton height="100%" />;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm font-semibold leading-[1.3]">
        {t('Pin on the map')} <span className="text-muted font-[450]">{t('(optional)')}</span>
      </p>
      <p className="mt-[calc(-1_*_var(--s-space-2))] text-muted text-[0.8125rem] leading-[1.4]">
        {pin ? t('Drag the pin to move it.') : t('Click the map where the property stands.')}{' '}
        {t('Without a pin, the listing is not shown on maps.')}
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
          ? t('The pin lies outside {name}. Please check that it stands in the right place.', {
              name: place.name,
            })
          : null}
      </Notice>
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))_auto] gap-4 items-start max-md:grid-cols-2">
        <NumberField name="lat" label={t('Latitude')} min={-90} max={90} step="any" />
        <NumberField name="lng" label={t('Longitude')} min={-180} max={180} step="any" />
        <Button
          // Down to where the inputs begin, below their labels.
          className="mt-[1.525rem] max-md:col-span-full max-md:mt-0"
          variant="outlined"
          disabled={lat === '' && lng === ''}
          onClick={() => change({ lat: '', lng: '' })}
        >
          <MapPinOff size={18} />
          {t('Remove pin')}
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
  const id = useId();
  const suggested = commonFeatures.filter((feature) => !features.includes(feature));
  const remove = (feature: string) => change({ features: features.filter((other) => other !== feature) });

  return (
    <>
      <AddEntry
        label={t('Add a feature')}
        addLabel={t('Add feature')}
        icon={<Plus size={18} />}
        maxLength={MAX_FEATURE_LENGTH}
        placeholder={t('Swimming pool')}
        {...field}
        problem={fieldState.error?.message}
        onAdd={addFeature}
        list={id}
      />
      <Suggestions id={id} texts={suggested} />
      {features.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t('Features')}>
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
