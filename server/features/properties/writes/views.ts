import { createHmac, randomBytes } from 'node:crypto';
import { createIsbotFromList, list } from 'isbot';
import { Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { callerNetwork } from '#server/http/caller.ts';
import { found } from '#server/http/errors.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { canSee, isOwner, isPublic } from '../policy.ts';
import { readListing } from '../reads.ts';

interface Viewer {
  user: Pick<SignedInUser, 'id' | 'role' | 'adminRole'> | null;
  address: string;
  userAgent: string;
  /** The page is fetched ahead, without a reader. */
  isPrefetch: boolean;
}

/** Declared crawlers. Clients with these names are not excluded: they count as one viewer of their network a day. */
const countedNames = ['node', 'firefox', 'headlesschrome'];
const isCrawler = createIsbotFromList(
  list.filter((pattern) => !countedNames.some((name) => new RegExp(pattern, 'i').test(name))),
);

const SECRET_CATEGORY = 'viewerKeys';

export class ViewCounter {
  private secret: Promise<string> | null = null;

  constructor(private readonly context: ServerContext) {}

  /**
   * Counts a view of a public listing once per person and Manila day: by the account, otherwise by the network. Never the
   * owner's own, an admin's, a crawler's or a prefetch.
   * @throws {NotFoundError} the listing does not exist, or not for this viewer.
   */
  async record(id: number, viewer: Viewer) {
    const { db, now } = this.context;
    const listing = found(await readListing(db, id), 'property');
    found(canSee(viewer.user, listing), 'property');
    const uncounted = { counted: false, views: listing.view_count };
    if (isOwner(viewer.user, listing) || !isPublic(listing) || !isPerson(viewer)) return uncounted;

    const viewedAt = now();
    const day = manilaDay(viewedAt);
    const key = { property_id: id, viewer_key: await this.viewerKey(viewer, day), viewed_on: day };
    const { Property, PropertyView } = db.models;
    // Most calls are a viewer coming back: they should not wait for the database's one writer.
    const seen = await db.readRows(
      'SELECT 1 FROM property_views WHERE property_id = $1 AND viewed_on = $2 AND viewer_key = $3',
      [id, day, key.viewer_key],
    );
    if (seen.length > 0) return uncounted;
    return db.transaction(async () => {
      // The lock serializes two calls of one viewer, also in two processes.
      const lock = Transaction.LOCK.UPDATE;
      const current = found(await Property.findByPk(id, { attributes: ['id', 'view_count'], lock }), 'property');
      if ((await PropertyView.count({ where: key })) > 0) return { counted: false, views: current.view_count };
      await PropertyView.create({ ...key, viewed_at: viewedAt });
      // A view is no change of the listing: `updated_at` stays.
      const views = current.view_count + 1;
      await current.increment('view_count', { silent: true });
      return { counted: true, views };
    });
  }

  /** With the day in the key, keys of two days cannot be linked to one network. */
  private async viewerKey({ user, address }: Viewer, day: string): Promise<string> {
    if (user) return `user:${user.id}`;
    return createHmac('sha256', await this.readSecret())
      .update(`${callerNetwork(address)}\n${day}`)
      .digest('hex');
  }

  private readSecret(): Promise<string> {
    this.secret ??= readOrMakeSecret(this.context.db).catch((error: unknown) => {
      this.secret = null;
      throw error;
    });
    return this.secret;
  }
}

function isPerson({ user, userAgent, isPrefetch }: Viewer): boolean {
  if (isPrefetch || user?.role === 'admin') return false;
  return user !== null || !isCrawler(userAgent);
}

/** One secret for each installation, shared by its processes; without it the stored keys reveal no address. */
async function readOrMakeSecret(db: Database): Promise<string> {
  const find = () => db.models.SystemSetting.findByPk(SECRET_CATEGORY);
  const known = await find();
  if (!known) {
    const secret = { category: SECRET_CATEGORY, settings: { secret: randomBytes(32).toString('hex') } };
    await db.transaction(() => db.models.SystemSetting.bulkCreate([secret], { ignoreDuplicates: true }), {
      isBookkeeping: true,
    });
  }
  const stored = known ?? (await find());
  const secret = stored?.settings.secret;
  if (typeof secret !== 'string') throw new Error('The secret of the viewer keys could not be read');
  return secret;
}
