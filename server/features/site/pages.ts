import type { Thing } from 'schema-dts';
import type { BuildingModel } from '#server/db/models.ts';
import { SharedCache } from '#server/db/sharedCache.ts';
import { countedReviews, presentAgent, readAgent, readAgentNames } from '#server/features/agents/reads.ts';
import { countOffers, readNewestPicture } from '#server/features/buildings/reads.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readPublicOffice } from '#server/features/offices/reads.ts';
import { type ListingReads, listingReads } from '#server/features/properties/list/liveListings.ts';
import { readOfferIds } from '#server/features/properties/reads/sameHome.ts';
import { readStanding } from '#server/features/properties/reads/similar.ts';
import { type ListingRow, presentProperty } from '#server/features/properties/reads.ts';
import { buildingMeant } from '#server/features/properties/writes/buildings.ts';
import { readReviewsOf } from '#server/features/reviews/service.ts';
import { i18nFor, languageCodes } from '#server/languages.ts';
import type { EventBus } from '#server/realtime/bus.ts';
import { areas } from '#shared/areas.ts';
import type { BuildingPage } from '#shared/contracts/buildings.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { knownPlaceBySlug } from '#shared/gazetteer/knownPlaces.ts';
import { helpQuestions } from '#shared/help.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { DEFAULT_LANGUAGE, localizedPath, splitLanguage } from '#shared/languages.ts';
import { USUAL_NEAR_METRES } from '#shared/limits.ts';
import { nearDistance } from '#shared/listing/filters.ts';
import { isStudio } from '#shared/listing/vocabulary.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { type Message, msg, translate } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { readFilteredList, readListed, readPlaceList, titleOfList } from './filteredList.ts';
import { type LinkPicture, linkPicture, linkPictureAddress } from './linkPicture.ts';
import {
  type Addresses,
  agentThing,
  breadcrumbs,
  itemList,
  listingThing,
  officeThing,
  placeThing,
  questionsThing,
  type Step,
  siteThings,
} from './structuredData.ts';

/** The description of a page for readers without scripts: search engines, and messengers that preview a link. */
export interface Page {
  /** 404: no such page; 410: the page was removed. */
  status: 200 | 404 | 410;
  /** The code of the page's language. */
  language: string;
  /** Without the site's name; null is the site itself. */
  title: string | null;
  /** Null is the site's own. */
  description: string | null;
  /** The preview picture; null: none. */
  picture: LinkPicture | null;
  /** Pesos; null: no price. */
  price: number | null;
  /** The default language's address, with the relevant part of the query; null for pages outside of search engines. */
  path: string | null;
  /** Set where search engines should index another page instead. */
  canonicalPath?: string;
  /** Set where a link to the page is previewed as itself, although search engines index another page. */
  isSharedAsItself?: boolean;
  /** schema.org data. */
  data: readonly Thing[];
}

type FixedPage = Record<'title' | 'description', Message>;

/** Pages that always exist and are equal for all readers; the title of the home page is the site's name. */
export const fixedPages: Record<string, FixedPage> = {
  '/': {
    title: msg('Home'),
    description: msg('Homes, condominiums and offices for sale, rent and lease across Metro Manila.'),
  },
  '/properties': {
    title: msg('Properties'),
    description: msg('Homes, offices and land for sale, rent and lease in Metro Manila, as a list and on a map.'),
  },
  '/agents': {
    title: msg('Our Agents'),
    description: msg(
      'Real estate agents and brokers in Metro Manila with their ratings, reviews, languages and homes. See whose PRC license was checked, and write to them.',
    ),
  },
  '/locations': {
    title: msg('Locations'),
    description: msg('The cities and districts of Metro Manila, one by one.'),
  },
  '/about': {
    title: msg('About Us'),
    description: msg('Our mission and values, the people behind the site, and how to reach us.'),
  },
  '/help': {
    title: msg('Help'),
    description: msg(
      'How to contact an agent and book a viewing, what the checks mean, what it costs, and what becomes of your data.',
    ),
  },
  '/terms': {
    title: msg('Terms of Service'),
    description: msg('The rules for searching, listing and writing to people here, for seekers and for agents.'),
  },
  '/privacy': {
    title: msg('Privacy Policy'),
    description: msg(
      'Which data this site keeps about you, why and for how long, who sees it, and how to get or delete it.',
    ),
  },
  '/accessibility': {
    title: msg('Accessibility'),
    description: msg(
      'How this site works with keyboards, screen readers and large text, what is still missing, and where to report a problem.',
    ),
  },
};

