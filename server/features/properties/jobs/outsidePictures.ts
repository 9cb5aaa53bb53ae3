import { Op, Transaction } from 'sequelize';
import type { PropertyModel, UserModel } from '#server/db/models.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { changeWithPictures, pictureUrl, recordPictures } from '#server/features/uploads/service.ts';
import { ApiError, TooManyRequestsError } from '#server/http/errors.ts';
import { PermanentFailure, type RecurringJob } from '#server/jobs/queue.ts';
import { readKept, SaidError, type Words } from '#server/languages.ts';
import { OutsidePictureError } from '#server/media/outside.ts';
import type { WebpPicture } from '#server/media/pictures.ts';
import { type Message, msg } from '#shared/messages.ts';
import { followUp } from '../followUps.ts';
import { isOutside, keptDescriptions, lockImages } from '../writes/pictures.ts';

/** Pictures on other servers that a listing names. Until they are stored here, only the listing's agent sees them. */

const HOUR_S = 3_600;

export function handleOutsidePictures(context: ServerContext): void {
  context.jobs.handle('fetchPictures', {
    atOnce: 2,
    limitSeconds: 600,
    retrySeconds: [60, 600, HOUR_S, 6 * HOUR_S, 24 * HOUR_S, 48 * HOUR_S],
    run: ({ propertyId }, signal) => fetchListingPictures(context, propertyId, signal),
    async apply({ propertyId }, delayMs) {
      if (delayMs > 0) await context.jobs.add('fetchPictures', { propertyId }, { priority: 'bulk', delayMs });
    },
    giveUp: ({ propertyId }, reason) => dropOutsidePictures(context, propertyId, readKept(reason)),
  });
}

interface Fetched {
  /** By original address. */
  pictures: Map<string, WebpPicture>;
  /** Addresses without a picture for good, and why. */
  lost: Map<string, string | Words>;
  /** Why other pictures may be reachable later. */
  reason: Message | null;
  /** Time until the agent's budget allows decoding the rest; 0: none is left. */
  delayMs: number;
}

/** @returns ms until the rest is to be fetched; 0: none is left. @throws {Error} some could not be reached. */
async function fetchListingPictures(context: ServerContext, propertyId: number, signal: AbortSignal) {
  const { Property, User } = context.db.models;
  const listing = await Property.findByPk(propertyId);
  const outside = listing?.images.filter(isOutside) ?? [];
  if (!listing || outside.length === 0) return 0;
  const agent = listing.agent_id === null ? null : await User.findByPk(listing.agent_id);
  const fetched = await fetchAll(context, outside, listing.agent_id, signal);
  if (signal.aborted) return 0;
  await keep(context, propertyId, agent, fetched).catch((error: unknown) => {
    // The account's share of the store is used up: a retry would fail again.
    throw error instanceof ApiError && error.status === 413 ? new PermanentFailure(error.sentence) : error;
  });
  if (fetched.reason !== null) throw new SaidError(fetched.reason);
  return fetched.delayMs;
}

async function fetchAll(
  { outsidePictures, pixels }: ServerContext,
  addresses: readonly string[],
  agentId: number | null,
  signal: AbortSignal,
): Promise<Fetched> {
  const fetched: Fetched = { pictures: new Map(), lost: new Map(), reason: null, delayMs: 0 };
  const owner = pixels.ofListings(agentId);
  const each = addresses.map(async (address) => {
    try {
      fetched.pictures.set(address, await outsidePictures.read(address, owner, signal));
    } catch (error) {
      if (error instanceof TooManyRequestsError) {
        fetched.delayMs = (error.options.retryAfterSeconds ?? 1) * 1_000;
        return;
      }
      if (!(error instanceof OutsidePictureError)) throw error;
      if (error.isTemporary) fetched.reason = error.sentence;
      else fetched.lost.set(address, error.sentence);
    }
  });
  await Promise.all(each);
  return fetched;
}

