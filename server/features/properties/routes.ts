import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { isAmong, readAll, toIso, toNumber } from '#server/db/sql.ts';
import { memberIds, requireManaged } from '#server/features/auth/writes/offices.ts';
import type { ServerContext } from '#server/features/context.ts';
import { FileAnswer, NotModified, streamText } from '#server/http/answers.ts';
import { type CsvCell, csvFile } from '#server/http/csv.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import {
  type FeedQuery,
  listingFeedCalls,
  type OwnProperty,
  officeFeedCalls,
} from '#shared/contracts/propertyWrites.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { csvColumns, informationColumns, type officeColumns } from '#shared/propertyCsv.ts';
import { escapeHtml } from '#shared/writtenText.ts';
import { columns, informationCells, NO_XML, writeList } from './csvColumns.ts';
import { POSTED } from './policy.ts';
import { ownListings } from './reads/own.ts';

type FeedFormat = keyof typeof listingFeedCalls;
type FeedValue = CsvCell | boolean | readonly string[];

/** A feed's headers say whether it has changed, which is known before listings are read. */
export function registerFeedRoutes(routes: ApiRoutes, context: ServerContext): void {
  async function answer(
    ctx: Context,
    { updated_since }: FeedQuery,
    feed: Pick<Feed, 'format' | 'agentIds' | 'isOfOffice'>,
  ): Promise<FileAnswer | NotModified> {
    const wanted = {
      ...feed,
      updatedSince: updated_since === undefined ? undefined : new Date(updated_since),
    };
    const { etag, changedAt } = await readVersion(context, wanted);
    ctx.set('ETag', etag);
    if (changedAt) ctx.lastModified = changedAt;
    if (isKnown(ctx, etag, changedAt)) return new NotModified();
    return writeFeed(context, wanted);
  }

  for (const format of Object.keys(listingFeedCalls) as FeedFormat[]) {
    routes.on('listingFeed', format, listingFeedCalls[format], ({ user, query, ctx }) =>
      answer(ctx, query, { format, agentIds: [user.id], isOfOffice: false }),
    );
    routes.on('officeFeed', format, officeFeedCalls[format], async ({ user, query, ctx }) => {
      const { office } = await requireManaged(context.db, user.id);
      return answer(ctx, query, {
        format,
        agentIds: await memberIds(context.db, office.id),
        isOfOffice: true,
      });
    });
  }
}

interface Feed {
  format: FeedFormat;
  /** The agents whose listings it has. */
  agentIds: readonly number[];
  isOfOffice: boolean;
  updatedSince: Date | undefined;
}

/** Koa would send the whole answer for `Cache-Control: no-cache`, which Node's clients send with conditional requests. */
function isKnown(ctx: Context, etag: string, changedAt: Date | null): boolean {
  const tags = ctx.get('If-None-Match');
  if (tags !== '') return tags.split(',').some((tag) => tag.trim() === etag);
  const since = Date.parse(ctx.get('If-Modified-Since'));
  return changedAt !== null && Math.floor(changedAt.getTime() / 1_000) * 1_000 <= since;
}

type VersionRow = Record<'listings' | 'pictures' | 'buildings', number | string | null> & {
  changed_at: Date | string | null;
};

/** A weak tag: view counts do not change it. Pictures and buildings change without `updated_at`. */
async function readVersion({ db }: ServerContext, { agentIds, isOfOffice, updatedSince }: Feed) {
  const images = db.dialect === 'sqlite' ? 'p.images' : 'CAST(p.images AS text)';
  const [row] = await readAll<VersionRow>(
    db,
    (sql) => `SELECT COUNT(*) AS listings, MAX(p.updated_at) AS changed_at, SUM(LENGTH(${images})) AS pictures,
        SUM(p.building_id) AS buildings
      FROM properties p WHERE ${isAmong(sql, 'p.agent_id', agentIds)} AND ${POSTED}
        ${updatedSince ? `AND p.updated_at >= ${sql.bindTime(updatedSince)}` : ''}`,
  );
  const changedAt = row?.changed_at ? toIso(row.changed_at) : null;
  const counts = [row?.listings, row?.pictures, row?.buildings].map((count) => toNumber(count ?? 0));
  const version = JSON.stringify([agentIds, isOfOffice, updatedSince, changedAt, counts]);
  const hash = createHash('sha256').update(version).digest('base64url').slice(0, 27);
  return { etag: `W/"${hash}"`, changedAt: changedAt === null ? null : new Date(changedAt) };
}

