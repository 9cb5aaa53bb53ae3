import { LocateFixed, MapPin, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, Suspense, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { stations } from '#shared/gazetteer/stations.ts';
import { travelModeLabel } from '#shared/labels.ts';
import { MAX_REACH_NAME, MAX_REACHES } from '#shared/limits.ts';
import { distanceBetween, nearbyPlaceList } from '#shared/nearbyPlaces.ts';
import { foldText, type LatLng, PLACES } from '#shared/places.ts';
import { TRAVEL_ESTIMATE, type TravelMode, travelModes } from '#shared/travelTime.ts';
import { LazyPinMap } from '#web/features/map/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { ControlBox, controlClass, Field, NativeInput, NativeSelect } from '#web/ui/controls/Field.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { type OwnPlace, useOwnPlaces, useSaveOwnPlaces } from './ownPlaces.ts';

interface Draft {
  key: number;
  name: string;
  point: LatLng | null;
  mode: TravelMode;
  max: string;
}

const MINUTES = [10, 15, 20, 30, 45, 60, 90, 120];
const ANY = 'any';

let lastKey = 0;
const newDraft = (): Draft => ({ key: ++lastKey, name: '', point: null, mode: 'car', max: ANY });
const draftOf = ({ name, lat, lng, mode, max_minutes }: OwnPlace): Draft => ({
  ...newDraft(),
  ...{ name, mode, point: { lat, lng }, max: String(max_minutes ?? ANY) },
});

interface OwnPlacesDialogProps {
  onClose(): void;
  onSaved?: ((places: readonly OwnPlace[]) => void) | undefined;
}

export function OwnPlacesDialog({ onClose, onSaved }: OwnPlacesDialogProps) {
  const places = useOwnPlaces();
  const [drafts, setDrafts] = useState(() => (places.length > 0 ? places.map(draftOf) : [newDraft()]));
  const [wasTried, setWasTried] = useState(false);
  const { mutateAsync: save, isPending, error } = useSaveOwnPlaces();
  const change = (key: number, changes: Partial<Draft>) =>
    setDrafts((all) => all.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));

  const submit = async (form: HTMLFormElement) => {
    flushSync(() => setWasTried(true));
    const named: OwnPlace[] = drafts.flatMap(({ name, point, mode, max }) =>
      name.trim() && point
        ? [{ name: name.trim(), ...point, mode, max_minutes: max === ANY ? null : Number(max) }]
        : [],
    );
    if (named.length < drafts.length) {
      form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      return;
    }
    await save(named);
    onSaved?.(named);
    onClose();
  };

  return (
    <Dialog title={t('Minutes to my places')} size="wide" isBackdropInert onClose={onClose}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget).catch(() => undefined);
        }}
      >
        <p className="text-muted text-md">
          {t(
            'Add places you often go to and see the travel time from each home. Set a maximum to see only homes within it at rush hour.',
          )}
        </p>
        {drafts.map((draft, at) => (
          <PlaceFields
            key={draft.key}
            draft={draft}
            number={at + 1}
            showsProblems={wasTried}
            onChange={(changes) => change(draft.key, changes)}
            onRemove={() => setDrafts(drafts.filter((other) => other !== draft))}
          />
        ))}
        {drafts.length < MAX_REACHES && (
          <Button
            variant="outlined"
            className="justify-self-start"
            onClick={() => setDrafts([...drafts, newDraft()])}
          >
            <Plus size={18} aria-hidden="true" />
            {drafts.length === 0 ? t('Add a place') : t('Add another place')}
          </Button>
        )}
        <p className="text-muted text-sm">{t(TRAVEL_ESTIMATE)}</p>
        <p className="text-danger empty:hidden" role="alert">
          {error && failureSentence(error, t('Your places could not be saved.'))}
        </p>
        <DialogFooter>
          <Button variant="outlined" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={isPending}>
            {isPending ? t('Saving...') : t('Save places')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface PlaceFieldsProps {
  draft: Draft;
  number: number;
  showsProblems: boolean;
  onChange(changes: Partial<Draft>): void;
  onRemove(): void;
}

function PlaceFields({ draft, number, showsProblems, onChange, onRemove }: PlaceFieldsProps) {
  const { name, point, mode, max } = draft;
  // An earlier choice that is none of the list's stays one.
  const minutes = max === ANY || MINUTES.includes(Number(max)) ? MINUTES : [...MINUTES, Number(max)];
  const choose = (chosen: LatLng, itsName = '') =>
    onChange({
      point: { lat: Number(chosen.lat.toFixed(6)), lng: Number(chosen.lng.toFixed(6)) },
      ...(name.trim() === '' && itsName ? { name: itsName.slice(0, MAX_REACH_NAME) } : {}),
    });
  return (
    <fieldset className="grid gap-3 p-4 border border-line rounded-md max-sm:p-3">
      <legend className="visuallyHidden">{name || t('Place {number}', { number })}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <NativeInput
          label={t('Name')}
          placeholder={t('Work, school…')}
          maxLength={MAX_REACH_NAME}
          autoComplete="off"
          value={name}
          problem={showsProblems && name.trim() === '' ? t('Name is required') : undefined}
          onChange={(text) => onChange({ name: text })}
        />
        <IconButton
          className="mt-6"
          label={name ? t('Remove {name}', { name }) : t('Remove this place')}
          icon={<Trash2 size={18} />}
          onClick={onRemove}
        />
      </div>
      {point ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="flex items-center gap-2 min-w-0 text-md">
            <MapPin className="flex-none text-primary" size={18} aria-hidden="true" />
            {describePoint(point)}
          </p>
          <Button variant="plain" size="small" onClick={() => onChange({ point: null })}>
            {t('Choose another point')}
          </Button>
        </div>
      ) : (
        <PointChoice hasProblem={showsProblems} onChoose={choose} />
      )}
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <NativeSelect
          label={t('Travel mode')}
          value={mode}
          options={travelModes.map((value) => ({ value, label: t(travelModeLabel[value]) }))}
          onChange={(chosen) => onChange({ mode: chosen })}
        />
        <NativeSelect
          label={t('At most')}
          value={max}
          options={[
            { value: ANY, label: t('Any time') },
            ...minutes.map((value) => ({
              value: String(value),
              label: t('{minutes} minutes', { minutes: value }),
            })),
          ]}
          onChange={(chosen) => onChange({ max: chosen })}
        />
      </div>
    </fieldset>
  );
}

