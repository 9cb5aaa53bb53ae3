import type { BuildingModel } from '#server/db/models.ts';
import { countedReviews, readAgent } from '#server/features/agents/reads.ts';
import { countOffers } from '#server/features/buildings/reads.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readPublicOffice } from '#server/features/offices/reads.ts';
import { buildingMeant } from '#server/features/properties/buildings.ts';
import { isPublic } from '#server/features/properties/policy.ts';
import { presentProperty, readListing } from '#server/features/properties/reads.ts';
import { readOfferIds } from '#server/features/properties/sameHome.ts';
import { areas } from '#shared/areas.ts';
import type { BuildingPage } from '#shared/contracts/buildings.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { isStudio } from '#shared/homes.ts';
import { propertyTypeLabel } from '#shared/labels.ts';
import { english } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';

/** What a page is about, for those who do not run its scripts: search engines, and messengers that preview a link. */
export interface Page {
  /** Without the site's name; null is the site itself. */
  title: string | null;
  /** Null is the site's own. */
  description: string | null;
  /** Address of a picture on this server. */
  image: string | null;
  /** The picture is of a person's face, which is not to be cut to another shape. */
  isPortrait: boolean;
  /** Pesos; null for what has no price. */
  price: number | null;
  /** The address without the query; null for pages that belong in no search engine. */
  path: string | null;
  /** Where search engines are sent, when it is another page than this. */
  canonicalPath?: string;
}

/** Pages that are the same for everybody and always there. */
export const fixedPages: Record<string, Pick<Page, 'title' | 'description'>> = {
  '/': { title: null, description: null },
  '/properties': {
    title: english('Properties'),
    description: english(
      'Homes, offices and land for sale, rent and lease in Metro Manila, as a list and on a map.',
    ),
  },
  '/agents': {
    title: english('Our Agents'),
    description: english('Licensed real estate agents in Metro Manila.'),
  },
  '/locations': {
    title: english('Locations'),
    description: english('The cities and districts of Metro Manila, one by one.'),
  },
  '/about': { title: english('About Us'), description: null },
  '/terms': { title: english('Terms of Service'), description: null },
  '/privacy': { title: english('Privacy Policy'), description: null },
};

const LONGEST_DESCRIPTION = 200;
/** Of a page that is not known. */
export const nothing: Page = {
  title: null,
  description: null,
  image: null,
  isPortrait: false,
  price: null,
  path: null,
};

/** @param path of the address, without its query. What is hidden or does not exist is described as nothing. */
export async function describePage(context: ServerContext, path: string): Promise<Page> {
  const { db } = context;
  const fixed = fixedPages[path];
  if (fixed) return { ...nothing, ...fixed, path };
  const [, kind, name = ''] =
    /^\/(properties|agents|offices|buildings|locations)\/([a-z0-9-]+)$/.exec(path) ?? [];
  if (kind === 'locations') {
    const area = areas.find(({ slug }) => slug === name);
    return area
      ? {
          ...nothing,
          title: english('Properties in {name}', { name: area.name }),
          description: english(area.summary),
          path,
        }
      : nothing;
  }
  // At most nine digits: anything longer is no id, and larger than some databases' numbers.
  if (!/^[1-9]\d{0,8}$/.test(name)) return nothing;
  if (kind === 'properties') {
    const row = await readListing(db, Number(name));
    if (!row || !isPublic(row)) return nothing;
    // Of a home that several agents offer, search engines are told of one page.
    const [canonical = row.id] = await readOfferIds(db, row.id);
    const page = describeListing(presentProperty(row), path);
    return { ...page, canonicalPath: `/properties/${canonical}` };
  }
  if (kind === 'buildings') {
    const row = await buildingMeant(db, await db.models.Building.findByPk(Number(name)));
    return row ? describeBuilding(row, await countOffers(db, row.id)) : nothing;
  }
  if (kind === 'offices') {
    const found = await readPublicOffice(context, Number(name));
    if (!found) return nothing;
    const about = found.office.about?.replace(/\s+/g, ' ').trim();
    return { ...nothing, title: found.office.name, description: about ? shorten(about) : null, path };
  }
  const agent = kind === 'agents' ? await readAgent(db, Number(name), countedReviews(context)) : undefined;
  if (!agent) return nothing;
  const about = [agent.title, agent.specialization, agent.location].filter(Boolean).join(' · ');
  return {
    ...nothing,
    title: agent.name,
    description: about || null,
    image: agent.avatar_url,
    isPortrait: true,
    path,
  };
}

/** At its own address, also where a name that was merged away led to it. */
function describeBuilding(
  { id, name, city, address, developer, year_built, description, floor_plans }: BuildingModel,
  { sale = 0, rent = 0 }: BuildingPage['listings'],
): Page {
  const facts = [
    [address, city].filter(Boolean).join(', '),
    sale > 0 && english('{count} for sale', { count: sale }),
    rent > 0 && english('{count} for rent', { count: rent }),
    developer && english('Developer: {developer}', { developer }),
    year_built && english('Year built: {year}', { year: String(year_built) }),
  ];
  const about = description?.replace(/\s+/g, ' ').trim() ?? '';
  return {
    ...nothing,
    title: english('{name}, {city}', { name, city }),
    description: shorten(`${facts.filter(Boolean).join(' · ')}. ${about}`.trim()),
    image: floor_plans[0] ?? null,
    path: `/buildings/${id}`,
  };
}

function describeListing(listing: Property, path: string): Page {
  const { title, price, type, listing_type, details, location, description, images } = listing;
  const facts = [
    english('{offer, select, sale {{type} for sale} rent {{type} for rent} other {{type} for lease}}', {
      offer: listing_type,
      type: english(propertyTypeLabel[type]),
    }),
    `${formatFullPrice(price)}${english(priceSuffix(listing_type))}`,
    isStudio({ type, bedrooms: details.bedrooms }) && english('Studio'),
    details.bedrooms > 0 &&
      english('{count, plural, one {# bedroom} other {# bedrooms}}', { count: details.bedrooms }),
    details.area_sqm > 0 && english('{area} sqm', { area: details.area_sqm }),
    location.city,
  ];
  const text = `${facts.filter(Boolean).join(' · ')}. ${description.replace(/\s+/g, ' ').trim()}`;
  return { ...nothing, title, description: shorten(text), image: images[0] ?? null, price, path };
}

/** At the end of a word. */
function shorten(text: string): string {
  if (text.length <= LONGEST_DESCRIPTION) return text;
  return `${text.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, '')}…`;
}