async function writeFeed(context: ServerContext, { format, agentIds, isOfOffice, updatedSince }: Feed) {
  const { db, env, log, now } = context;
  const batches = ownListings.readBatches(db, { agentId: agentIds, now: now(), updatedSince, draft: false });
  const fields = { ...fieldsOf(env.publicUrl), ...(isOfOffice ? officeFields : {}) };
  if (format === 'csv') {
    const cells = Object.entries(fields).map(
      ([name, read]) => [name, (listing: OwnProperty) => cellOf(read(listing))] as const,
    );
    return csvFile(context, 'listings', Object.fromEntries(cells), batches);
  }
  const pieces = format === 'json' ? writeJson(fields, batches) : writeXml(fields, batches);
  const text = await streamText(log, pieces);
  const { fileType } = listingFeedCalls[format];
  return new FileAnswer(text, fileType ?? '', `silong-listings-${manilaDay(now())}.${format}`);
}

type Fields = Record<string, (listing: OwnProperty) => FeedValue>;

/** The agent of a listing, without contact data, which the office has. */
const officeFields = {
  agent_id: ({ agent }) => agent?.id ?? null,
  agent_name: ({ agent }) => agent?.name ?? null,
} satisfies Record<(typeof officeColumns)[number], Fields[string]>;

/** The columns of the export; lists and booleans as each format has them, pictures with absolute addresses. */
function fieldsOf(publicUrl: string): Fields {
  return {
    ...Object.fromEntries(csvColumns.map((name) => [name, columns[name].write])),
    furnished: ({ details }) => details.furnished,
    images: ({ images }) => images.map((image) => (image.startsWith('/') ? publicUrl + image : image)),
    image_descriptions: ({ image_descriptions }) => (image_descriptions.some(Boolean) ? image_descriptions : []),
    features: ({ features }) => features,
    ...Object.fromEntries(informationColumns.map((name) => [name, informationCells[name]])),
  };
}

function cellOf(value: FeedValue): CsvCell {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' && value !== null ? writeList(value) : value;
}

async function* writeJson(fields: Fields, batches: AsyncIterable<readonly OwnProperty[]>) {
  let before = '[\n';
  for await (const listings of batches) {
    const lines = listings.map((listing) =>
      JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(listing)]))),
    );
    yield before + lines.join(',\n');
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}

/** Escaped as in HTML; a carriage return would be read as a line feed otherwise. */
const escapeXml = (text: string) => escapeHtml(text.replace(NO_XML, '')).replaceAll('\r', '&#13;');

const element = (name: string, content: string) => `<${name}>${content}</${name}>`;

const entryNames: Record<string, string> = {
  images: 'image',
  image_descriptions: 'description',
  features: 'feature',
};

async function* writeXml(fields: Fields, batches: AsyncIterable<readonly OwnProperty[]>) {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<listings>\n';
  for await (const listings of batches)
    yield listings
      .map((listing) =>
        element(
          'listing',
          Object.entries(fields)
            .map(([name, read]) => element(name, xmlOf(name, read(listing))))
            .join(''),
        ),
      )
      .join('\n')
      .concat('\n');
  yield '</listings>\n';
}

function xmlOf(name: string, value: FeedValue): string {
  if (typeof value === 'object' && value !== null)
    return value.map((entry) => element(entryNames[name] ?? 'entry', escapeXml(entry))).join('');
  return escapeXml(String(cellOf(value) ?? ''));
}
