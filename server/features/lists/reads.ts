import { Op } from 'sequelize';
import type { SharedListMemberModel, SharedListModel } from '#server/db/models.ts';
import { pick, readAll, toIso, toNumber } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readPublicListings } from '#server/features/properties/reads.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { ContactReader } from '#server/http/limits/contactLimit.ts';
import type {
  GlimpsedHome,
  ListItem,
  ListPerson,
  ListRole,
  ListSummary,
  ListVote,
  SharedList,
} from '#shared/contracts/lists.ts';

export interface Membership {
  list: SharedListModel;
  member: SharedListMemberModel;
}

/** @throws {NotFoundError} no such list, or the person is no member: other people do not learn of the list. */
export async function membershipOf(
  { db }: Pick<ServerContext, 'db'>,
  userId: number,
  listId: number,
): Promise<Membership> {
  const { SharedList, SharedListMember } = db.models;
  const member = await SharedListMember.findOne({ where: { list_id: listId, user_id: userId } });
  const list = member && (await SharedList.findByPk(listId));
  if (!list) throw new NotFoundError('list');
  return { list, member };
}

export async function memberIds({ db }: Pick<ServerContext, 'db'>, listId: number): Promise<number[]> {
  const members = await db.models.SharedListMember.findAll({ where: { list_id: listId }, order: ['id'] });
  return members.map(({ user_id }) => user_id);
}

export async function readSummaries({ db }: ServerContext, userId: number): Promise<ListSummary[]> {
  type Row = Pick<ListSummary, 'id' | 'name' | 'role'> & {
    updated_at: Date | string;
    members: number | string;
  };
  const rows = await readAll<Row>(
    db,
    (sql) => `SELECT l.id, l.name, m.role, l.updated_at,
        (SELECT COUNT(*) FROM shared_list_members o WHERE o.list_id = l.id) AS members
      FROM shared_list_members m JOIN shared_lists l ON l.id = m.list_id
      WHERE m.user_id = ${sql.bind(userId)} ORDER BY l.updated_at DESC, l.id DESC`,
  );
  const where = { list_id: rows.map(({ id }) => id) };
  const items = await db.models.SharedListItem.findAll({ where, order: [['id', 'DESC']] });
  return rows.map((row) => {
    const own = items.filter(({ list_id }) => list_id === row.id);
    return {
      ...row,
      members: toNumber(row.members),
      items: own.length,
      property_ids: own.flatMap(({ property_id }) => property_id ?? []),
      updated_at: toIso(row.updated_at),
    };
  });
}

/** A list as one of its members sees it. @throws {NotFoundError} the reader is no member. */
export async function readList(
  context: ServerContext,
  reader: ContactReader & { user: { id: number } },
  listId: number,
): Promise<SharedList> {
  const { db, now, contacts } = context;
  const { models } = db;
  const userId = reader.user.id;
  const { list, member } = await membershipOf(context, userId, listId);
  const where = { list_id: listId };
  const members = await models.SharedListMember.findAll({ where, order: ['joined_at', 'id'] });
  const items = await models.SharedListItem.findAll({ where, order: [['id', 'DESC']] });
  const ofItems = { where: { item_id: items.map(({ id }) => id) }, order: ['id'] };
  const votes = await models.SharedListVote.findAll(ofItems);
  const comments = await models.SharedListComment.findAll(ofItems);
  // Former members may have added items or comments.
  const named = [...members, ...votes, ...comments].map(({ user_id }) => user_id);
  const adders = items.flatMap(({ added_by }) => added_by ?? []);
  const people = await readPeople(context, [...named, ...adders]);
  const ids = items.flatMap(({ property_id }) => property_id ?? []);
  // Hidden listings stay in the list without their contents.
  const listings = new Map((await readPublicListings(db, ids)).map((listing) => [listing.id, listing]));
  const open = { ...where, expires_at: { [Op.gt]: now() } };
  const invitations = managesList(member.role)
    ? await models.SharedListInvitation.findAll({ where: open, order: [['id', 'DESC']] })
    : [];
  return contacts.apply(reader, {
    id: list.id,
    name: list.name,
    role: member.role,
    members: members.flatMap(({ user_id, role, joined_at }) => {
      const person = people.get(user_id);
      return person ? [{ ...person, role, joined_at: joined_at.toISOString() }] : [];
    }),
    items: items.map((item): ListItem => {
      const own = votes.filter(({ item_id }) => item_id === item.id);
      return {
        id: item.id,
        property: (item.property_id !== null && listings.get(item.property_id)) || null,
        added_by: (item.added_by !== null && people.get(item.added_by)) || null,
        added_at: item.created_at.toISOString(),
        votes: own.flatMap(({ user_id, vote }) => {
          const person = people.get(user_id);
          return person ? [{ person, vote }] : [];
        }),
        my_vote: own.find(({ user_id }) => user_id === userId)?.vote ?? (null as ListVote | null),
        comments: comments
          .filter(({ item_id }) => item_id === item.id)
          .flatMap(({ id, user_id, text, created_at }) => {
            const author = people.get(user_id);
            const is_own = user_id === userId;
            return author ? [{ id, author, text, created_at: created_at.toISOString(), is_own }] : [];
          }),
      };
    }),
    invitations: invitations.map(({ id, email, created_at, expires_at }) => ({
      id,
      email,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    })),
  });
}

const GLIMPSED_HOMES = 6;

/** The list for a person with its link: the number of its homes, and the latest of those that are public. */
export async function readGlimpse(
  { db }: Pick<ServerContext, 'db'>,
  listId: number,
): Promise<{ items: number; homes: GlimpsedHome[] }> {
  const items = await db.models.SharedListItem.findAll({ where: { list_id: listId }, order: [['id', 'DESC']] });
  const ids = items.flatMap(({ property_id }) => property_id ?? []);
  const listings = await readPublicListings(db, ids);
  return {
    items: items.length,
    homes: listings.slice(0, GLIMPSED_HOMES).map((listing) => ({
      ...pick(listing, 'id', 'title', 'type', 'listing_type', 'price'),
      ...pick(listing.details, 'bedrooms', 'bathrooms', 'area_sqm'),
      city: listing.location.city,
      image: listing.images[0] ?? null,
    })),
  };
}

async function readPeople({ db }: ServerContext, ids: readonly number[]): Promise<Map<number, ListPerson>> {
  const where = { id: [...new Set(ids)] };
  const users = await db.models.User.findAll({ attributes: ['id', 'name'], where });
  return new Map(users.map(({ id, name }) => [id, { id, name: nameAmongMembers(name) }]));
}

/** Renaming, deleting, inviting, and removing others. All other actions are open to every member. */
export const managesList = (role: ListRole): boolean => role === 'owner';

/** The first name and the initial of the last: 'Maria S.'. A name of one word stays whole. */
export function nameAmongMembers(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const last = words.length > 1 ? words.at(-1) : undefined;
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}
