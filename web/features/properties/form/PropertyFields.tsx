import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { MapPinOff, Plus } from 'lucide-react';
import { Suspense, useDeferredValue, useEffect, useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { commonFeatures } from '#shared/commonFeatures.ts';
import { foldBuildingName } from '#shared/gazetteer/names.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import {
  MAX_ADDRESS_LENGTH,
  MAX_BUILDING_NAME_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_FEATURE_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_REFERENCE_LENGTH,
  MAX_TITLE_LENGTH,
} from '#shared/limits.ts';
import { facts, factsOfKind, type NumberFact } from '#shared/listing/facts.ts';
import { priceSuffix } from '#shared/money.ts';
import { isOutside, isPinInCountry, pinText } from '#shared/pins.ts';
import { findPlace, METRO_MANILA_CITIES, PLACES, type Place, PROVINCES } from '#shared/places.ts';
import { csvColumnLabels } from '#shared/propertyCsv.ts';
import { useSession } from '#web/features/auth/index.ts';
import { LazyPinMap } from '#web/features/map/index.ts';
import { LazyPriceHelp } from '#web/features/market/index.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { useFormControl } from '#web/forms/Form.tsx';
import { AmountField, SelectField, SwitchField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { PinFields } from '#web/forms/PinFields.tsx';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useDebounced } from '#web/lib/useSearchText.ts';
import { useSite } from '#web/lib/useSite.ts';
import { sayAmount } from '#web/ui/controls/AmountInput.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { askedOfPrice, choicesOf, type FormValues, kindOf, readArea, readPin } from './formValues.ts';
import type { PropertyForm } from './usePropertyForm.ts';

export function BasicFields({ change }: Pick<PropertyForm, 'change'>) {
  const { user } = useSession();
  const control = useFormControl<FormValues>();
  const [listingType, type, address, city, province, area, keptPrice] = useWatch({
    control,
    name: ['listing_type', 'type', 'address', 'city', 'province', 'area_sqm', 'kept_price'],
  });
  const suffix = t(priceSuffix(listingType));
  return (
    <>
      <TextField
        name="title"
        label={t(csvColumnLabels.title)}
        required
        maxLength={MAX_TITLE_LENGTH}
        placeholder={t('2-bedroom condo near Ayala Avenue')}
      />
      {user?.role === 'agent' && (
        <TextField
          name="reference"
          label={t(csvColumnLabels.reference)}
          isOptional
          maxLength={MAX_REFERENCE_LENGTH}
          spellCheck={false}
          hint={t('Your office’s own number for this property. Visitors do not see it.')}
        />
      )}
      <TextAreaField
        name="description"
        label={t(csvColumnLabels.description)}
        required
        rows={5}
        maxLength={MAX_DESCRIPTION_LENGTH}
      />
      <div className="grid gap-4 grid-cols-3 max-md:grid-cols-2">
        <SelectField name="type" label={t(csvColumnLabels.type)} options={optionsOf(propertyTypeLabel)} />
        <SelectField
          name="listing_type"
          label={t(csvColumnLabels.listing_type)}
          options={optionsOf(listingTypeLabel)}
        />
        <SelectField name="status" label={t(csvColumnLabels.status)} options={optionsOf(propertyStatusLabel)} />
      </div>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <AmountField
          name="price"
          kind="pesos"
          label={t(csvColumnLabels.price)}
          required
          hint={suffix ? t('In pesos, per month') : t('In pesos')}
          say={({ value }) => (value > 0 ? `${sayAmount({ value }, 'pesos')}${suffix}` : undefined)}
          doubt={(reading) =>
            askedOfPrice(reading, { listing_type: listingType, type, kept_price: keptPrice }, change)
          }
        />
        <Suspense>
          <LazyPriceHelp area={readArea(area)} {...{ type, listingType, address, city, province }} />
        </Suspense>
      </div>
    </>
  );
}

export function LocationFields({ change }: Pick<PropertyForm, 'change'>) {
  const control = useFormControl<FormValues>();
  const id = useId();
  const [city, province] = useWatch({ control, name: ['city', 'province'] });

  return (
    <>
      <TextField
        name="address"
        label={t(csvColumnLabels.address)}
        required
        maxLength={MAX_ADDRESS_LENGTH}
        placeholder={t('Unit, building, street, barangay')}
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <TextField
          name="city"
          label={t(csvColumnLabels.city)}
          required
          list={`${id}-cities`}
          maxLength={MAX_PLACE_LENGTH}
          autoComplete="off"
          onChange={(text) => change(cityChange(text, { city, province }))}
        />
        <TextField
          name="province"
          label={t(csvColumnLabels.province)}
          required
          list={`${id}-provinces`}
          maxLength={MAX_PLACE_LENGTH}
          autoComplete="off"
        />
      </div>
      <Suggestions id={`${id}-cities`} texts={CITY_SUGGESTIONS} />
      <Suggestions id={`${id}-provinces`} texts={PROVINCES} />
      <BuildingField change={change} />
      <PinField change={change} />
      <div className="grid gap-4 grid-cols-3 max-md:grid-cols-2">
        {factsOfKind('number').map((name) => (
          <NumberFactField key={name} name={name} />
        ))}
        {factsOfKind('choice').map((name) => (
          <SelectField
            key={name}
            name={name}
            label={t(facts[name].label)}
            options={optionsOf(choicesOf(facts[name].labels))}
          />
        ))}
      </div>
      {factsOfKind('flag').map((name) => (
        <SwitchField key={name} name={name} label={t(facts[name].label)} text={t(facts[name].formText)} />
      ))}
    </>
  );
}