/** Pages of the web UI for one user, or made of the browser's data: they exist, and are in no search engine. */
const privatePage =
  /^\/(?:compare|reset-password|sign-in\/callback|verify-email|refuse-email-change|lists(?:\/[^/]+(?:\/route)?|\/join\/[^/]+)?|slots\/[^/]+|conversations\/[^/]+|account(?:\/[^/]+)?|profile|dashboard|settings|favorites|viewings\/route\/[^/]+|saved-searches|agent-dashboard|desk(?:\/[^/]+)?|admin-dashboard|index\.html)$/;

const LONGEST_DESCRIPTION = 200;
/** Agents on a page of the directory, and in its data. */
const LISTED_AGENTS = 100;
/** Stands for filters and order of the directory, which make no page of their own. */
const FILTERED = 'filtered=1';
const directoryFilters = ['search', 'specialization', 'location', 'sort', 'direction'];
/** Listings on the page of an area or a known place, and in its data. */
const LISTED_HERE = 8;
/** Reviews in a profile's data, on the tab that shows them. */
const MOST_REVIEWS = 10;
const REVIEWS_TAB = 'reviews';

/** A page without a description. */
export const nothing: Page = {
  status: 200,
  language: DEFAULT_LANGUAGE,
  title: null,
  description: null,
  picture: null,
  price: null,
  path: null,
  data: [],
};

/** Changes of an agent's profile show after so long, changes of listings at once. */
const KEPT_MS = 1_000;
const MAX_SIZE = 8 * 1024 * 1024;

/** Calls `clear` after events that change public pages. */
export function whenPagesChange({ subscribe }: Pick<EventBus, 'subscribe'>, clear: () => void): void {
  subscribe('listingChanged', clear);
  subscribe('licenseChanged', clear);
  subscribe('accountChanged', clear);
  subscribe('systemSettingsChanged', clear);
  subscribe('eventsMissed', clear);
}

/** Descriptions of pages, cached for a moment. @param search with or without its question mark. */
export function createPages(context: ServerContext): (path: string, search: string) => Promise<Page> {
  const cache = new SharedCache<Page>({
    freshMs: KEPT_MS,
    maxSize: MAX_SIZE,
    sizeOf: (page) => JSON.stringify(page).length,
  });
  const lists = listingReads(context);
  whenPagesChange(context.bus, () => cache.clear());
  return (given, search) => {
    const { language, path } = splitLanguage(given.replace(/(?<=.)\/+$/, ''), languageCodes);
    const query = partOf(path, new URLSearchParams(search));
    return cache.get(`${language} ${path} ${query}`, () =>
      describePage(draftOf(context, lists, language, path, query)),
    );
  };
}

/** The part of the query that changes a page's description. */
function partOf(path: string, search: URLSearchParams): string {
  if (path === '/properties') return String(search);
  if (path === '/agents') {
    const isFiltered = directoryFilters.some((name) => search.get(name)?.trim());
    const page = search.get('page') ?? '';
    return isFiltered ? FILTERED : /^(?!1$)[1-9]\d{0,5}$/.test(page) ? `page=${page}` : '';
  }
  return path.startsWith('/agents/') && search.get('tab') === REVIEWS_TAB ? `tab=${REVIEWS_TAB}` : '';
}

