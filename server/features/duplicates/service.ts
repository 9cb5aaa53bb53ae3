import { Op, Transaction } from 'sequelize';
import type { DuplicatePairModel, PropertyModel } from '#server/db/models.ts';
import { pick } from '#server/db/sql.ts';
import { recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { lockListing, moderateListing, requireReason } from '#server/features/properties/moderation/service.ts';
import { ConflictError, found, InvalidInputError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type { ComparedListing, DuplicatePair, duplicatesCalls } from '#shared/contracts/duplicates.ts';
import { msg } from '#shared/messages.ts';

export function duplicatesService(context: ServerContext): Service<typeof duplicatesCalls> {
  const { db, jobs, now } = context;
  const { DuplicatePair } = db.models;

  return {
    async list({ query: { status = 'all', page, limit } }) {
      const isDecided = status === 'confirmed' || status === 'dismissed';
      const [{ rows, count }, open] = await Promise.all([
        DuplicatePair.findAndCountAll({
          where: status === 'all' ? {} : { status },
          order: [
            [isDecided ? 'decided_at' : 'found_at', 'DESC'],
            ['id', 'DESC'],
          ],
          limit,
          offset: (page - 1) * limit,
        }),
        DuplicatePair.count({ where: { status: 'open' } }),
      ]);
      const duplicates = await presentPairs(context, rows);
      return { duplicates, pagination: buildPagination(page, limit, count), open };
    },

    /**
     * Confirming takes one of the two listings off; dismissing is final. 'Same home' can be decided anew.
     * @throws {InvalidInputError} confirmed without a reason, a third listing is to be taken off, or 'same home' of one
     * agent or of different offers. @throws {ConflictError} `already_decided`. @throws {NotFoundError} no such pair, or
     * no longer.
     */
    async decide({ params: { id }, body, user, address, ability }) {
      const takeOff = body.decision === 'confirm' ? { id: body.take_off, reason: body.reason ?? null } : null;
      const admin = { user, address, ability };
      if (takeOff) requireReason({ status: 'inactive', reason: takeOff.reason });
      await db.transaction(async () => {
        await requireStillAdmin(context, admin);
        const seen = found(await DuplicatePair.findByPk(id), 'pair');
        if (takeOff && takeOff.id !== seen.older_id && takeOff.id !== seen.newer_id)
          throw new InvalidInputError([{ path: 'take_off', message: msg('Choose one of the two listings') }]);
        // The listing before its pairs: deletions lock in the same order.
        const listing = takeOff && (await lockListing(context, takeOff.id));
        const pair = await lockUndecided(context, id, body.decision);
        if (body.decision === 'same_home') await requireTwoAgents(context, pair);
        const { status: before } = pair;
        const status = statusOf[body.decision];
        const verdict = { status, decided_at: now(), decided_by: admin.user.id };
        await pair.update({ ...verdict, is_by_rule: false, disputed_at: null, disputed_by: null });
        if (listing && takeOff) {
          // Open pairs of a hidden listing need no decision.
          const pairsOf = [{ older_id: listing.id }, { newer_id: listing.id }];
          await DuplicatePair.destroy({ where: { status: 'open', [Op.or]: pairsOf } });
          const verdict = { status: 'inactive' as const, reason: takeOff.reason };
          // A listing rejected meanwhile stays rejected.
          if (listing.moderation_status !== 'rejected') await moderateListing(context, admin, listing, verdict);
        }
        if ((await DuplicatePair.count({ where: { status: 'open' } })) === 0)
          await jobs.add('readNotices', { topics: ['duplicates'], readerIds: null });
        const { older_id, newer_id } = pair;
        await recordAudit(context, admin, {
          action: `duplicate.${body.decision}`,
          entityType: 'duplicate',
          entityId: id,
          before: { status: before },
          after: { status, older_id, newer_id, ...(takeOff ? { taken_off: takeOff.id } : {}) },
          reason: takeOff?.reason ?? null,
        });
      });
      const [pair] = await presentPairs(context, [found(await DuplicatePair.findByPk(id), 'pair')]);
      return found(pair, 'pair');
    },
  };
}

async function presentPairs({ db }: ServerContext, rows: readonly DuplicatePairModel[]) {
  const { Property, User } = db.models;
  const listings = await Property.findAll({
    where: { id: rows.flatMap(({ older_id, newer_id }) => [older_id, newer_id]) },
    include: [{ association: 'agent', attributes: ['id', 'name'] }],
  });
  const deciders = await User.findAll({
    attributes: ['id', 'name'],
    where: { id: rows.flatMap(({ decided_by }) => decided_by ?? []) },
  });
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  const names = new Map(deciders.map(({ id, name }) => [id, name]));
  // A pair with a listing deleted between the two reads is left out.
  return rows.flatMap((row) => {
    const older = byId.get(row.older_id);
    const newer = byId.get(row.newer_id);
    return older && newer ? [presentPair(row, older, newer, names.get(row.decided_by ?? 0) ?? null)] : [];
  });
}

function presentPair(
  row: DuplicatePairModel,
  older: PropertyModel,
  newer: PropertyModel,
  deciderName: string | null,
): DuplicatePair {
  const { id, status, same_pictures, same_facts, is_by_rule, disputed_at, found_at, decided_at } = row;
  return {
    id,
    status,
    // Pictures that a listing no longer shows may be deleted.
    same_pictures: same_pictures.filter(
      (same) => older.images.includes(same.older) && newer.images.includes(same.newer),
    ),
    same_facts,
    is_by_rule,
    disputed_at: disputed_at?.toISOString() ?? null,
    found_at: found_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    decided_by: deciderName,
    older: presentListing(older),
    newer: presentListing(newer),
  };
}

function presentListing(listing: PropertyModel): ComparedListing {
  const { agent } = listing;
  return {
    ...pick(listing, 'id', 'title', 'type', 'listing_type', 'price', 'bedrooms', 'floor_level'),
    ...pick(listing, 'address', 'city', 'images'),
    status: listing.moderation_status,
    area: listing.area_sqm,
    agent: agent ? { id: agent.id, name: agent.name } : null,
    created_at: listing.created_at.toISOString(),
  };
}

type Decision = keyof typeof statusOf;

const statusOf = { confirm: 'confirmed', same_home: 'same_home', dismiss: 'dismissed' } as const;

/** An open pair, or 'same home' if it is decided differently or was set by rule. */
async function lockUndecided({ db }: ServerContext, id: number, decision: Decision) {
  const lock = Transaction.LOCK.UPDATE;
  const pair = found(await db.models.DuplicatePair.findByPk(id, { lock }), 'pair');
  const isOneHome = pair.status === 'same_home' && (pair.is_by_rule || decision !== 'same_home');
  if (pair.status !== 'open' && !isOneHome)
    throw new ConflictError(msg('This pair has already been decided'), 'already_decided');
  return pair;
}

/** Two listings of one agent are a duplicate, and a sale and a rental are different offers. */
async function requireTwoAgents({ db }: ServerContext, { older_id, newer_id }: DuplicatePairModel) {
  const [older, newer] = await Promise.all([older_id, newer_id].map((id) => db.models.Property.findByPk(id)));
  const areTwo =
    older?.agent_id && newer?.agent_id && older.agent_id !== newer.agent_id
      ? older.listing_type === newer.listing_type
      : false;
  if (!areTwo)
    throw new InvalidInputError([
      { path: 'decision', message: msg('Only offers of the same kind by two agents can be one home') },
    ]);
}
