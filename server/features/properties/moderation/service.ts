import { type LOCK, Transaction } from 'sequelize';
import type { PropertyModel } from '#server/db/models.ts';
import { matchesPerson } from '#server/db/searchWords.ts';
import { lockedInOrder, readRecords, sqlList } from '#server/db/sql.ts';
import {
  type Admin,
  decideEach,
  differences,
  recordAudit,
  requireStillAdmin,
} from '#server/features/auditLog/record.ts';
import { isPublicAgent } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { outliveListing } from '#server/features/viewingHistory/writes.ts';
import { type CsvColumns, csvFile } from '#server/http/csv.ts';
import { ConflictError, found, InvalidInputError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { AdminProperty, AdminPropertyQuery, propertyModerationCalls } from '#shared/contracts/properties.ts';
import type { ModerationStatus } from '#shared/listing/vocabulary.ts';
import { english, msg } from '#shared/messages.ts';
import { followUp } from '../followUps.ts';
import { isPublic, POSTED, publicListing } from '../policy.ts';
import { searchCondition } from '../reads/own.ts';
import { fullListing, type ListingRow, presentProperty } from '../reads.ts';

const visible = { ...publicListing, moderation_reason: null, hidden_by: null };
const hiddenWithAgent = {
  moderation_status: 'inactive',
  moderation_reason: english('Its agent is not active right now'),
  hidden_by: 'agent_away',
} as const;

/** The moderation fields of a new listing. @param agentId of an account the caller holds until the transaction ends. */
export const initialModeration = async ({ db }: ServerContext, agentId: number) =>
  (await isPublicAgent(db, agentId)) ? visible : hiddenWithAgent;

/** Hides listings while their agent is not public and shows them again afterwards. */
export async function syncListingVisibility(context: ServerContext, agentId: number): Promise<void> {
  const { db } = context;
  const { Property } = db.models;
  const isBack = await isPublicAgent(db, agentId);
  const where = { agent_id: agentId, ...(isBack ? { hidden_by: hiddenWithAgent.hidden_by } : publicListing) };
  const listings = await Property.findAll({ attributes: ['id'], where, ...lockedInOrder('NO_KEY_UPDATE') });
  if (listings.length === 0) return;
  await Property.update(isBack ? visible : hiddenWithAgent, { where });
  const ids = listings.map(({ id }) => id);
  await followUp(context, isBack ? 'shownWithAgent' : 'hiddenWithAgent', { ids });
}

interface Verdict {
  status: ModerationStatus;
  reason: string | null;
}

/** Hiding a listing needs a reason for the agent. @throws {InvalidInputError} there is none. */
export function requireReason({ status, reason }: Verdict): void {
  if ((status === 'inactive' || status === 'rejected') && reason === null)
    throw new InvalidInputError([
      { path: 'reason', message: msg('Please give a reason. The agent will see it.') },
    ]);
}

/**
 * Hides or shows a listing; the only way for admins. Among the last steps of a transaction: it adds to the audit log.
 * @param listing held by the caller, see `lockListing`. @returns whether it differs from before.
 */
export async function moderateListing(
  context: ServerContext,
  admin: Admin,
  listing: PropertyModel,
  { status, reason }: Verdict,
): Promise<boolean> {
  const after = { moderation_status: status, moderation_reason: reason };
  const difference = differences<Record<string, unknown>>(stateOf(listing), after);
  if (!difference) return false;
  const hidden_by = isPublic(after) ? null : 'admin';
  await listing.update({ ...after, hidden_by });
  const event = hidden_by === null ? 'shown' : 'hidden';
  await followUp(context, event, { ids: [listing.id], listing, status, reason });
  const about = { action: 'property.moderate', entityType: 'property', entityId: listing.id, reason };
  await recordAudit(context, admin, { ...about, ...difference });
  return true;
}

export const propertyModerationService = (context: ServerContext): Service<typeof propertyModerationCalls> => ({
  list: ({ query }) => adminProperties.readPage(context.db, query),
  export({ query }) {
    const listings = adminProperties.readBatches(context.db, query);
    return csvFile(context, 'all-properties', adminPropertyColumns, listings);
  },
  get: ({ params }) => getProperty(context, params.id),

  /**
   * Only active listings are public; the agent gets a notice with the reason.
   * @throws {InvalidInputError} hidden without a reason. @throws {NotFoundError} there is no such listing. @throws
   * {ConflictError} `agent_away`: shown while its agent is not public.
   */
  async setStatus({ user, address, ability, params: { id }, body: { status, reason = null } }) {
    const admin = { user, address, ability };
    const verdict = { status, reason };
    requireReason(verdict);
    await setListingStatus(context, admin, id, verdict);
    return getProperty(context, id);
  },

  /** @throws {InvalidInputError} hidden without a reason. */
  async setStatuses({ user, address, ability, body: { ids, status, reason = null } }) {
    const admin = { user, address, ability };
    const verdict = { status, reason };
    requireReason(verdict);
    return decideEach(
      context,
      ids,
      (id) => setListingStatus(context, admin, id, verdict),
      async (id) => (await findPosted(context, id))?.title ?? null,
    );
  },

  /** @throws {NotFoundError} there is no such listing. */
  async remove({ user, address, ability, params: { id } }) {
    const admin = { user, address, ability };
    await context.db.transaction(async () => {
      await requireStillAdmin(context, admin);
      const listing = await lockListing(context, id, 'forDeletion');
      const { title, price, agent_id, status } = listing;
      await outliveListing(context, listing, null);
      await listing.destroy();
      await followUp(context, 'removed', { ids: [id], listing, status: 'deleted', reason: null });
      const before = { title, price, agent_id, status, ...stateOf(listing) };
      const entry = { action: 'property.delete', entityType: 'property', entityId: id, before };
      await recordAudit(context, admin, entry);
    });
    return { id };
  },
});

/** @throws {ConflictError} `agent_away`. @throws {NotFoundError} there is no such listing. */
function setListingStatus(context: ServerContext, admin: Admin, id: number, verdict: Verdict) {
  return context.db.transaction(async () => {
    await requireStillAdmin(context, admin);
    const listing = await lockListing(context, id);
    const { agent_id } = listing;
    if (verdict.status === 'active' && agent_id !== null && !(await isPublicAgent(context.db, agent_id)))
      throw new ConflictError(
        msg('This listing’s agent is suspended or unlisted. You can show the listing once the agent is back.'),
        'agent_away',
      );
    const { title: name, moderation_status: status, moderation_reason: reason } = listing;
    const changed = await moderateListing(context, admin, listing, verdict);
    return { name, before: { status, reason }, changed };
  });
}

/** @throws {NotFoundError} there is no such listing. */
const getProperty = async ({ db }: ServerContext, id: number): Promise<AdminProperty> =>
  found(await adminProperties.readOne(db, `${POSTED} AND p.id`, id), 'property');

/** A draft exists for its agent alone. */
const findPosted = ({ db }: ServerContext, id: number, lock?: LOCK) =>
  db.models.Property.findOne({ where: { id, is_draft: false }, ...(lock && { lock }) });

/** Locks a listing until the transaction ends. @throws {NotFoundError} there is no such listing. */
export async function lockListing(
  context: ServerContext,
  id: number,
  purpose: 'forChange' | 'forDeletion' = 'forChange',
): Promise<PropertyModel> {
  const { UPDATE, NO_KEY_UPDATE } = Transaction.LOCK;
  const lock = purpose === 'forDeletion' ? UPDATE : NO_KEY_UPDATE;
  return found(await findPosted(context, id, lock), 'property');
}

function stateOf({ moderation_status, moderation_reason }: PropertyModel) {
  return { moderation_status, moderation_reason };
}

type Filter = Omit<AdminPropertyQuery, 'page' | 'limit'>;

/** Expressions, as in the indexes of migration 0006. */
const orderColumns: Record<NonNullable<Filter['sort']>, string> = {
  title: 'lower(p.title)',
  city: 'lower(p.city)',
  agent: 'lower(u.name)',
  price: '(p.price + 0)',
  status: 'lower(p.moderation_status)',
  created_at: 'p.created_at',
};

const adminProperties = sqlList<Filter, ListingRow, AdminProperty, 'properties'>({
  name: 'properties',
  ...fullListing,
  id: 'p.id',
  // The account is joined for a search by name only.
  counted: ({ search }) => (search ? fullListing.from : 'properties p'),
  where: (sql, { search, status, type, listing_type }) => [
    POSTED,
    status && status !== 'all' && `p.moderation_status = ${sql.bind(status)}`,
    type && `p.type = ${sql.bind(type)}`,
    listing_type && `p.listing_type = ${sql.bind(listing_type)}`,
    search && `((${searchCondition(sql, search)}) OR ${matchesPerson(sql, 'u', search)})`,
  ],
  orderBy: ({ sort = 'created_at', order = 'desc' }) => `${orderColumns[sort]} ${order}, p.id ${order}`,
  present: (row) => ({
    ...presentProperty(row),
    status: row.moderation_status,
    listing_status: row.status,
    moderation_reason: row.moderation_reason,
  }),
  read: readRecords,
});

const adminPropertyColumns: CsvColumns<AdminProperty> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  type: ({ type }) => type,
  listing_type: ({ listing_type }) => listing_type,
  price: ({ price }) => price,
  status: ({ status }) => status,
  listing_status: ({ listing_status }) => listing_status,
  moderation_reason: ({ moderation_reason }) => moderation_reason,
  address: ({ location }) => location.address,
  city: ({ location }) => location.city,
  province: ({ location }) => location.province,
  agent_id: ({ agent }) => agent?.id ?? null,
  agent_name: ({ agent }) => agent?.name ?? null,
  agent_email: ({ agent }) => agent?.email ?? null,
  views: ({ views }) => views,
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
};