/** The page to be described, with the tools of all descriptions. @param path without the language. */
function draftOf(context: ServerContext, lists: ListingReads, language: string, path: string, search: string) {
  const { env, systemSettings } = context;
  const { siteName, publicListingPages: isOpen } = systemSettings.current().application;
  const i18n = i18nFor(language);
  const say = (message: Message) => translate(i18n, message);
  const at: Addresses = {
    page: (to) => env.publicUrl + localizedPath(language, to),
    file: (to) => new URL(to, `${env.publicUrl}/`).href,
  };
  const empty: Page = { ...nothing, language };
  const missing: Page = { ...empty, status: 404 };
  const home = { name: siteName, path: '/' };
  return {
    ...{ context, lists, path, search, say, at, home, empty, missing },
    /** Whether guests may read the pages of listings and agents. */
    isOpen,
    /** First steps of breadcrumbs. */
    listStep: { name: say(msg('Properties')), path: '/properties' },
    agentsStep: { name: say(msg('Our Agents')), path: '/agents' },
    drawn: (words: Omit<LinkPicture, 'siteName' | 'facts'> & { facts: (string | false)[] }) =>
      linkPicture({ ...words, siteName, facts: words.facts.filter(Boolean).join(' · ') }),
    imageAt: (own: string, picture: LinkPicture) => at.file(linkPictureAddress(own, picture)),
    /** A page of one thing. @param step to it from the home page. */
    pageOf(own: Partial<Page> & { title: string }, thing: Thing, step: Step): Page {
      const page = { ...empty, path, ...own };
      const steps = [home, step, { name: own.title, path: page.path ?? path }];
      return { ...page, data: [thing, breadcrumbs(steps, at)] };
    },
  };
}

type Draft = ReturnType<typeof draftOf>;

async function describePage(draft: Draft): Promise<Page> {
  const { path, empty, missing } = draft;
  if (path === '/properties') return describeList(draft);
  const fixed = fixedPages[path];
  if (fixed) return describeFixed(draft, fixed);
  const [, kind = '', name = ''] =
    /^\/(properties|agents|offices|buildings|locations|near)\/([a-z0-9-]+)$/.exec(path) ?? [];
  if (kind === 'locations') return describeArea(draft, name);
  if (kind === 'near') return describeKnownPlace(draft, name);
  const describe = describedById[kind];
  // Ids have at most nine digits: larger numbers exceed some databases' integers.
  if (describe && /^[1-9]\d{0,8}$/.test(name)) return describe(draft, Number(name));
  return privatePage.test(path) ? empty : missing;
}

const describedById: Record<string, (draft: Draft, id: number) => Promise<Page>> = {
  properties: describeListing,
  buildings: describeBuilding,
  offices: describeOffice,
  agents: describeAgent,
};

async function describeFixed(draft: Draft, fixed: FixedPage): Promise<Page> {
  const { context, lists, path, search, say, at, home, drawn, empty, missing } = draft;
  const { siteName, siteDescription } = context.systemSettings.current().application;
  const isHome = path === '/';
  const title = isHome ? null : say(fixed.title);
  // Its operator's own words are in one language.
  const isOwn = isHome && siteDescription !== fixed.description.id;
  const description = isOwn ? siteDescription : say(fixed.description);
  // Without the database the home page has no picture, but its head.
  const newest = isHome
    ? await readListed(lists, readFilteredList(new URLSearchParams())).catch(() => null)
    : null;
  const listed = title ? await listedOn(draft, path, title) : [];
  if (!listed) return missing;
  return {
    ...empty,
    title,
    description,
    path: search && search !== FILTERED ? `${path}?${search}` : path,
    picture: drawn({
      badge: '',
      headline: title ?? siteName,
      text: description,
      facts: [countWords(draft, newest?.total ?? 0)],
      photo: newest ? newestPhoto(newest.rows) : null,
    }),
    data: title
      ? [breadcrumbs([home, { name: title, path }], at), ...listed]
      : siteThings(siteName, description, at),
  };
}

const newestPhoto = (rows: readonly ListingRow[]) =>
  rows.map((row) => presentProperty(row).images[0]).find(Boolean) ?? null;

/** False: none, which is no fact to show. */
const countWords = ({ say }: Pick<Draft, 'say'>, count: number): string | false =>
  count > 0 && say(msg('{count, plural, one {# property} other {# properties}}', { count }));

