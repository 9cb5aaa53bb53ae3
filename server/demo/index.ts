import { randomBytes } from 'node:crypto';
import type { CreationAttributes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import { withSetupLock } from '#server/db/migrate.ts';
import type { ReviewModel } from '#server/db/models.ts';
import { type Env, isLoopbackHost, StartRefusedError } from '#server/env.ts';
import { hashPassword, verifyPassword } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { fingerprintRow } from '#server/features/duplicates/policy.ts';
import { verifyReviews } from '#server/features/reviews/jobs.ts';
import { MEDIA_PATH } from '#server/media/store.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { captionOf } from './captions.ts';
import { type DemoClock, demoClock } from './clock.ts';
import { duplicateRows } from './community/adminQueues.ts';
import { writeCommunity } from './community/load.ts';
import type { MarketListing, MarketPerson, Marketplace } from './community/marketplace.ts';
import { ratingOf, reviewRows } from './community/reviews.ts';
import { dealPictures } from './dealing.ts';
import { floodSample, floodSampleShapes } from './floodSample.ts';
import { buildAllFacts } from './listings/buildFacts.ts';
import { buildingNameOf, buildingRows } from './listings/buildings.ts';
import { type DrawnPictures, draftViews, listingRows } from './listings/listingRows.ts';
import { pastSaleRows } from './listings/pastSales.ts';
import { type PlannedListing, planListings } from './listings/timeline.ts';
import { type DraftAccount, draftAccounts } from './people/accounts.ts';
import { nameOf, type PictureRecipe, readFingerprints, storePictures } from './pictures.ts';
import { type RowWriter, rowWriter } from './rows.ts';

type People = Omit<Marketplace, 'listings'>;

const NEWCOMERS = 5;

interface PeopleDraft {
  accounts: readonly DraftAccount[];
  clock: DemoClock;
  passwordHash(account: DraftAccount): string;
  avatarOf(account: DraftAccount): string | null;
}

/** Writes accounts and agents' profiles. The reviews are drafted here, because profiles carry the rating. */
async function writePeople(
  { models }: Database,
  write: RowWriter,
  { accounts, clock, passwordHash, avatarOf }: PeopleDraft,
): Promise<{ people: People; reviews: CreationAttributes<ReviewModel>[] }> {
  const ids = await write.insertAndReadIds(
    models.User,
    accounts.map((account) => ({
      ...account.row,
      password_hash: passwordHash(account),
      avatar_url: avatarOf(account),
      // The addresses get no mail, and confirmed accounts can use every feature.
      email_verified_at: account.row.created_at ?? null,
    })),
  );
  const withId = accounts.map((account, index) => ({ account, person: toPerson(account, ids[index] ?? 0) }));
  const people = groupPeople(withId);
  const reviews = reviewRows(
    people.agents.map(({ id }) => id),
    people.users.map(({ id }) => id),
    clock,
  );
  await write.insert(
    models.AgentProfile,
    withId.flatMap(({ account: { profile }, person }) => {
      if (!profile) return [];
      const license_checked_by = profile.license_checked_at ? people.admin.id : null;
      return [{ ...profile, license_checked_by, user_id: person.id, ...ratingOf(person.id, reviews) }];
    }),
  );
  return { people, reviews };
}

function toPerson({ row, profile, kind }: DraftAccount, id: number): MarketPerson {
  const joinedAt = (kind === 'applicant' ? profile?.created_at : row.created_at) ?? new Date(0);
  return { id, name: row.name, email: row.email, phone: row.phone ?? null, joinedAt };
}

function groupPeople(withId: readonly { account: DraftAccount; person: MarketPerson }[]): People {
  const ofKind = (kind: DraftAccount['kind']) => withId.filter(({ account }) => account.kind === kind);
  const peopleOf = (kind: DraftAccount['kind']) => ofKind(kind).map(({ person }) => person);
  const users = ofKind('user').filter(({ account }) => account.row.status === 'active');
  const [admin] = peopleOf('admin');
  const [demoAgent] = peopleOf('agent');
  const demoUser = users.find(({ account }) => account.isDemoAccount)?.person;
  if (!admin || !demoAgent || !demoUser) throw new RangeError('a demo account is missing');
  return {
    admin,
    agents: peopleOf('agent'),
    demoAgent,
    users: users.map(({ person }) => person),
    demoUser,
    newcomers: users.slice(-NEWCOMERS).map(({ person }) => person),
    applicants: ofKind('applicant')
      .filter(({ account }) => account.row.role === 'user')
      .map(({ person }) => person),
  };
}

interface ListingsDraft {
  planned: readonly PlannedListing[];
  /** The pictures of each listing. */
  pictures: readonly DrawnPictures[];
  people: People;
  clock: DemoClock;
}

/** Listings with their buildings, their history and their views. */
async function writeListings(
  { models }: Database,
  write: RowWriter,
  { planned, pictures, people, clock }: ListingsDraft,
): Promise<MarketListing[]> {
  const views = draftViews(
    planned,
    people.users.map(({ id }) => id),
    clock,
  );
  const rows = listingRows(
    planned,
    people.agents.map(({ id }) => id),
    pictures,
    views.map((own) => own.length),
  );
  const buildings = buildingRows(planned, (listing) => pictures[listing]?.plans ?? [], clock);
  const buildingIds = await write.insertAndReadIds(models.Building, buildings);
  const idByName = new Map(buildings.map(({ name }, index) => [name, buildingIds[index] ?? null]));
  planned.forEach(({ facts }, index) => {
    const row = rows[index];
    if (row) row.building_id = idByName.get(buildingNameOf(facts) ?? '') ?? null;
  });
  const ids = await write.insertAndReadIds(models.Property, rows);
  const listings = planned.map((plan, index) => ({
    id: ids[index] ?? 0,
    title: rows[index]?.title ?? '',
    plan,
    agent: people.agents[plan.agent] ?? people.demoAgent,
  }));

  await write.insert(
    models.DuplicatePair,
    duplicateRows(
      listings,
      rows.map(({ images = [] }) => images),
    ),
  );
  await write.insert(
    models.PropertyStatusChange,
    listings.flatMap(({ id, plan, agent }) =>
      plan.changes.map(({ from, to, price, at }) => ({
        property_id: id,
        from_status: from,
        to_status: to,
        price,
        changed_by: agent.id,
        changed_at: at,
      })),
    ),
  );
  await write.insert(
    models.PropertyEvent,
    listings.flatMap(({ id, plan, agent }) => {
      const own = { property_id: id, changed_by: agent.id };
      const prices = plan.prices.map(({ from, to, status, at }) => ({
        ...own,
        kind: 'price' as const,
        price: to,
        previous_price: from,
        status,
        changed_at: at,
      }));
      const confirmations = plan.confirmations.map((at) => ({
        ...own,
        kind: 'confirmed' as const,
        price: plan.facts.price,
        status: plan.status,
        changed_at: at,
      }));
      return [...prices, ...confirmations];
    }),
  );
  await write.insert(
    models.Property,
    pastSaleRows(
      planned,
      people.agents.map(({ id }) => id),
      clock,
    ),
  );
  await write.insertViews(
    listings.flatMap(({ id }, index) => (views[index] ?? []).map((view) => ({ ...view, property_id: id }))),
  );
  return listings;
}

interface DemoDataOptions {
  /** The data end on this day and are the same for all of it. */
  now: Date;
  /** The folder of the pictures; null gives pictures addresses without files. */
  pictureFolder: string | null;
}

const DEMO_PASSWORD = 'silong-demo';

/**
 * The setting that makes the server reachable from other machines, as it is set; undefined for none. A trusted proxy makes it reachable
 * unless the public address is one of this machine.
 */
function reachedFromOutside({ host, trustProxy, publicUrl, isPublicUrlGiven }: Env): string | undefined {
  if (!isLoopbackHost(host)) return `HOST=${host}`;
  if (!isLoopbackHost(new URL(publicUrl).hostname)) return `PUBLIC_URL=${publicUrl}`;
  return trustProxy > 0 && !isPublicUrlGiven ? `TRUST_PROXY=${trustProxy}` : undefined;
}

/**
 * With NODE_ENV=production the public password of the demo accounts opens no account from other machines.
 * @throws {StartRefusedError} a demo account exists, or would be created, and the server would be reachable.
 */
export async function refuseOpenDemoAccounts({ db, env, now }: ServerContext): Promise<void> {
  const reached = env.isProduction && reachedFromOutside(env);
  if (!reached) return;
  if (env.seedDemo && (await db.models.User.count()) === 0)
    throw new StartRefusedError(
      `SEED_DEMO=on would make demo accounts, whose password everybody knows, and ${reached} says that people come from outside. Leave SEED_DEMO out.`,
    );
  const emails = draftAccounts(demoClock(now())).flatMap(({ isDemoAccount, row }) =>
    isDemoAccount ? row.email : [],
  );
  const accounts = await db.models.User.findAll({ where: { email: emails, status: 'active' } });
  const open: string[] = [];
  for (const { email, password_hash } of accounts)
    if (await verifyPassword(password_hash, DEMO_PASSWORD)) open.push(email);
  if (open.length > 0)
    throw new StartRefusedError(
      `The demo accounts (${open.join(', ')}) can sign in with the password that everybody knows, and ${reached} says that people come from outside. Start on a new database; or suspend them or give them other passwords first, on a server that is started for it with HOST=127.0.0.1, without PUBLIC_URL and TRUST_PROXY, and on a PORT that no proxy passes on.`,
    );
}

/** Fills a database without accounts with the demo marketplace. */
export async function seedNewDatabase(context: ServerContext, pictureFolder: string): Promise<void> {
  const { db, log, now } = context;
  await withSetupLock(db, async () => {
    if ((await db.models.User.count()) > 0) return;
    log.info('The database is new: writing the demo marketplace.');
    await loadDemoData(context, { now: now(), pictureFolder });
    await context.systemSettings.reload();
  });
}

/** Fills an empty database with the demo marketplace. No row is kept when it fails half-way. */
export async function loadDemoData(
  { db, media }: Pick<ServerContext, 'db' | 'media'>,
  { now, pictureFolder }: DemoDataOptions,
): Promise<void> {
  const clock = demoClock(now);
  const accounts = draftAccounts(clock);
  const planned = planListings(buildAllFacts(), clock);
  const recipes = dealPictures(planned.map(({ facts }) => facts));

  const stored = await storePictures([...recipes.flat(), ...accounts.flatMap(({ face }) => face ?? [])], {
    media,
    folder: pictureFolder,
  });
  const fingerprints = await readFingerprints(pictureFolder);
  const addresses = new Map([...stored].map(([name, { hash }]) => [name, MEDIA_PATH + hash]));
  const addressesOf = (own: PictureRecipe[]) => own.flatMap((recipe) => addresses.get(nameOf(recipe)) ?? []);
  const pictures = recipes.map((own) => ({
    images: addressesOf(own),
    plans: addressesOf(own.filter(({ kind }) => kind === 'plan')),
    captions: Object.fromEntries(
      own.flatMap((recipe) => {
        const address = addresses.get(nameOf(recipe));
        return address === undefined ? [] : [[address, captionOf(recipe)]];
      }),
    ),
  }));
  // The password of the other demo accounts is random.
  const [demoHash, lockedHash] = await Promise.all([
    hashPassword(DEMO_PASSWORD),
    hashPassword(randomBytes(24).toString('hex')),
  ]);

  await db.transaction(async (transaction) => {
    const write = rowWriter(db, transaction);
    const files = new Map([...stored.values()].map((picture) => [picture.hash, picture]));
    await write.insert(
      db.models.Media,
      [...files.values()].map((picture) => ({ ...picture, uploaded_by: null, created_at: clock.today })),
    );
    await write.insert(
      db.models.PictureFingerprint,
      [...fingerprints].flatMap(([hash, fingerprint]) =>
        files.has(hash) ? [fingerprintRow(hash, fingerprint)] : [],
      ),
    );
    await write.insert(db.models.SystemSetting, [
      {
        category: 'demo',
        settings: { since: clock.today.toISOString() },
        created_at: clock.today,
        updated_at: clock.today,
      },
    ]);
    await write.insert(db.models.MapLayer, [
      {
        kind: 'flood',
        ...floodSample,
        source_date: manilaDay(clock.today),
        features: JSON.stringify(floodSampleShapes()),
        loaded_at: clock.today,
      },
    ]);
    const { people, reviews } = await writePeople(db, write, {
      accounts,
      clock,
      passwordHash: ({ isDemoAccount }) => (isDemoAccount ? demoHash : lockedHash),
      avatarOf: ({ face }) => (face ? (addresses.get(nameOf(face)) ?? null) : null),
    });
    const listings = await writeListings(db, write, { planned, pictures, people, clock });
    await writeCommunity(db, write, { ...people, listings }, reviews, clock);
  });
  await verifyReviews({ db, now: () => now });
}
