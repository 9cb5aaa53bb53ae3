import { SharedCache } from '#server/db/sharedCache.ts';
import { isAmong, readAll, readKeys, toIso, toJson, toNumber } from '#server/db/sql.ts';
import { readAgentNames } from '#server/features/agents/reads.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readFilter } from '#server/features/properties/list/filter.ts';
import { type ListingReads, listingReads } from '#server/features/properties/list/liveListings.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import { readFirstOffers, readPairedIds } from '#server/features/properties/reads/sameHome.ts';
import { readStanding } from '#server/features/properties/reads/similar.ts';
import { isOutside } from '#server/features/properties/writes/pictures.ts';
import { ReadyAnswer } from '#server/http/answers.ts';
import { PermanentFailure } from '#server/jobs/queue.ts';
import { languageCodes, SaidError } from '#server/languages.ts';
import { OutsidePictureError } from '#server/media/outside.ts';
import { areas } from '#shared/areas.ts';
import { type KnownPlace, knownPlaces, metresTo } from '#shared/gazetteer/knownPlaces.ts';
import { DEFAULT_LANGUAGE, localizedPath } from '#shared/languages.ts';
import { USUAL_NEAR_METRES } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import type { GeoPoint } from '#shared/travelTime.ts';
import { escapeHtml } from '#shared/writtenText.ts';
import { fixedPages } from './pages.ts';

/** Ids a file covers, with pictures and languages: at most 50,000 addresses and 50 MB (sitemaps.org). */
const IDS_A_FILE = 5_000;
const MOST_ON_PAGES_FILE = 20_000;
const KEPT_MS = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;

interface Entry {
  path: string;
  changedAt?: string;
  /** Addresses on this server. */
  images?: readonly { address: string; title: string | undefined }[];
}

interface ListingRow {
  id: number;
  updated_at: Date | string;
  images: string[] | string;
  image_descriptions: Record<string, string> | string;
}