function NumberFactField({ name }: { name: ReturnType<typeof factsOfKind<'number'>>[number] }) {
  const { label, formLabel = label, mustBeGiven = false } = facts[name] as NumberFact;
  return <AmountField name={name} kind={kindOf(name)} label={t(formLabel)} required={mustBeGiven} />;
}

const TYPING_MS = 200;

const buildingMatchesQuery = (q: string, city: string) =>
  queryOptions({
    ...queryOf('buildings.list', { query: { q, city } }),
    enabled: q !== '' && city !== '',
    placeholderData: keepPreviousData,
  });

/** A known building, or a new one: one name and city is one building. */
function BuildingField({ change }: Pick<PropertyForm, 'change'>) {
  const control = useFormControl<FormValues>();
  const id = useId();
  const [building, buildingId, city] = useWatch({ control, name: ['building', 'building_id', 'city'] });
  const typed = building.trim();
  const asked = useDebounced(typed, TYPING_MS);
  const matches = useQuery(buildingMatchesQuery(asked, city.trim()));
  const found = matches.data?.buildings ?? [];
  const meant = found.find(({ name }) => foldBuildingName(name) === foldBuildingName(typed));
  const isSettled = asked === typed && matches.isSuccess && !matches.isPlaceholderData;
  const isNew = typed !== '' && buildingId === '' && isSettled && !meant;
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => callApi('buildings.create', { body: { name: typed, city: city.trim() } }),
    onSuccess: (added) => change({ building: added.name, building_id: String(added.id) }),
    // Another user was faster: the building is found now.
    onError: () => void matches.refetch(),
  });
  useEffect(() => {
    if (meant && buildingId === '') change({ building: meant.name, building_id: String(meant.id) });
  }, [meant, buildingId, change]);

  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField
        name="building"
        label={t(csvColumnLabels.building)}
        isOptional
        list={id}
        maxLength={MAX_BUILDING_NAME_LENGTH}
        autoComplete="off"
        hint={
          city.trim() === ''
            ? t('Fill in the city first.')
            : buildingId !== ''
              ? t('The listing appears on this building’s page.')
              : t('Choose a building in {city}, or add it.', { city: city.trim() })
        }
        onChange={(text) => {
          reset();
          change({ building: text, building_id: '' });
        }}
      />
      <Suggestions id={id} texts={found.map(({ name }) => name)} />
      {isNew && (
        <div className="flex flex-wrap items-center gap-3" role="status">
          <span className="text-muted text-sm wrap-anywhere">
            {found.length > 0
              ? t('Not in the list? Add it.')
              : t('No building with this name in {city} yet.', { city: city.trim() })}
          </span>
          <Button variant="outlined" disabled={isPending} onClick={() => mutate()}>
            <Plus size={18} />
            {t('Add “{name}” in {city}', { name: typed, city: city.trim() })}
          </Button>
        </div>
      )}
      <Notice kind="error">{error && failureSentence(error, t('The building could not be added'))}</Notice>
    </div>
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
      <p className="mt-[calc(-1_*_var(--s-space-2))] text-muted text-caption leading-[1.4]">
        {pin ? t('Drag the pin to move it.') : t('Click the map where the property is.')}{' '}
        {t('Without a pin, the listing is not shown on maps.')}{' '}
        {t('You can also paste what a map shows, such as 14.5547, 121.0244, into either field.')}
      </p>
      <div className="h-72">
        <Suspense fallback={waiting}>
          {isKnown ? (
            <LazyPinMap {...{ pin, place, tileUrl }} onPin={(position) => change(pinText(position))} />
          ) : (
            waiting
          )}
        </Suspense>
      </div>
      <Notice kind="info">
        {pin && !isPinInCountry(pin)
          ? t('The pin is outside {name}. Please check its position.', { name: t('the Philippines') })
          : pin &&
            place &&
            isOutside(pin, place) &&
            t('The pin is outside {name}. Please check its position.', { name: place.name })}
      </Notice>
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))_auto] gap-4 items-start max-md:grid-cols-2">
        <PinFields />
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
        <ul className="flex flex-wrap gap-2" aria-label={t(csvColumnLabels.features)}>
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

export const CITY_SUGGESTIONS = [
  ...METRO_MANILA_CITIES,
  ...PLACES.filter(({ kind, province }) => kind === 'city' && province !== PROVINCES[0]),
]
  .map(({ name }) => name)
  .sort((one, other) => one.localeCompare(other, 'en'));

export function namedPlace(city: string): Place | undefined {
  const place = city.trim() === '' ? undefined : findPlace(city);
  return place?.kind === 'region' ? undefined : place;
}

/** A known city sets its province, unless the user typed another one; later it would disturb that typing. */
export function cityChange(city: string, before: { city: string; province: string }) {
  const provinceOf = (name: string) => {
    const place = namedPlace(name);
    return place?.kind === 'city' ? place.province : undefined;
  };
  const isOurs = before.province.trim() === '' || before.province === provinceOf(before.city);
  const province = isOurs ? provinceOf(city) : undefined;
  return province ? { city, province } : { city };
}
