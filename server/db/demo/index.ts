import { randomBytes } from 'node:crypto';
import { hashPassword } from '#server/auth/passwords.ts';
import type { ServerContext } from '#server/context.ts';
import type { StoredPicture } from '#server/media/service.ts';
import { buildAllFacts } from './buildFacts.ts';
import { demoClock } from './clock.ts';
import { listingRows } from './listings.ts';
import { draftAccounts } from './people/accounts.ts';
import { pictureDealer } from './pictureSet.ts';
import { rowWriter } from './rows.ts';
import { nameOf, pictureAddress, storePictures } from './storePictures.ts';
import { planListings } from './timeline.ts';
import { draftViews } from './views.ts';

export interface DemoDataOptions {
  /** The data are told from this day on backwards, and the same for all of it. */
  now: Date;
  onProgress?(sentence: string): void;
  /** Folder in which drawn pictures are kept for the next load. */
  pictureCache?: string;
  /** 'names-only' (default 'render') gives pictures their addresses without drawing them. */
  pictures?: 'render' | 'names-only';
}

export const DEMO_PASSWORD = 'silong-demo';

/** Fills an empty database with the demo marketplace. Nothing is kept when it fails half-way. */
export async function loadDemoData(
  context: Pick<ServerContext, 'db' | 'media' | 'log'>,
  { now, onProgress = () => undefined, pictureCache, pictures = 'render' }: DemoDataOptions,
): Promise<void> {
  const { db, media } = context;
  const clock = demoClock(now);
  const accounts = draftAccounts(clock);
  const planned = planListings(buildAllFacts(), clock);
  const dealPictures = pictureDealer();
  const recipes = planned.map(({ facts }) => dealPictures(facts));

  const stored = await storePictures([...recipes.flat(), ...accounts.flatMap(({ face }) => face ?? [])], {
    media,
    cache: pictureCache,
    mode: pictures,
    onProgress,
  });
  const file = (name: string): StoredPicture => {
    const picture = stored.get(name);
    if (!picture) throw new RangeError(`no picture ${name}`);
    return picture;
  };
  const images = recipes.map((own) => own.map((recipe) => pictureAddress(file(nameOf(recipe)))));
  // Nobody knows the other demo accounts' password.
  const [demoHash, lockedHash] = await Promise.all([
    hashPassword(DEMO_PASSWORD),
    hashPassword(randomBytes(24).toString('hex')),
  ]);

  await db.transaction(async (transaction) => {
    const { models } = db;
    const write = rowWriter(db, transaction);
    const pictureRows = [...new Map([...stored.values()].map((picture) => [picture.hash, picture])).values()];
    await write.insert(
      models.Media,
      pictureRows.map((picture) => ({ ...picture, uploaded_by: null, created_at: clock.today })),
    );

    const userIds = await write.insertAndReadIds(
      models.User,
      accounts.map(({ row, face, isDemoAccount }) => ({
        ...row,
        password_hash: isDemoAccount ? demoHash : lockedHash,
        avatar_url: face ? pictureAddress(file(nameOf(face))) : null,
      })),
    );
    const idsOf = (kind: (typeof accounts)[number]['kind']) =>
      userIds.filter((_, index) => accounts[index]?.kind === kind);
    const agentIds = idsOf('agent');
    const profiles = accounts.flatMap(({ profile }, index) => {
      const userId = userIds[index];
      return profile && userId !== undefined ? [{ ...profile, user_id: userId }] : [];
    });
    await write.insert(models.AgentProfile, profiles);

    const views = draftViews(planned, idsOf('user'), clock);
    const propertyIds = await write.insertAndReadIds(
      models.Property,
      listingRows(
        planned,
        agentIds,
        images,
        views.map((own) => own.length),
      ),
    );
    const withId = propertyIds.map((id, index) => ({ id, listing: planned[index], views: views[index] ?? [] }));
    await write.insert(
      models.PropertyStatusChange,
      withId.flatMap(({ id, listing }) =>
        (listing?.changes ?? []).map(({ from, to, price, at }) => ({
          property_id: id,
          from_status: from,
          to_status: to,
          price,
          changed_by: agentIds[listing?.agent ?? 0] ?? null,
          changed_at: at,
        })),
      ),
    );
    await write.insert(
      models.PropertyView,
      withId.flatMap(({ id, views: own }) => own.map((view) => ({ ...view, property_id: id }))),
    );
  });
}
