import { SharedCache } from '#server/db/sharedCache.ts';
import { isAmong, readKeys, toIso, toNumber } from '#server/db/sql.ts';
import { readAgentNames } from '#server/features/agents/reads.ts';
import type { ServerContext } from '#server/features/context.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import { ReadyAnswer } from '#server/http/routing.ts';
import { areas } from '#shared/areas.ts';
import { escapeHtml } from '#shared/escapeHtml.ts';
import { fixedPages } from './pages.ts';

/** A file may hold 50,000 addresses (sitemaps.org); so many ids one of listings covers, public or not. */
const IDS_A_FILE = 40_000;
const KEPT_MS = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;

interface Entry {
  path: string;
  changedAt?: string;
}

interface Sitemap {
  /** /sitemap.xml: which files there are. */
  index(): Promise<ReadyAnswer>;
  /** @param name as the index has it. @returns null when there is no such file. */
  file(name: string): Promise<ReadyAnswer | null>;
}

/** Every public address, for search engines. What is taken off leaves it at once; kept for a few seconds otherwise. */
export function createSitemap({ db, bus, env, metrics }: ServerContext): Sitemap {
  const files = new SharedCache<ReadyAnswer>({
    freshMs: KEPT_MS,
    usableMs: KEPT_MS,
    maxSize: MAX_BYTES,
    sizeOf: ({ body }) => body.length,
  });
  metrics.watchCache('sitemaps', files.counts);
  const fileCount = new SharedCache<number>({
    freshMs: KEPT_MS,
    usableMs: KEPT_MS,
    maxSize: MAX_BYTES,
    sizeOf: () => 1,
  });
  const forget = () => {
    files.clear();
    fileCount.clear();
  };
  bus.subscribe('listingChanged', forget);
  // An agent without listings comes and goes as well.
  bus.subscribe('licenseChanged', forget);
  bus.subscribe('eventsMissed', forget);

  const countListingFiles = () =>
    fileCount.get('listings', async () => {
      const [row] = await db.readRows<{ last: number | string | null }>(
        'SELECT MAX(id) AS last FROM properties',
      );
      return Math.ceil(toNumber(row?.last ?? 0) / IDS_A_FILE);
    });

  async function listings(file: number): Promise<Entry[]> {
    const rows = await db.readRows<{ id: number; updated_at: Date | string }>(
      `SELECT p.id, p.updated_at FROM properties p WHERE p.id > $1 AND p.id <= $2 AND ${PUBLIC_ONLY} ORDER BY p.id`,
      [(file - 1) * IDS_A_FILE, file * IDS_A_FILE],
    );
    return rows.map(({ id, updated_at }) => ({ path: `/properties/${id}`, changedAt: toIso(updated_at) }));
  }

  async function pages(): Promise<Entry[]> {
    const agents = await readAgentNames(db);
    // Empty ones tell nothing yet.
    const buildings = await readKeys<number>(
      db,
      () => `SELECT b.id AS key FROM buildings b WHERE b.merged_into_id IS NULL
        AND EXISTS (SELECT 1 FROM properties p WHERE p.building_id = b.id AND ${PUBLIC_ONLY}) ORDER BY b.id LIMIT ${IDS_A_FILE}`,
    );
    const agentIds = agents.map(({ id }) => id);
    // Those that have a page: with an agent who is in the directory.
    const offices = await readKeys<number>(
      db,
      (sql) =>
        `SELECT DISTINCT office_id AS key FROM office_members WHERE ${isAmong(sql, 'user_id', agentIds)} ORDER BY 1`,
    );
    return [
      ...Object.keys(fixedPages).map((path) => ({ path })),
      ...areas.map(({ slug }) => ({ path: `/locations/${slug}` })),
      ...agents.map(({ id }) => ({ path: `/agents/${id}` })),
      ...buildings.map((id) => ({ path: `/buildings/${id}` })),
      ...offices.map((id) => ({ path: `/offices/${id}` })),
    ];
  }

  const writeUrls = (entries: readonly Entry[]) => {
    const urls = entries.map(
      ({ path, changedAt }) =>
        `<url>${locate(path)}${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</url>`,
    );
    return writeXml('urlset', urls);
  };
  const locate = (path: string) => `<loc>${escapeHtml(env.publicUrl + path)}</loc>`;

  return {
    index: () =>
      files.get('index', async () => {
        const count = await countListingFiles();
        const names = ['pages', ...Array.from({ length: count }, (_, at) => `properties-${at + 1}`)];
        return writeXml(
          'sitemapindex',
          names.map((name) => `<sitemap>${locate(`/sitemaps/${name}.xml`)}</sitemap>`),
        );
      }),
    async file(name) {
      if (name === 'pages') return files.get(name, async () => writeUrls(await pages()));
      const file = Number(/^properties-([1-9]\d{0,4})$/.exec(name)?.[1] ?? Number.NaN);
      if (Number.isNaN(file) || file > (await countListingFiles())) return null;
      return files.get(name, async () => writeUrls(await listings(file)));
    },
  };
}

function writeXml(root: 'urlset' | 'sitemapindex', children: readonly string[]): ReadyAnswer {
  const opening = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return ReadyAnswer.of([opening, ...children, `</${root}>`, ''].join('\n'));
}
