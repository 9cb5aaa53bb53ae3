import { stations } from '#shared/gazetteer/stations.ts';
import { distanceBetween, nearbyPlaceList } from '#shared/nearbyPlaces.ts';
import { foldText, type LatLng, PLACES } from '#shared/places.ts';
import { t } from '#web/lib/i18n.tsx';

/** Frequent destinations of people: stations, areas, schools, hospitals, shops. */
export interface KnownPlace extends LatLng {
  name: string;
  /** Distinguishes places of one name: 'MRT-3 station', 'Quezon City'. */
  note: string;
}

const known: (KnownPlace & { words: string[] })[] = [
  ...stations.map(({ name, line, lat, lng, aliases }) => ({
    ...{ name, note: line, lat, lng },
    words: wordsOf([name, line, ...aliases].join(' ')),
  })),
  ...PLACES.filter(({ kind }) => kind !== 'region').map(
    ({ name, shortName, city, province, center, aliases }) => ({
      ...{ name: shortName ?? name, note: city ? cityName(city) : province, ...center },
      words: wordsOf([name, shortName ?? '', ...aliases].join(' ')),
    }),
  ),
  ...nearbyPlaceList.filter(isNoStation).map(({ name, lat, lng }) => ({
    ...{ name, note: '', lat, lng },
    words: wordsOf(name),
  })),
];

/** Whether the place is not among the stations already. */
function isNoStation({ lat, lng }: LatLng): boolean {
  return !stations.some((station) => station.lat === lat && station.lng === lng);
}

function cityName(slug: string): string {
  return PLACES.find((place) => place.slug === slug)?.name ?? '';
}

function wordsOf(text: string): string[] {
  return foldText(text).split(' ').filter(Boolean);
}

const MOST = 7;

/** Places of which every typed word begins a word, places whose name begins with the typed text first. */
export function findKnownPlaces(typed: string): KnownPlace[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [];
  const start = wanted.join(' ');
  const fits = known.filter(({ words }) =>
    wanted.every((word) => words.some((other) => other.startsWith(word))),
  );
  const rank = ({ name }: KnownPlace) => (foldText(name).startsWith(start) ? 0 : 1);
  return fits.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST);
}

const NEAR_METERS = 400;

/** Where a point is, in words. */
export function describePoint(point: LatLng): string {
  const [nearest] = known
    .map((place) => ({ ...place, meters: distanceBetween(place, point) }))
    .filter(({ meters }) => meters <= NEAR_METERS)
    .toSorted((one, other) => one.meters - other.meters);
  if (!nearest) return `${point.lat.toFixed(4)}, ${point.lng.toFixed(4)}`;
  const name = nearest.note ? `${nearest.name} (${nearest.note})` : nearest.name;
  return nearest.meters < 5 ? name : t('Near {name}', { name });
}
