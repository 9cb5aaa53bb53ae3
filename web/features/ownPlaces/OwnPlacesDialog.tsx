import { LocateFixed, MapPin, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { knownPlaces } from '#shared/gazetteer/knownPlaces.ts';
import { foldAddress } from '#shared/gazetteer/names.ts';
import { stations } from '#shared/gazetteer/stations.ts';
import { travelModeLabel } from '#shared/labels.ts';
import { MAX_REACH_NAME, MAX_REACHES } from '#shared/limits.ts';
import { distanceBetween } from '#shared/nearbyPlaces.ts';
import { foldText, type LatLng, PLACES } from '#shared/places.ts';
import { TRAVEL_ESTIMATE, type TravelMode, travelModes } from '#shared/travelTime.ts';
import { LazyPinMap } from '#web/features/map/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { ComboBox } from '#web/ui/controls/ComboBox.tsx';
import { NativeInput, NativeSelect } from '#web/ui/controls/Field.tsx';
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

function PointChoice(props: { hasProblem: boolean; onChoose(point: LatLng, name?: string): void }) {
  const { hasProblem, onChoose } = props;
  const { tileUrl } = useSite();
  const [typed, setTyped] = useState('');
  const [isMapOpen, setIsMapOpen] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [isLocating, setIsLocating] = useState(false);
  const found = findDestinations(typed);

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
      <ComboBox
        label={t('Location')}
        problem={problem}
        hint={t('A station, an area, a school, a hospital, a mall')}
        Icon={MapPin}
        typed={typed}
        onType={setTyped}
        listLabel={t('Places')}
        options={found.map(({ key, name, note }) => ({ key, text: name, note }))}
        onPick={(index) => {
          const place = found[index];
          if (place) onChoose(place, place.name);
        }}
      />
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

/** A frequent destination: a known place, or an area. */
interface Destination extends LatLng {
  key: string;
  name: string;
  /** Distinguishes places of one name: 'MRT-3', 'Quezon City'. */
  note: string;
  /** Folded. */
  names: readonly string[];
}

/** As typed, and written out: 'Brgy. Sta. Ana' is 'Santa Ana'. */
const spellingsOf = (text: string): string[] => [...new Set([foldText(text), foldAddress(text)])];

const lineOf = new Map(stations.map(({ slug, name, line }) => [slug, { name, line }]));

const destinations: readonly Destination[] = [
  // A line is at no one point.
  ...knownPlaces
    .filter(({ kind }) => kind !== 'line')
    .map(({ slug, name, lat, lng, names }) => {
      const station = lineOf.get(slug);
      const spellings = names.flatMap(spellingsOf);
      return { key: slug, name: station?.name ?? name, note: station?.line ?? '', lat, lng, names: spellings };
    }),
  ...PLACES.filter(({ kind }) => kind !== 'region').map(
    ({ slug, name, shortName, city, province, center, aliases }) => ({
      ...center,
      key: `area ${slug}`,
      name: shortName ?? name,
      note: PLACES.find((place) => place.slug === city)?.name ?? province,
      names: [shortName ?? name, name, ...aliases].flatMap(spellingsOf),
    }),
  ),
];

const MOST = 7;

/** The ranks of a name for a typed text: it is it, begins with it, or has its words. */
const ranks = [
  (name: string, typed: string) => name === typed,
  (name: string, typed: string) => name.startsWith(typed),
  (name: string, typed: string) =>
    typed.split(' ').every((word) => name.split(' ').some((other) => other.startsWith(word))),
];

/** Destinations of which a name fits the typed text, those it fits best first. */
function findDestinations(typed: string): Destination[] {
  const wanted = spellingsOf(typed).filter(Boolean);
  if (wanted.length === 0) return [];
  const rankOf = ({ names }: Destination) =>
    ranks.findIndex((fits) => names.some((name) => wanted.some((one) => fits(name, one))));
  return destinations
    .map((place) => ({ place, rank: rankOf(place) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST)
    .map(({ place }) => place);
}

const NEAR_METERS = 400;

function describePoint(point: LatLng): string {
  const [nearest] = destinations
    .map((place) => ({ ...place, meters: distanceBetween(place, point) }))
    .filter(({ meters }) => meters <= NEAR_METERS)
    .toSorted((one, other) => one.meters - other.meters);
  if (!nearest) return `${point.lat.toFixed(4)}, ${point.lng.toFixed(4)}`;
  const name = nearest.note ? `${nearest.name} (${nearest.note})` : nearest.name;
  return nearest.meters < 5 ? name : t('Near {name}', { name });
}