/** Replaces addresses by stored pictures, in the listing's present state. */
async function keep(
  context: ServerContext,
  propertyId: number,
  agent: UserModel | null,
  { pictures, lost }: Fetched,
): Promise<void> {
  const fresh = [...pictures.values()];
  const uploader = { id: agent?.id ?? null, role: agent?.role ?? ('agent' as const) };
  await changeWithPictures(context, uploader, fresh, async () => {
    const listing = await lockListing(context, propertyId, agent);
    if (!listing) return;
    await recordPictures(context, uploader, fresh);
    const images = listing.images.flatMap((address) => {
      const picture = pictures.get(address);
      if (picture) return [pictureUrl(picture)];
      return lost.has(address) ? [] : [address];
    });
    await lockImages(context, { images }, listing);
    const moved = new Map([...pictures].map(([address, picture]) => [address, pictureUrl(picture)]));
    await replaceImages(context, listing, [...new Set(images)], lost, moved);
  });
}

async function dropOutsidePictures(context: ServerContext, propertyId: number, reason: string | Words) {
  const seen = await context.db.models.Property.findByPk(propertyId);
  const agent = seen?.agent_id ? await context.db.models.User.findByPk(seen.agent_id) : null;
  const listing = await lockListing(context, propertyId, agent);
  if (!listing) return;
  const isKept = (address: string) => !isOutside(address);
  const lost = new Map(listing.images.filter(isOutside).map((address) => [address, reason]));
  await replaceImages(context, listing, listing.images.filter(isKept), lost);
}

/** The account before the listing, see `lockCaller`. @returns null: deleted, or another agent's by now. */
async function lockListing(context: ServerContext, propertyId: number, agent: UserModel | null) {
  if (agent && !(await lockUser(context, agent.id))) return null;
  return context.db.models.Property.findOne({
    where: { id: propertyId, agent_id: agent?.id ?? null },
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });
}

/** @param lost addresses that are no longer among them, and why. @param moved new addresses by former ones. */
async function replaceImages(
  context: ServerContext,
  listing: PropertyModel,
  images: string[],
  lost: ReadonlyMap<string, string | Words>,
  moved?: ReadonlyMap<string, string>,
): Promise<void> {
  const gone = [...lost].filter(([address]) => listing.images.includes(address));
  // No change by the agent: `updated_at` stays.
  const image_descriptions = keptDescriptions(listing.image_descriptions, images, moved);
  await listing.update({ images, image_descriptions }, { silent: true });
  await followUp(context, 'picturesFetched', { ids: [listing.id] });
  if (listing.agent_id === null) return;
  const groups = new Map<string, { site: string; reason: string | Words; count: number }>();
  for (const [address, reason] of gone) {
    const site = new URL(address).hostname;
    const key = `${site} ${JSON.stringify(reason)}`;
    groups.set(key, { site, reason, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  for (const group of groups.values()) {
    const notice = {
      type: 'warning',
      title: msg('Images Missing'),
      message: msg(
        'We could not fetch {count, plural, one {an image} other {# images}} of {title} from {site}. Please upload {count, plural, one {it} other {them}} instead. Reason: {reason}',
        { ...group, title: listing.title },
      ),
      action: { label: msg('View Listings'), url: '/agent-dashboard?tab=properties' },
    };
    await context.jobs.add('notices', { userIds: [listing.agent_id], notice, options: {} });
  }
}

const LISTINGS_A_SWEEP = 500;

/** Finds listings with such pictures and without a job: of earlier releases, and changed by hand. */
export const outsidePictureSweep = (context: ServerContext): RecurringJob => ({
  name: 'findOutsidePictures',
  firstMs: 30_000,
  everyMs: 6 * HOUR_S * 1_000,
  run: () => findOutsidePictures(context),
});

export async function findOutsidePictures({ db, jobs }: ServerContext): Promise<void> {
  const images = db.dialect === 'sqlite' ? 'p.images' : 'CAST(p.images AS text)';
  const rows = await db.readRows<{ id: number }>(
    `SELECT p.id FROM properties p WHERE LOWER(${images}) LIKE '%"http%' ORDER BY p.id LIMIT ${LISTINGS_A_SWEEP}`,
  );
  if (rows.length === 0) return;
  await db.transaction(async () => {
    const waiting = await db.models.Job.findAll({
      attributes: ['payload'],
      where: { kind: 'fetchPictures', status: { [Op.ne]: 'failed' } },
    });
    const known = new Set(waiting.map(({ payload }) => payload.propertyId));
    const payloads = rows.filter(({ id }) => !known.has(id)).map(({ id }) => ({ propertyId: id }));
    await jobs.addAll('fetchPictures', payloads, { priority: 'background' });
  });
}