/** Every public address, for search engines. Removed pages leave at once; otherwise it is cached for seconds. */
export function createSitemap(context: ServerContext) {
  const { bus, env, metrics } = context;
  const db = context.db.replica;
  const lists = listingReads(context);
  const files = new SharedCache<ReadyAnswer>({
    freshMs: KEPT_MS,
    maxSize: MAX_BYTES,
    sizeOf: ({ body }) => body.length,
  });
  metrics.watchCache('sitemaps', files.counts);
  const fileCount = new SharedCache<number>({
    freshMs: KEPT_MS,
    maxSize: MAX_BYTES,
    sizeOf: () => 1,
  });
  const clear = () => {
    files.clear();
    fileCount.clear();
  };
  bus.subscribe('listingChanged', clear);
  // An agent without listings appears and disappears as well.
  bus.subscribe('licenseChanged', clear);
  bus.subscribe('eventsMissed', clear);

  const countListingFiles = () =>
    fileCount.get('listings', async () => {
      const [row] = await db.readRows<{ last: number | string | null }>('SELECT MAX(id) AS last FROM properties');
      return Math.ceil(toNumber(row?.last ?? 0) / IDS_A_FILE);
    });

  async function listings(file: number): Promise<Entry[]> {
    const rows = await db.readRows<ListingRow>(
      `SELECT p.id, p.updated_at, p.images, p.image_descriptions FROM properties p
      WHERE p.id > $1 AND p.id <= $2 AND ${PUBLIC_ONLY} AND p.status IN ('available', 'pending') ORDER BY p.id`,
      [(file - 1) * IDS_A_FILE, file * IDS_A_FILE],
    );
    // One page for each home, the one that the others name as canonical.
    const paired = new Set(await readPairedIds(db));
    const first = await readFirstOffers(
      db,
      rows.filter(({ id }) => paired.has(id)).map(({ id }) => id),
    );
    const pages = rows.filter(({ id }) => (first.get(id) ?? id) === id);
    return pages.map(({ id, updated_at, images, image_descriptions }) => {
      const titles = toJson<Record<string, string>>(image_descriptions);
      const shown = toJson<string[]>(images).filter((address) => !isOutside(address));
      return {
        path: `/properties/${id}`,
        changedAt: toIso(updated_at),
        images: shown.map((address) => ({ address, title: titles[address] })),
      };
    });
  }

  /** The last change in each file; a background read of all listings. */
  async function changesOfFiles(): Promise<Map<number, string>> {
    const rows = await db.readRowsInBackground<{ file: number | string; changed_at: Date | string }>(
      `SELECT (id - 1) / ${IDS_A_FILE} + 1 AS file, MAX(updated_at) AS changed_at FROM properties GROUP BY 1`,
    );
    return new Map(rows.map(({ file, changed_at }) => [toNumber(file), toIso(changed_at)]));
  }

  async function pages(): Promise<Entry[]> {
    const agents = await readAgentNames(db);
    const agentIds = agents.map(({ id }) => id);
    const profiles = await readAll<{ id: number; updated_at: Date | string }>(
      db,
      (sql) => `SELECT user_id AS id, updated_at FROM agent_profiles WHERE ${isAmong(sql, 'user_id', agentIds)}`,
    );
    const changedAt = new Map(profiles.map(({ id, updated_at }) => [id, toIso(updated_at)]));
    // Empty areas have no content yet.
    const buildings = await db.readRows<{ id: number; updated_at: Date | string }>(
      `SELECT b.id, b.updated_at FROM buildings b WHERE b.merged_into_id IS NULL
        AND EXISTS (SELECT 1 FROM properties p WHERE p.building_id = b.id AND ${PUBLIC_ONLY}) ORDER BY b.id LIMIT ${MOST_ON_PAGES_FILE}`,
    );
    // Listings with a page: of an agent in the directory.
    const offices = await readKeys<number>(
      db,
      (sql) =>
        `SELECT DISTINCT office_id AS key FROM office_members WHERE ${isAmong(sql, 'user_id', agentIds)} ORDER BY 1`,
    );
    return [
      ...Object.keys(fixedPages).map((path) => ({ path })),
      ...areas.map(({ slug }) => ({ path: `/locations/${slug}` })),
      ...placesNear(await readHomes(lists)).map(({ slug }) => ({ path: `/near/${slug}` })),
      ...agents.map(({ id }) => ({ path: `/agents/${id}`, ...dated(changedAt.get(id)) })),
      ...buildings.map(({ id, updated_at }) => ({ path: `/buildings/${id}`, ...dated(toIso(updated_at)) })),
      ...offices.map((id) => ({ path: `/offices/${id}` })),
    ];
  }

  const locate = (path: string) => escapeHtml(env.publicUrl + path);
  /** A page's addresses in all languages, each with all alternates. */
  function writeUrl({ path, changedAt, images = [] }: Entry): string {
    const alternates = [...languageCodes, 'x-default'].map((code) => {
      const language = code === 'x-default' ? DEFAULT_LANGUAGE : code;
      return `<xhtml:link rel="alternate" hreflang="${code}" href="${locate(localizedPath(language, path))}"/>`;
    });
    const rest = [
      ...(changedAt ? [`<lastmod>${changedAt}</lastmod>`] : []),
      ...alternates,
      ...images.map(({ address, title }) => {
        const titleTag = title ? `<image:title>${escapeHtml(title)}</image:title>` : '';
        return `<image:image><image:loc>${locate(address)}</image:loc>${titleTag}</image:image>`;
      }),
    ].join('');
    return languageCodes
      .map((language) => `<url><loc>${locate(localizedPath(language, path))}</loc>${rest}</url>`)
      .join('\n');
  }
  const writeUrls = (entries: readonly Entry[]) => writeXml('urlset', entries.map(writeUrl));

  return {
    /** /sitemap.xml: which files there are. */
    index: () =>
      files.get('index', async () => {
        const count = await countListingFiles();
        const changes = await changesOfFiles();
        const files = Array.from({ length: count }, (_, at) => ({
          name: `properties-${at + 1}`,
          changedAt: changes.get(at + 1),
        }));
        return writeXml(
          'sitemapindex',
          [{ name: 'pages', changedAt: undefined }, ...files].map(({ name, changedAt }) => {
            const lastmod = changedAt ? `<lastmod>${changedAt}</lastmod>` : '';
            return `<sitemap><loc>${locate(`/sitemaps/${name}.xml`)}</loc>${lastmod}</sitemap>`;
          }),
        );
      }),
    /** @param name from the index. @returns null for an unknown file. */
    async file(name: string) {
      if (name === 'pages') return files.get(name, async () => writeUrls(await pages()));
      const file = Number(/^properties-([1-9]\d{0,4})$/.exec(name)?.[1] ?? Number.NaN);
      if (Number.isNaN(file) || file > (await countListingFiles())) return null;
      return files.get(name, async () => writeUrls(await listings(file)));
    },
  };
}

