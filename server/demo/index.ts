import { randomBytes } from 'node:crypto';
import { hashPassword } from '#server/features/auth/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { demoClock } from './clock.ts';
import { writeCommunity } from './community/load.ts';
import { buildAllFacts } from './listings/buildFacts.ts';
import { pictureDealer } from './listings/pictureSet.ts';
import { planListings } from './listings/timeline.ts';
import { writeListings, writePeople } from './load.ts';
import { draftAccounts } from './people/accounts.ts';
import { rowWriter } from './rows.ts';
import { nameOf, pictureAddress, storePictures } from './storePictures.ts';

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

/** Fills an empty database with the demo marketplace. No row is kept when it fails half-way. */
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
  const addresses = new Map([...stored].map(([name, picture]) => [name, pictureAddress(picture)]));
  const images = recipes.map((own) => own.flatMap((recipe) => addresses.get(nameOf(recipe)) ?? []));
  // Nobody knows the other demo accounts' password.
  const [demoHash, lockedHash] = await Promise.all([
    hashPassword(DEMO_PASSWORD),
    hashPassword(randomBytes(24).toString('hex')),
  ]);

  onProgress('Demo data: writing listings, people and what they did in the last year.');
  await db.transaction(async (transaction) => {
    const write = rowWriter(db, transaction);
    const files = new Map([...stored.values()].map((picture) => [picture.hash, picture]));
    await write.insert(
      db.models.Media,
      [...files.values()].map((picture) => ({ ...picture, uploaded_by: null, created_at: clock.today })),
    );
    const { people, reviews } = await writePeople(db, write, {
      accounts,
      clock,
      passwordHash: ({ isDemoAccount }) => (isDemoAccount ? demoHash : lockedHash),
      avatarOf: ({ face }) => (face ? (addresses.get(nameOf(face)) ?? null) : null),
    });
    const listings = await writeListings(db, write, { planned, images, people, clock });
    await writeCommunity(db, write, { ...people, listings }, reviews, clock);
  });
}
