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
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { findPlace, type LatLng, METRO_MANILA_CITIES, PLACES, type Place, PROVINCES } from '#shared/places.ts';
import { straightDistance } from '#shared/travelTime.ts';
import { useSession } from '#web/features/auth/index.ts';
import { LazyPinMap } from '#web/features/map/index.ts';
import { LazyPriceHelp } from '#web/features/market/index.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { useFormControl } from '#web/forms/Form.tsx';
import { NumberField, SelectField, SwitchField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useDebounced } from '#web/lib/useSearchText.ts';
import { useSite } from '#web/lib/useSite.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { choicesOf, type FormValues, readNumber, readPin } from './formValues.ts';
import type { PropertyForm } from './usePropertyForm.ts';

export function BasicFields() {
  const { user } = useSession();
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
      {user?.role === 'agent' && (
        <TextField
          name="reference"
          label={t('Your reference')}
          isOptional
          maxLength={MAX_REFERENCE_LENGTH}
          spellCheck={false}
          hint={t('Your office’s own number for this property. Visitors do not see it.')}
        />
      )}
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
          <LazyPriceHelp area={readNumber(area)} {...{ type, listingType, address, city, province }} />
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
  const { label, formLabel = label, decimals, mustBeGiven = false } = facts[name] as NumberFact;
  return <NumberField name={name} label={t(formLabel)} step={decimals === 0 ? 1 : 0.01} required={mustBeGiven} />;
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
        label={t('Building or project')}
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
        {t('Without a pin, the listing is not shown on maps.')}
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
        {pin &&
          place &&
          isOutside(pin, place) &&
          t('The pin is outside {name}. Please check its position.', { name: place.name })}
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

export const CITY_SUGGESTIONS = [
  ...METRO_MANILA_CITIES,
  ...PLACES.filter(({ kind, province }) => kind === 'city' && province !== PROVINCES[0]),
]
  .map(({ name }) => name)
  .sort((one, other) => one.localeCompare(other, 'en'));

/** A district's outline is a rough square, and a city without one is a point. */
const DISTRICT_SLACK_M = 2_000;
const CITY_SLACK_M = 1_000;
const CITY_REACH_M = 15_000;

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

/** Whether a pin stands clearly outside the named place: worth a question, never an error. */
export function isOutside(pin: LatLng, { kind, bounds, center }: Place): boolean {
  if (!bounds) return straightDistance(pin, center) > CITY_REACH_M;
  const nearest = {
    lat: Math.min(bounds.north, Math.max(bounds.south, pin.lat)),
    lng: Math.min(bounds.east, Math.max(bounds.west, pin.lng)),
  };
  return straightDistance(pin, nearest) > (kind === 'district' ? DISTRICT_SLACK_M : CITY_SLACK_M);
}

/** As it is written into the fields: some ten centimetres. */
export const pinText = ({ lat, lng }: LatLng) => ({
  lat: String(Number(lat.toFixed(6))),
  lng: String(Number(lng.toFixed(6))),
});
