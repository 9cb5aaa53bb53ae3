import { ImageUp, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Building, BuildingPermission } from '#shared/contracts/buildings.ts';
import {
  imageMessages,
  MAX_ADDRESS_LENGTH,
  MAX_BUILDING_NAME_LENGTH,
  MAX_BUILDING_TEXT_LENGTH,
  MAX_FLOOR_PLANS,
  MAX_IMAGE_BYTES,
  MAX_PLACE_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
} from '#shared/limits.ts';
import { DropZone, useFileDrop } from '#web/forms/DropZone.tsx';
import { FieldGrid, Form, FormActions, FormBanner, useFormControl } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { NumberField, SelectField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { PictureFailure } from '#web/lib/pictures/drawPicture.ts';
import { createPicturePreparer, MAX_SENT_SIDE } from '#web/lib/pictures/preparePictures.ts';
import { uploadPicture } from '#web/lib/uploadPicture.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { type BuildingFacts, permissionLabel, useUpdateBuilding } from './queries.ts';

interface BuildingDialogProps {
  building: Building;
  /** 'empty': only what nobody has filled in is offered. */
  mode: 'all' | 'empty';
  onClose(): void;
}

/** The facts of a building: everything for administrators, for agents what is still missing. */
export function BuildingDialog({ building, mode, onClose }: BuildingDialogProps) {
  const { mutateAsync } = useUpdateBuilding(building.id);
  const values = valuesOf(building);
  const failure = t('The building could not be saved');
  const [isUploading, setIsUploading] = useState(false);
  const form = useForm({
    values,
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
          {mode === 'all' && (
            <TextField name="city" label={t('City')} required maxLength={MAX_PLACE_LENGTH} />
          )}
          {asks('developer') && (
            <TextField name="developer" label={t('Developer')} isOptional maxLength={MAX_SHORT_TEXT_LENGTH} />
          )}
          {asks('year_built') && (
            <NumberField name="year_built" label={t('Year Built')} isOptional step={1} />
          )}
          {asks('floors') && <NumberField name="floors" label={t('Floors')} isOptional step={1} min={1} />}
          {asks('lat') && (
            <>
              <NumberField name="lat" label={t('Latitude')} isOptional min={-90} max={90} step="any" />
              <NumberField name="lng" label={t('Longitude')} isOptional min={-180} max={180} step="any" />
            </>
          )}
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
        {asks('floor_plans') && <FloorPlansField onBusy={setIsUploading} />}
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
const permissionOf = (text: BuildingPermission | '') => (text === '' ? null : text);

/** Only what was changed here: what somebody else filled in meanwhile stays. */
function factsOf(typed: Values, before: Values): BuildingFacts {
  const isChanged = (...names: (keyof Values)[]) =>
    names.some((name) => String(typed[name]) !== String(before[name]));
  const { lat, lng, pets, short_lets, smoking, moving_hours } = typed;
  const rules = {
    ...(isChanged('pets') && { pets: permissionOf(pets) }),
    ...(isChanged('short_lets') && { short_lets: permissionOf(short_lets) }),
    ...(isChanged('smoking') && { smoking: permissionOf(smoking) }),
    ...(isChanged('moving_hours') && { moving_hours }),
  };
  const hasPlace = lat.trim() !== '' || lng.trim() !== '';
  return {
    ...(isChanged('name') && { name: typed.name }),
    ...(isChanged('city') && { city: typed.city }),
    ...(isChanged('address') && { address: typed.address }),
    ...(isChanged('lat', 'lng') && {
      coordinates: hasPlace ? { lat: Number(lat || Number.NaN), lng: Number(lng || Number.NaN) } : null,
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

/** Sent as they are chosen; the address stands in the form. */
function FloorPlansField({ onBusy }: { onBusy(isBusy: boolean): void }) {
  const { field, fieldState } = useController({ control: useFormControl<Values>(), name: 'floor_plans' });
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const plans = field.value;

  const add = async (files: File[]) => {
    if (progress || files.length === 0) return;
    setProblem(null);
    onBusy(true);
    const prepare = createPicturePreparer();
    let all = plans;
    for (const [at, file] of files.slice(0, MAX_FLOOR_PLANS - plans.length).entries()) {
      setProgress({ done: at, all: files.length });
      try {
        const job = { turn: 0, maxSide: MAX_SENT_SIDE, maxBytes: MAX_IMAGE_BYTES } as const;
        const { picture } = await prepare(file, job, new AbortController().signal);
        const url = await uploadPicture(picture, { name: file.name });
        all = [...new Set([...all, url])];
        field.onChange(all);
      } catch (error) {
        setProblem(
          error instanceof PictureFailure
            ? t(imageMessages.unreadable(file.name))
            : failureSentence(error, t('The image could not be uploaded. Please try again.')),
        );
      }
    }
    setProgress(null);
    onBusy(false);
  };
  const { isOver, handlers } = useFileDrop((files) => void add(files));
  const fault = problem ?? fieldState.error?.message;

  return (
    <div className="grid grid-cols-1 gap-3" {...handlers}>
      <p className="text-sm font-semibold leading-[1.3]">
        {t('Floor plans')} <span className="text-muted font-[450]">{t('(optional)')}</span>
      </p>
      <DropZone
        accept="image/*"
        multiple
        isDraggedOver={isOver}
        isBusy={progress !== null}
        disabled={plans.length >= MAX_FLOOR_PLANS || progress !== null}
        icon={ImageUp}
        title={
          progress
            ? t('Uploading {number} of {count}…', { number: progress.done + 1, count: progress.all })
            : t('Drop images of floor plans here, or choose them')
        }
        aria-describedby={problemId}
        onFiles={(files) => void add(files)}
      >
        <span className="text-muted text-sm">
          {t('PNG, JPG, GIF or WebP, up to {max}', { max: MAX_FLOOR_PLANS })}
        </span>
      </DropZone>
      <div id={problemId}>
        <Notice kind="error">{fault}</Notice>
      </div>
      {plans.length > 0 && (
        <ul className="grid grid-fill-[8rem] gap-3" aria-label={t('Floor plans')}>
          {plans.map((src, at) => (
            <li
              key={src}
              className="relative aspect-3/2 overflow-hidden border border-line rounded-md bg-skeleton"
            >
              <Picture src={src} alt={t('Floor plan {number}', { number: at + 1 })} sizes="9rem" />
              <span className="absolute top-1 right-1 rounded-full bg-surface shadow-sm">
                <IconButton
                  label={t('Remove floor plan {number}', { number: at + 1 })}
                  icon={<X size={18} aria-hidden="true" />}
                  onClick={() => field.onChange(plans.filter((other) => other !== src))}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
