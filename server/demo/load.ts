import type { CreationAttributes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { ReviewModel } from '#server/db/models/reviews.ts';
import type { DemoClock } from './clock.ts';
import type { MarketListing, MarketPerson, Marketplace } from './community/marketplace.ts';
import { ratingOf, reviewRows } from './community/reviews.ts';
import { listingRows } from './listings/listingRows.ts';
import type { PlannedListing } from './listings/timeline.ts';
import { draftViews } from './listings/views.ts';
import type { DraftAccount } from './people/accounts.ts';
import type { RowWriter } from './rows.ts';

export type People = Omit<Marketplace, 'listings'>;

const NEWCOMERS = 5;

interface PeopleDraft {
  accounts: readonly DraftAccount[];
  clock: DemoClock;
  passwordHash(account: DraftAccount): string;
  avatarOf(account: DraftAccount): string | null;
}

/** Accounts and agents' profiles. The reviews are only made here, because profiles carry the rating. */
export async function writePeople(
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
  images: readonly string[][];
  people: People;
  clock: DemoClock;
}

/** Listings with their history and their views. */
export async function writeListings(
  { models }: Database,
  write: RowWriter,
  { planned, images, people, clock }: ListingsDraft,
): Promise<MarketListing[]> {
  const views = draftViews(
    planned,
    people.users.map(({ id }) => id),
    clock,
  );
  const rows = listingRows(
    planned,
    people.agents.map(({ id }) => id),
    images,
    views.map((own) => own.length),
  );
  const ids = await write.insertAndReadIds(models.Property, rows);
  const listings = planned.map((plan, index) => ({
    id: ids[index] ?? 0,
    title: rows[index]?.title ?? '',
    plan,
    agent: people.agents[plan.agent] ?? people.demoAgent,
  }));

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
    models.PropertyView,
    listings.flatMap(({ id }, index) => (views[index] ?? []).map((view) => ({ ...view, property_id: id }))),
  );
  return listings;
}