/** The things that a page lists; null: the list has no such page. */
async function listedOn({ context, say, at, search }: Draft, fixedPath: string, title: string) {
  if (fixedPath === '/locations') {
    const steps = areas.map(({ slug, name: area }) => ({ name: area, path: `/locations/${slug}` }));
    return [itemList(steps, at, { name: title, total: steps.length })];
  }
  if (fixedPath === '/help')
    return [
      questionsThing(
        helpQuestions.map(({ question, answer }) => ({ question: say(question), answer: say(answer) })),
      ),
    ];
  if (fixedPath !== '/agents' || search === FILTERED) return [];
  const agents = await readAgentNames(context.db, countedReviews(context));
  const before = (Number(new URLSearchParams(search).get('page') ?? 1) - 1) * LISTED_AGENTS;
  const shown = agents.slice(before, before + LISTED_AGENTS);
  if (before > 0 && shown.length === 0) return null;
  const steps = shown.map((agent) => ({ name: agent.name, path: `/agents/${agent.id}` }));
  return [itemList(steps, at, { name: title, total: agents.length, before })];
}

async function describeList(draft: Draft): Promise<Page> {
  const { lists, say, at, drawn, home, listStep, empty, missing, search } = draft;
  const list = readFilteredList(new URLSearchParams(search));
  const { page, path } = list;
  const { rows, total, before, asked } = await readListed(lists, list);
  if (page > 1 && rows.length === 0) return missing;
  const isFound = rows.length > 0;
  const isBare = path === listStep.path;
  const title = titleOfList(asked, { page, isFound }, say);
  const general = fixedPages[listStep.path]?.description;
  const description =
    isBare || !isFound
      ? (general && say(general)) || null
      : say(
          msg('{count, plural, one {# property} other {# properties}}: {title}, with prices, photos and a map.', {
            count: total,
            title,
          }),
        );
  // An empty list is no page for search engines.
  const canonicalPath = isFound ? list.canonicalPath : listStep.path;
  const steps = [home, listStep, ...(isFound && !isBare ? [{ name: title, path }] : [])];
  const items = rows.map((row) => ({ name: row.title, path: `/properties/${row.id}` }));
  const offer = asked.listing_type;
  return {
    ...empty,
    ...{ title, description, path, canonicalPath },
    isSharedAsItself: isFound && canonicalPath === listStep.path,
    picture: drawn({
      badge: offer ? say(listingTypeLabel[offer]) : '',
      headline: title,
      text: isBare && description ? description : '',
      facts: [countWords(draft, total)],
      photo: newestPhoto(rows),
    }),
    data: [breadcrumbs(steps, at), ...(isFound ? [itemList(items, at, { name: title, total, before })] : [])],
  };
}

async function describeArea(draft: Draft, slug: string): Promise<Page> {
  const { context, lists, say, at, drawn, imageAt, home, empty, missing, path } = draft;
  const area = areas.find((known) => known.slug === slug);
  if (!area) return missing;
  const title = say(msg('Properties in {name}', { name: area.name }));
  const { rows, total } = await readPlaceList(lists, { location: [area.location] }, LISTED_HERE, context.now());
  const summary = say(area.summary);
  const items = rows.map((row) => ({ name: row.title, path: `/properties/${row.id}` }));
  const picture = drawn({
    badge: say(msg('Location')),
    headline: area.name,
    text: summary,
    facts: [countWords(draft, total)],
    photo: newestPhoto(rows),
  });
  return {
    ...empty,
    title,
    picture,
    description:
      total > 0
        ? say(
            msg('{count, plural, one {# property} other {# properties}} in {name}. {summary}', {
              count: total,
              name: area.name,
              summary,
            }),
          )
        : summary,
    path,
    data: [
      breadcrumbs([home, { name: say(msg('Locations')), path: '/locations' }, { name: area.name, path }], at),
      placeThing(
        { type: 'Place', name: area.name, path, description: summary, image: imageAt(path, picture) },
        at,
      ),
      ...(items.length > 0 ? [itemList(items, at, { name: title, total })] : []),
    ],
  };
}

