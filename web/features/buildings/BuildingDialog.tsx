import { useState } from 'react';
import type { Building, BuildingPermission } from '#shared/contracts/buildings.ts';
import {
  MAX_ADDRESS_LENGTH,
  MAX_BUILDING_NAME_LENGTH,
  MAX_BUILDING_TEXT_LENGTH,
  MAX_FLOOR_PLANS,
  MAX_PLACE_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
} from '#shared/limits.ts';
import { pinProblem, readPinFields } from '#shared/pins.ts';
import { FloorPlansField } from '#web/forms/FloorPlansField.tsx';
import { FieldGrid, Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { NumberField, SelectField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { PinFields } from '#web/forms/PinFields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { type BuildingFacts, permissionLabel, useUpdateBuilding } from './queries.ts';

interface BuildingDialogProps {
  building: Building;
  /** 'empty': only blank fields are offered. */
  mode: 'all' | 'empty';
  onClose(): void;
}

/** The facts of a building: all of them for administrators, the missing ones for agents. */
export function BuildingDialog({ building, mode, onClose }: BuildingDialogProps) {
  const { mutateAsync } = useUpdateBuilding(building.id);
  const values = valuesOf(building);
  const failure = t('The building could not be saved');
  const [isUploading, setIsUploading] = useState(false);
  const form = useForm({
    values,
    check: ({ lat, lng }) => {
      const problem = pinProblem({ lat, lng });
      return problem && { [problem.field]: t(problem.sentence) };
    },
    send: async (typed) => {
      const facts = factsOf(typed, values);
      if (Object.keys(facts).length > 0) await mutateAsync(facts);
      showToast(t('{name} was saved', { name: typed.name.trim() || building.name }));
      onClose();
    },
    place: placeOf,
    failure,
    silent: failure,
  });
  const asks = (name: keyof Values) => mode === 'all' || values[name].length === 0;
  const choices = [
    { value: '', label: t('Not stated') },
    ...Object.entries(permissionLabel).map(([value, label]) => ({ value, label: t(label) })),
  ];
  return (
    <FormDialog
      title={mode === 'all' ? t('Edit Building') : t('Add Missing Details')}
      size="large"
      onClose={onClose}
    >
      <Form form={form}>
        {mode === 'empty' && (
          <p className="text-muted">
            {t('Enter only what you know for sure. Once filled in, only an administrator can change it.')}
          </p>
        )}
        <FormBanner message={form.error} />
        {mode === 'all' && (
          <TextField name="name" label={t('Name')} required maxLength={MAX_BUILDING_NAME_LENGTH} />
        )}
        {asks('address') && (
          <TextField
            name="address"
            label={t('Address')}
            isOptional
            maxLength={MAX_ADDRESS_LENGTH}
            placeholder={t('Street and number, village')}
          />
        )}
        <FieldGrid>
          {mode === 'all' && <TextField name="city" label={t('City')} required maxLength={MAX_PLACE_LENGTH} />}
          {asks('developer') && (
            <TextField name="developer" label={t('Developer')} isOptional maxLength={MAX_SHORT_TEXT_LENGTH} />
          )}
          {asks('year_built') && <NumberField name="year_built" label={t('Year Built')} isOptional step={1} />}
          {asks('floors') && <NumberField name="floors" label={t('Floors')} isOptional step={1} min={1} />}
          {asks('lat') && <PinFields isOptional />}
        </FieldGrid>
        {asks('description') && (
          <TextAreaField
            name="description"
            label={t('Description')}
            isOptional
            rows={4}
            maxLength={MAX_BUILDING_TEXT_LENGTH}
          />
        )}
        {asks('amenities') && (
          <TextAreaField
            name="amenities"
            label={t('Amenities')}
            isOptional
            rows={4}
            hint={t('One per line, such as Swimming Pool')}
          />
        )}
        <FieldGrid>
          {asks('pets') && <SelectField name="pets" label={t('Pets')} options={choices} />}
          {asks('short_lets') && (
            <SelectField name="short_lets" label={t('Short-term rentals')} options={choices} />
          )}
          {asks('smoking') && <SelectField name="smoking" label={t('Smoking')} options={choices} />}
        </FieldGrid>
        {asks('moving_hours') && (
          <TextField
            name="moving_hours"
            label={t('Moving in and out')}
            isOptional
            maxLength={MAX_SHORT_TEXT_LENGTH}
            placeholder={t('Monday to Saturday, 9 AM to 5 PM')}
          />
        )}
        {asks('floor_plans') && <FloorPlansField max={MAX_FLOOR_PLANS} onBusy={setIsUploading} />}
        <FormActions
          isDisabled={isUploading}
          submitLabel={t('Save')}
          sendingLabel={t('Saving...')}
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}

function valuesOf({ coordinates, rules, ...building }: Building) {
  return {
    name: building.name,
    city: building.city,
    address: building.address ?? '',
    lat: String(coordinates?.lat ?? ''),
    lng: String(coordinates?.lng ?? ''),
    developer: building.developer ?? '',
    year_built: String(building.year_built ?? ''),
    floors: String(building.floors ?? ''),
    description: building.description ?? '',
    amenities: building.amenities.join('\n'),
    pets: (rules.pets ?? '') as BuildingPermission | '',
    short_lets: (rules.short_lets ?? '') as BuildingPermission | '',
    smoking: (rules.smoking ?? '') as BuildingPermission | '',
    moving_hours: rules.moving_hours ?? '',
    floor_plans: building.floor_plans,
  };
}

type Values = ReturnType<typeof valuesOf>;

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** Only the fields changed here: changes by others meanwhile stay. */
function factsOf(typed: Values, before: Values): BuildingFacts {
  const isChanged = (...names: (keyof Values)[]) =>
    names.some((name) => String(typed[name]) !== String(before[name]));
  const pin = readPinFields(typed);
  const rules = {
    ...(isChanged('pets') && { pets: typed.pets || null }),
    ...(isChanged('short_lets') && { short_lets: typed.short_lets || null }),
    ...(isChanged('smoking') && { smoking: typed.smoking || null }),
    ...(isChanged('moving_hours') && { moving_hours: typed.moving_hours }),
  };
  return {
    ...(isChanged('name') && { name: typed.name }),
    ...(isChanged('city') && { city: typed.city }),
    ...(isChanged('address') && { address: typed.address }),
    ...(isChanged('lat', 'lng') && {
      coordinates: pin && { lat: pin.lat, lng: pin.lng },
    }),
    ...(isChanged('developer') && { developer: typed.developer }),
    ...(isChanged('year_built') && { year_built: numberOf(typed.year_built) }),
    ...(isChanged('floors') && { floors: numberOf(typed.floors) }),
    ...(isChanged('description') && { description: typed.description }),
    ...(isChanged('amenities') && { amenities: typed.amenities.split('\n') }),
    ...(Object.keys(rules).length > 0 && { rules }),
    ...(isChanged('floor_plans') && { floor_plans: typed.floor_plans }),
  };
}

/** The field that the server's path means: 'rules.pets', 'coordinates.lat', 'amenities.3'. */
function placeOf(path: string): string {
  const [first = '', second] = path.split('.');
  if (first === 'rules' && second) return second;
  if (first === 'coordinates') return second ?? 'lat';
  return first;
}