/** Where the available homes are: from the index in memory, or from one query while that is not there. */
async function readHomes({ db, listings, now }: ListingReads): Promise<Iterable<GeoPoint>> {
  const offered = readFilter({ status: 'available' }, now());
  const inMemory = offered && (await listings.find(offered, true));
  if (!inMemory)
    return db.readRowsInBackground<GeoPoint>(`SELECT DISTINCT p.latitude AS lat, p.longitude AS lng FROM properties p
      WHERE ${PUBLIC_ONLY} AND p.status = 'available' AND p.latitude IS NOT NULL AND p.longitude IS NOT NULL`);
  const { index, found } = inMemory;
  const lngs = index.numbersOf(found, 'longitude');
  return index.numbersOf(found, 'latitude').map((lat, at) => ({ lat, lng: lngs[at] ?? 0 }));
}

/** Sides of the cells below, in degrees: longer than the distance that is near. */
const CELL = 0.01;
const cellOf = (lat: number, lng: number, north = 0, east = 0) =>
  `${Math.floor(lat / CELL) + north} ${Math.floor(lng / CELL) + east}`;
const AROUND = [-1, 0, 1];

const placesByCell = new Map<string, Set<KnownPlace>>();
for (const place of knownPlaces)
  for (const { lat, lng } of place.points)
    for (const north of AROUND)
      for (const east of AROUND) {
        const cell = cellOf(lat, lng, north, east);
        placesByCell.set(cell, (placesByCell.get(cell) ?? new Set()).add(place));
      }

/** The known places with a home near, in the table's order: each home is compared with the places around it alone. */
export function placesNear(homes: Iterable<GeoPoint>): KnownPlace[] {
  const found = new Set<KnownPlace>();
  for (const home of homes) {
    for (const place of placesByCell.get(cellOf(home.lat, home.lng)) ?? [])
      if (!found.has(place) && metresTo(place, home) <= USUAL_NEAR_METRES) found.add(place);
    if (found.size === knownPlaces.length) break;
  }
  return knownPlaces.filter((place) => found.has(place));
}

const dated = (changedAt: string | undefined) => (changedAt ? { changedAt } : {});

const SPACES = {
  sitemapindex: 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  urlset:
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
};

function writeXml(root: 'urlset' | 'sitemapindex', children: readonly string[]): ReadyAnswer {
  const opening = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${SPACES[root]}>`;
  return ReadyAnswer.of([opening, ...children, `</${root}>`, ''].join('\n'));
}

/** The protocol's own limit. */
const MOST_ADDRESSES = 10_000;
/** Pings are sent within an hour; later a search engine finds the change by itself. */
const RETRY_SECONDS = [30, 300, 3_600];

/** Pings search engines of indexnow.org with all pages of listings that changed together; nothing without INDEXNOW_KEY. */
export function handleIndexNow({ db, env, jobs, outside }: ServerContext): void {
  jobs.handle('indexNow', {
    atOnce: 1,
    retrySeconds: RETRY_SECONDS,
    async run({ propertyIds }, given) {
      if (!env.indexNow) return;
      const { key, url } = env.indexNow;
      const pages: number[] = [];
      for (const id of propertyIds) {
        const standing = await readStanding(db, id);
        // A deleted latest listing is 404 for readers; here its change is known.
        if (standing.is !== 'gone' || wasPublic(standing.row)) pages.push(id);
      }
      const urlList = pages
        .flatMap((id) => languageCodes.map((code) => env.publicUrl + localizedPath(code, `/properties/${id}`)))
        .slice(0, MOST_ADDRESSES);
      if (urlList.length === 0) return;
      const body = Buffer.from(
        JSON.stringify({
          host: new URL(env.publicUrl).host,
          key,
          keyLocation: `${env.publicUrl}/${key}.txt`,
          urlList,
        }),
      );
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
      const signal = AbortSignal.any([AbortSignal.timeout(outside.wholeMs), given]);
      const answer = await outside
        .open(new URL(url), { method: 'POST', headers, body }, signal)
        .catch((error: unknown) => {
          throw error instanceof OutsidePictureError && !error.isTemporary
            ? new PermanentFailure(error.sentence)
            : error;
        });
      answer.destroy();
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) return;
      const failure = msg('The search engine answered with status {status}', { status });
      throw status === 429 || status >= 500 ? new SaidError(failure) : new PermanentFailure(failure);
    },
  });
}

/** A listing that is still unreviewed never had a page. */
const wasPublic = (row: { moderation_status: string } | null) =>
  row === null || row.moderation_status === 'active' || row.moderation_status === 'inactive';
