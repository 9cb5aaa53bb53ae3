import { propertyTypeHeading } from '../labels.ts';
import { type Message, msg } from '../messages.ts';
import { formatPriceBound } from '../money.ts';
import type { ListingType, PropertyType } from './vocabulary.ts';

/** The filters that the title of a list says, beside its place. */
export const titledFilters = ['type', 'listing_type', 'bedrooms', 'beds_exact', 'min_price', 'max_price'] as const;

interface TitledSearch {
  type?: PropertyType | null | undefined;
  listing_type?: ListingType | null | undefined;
  bedrooms?: number | null | undefined;
  beds_exact?: number | null | undefined;
  /** Pesos. */
  min_price?: number | null | undefined;
  max_price?: number | null | undefined;
}

type Say = (message: Message) => string;

/**
 * The title of a list, for its page and for the head of that page: '2-bedroom condos for rent in Makati up to ₱40K'.
 * @param location the place's name; empty: none
 * @param say in the reader's language
 */
export function searchTitle(search: TitledSearch, location: string, say: Say): string {
  const homes = homesText(search, say);
  const offer = search.listing_type ?? 'any';
  const heading = location
    ? say(
        msg(
          '{offer, select, sale {{homes} for sale in {location}} rent {{homes} for rent in {location}} lease {{homes} for lease in {location}} other {{homes} in {location}}}',
          { offer, homes, location },
        ),
      )
    : say(
        msg(
          '{offer, select, sale {{homes} for sale} rent {{homes} for rent} lease {{homes} for lease} other {{homes}}}',
          { offer, homes },
        ),
      );
  const [from, to] = [search.min_price, search.max_price].map((pesos) => (pesos ? formatPriceBound(pesos) : ''));
  if (from && to) return say(msg('{heading} from {from} to {to}', { heading, from, to }));
  if (from) return say(msg('{heading} from {from}', { heading, from }));
  return to ? say(msg('{heading} up to {to}', { heading, to })) : heading;
}

/** '2-bedroom condos', 'Condominiums' */
function homesText({ type, bedrooms, beds_exact }: TitledSearch, say: Say): string {
  const plural = type ? propertyTypeHeading[type] : msg('Properties');
  const homes = type === 'condo' ? say(msg('condos')) : say(plural).toLowerCase();
  if (beds_exact === 0) return type ? say(msg('Studio {homes}', { homes })) : say(msg('Studios'));
  if (beds_exact) return say(msg('{bedrooms}-bedroom {homes}', { homes, bedrooms: String(beds_exact) }));
  return bedrooms ? say(msg('{bedrooms}+ bedroom {homes}', { homes, bedrooms: String(bedrooms) })) : say(plural);
}
