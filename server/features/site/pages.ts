import type { Thing } from 'schema-dts';
import type { BuildingModel } from '#server/db/models.ts';
import { SharedCache } from '#server/db/sharedCache.ts';
import { countedReviews, presentAgent, readAgent, readAgentNames } from '#server/features/agents/reads.ts';
import { countOffers, readNewestPicture } from '#server/features/buildings/reads.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readPublicOffice } from '#server/features/offices/reads.ts';
import { ListingPages, ListingTotals } from '#server/features/properties/list/caches.ts';
import { listingReads } from '#server/features/properties/list/liveListings.ts';
import { readOfferIds } from '#server/features/properties/reads/sameHome.ts';
import { readStanding } from '#server/features/properties/reads/similar.ts';
import { presentProperty } from '#server/features/properties/reads.ts';
import { buildingMeant } from '#server/features/properties/writes/buildings.ts';
import { readReviewsOf } from '#server/features/reviews/service.ts';
import { i18nFor, languageCodes } from '#server/languages.ts';
import type { EventBus } from '#server/realtime/bus.ts';
import { areas } from '#shared/areas.ts';
import type { BuildingPage } from '#shared/contracts/buildings.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { helpQuestions } from '#shared/help.ts';
import { isStudio } from '#shared/homes.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { DEFAULT_LANGUAGE, localizedPath, splitLanguage } from '#shared/languages.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { type Message, msg, translate } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { readFilteredList, readListed, titleOfList } from './filteredList.ts';
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
  siteThings,
} from './structuredData.ts';

/** What a page is about, for those who do not run its scripts: search engines, and messengers that preview a link. */
export interface Page {
  /** 404: there is no such page; 410: there was one. */
  status: 200 | 404 | 410;
  /** The code of the language it is in. */
  language: string;
  /** Without the site's name; null is the site itself. */
  title: string | null;
  /** Null is the site's own. */
  description: string | null;
  /** What is drawn beside a link to it; null for pages that have no picture. */
  picture: LinkPicture | null;
  /** Pesos; null for what has no price. */
  price: number | null;
  /** The default language's address, with the part of the query that makes it a page; null for pages that belong in no search engine. */
  path: string | null;
  /** Where search engines are sent, when it is another page than this. */
  canonicalPath?: string;
  /** What it says in schema.org's words. */
  data: readonly Thing[];
}

/** Pages that are the same for everybody and always there. */
export const fixedPages: Record<string, { title: Message | null; description: Message | null }> = {
  '/': { title: null, description: null },
  '/properties': {
    title: msg('Properties'),
    description: msg(
      'Homes, offices and land for sale, rent and lease in Metro Manila, as a list and on a map.',
    ),
  },
  '/agents': {
    title: msg('Our Agents'),
    description: msg('Licensed real estate agents in Metro Manila.'),
  },
  '/locations': {
    title: msg('Locations'),
    description: msg('The cities and districts of Metro Manila, one by one.'),
  },
  '/about': { title: msg('About Us'), description: null },
  '/help': {
    title: msg('Help'),
    description: msg(
      'How to contact an agent and book a viewing, what the checks mean, what it costs, and what becomes of your data.',
    ),
  },
  '/terms': { title: msg('Terms of Service'), description: null },
  '/privacy': { title: msg('Privacy Policy'), description: null },
  '/accessibility': { title: msg('Accessibility'), description: null },
};

/** Pages of the web UI that are for one person, or made of what a browser keeps: there, and in no search engine. */
const privatePage =
  /^\/(?:compare|reset-password|sign-in\/callback|verify-email|refuse-email-change|lists(?:\/[^/]+(?:\/route)?|\/join\/[^/]+)?|conversations\/[^/]+|profile|dashboard|settings|favorites|viewings\/route\/[^/]+|saved-searches|agent-dashboard|desk(?:\/[^/]+)?|admin-dashboard|index\.html)$/;