async function describeKnownPlace(draft: Draft, slug: string): Promise<Page> {
  const { context, lists, say, at, drawn, imageAt, listStep, pageOf, missing, path } = draft;
  const known = knownPlaceBySlug(slug);
  if (!known) return missing;
  const { name, kind, lat, lng } = known;
  const title = say(msg('Properties near {name}', { name }));
  const { rows, total } = await readPlaceList(lists, { near: [slug] }, LISTED_HERE, context.now());
  const description = say(
    msg(
      '{count, plural, =0 {Homes} one {# property} other {# properties}} within {distance} of {name}, with prices, photos and a map.',
      { count: total, distance: nearDistance(USUAL_NEAR_METRES), name },
    ),
  );
  const picture = drawn({
    badge: say(msg('Location')),
    headline: title,
    text: '',
    facts: [countWords(draft, total)],
    photo: newestPhoto(rows),
  });
  const thing = placeThing(
    {
      ...{ type: 'Place', name, path, description, image: imageAt(path, picture) },
      // A line is at no one point.
      coordinates: kind === 'line' ? null : { lat, lng },
    },
    at,
  );
  const items = rows.map((row) => ({ name: row.title, path: `/properties/${row.id}` }));
  const page = pageOf({ title, description, picture }, thing, listStep);
  return items.length > 0 ? { ...page, data: [...page.data, itemList(items, at, { name: title, total })] } : page;
}

async function describeListing(draft: Draft, id: number): Promise<Page> {
  const { context, say, at, drawn, listStep, pageOf, missing, isOpen } = draft;
  const standing = await readStanding(context.db, id);
  if (standing.is !== 'offered') return { ...missing, status: standing.is === 'gone' ? 410 : 404 };
  const listing = presentProperty(standing.row);
  // Search engines index one page of a home that several agents offer.
  const [canonical = id] = await readOfferIds(context.db, id);
  const { title, price, listing_type } = listing;
  const description = shorten(`${factsOf(draft, listing).join(' · ')}. ${oneLine(listing.description)}`);
  const picture = drawn({
    badge: say(listingTypeLabel[listing_type]),
    headline: formatFullPrice(price) + say(priceSuffix(listing_type)),
    text: title,
    facts: [say(propertyTypeLabel[listing.type]), ...sizesOf(draft, listing)],
    photo: listing.images[0] ?? null,
  });
  const own = { title, description, picture, price, canonicalPath: `/properties/${canonical}` };
  return pageOf(own, listingThing(listing, at, isOpen), listStep);
}

function factsOf(draft: Draft, listing: Property): string[] {
  const { say } = draft;
  const { price, type, listing_type } = listing;
  return [
    say(
      msg('{offer, select, sale {{type} for sale} rent {{type} for rent} other {{type} for lease}}', {
        offer: listing_type,
        type: say(propertyTypeLabel[type]),
      }),
    ),
    `${formatFullPrice(price)}${say(priceSuffix(listing_type))}`,
    ...sizesOf(draft, listing),
  ];
}

function sizesOf({ say }: Draft, { type, details: { bedrooms, area_sqm }, location }: Property): string[] {
  const facts = [
    isStudio({ type, bedrooms }) && say(msg('Studio')),
    bedrooms > 0 && say(msg('{count, plural, one {# bedroom} other {# bedrooms}}', { count: bedrooms })),
    area_sqm > 0 && say(msg('{area} sqm', { area: area_sqm })),
    location.city,
  ];
  return facts.filter((fact): fact is string => typeof fact === 'string');
}

