import { knownPlaceIndex } from '#server/features/search/suggestNames.ts';
import type { Service } from '#server/http/routing.ts';
import { MAX_PLACES, type placesCalls } from '#shared/contracts/places.ts';
import { addressWords } from '#shared/gazetteer/names.ts';

/** Known places of the table; nothing here reads the database. */
export const placesService = (): Service<typeof placesCalls> => ({
  async find({ query: { q = '' } }) {
    const found = knownPlaceIndex.find(addressWords(q)).slice(0, MAX_PLACES);
    return { places: found.map(({ item: { slug, name, kind, lat, lng } }) => ({ slug, name, kind, lat, lng })) };
  },
});