const LONGEST_DESCRIPTION = 200;
/** Agents that the directory's page is described by. */
const LISTED_AGENTS = 20;
/** Listings that an area's page is described by. */
const LISTED_HERE = 8;
/** Reviews that stand in a profile's data. */
const MOST_REVIEWS = 10;

/** Of a page of which nothing is to be told. */
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

/** What an agent changes of themselves shows after so long, what becomes of a listing at once. */
const KEPT_MS = 1_000;
const MAX_SIZE = 8 * 1024 * 1024;

/** Calls `forget` with whatever changes what stands on public pages. */
export function whenPagesChange({ subscribe }: Pick<EventBus, 'subscribe'>, forget: () => void): void {
  subscribe('listingChanged', forget);
  subscribe('licenseChanged', forget);
  subscribe('accountChanged', forget);
  subscribe('systemSettingsChanged', forget);
  subscribe('eventsMissed', forget);
}

/** What pages are about, kept for a moment. @param search with or without its question mark. */
export function createPages(context: ServerContext): (path: string, search: string) => Promise<Page> {
  const { bus } = context;
  const cache = new SharedCache<Page>({
    freshMs: KEPT_MS,
    usableMs: KEPT_MS,
    maxSize: MAX_SIZE,
    sizeOf: (page) => JSON.stringify(page).length,
  });
  const lists = {
    totals: new ListingTotals(listingReads(context)),
    pages: new ListingPages(listingReads(context)),
  };
  const forget = () => {
    cache.clear();
    lists.totals.clear();
    lists.pages.clear();
  };
  whenPagesChange(bus, forget);
  return (given, search) => {
    const { language, path } = splitLanguage(given.replace(/(?<=.)\/+$/, ''), languageCodes);
    const query = path === '/properties' ? search : '';
    return cache.get(`${language} ${path} ${query}`, () =>
      describePage({ context, lists, language }, path, query),
    );
  };
}

interface Reading {
  context: ServerContext;
  lists: Parameters<typeof readListed>[0];
  language: string;
}