const NONE = -1;

function PointChoice(props: { hasProblem: boolean; onChoose(point: LatLng, name?: string): void }) {
  const { hasProblem, onChoose } = props;
  const { tileUrl } = useSite();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(NONE);
  const [isMapOpen, setIsMapOpen] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [isLocating, setIsLocating] = useState(false);
  const listId = useId();
  const found = findKnownPlaces(typed);
  const pick = (place: KnownPlace) => onChoose(place, place.name);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const places = found.length + 1;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((now) => ((now + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter') {
      // Without an active entry Enter picks the first one.
      event.preventDefault();
      const chosen = found[Math.max(active, 0)];
      if (chosen) pick(chosen);
    } else if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      setTyped('');
    }
  };

  const locate = () => {
    setTrouble('');
    setIsLocating(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => onChoose({ lat: coords.latitude, lng: coords.longitude }),
      () => {
        setIsLocating(false);
        setTrouble(t('Your position is not available. Search for the place, or pick it on the map.'));
      },
      { timeout: 15_000, maximumAge: 60_000 },
    );
  };

  const problem = trouble || (hasProblem ? t('Choose where it is') : undefined);
  return (
    <div className="grid gap-2">
      <Field label={t('Location')} problem={problem} hint={t('A station, an area, a school, a hospital, a mall')}>
        {(control) => (
          <ControlBox icon={<MapPin size={18} />}>
            <input
              {...control}
              className={`${controlClass} pl-10.5`}
              role="combobox"
              autoComplete="off"
              spellCheck={false}
              aria-autocomplete="list"
              aria-expanded={found.length > 0}
              aria-controls={found.length > 0 ? listId : undefined}
              aria-activedescendant={active === NONE ? undefined : `${listId}-${active}`}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setActive(NONE);
              }}
              onKeyDown={onKeyDown}
            />
          </ControlBox>
        )}
      </Field>
      {found.length > 0 && (
        <div
          id={listId}
          role="listbox"
          className="grid p-1 border border-line rounded-md"
          aria-label={t('Places')}
        >
          {found.map((place, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
            <div
              key={`${place.name} ${place.note} ${place.lat}`}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className="option justify-between text-md hover:bg-primary-soft aria-selected:bg-primary-soft"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(place)}
            >
              <span dir="auto" className="min-w-0 truncate">
                {place.name}
              </span>
              <span className="flex-none text-muted text-xs">{place.note}</span>
            </div>
          ))}
        </div>
      )}
      {typed.trim() !== '' && found.length === 0 && (
        <p className="text-muted text-sm" role="status">
          {t('We could not find this place. Pick it on the map.')}
        </p>
      )}
      <div className="flex flex-wrap gap-1">
        {'geolocation' in navigator && (
          <Button variant="plain" size="small" disabled={isLocating} onClick={locate}>
            <LocateFixed size={16} aria-hidden="true" />
            {isLocating ? t('Finding your position…') : t('Use my position')}
          </Button>
        )}
        <Button variant="plain" size="small" aria-expanded={isMapOpen} onClick={() => setIsMapOpen(!isMapOpen)}>
          <MapPin size={16} aria-hidden="true" />
          {t('Pick on the map')}
        </Button>
      </div>
      {isMapOpen && (
        <div className="h-64">
          <Suspense fallback={<Skeleton height="100%" />}>
            <LazyPinMap pin={null} place={undefined} tileUrl={tileUrl} onPin={onChoose} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Frequent destinations of people: stations, areas, schools, hospitals, shops. */
interface KnownPlace extends LatLng {
  name: string;
  /** Distinguishes places of one name: 'MRT-3 station', 'Quezon City'. */
  note: string;
}

const known: (KnownPlace & { words: string[] })[] = [
  ...stations.map(({ name, line, lat, lng, aliases }) => ({
    ...{ name, lat, lng, note: line },
    words: wordsOf([name, line, ...aliases].join(' ')),
  })),
  ...PLACES.filter(({ kind }) => kind !== 'region').map(
    ({ name, shortName, city, province, center, aliases }) => ({
      ...center,
      name: shortName ?? name,
      note: city ? (PLACES.find(({ slug }) => slug === city)?.name ?? '') : province,
      words: wordsOf([name, shortName ?? '', ...aliases].join(' ')),
    }),
  ),
  ...nearbyPlaceList
    .filter(isNoStation)
    .map(({ name, lat, lng }) => ({ ...{ name, note: '', lat, lng }, words: wordsOf(name) })),
];

function isNoStation({ lat, lng }: LatLng): boolean {
  return !stations.some((station) => station.lat === lat && station.lng === lng);
}

function wordsOf(text: string): string[] {
  return foldText(text).split(' ').filter(Boolean);
}

const MOST = 7;

/** Places of which every typed word begins a word, places whose name begins with the typed text first. */
function findKnownPlaces(typed: string): KnownPlace[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [];
  const start = wanted.join(' ');
  const fits = known.filter(({ words }) => wanted.every((word) => words.some((other) => other.startsWith(word))));
  const rank = ({ name }: KnownPlace) => (foldText(name).startsWith(start) ? 0 : 1);
  return fits.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST);
}

const NEAR_METERS = 400;

function describePoint(point: LatLng): string {
  const [nearest] = known
    .map((place) => ({ ...place, meters: distanceBetween(place, point) }))
    .filter(({ meters }) => meters <= NEAR_METERS)
    .toSorted((one, other) => one.meters - other.meters);
  if (!nearest) return `${point.lat.toFixed(4)}, ${point.lng.toFixed(4)}`;
  const name = nearest.note ? `${nearest.name} (${nearest.note})` : nearest.name;
  return nearest.meters < 5 ? name : t('Near {name}', { name });
}