/** At its own address, also where the id of a merged building leads to it. */
async function describeBuilding(draft: Draft, id: number): Promise<Page> {
  const { context, say, at, drawn, imageAt, listStep, pageOf, missing } = draft;
  const row = await buildingMeant(context.db, await context.db.models.Building.findByPk(id));
  if (!row) return missing;
  const title = say(msg('{name}, {city}', { name: row.name, city: row.city }));
  const facts = buildingFacts(draft, row, await countOffers(context.db, row.id));
  const [where = '', ...others] = facts;
  const description = row.description && oneLine(row.description);
  const own = `/buildings/${row.id}`;
  const { latitude: lat, longitude: lng } = row;
  const picture = drawn({
    badge: say(msg('Building')),
    headline: row.name,
    text: where,
    facts: others,
    photo: (await readNewestPicture(context.db, row.id)) ?? row.floor_plans[0] ?? null,
  });
  const place = placeThing(
    {
      type: 'ApartmentComplex',
      name: row.name,
      path: own,
      description,
      image: imageAt(own, picture),
      address: { street: row.address, city: row.city },
      coordinates: lat === null || lng === null ? null : { lat, lng },
    },
    at,
  );
  const about = shorten(`${facts.join(' · ')}. ${description ?? ''}`.trim());
  return pageOf({ title, picture, description: about, path: own }, place, listStep);
}

function buildingFacts(
  { say }: Draft,
  { city, address, developer, year_built }: BuildingModel,
  { sale = 0, rent = 0 }: BuildingPage['listings'],
): string[] {
  const facts = [
    [address, city].filter(Boolean).join(', '),
    sale > 0 && say(msg('{count} for sale', { count: sale })),
    rent > 0 && say(msg('{count} for rent', { count: rent })),
    developer && say(msg('Developer: {developer}', { developer })),
    year_built && say(msg('Year built: {year}', { year: String(year_built) })),
  ];
  return facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '');
}

async function describeOffice(
  { context, say, at, drawn, imageAt, agentsStep, pageOf, missing, path }: Draft,
  id: number,
): Promise<Page> {
  const found = await readPublicOffice(context, id);
  if (!found) return missing;
  const { office, agents, listings } = found;
  const about = office.about ? oneLine(office.about) : null;
  const picture = drawn({
    badge: say(msg('Office')),
    headline: office.name,
    text: about ?? '',
    facts: [
      say(msg('{count, plural, one {# agent} other {# agents}}', { count: agents.length })),
      listings > 0 && say(msg('{count, plural, one {# listing} other {# listings}}', { count: listings })),
    ],
    photo: null,
  });
  const thing = officeThing({ ...office, about, image: imageAt(path, picture) }, at);
  const description = shorten(about ?? picture.facts);
  return pageOf({ title: office.name, picture, description }, thing, agentsStep);
}

async function describeAgent(
  { context, say, at, drawn, imageAt, agentsStep, pageOf, missing, isOpen, path, search }: Draft,
  id: number,
): Promise<Page> {
  const row = await readAgent(context.db, id, countedReviews(context));
  if (!row) return missing;
  const agent = presentAgent(row, manilaDay(context.now()));
  const reviews = isOpen && search ? await readReviewsOf(context, id, { limit: MOST_REVIEWS }, null) : [];
  const about = [agent.title, agent.specialization].filter(Boolean).join(' · ');
  const { rating, review_count: count, active_listings: listings } = agent;
  const picture = drawn({
    badge: say(msg('Agent')),
    headline: agent.name,
    text: about,
    facts: [
      agent.location ?? false,
      listings > 0 &&
        say(msg('{count, plural, one {# active listing} other {# active listings}}', { count: listings })),
      count > 0 &&
        say(
          msg('{rating} ({count, plural, one {# review} other {# reviews}})', {
            rating: rating.toFixed(1),
            count,
          }),
        ),
    ],
    photo: agent.avatar_url,
  });
  const shown = isOpen ? agent : { ...agent, bio: null };
  const read = reviews.filter(({ counted }) => counted);
  const thing = agentThing(shown, at, isOpen ? read : null, imageAt(path, picture));
  const description = [about, picture.facts].filter(Boolean).join(' · ') || null;
  return pageOf({ title: agent.name, description, picture }, thing, agentsStep);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Cuts at the end of a word. */
function shorten(text: string): string {
  if (text.length <= LONGEST_DESCRIPTION) return text;
  return `${text.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, '')}…`;
}