async function describePage(reading: Reading, path: string, search: string): Promise<Page> {
  const { context, language } = reading;
  const { db, env, systemSettings } = context;
  const { siteName, siteDescription, publicListingPages: isOpen } = systemSettings.current().application;
  const i18n = i18nFor(language);
  const say = (message: Message) => translate(i18n, message);
  const at: Addresses = {
    page: (to) => env.publicUrl + localizedPath(language, to),
    file: (to) => new URL(to, `${env.publicUrl}/`).href,
  };
  const drawn = (words: Omit<LinkPicture, 'siteName' | 'facts'> & { facts: (string | false)[] }) =>
    linkPicture({ ...words, siteName, facts: words.facts.filter(Boolean).join(' · ') });
  const imageAt = (own: string, picture: LinkPicture) => at.file(linkPictureAddress(own, picture));
  const home = { name: siteName, path: '/' };
  const listStep = { name: say(msg('Properties')), path: '/properties' };
  const empty = { ...nothing, language };
  const missing: Page = { ...empty, status: 404 };

  if (path === '/properties') return describeList();
  const fixed = fixedPages[path];
  if (fixed) {
    const title = fixed.title && say(fixed.title);
    const data = title
      ? [breadcrumbs([home, { name: title, path }], at), ...(await listedOn(path, title))]
      : siteThings(siteName, siteDescription, at);
    return { ...empty, title, description: fixed.description && say(fixed.description), path, data };
  }
  const [, kind, name = ''] =
    /^\/(properties|agents|offices|buildings|locations)\/([a-z0-9-]+)$/.exec(path) ?? [];
  if (kind === 'locations') return describeArea(name);
  // At most nine digits: anything longer is no id, and larger than some databases' numbers.
  if (!/^[1-9]\d{0,8}$/.test(name)) return privatePage.test(path) ? empty : missing;
  if (kind === 'properties') return describeListing(Number(name));
  if (kind === 'buildings') return describeBuilding(Number(name));
  if (kind === 'offices') return describeOffice(Number(name));
  return kind === 'agents' ? describeAgent(Number(name)) : privatePage.test(path) ? empty : missing;

  async function listedOn(fixedPath: string, title: string): Promise<Thing[]> {
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
    if (fixedPath !== '/agents') return [];
    const agents = await readAgentNames(db, countedReviews(context));
    const steps = agents
      .slice(0, LISTED_AGENTS)
      .map((agent) => ({ name: agent.name, path: `/agents/${agent.id}` }));
    return [itemList(steps, at, { name: title, total: agents.length })];
  }

  async function describeList(): Promise<Page> {
    const list = readFilteredList(new URLSearchParams(search));
    const { rows, total, before } = await readListed(reading.lists, list, context.now());
    const isBare = list.ownQuery === '';
    const title = titleOfList(list, say);
    const ownPath = list.ownQuery ? `/properties?${list.ownQuery}` : '/properties';
    // A page without listings is none that anybody looks for.
    const isOwn = list.ownQuery !== null && rows.length > 0;
    const general = fixedPages['/properties']?.description;
    const description =
      isBare || !isOwn
        ? general && say(general)
        : say(
            msg(
              '{count, plural, one {# property} other {# properties}}: {title}, with prices, photos and a map.',
              { count: total, title },
            ),
          );
    const steps = [home, listStep, ...(isOwn && !isBare ? [{ name: title, path: ownPath }] : [])];
    const items = rows.map((row) => ({ name: row.title, path: `/properties/${row.id}` }));
    return {
      ...empty,
      title,
      description: description ?? null,
      path: isOwn ? ownPath : '/properties',
      data: [breadcrumbs(steps, at), ...(isOwn ? [itemList(items, at, { name: title, total, before })] : [])],
    };
  }

  async function describeArea(slug: string): Promise<Page> {
    const area = areas.find((known) => known.slug === slug);
    if (!area) return missing;
    const title = say(msg('Properties in {name}', { name: area.name }));
    const place = { name: area.name, given: area.location };
    const list = { type: null, listingType: null, place, page: 1, ownQuery: null };
    const { rows, total } = await readListed(reading.lists, list, context.now());
    const summary = say(area.summary);
    const items = rows
      .slice(0, LISTED_HERE)
      .map((row) => ({ name: row.title, path: `/properties/${row.id}` }));
    const picture = drawn({
      badge: say(msg('Location')),
      headline: area.name,
      text: summary,
      facts: [
        total > 0 && say(msg('{count, plural, one {# property} other {# properties}}', { count: total })),
      ],
      photo: rows.map((row) => presentProperty(row).images[0]).find(Boolean) ?? null,
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
        breadcrumbs(
          [home, { name: say(msg('Locations')), path: '/locations' }, { name: area.name, path }],
          at,
        ),
        placeThing(
          { type: 'Place', name: area.name, path, description: summary, image: imageAt(path, picture) },
          at,
        ),
        ...(items.length > 0 ? [itemList(items, at, { name: title, total })] : []),
      ],
    };
  }

  async function describeListing(id: number): Promise<Page> {
    const standing = await readStanding(db, id);
    if (standing.is !== 'offered') return { ...missing, status: standing.is === 'gone' ? 410 : 404 };
    const listing = presentProperty(standing.row);
    // Of a home that several agents offer, search engines are told of one page.
    const [canonical = id] = await readOfferIds(db, id);
    return {
      ...empty,
      title: listing.title,
      description: shorten(`${factsOf(listing).join(' · ')}. ${oneLine(listing.description)}`),
      picture: drawn({
        badge: say(listingTypeLabel[listing.listing_type]),
        headline: formatFullPrice(listing.price) + say(priceSuffix(listing.listing_type)),
        text: listing.title,
        facts: [say(propertyTypeLabel[listing.type]), ...sizesOf(listing)],
        photo: listing.images[0] ?? null,
      }),
      price: listing.price,
      path,
      canonicalPath: `/properties/${canonical}`,
      data: [
        listingThing(listing, at, isOpen),
        breadcrumbs([home, listStep, { name: listing.title, path }], at),
      ],
    };
  }

  function factsOf(listing: Property): string[] {
    const { price, type, listing_type } = listing;
    return [
      say(
        msg('{offer, select, sale {{type} for sale} rent {{type} for rent} other {{type} for lease}}', {
          offer: listing_type,
          type: say(propertyTypeLabel[type]),
        }),
      ),
      `${formatFullPrice(price)}${say(priceSuffix(listing_type))}`,
      ...sizesOf(listing),
    ];
  }

  function sizesOf({ type, details: { bedrooms, area_sqm }, location }: Property): string[] {
    const facts = [
      isStudio({ type, bedrooms }) && say(msg('Studio')),
      bedrooms > 0 && say(msg('{count, plural, one {# bedroom} other {# bedrooms}}', { count: bedrooms })),
      area_sqm > 0 && say(msg('{area} sqm', { area: area_sqm })),
      location.city,
    ];
    return facts.filter((fact): fact is string => typeof fact === 'string');
  }

  /** At its own address, also where a name that was merged away led to it. */
  async function describeBuilding(id: number): Promise<Page> {
    const row = await buildingMeant(db, await db.models.Building.findByPk(id));
    if (!row) return missing;
    const title = say(msg('{name}, {city}', { name: row.name, city: row.city }));
    const facts = buildingFacts(row, await countOffers(db, row.id));
    const [where = '', ...others] = facts;
    const description = row.description && oneLine(row.description);
    const own = `/buildings/${row.id}`;
    const { latitude: lat, longitude: lng } = row;
    const picture = drawn({
      badge: say(msg('Building')),
      headline: row.name,
      text: where,
      facts: others,
      photo: (await readNewestPicture(db, row.id)) ?? row.floor_plans[0] ?? null,
    });
    return {
      ...empty,
      title,
      picture,
      description: shorten(`${facts.join(' · ')}. ${description ?? ''}`.trim()),
      path: own,
      data: [
        placeThing(
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
        ),
        breadcrumbs([home, listStep, { name: title, path: own }], at),
      ],
    };
  }

  function buildingFacts(
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

  async function describeOffice(id: number): Promise<Page> {
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
    return {
      ...empty,
      title: office.name,
      picture,
      description: about && shorten(about),
      path,
      data: [
        officeThing({ ...office, about, image: imageAt(path, picture) }, at),
        breadcrumbs(
          [home, { name: say(msg('Our Agents')), path: '/agents' }, { name: office.name, path }],
          at,
        ),
      ],
    };
  }

  async function describeAgent(id: number): Promise<Page> {
    const row = await readAgent(db, id, countedReviews(context));
    if (!row) return missing;
    const agent = presentAgent(row, manilaDay(context.now()));
    const reviews = isOpen ? await readReviewsOf(context, id, { limit: MOST_REVIEWS }, null) : null;
    const about = [agent.title, agent.specialization, agent.location].filter(Boolean).join(' · ');
    const { rating, review_count: count, active_listings: listings } = agent;
    const picture = drawn({
      badge: say(msg('Agent')),
      headline: agent.name,
      text: [agent.title, agent.specialization].filter(Boolean).join(' · '),
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
    return {
      ...empty,
      title: agent.name,
      description: about || null,
      picture,
      path,
      data: [
        agentThing(
          isOpen ? agent : { ...agent, bio: null },
          at,
          reviews?.filter(({ counted }) => counted) ?? null,
          imageAt(path, picture),
        ),
        breadcrumbs(
          [home, { name: say(msg('Our Agents')), path: '/agents' }, { name: agent.name, path }],
          at,
        ),
      ],
    };
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** At the end of a word. */
function shorten(text: string): string {
  if (text.length <= LONGEST_DESCRIPTION) return text;
  return `${text.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, '')}…`;
}
