import { languageCodes } from '#server/languages.ts';
import { areas } from '#shared/areas.ts';
import { propertyListQuery } from '#shared/contracts/properties.ts';
import { knownPlaceBySlug, knownPlacesNamed } from '#shared/gazetteer/knownPlaces.ts';
import { foldText } from '#shared/gazetteer/names.ts';
import { propertyTypeHeading, propertyTypeLabel } from '#shared/labels.ts';
import { isPublicPage, localizedPath, splitLanguage } from '#shared/languages.ts';
import { filterNames, filters } from '#shared/listing/filters.ts';
import { listingTypes, propertySorts, propertyTypes } from '#shared/listing/vocabulary.ts';
import { findPlace } from '#shared/places.ts';

/** The characters of public addresses: others belong to no page, and are left as they are. */
const PLAIN_PATH = /^[a-z0-9/-]*$/;

/**
 * The usual spelling of a readable public address: of '/Properties?type=Condo%20' it is '/properties?type=condo'.
 * @param search with its question mark, or empty. @returns null where the address is spelled so, or is no public page.
 */
export function usualAddress(given: string, search: string): string | null {
  const { language, path } = splitLanguage(decode(given).trim().toLowerCase(), languageCodes);
  const usual = usualArea(path) ?? usualKnownPlace(path) ?? path;
  if (!PLAIN_PATH.test(usual) || !isPublicPage(usual.replace(/(?<=.)\/+$/, ''))) return null;
  const query = search.slice(1);
  const usualQuery = usual === '/properties' ? spellQuery(query) : query;
  const address = localizedPath(language, usual);
  if (address === given && usualQuery === query) return null;
  return address + (usualQuery && `?${usualQuery}`);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** '/locations/quezon city' and '/locations/bonifacio-global-city' are the pages of these places. */
function usualArea(path: string): string | null {
  const [, name = ''] = /^\/locations\/([^/]+)$/.exec(path) ?? [];
  if (!name || areas.some(({ slug }) => slug === name)) return null;
  const place = findPlace(name.replaceAll('-', ' '));
  return areas.some(({ slug }) => slug === place?.slug) ? `/locations/${place?.slug}` : null;
}

/** '/near/mall of asia' is the page of the place with that name. */
function usualKnownPlace(path: string): string | null {
  const [, name = ''] = /^\/near\/([^/]+)$/.exec(path) ?? [];
  if (!name || knownPlaceBySlug(name)) return null;
  const [place, ...others] = knownPlacesNamed(foldText(name))?.places ?? [];
  return place && others.length === 0 ? `/near/${place.slug}` : null;
}

const REPEATED: readonly string[] = [
  ...['type', 'location', 'exclude_location', 'exclude_type', 'exclude_features', 'near'],
  ...['area', 'reach', 'reach_name'],
];

/** Of several values of most filters the first stays, as the page reads them; other parameters stay as they are. */
function spellQuery(query: string): string {
  const seen = new Set<string>();
  return query
    .split('&')
    .flatMap((pair) => {
      const [[name, value] = ['', '']] = new URLSearchParams(pair);
      if (!Object.hasOwn(propertyListQuery.shape, name)) return [pair];
      if (seen.has(name) && !REPEATED.includes(name)) return [];
      seen.add(name);
      const spelled = spellValue(name, value.trim());
      if (spelled === value) return [pair];
      return spelled === '' ? [] : [String(new URLSearchParams([[name, spelled]]))];
    })
    .join('&');
}

function spellValue(name: string, value: string): string {
  const lower = value.toLowerCase();
  const among = (known: readonly string[]) => known.find((one) => one === lower) ?? value;
  if (name === 'type')
    return (
      propertyTypes.find((type) => type === lower) ??
      propertyTypes.find((type) =>
        [propertyTypeLabel, propertyTypeHeading].some((words) => words[type].id.toLowerCase() === lower),
      ) ??
      among(listingTypes)
    );
  if (name === 'sort') return among(propertySorts);
  const known = filterNames.find((one) => one === name);
  const filter = known && filters[known];
  if (!filter) return value;
  if (filter.value === 'flag') return among(['true', 'false']);
  if (filter.value === 'choice') return among(filter.values);
  // '1,000,000'
  const number = /^\d{1,3}(,\d{3})+$/.test(value) ? value.replaceAll(',', '') : value;
  return filter.most !== undefined && Number(number) > filter.most ? String(filter.most) : number;
}
