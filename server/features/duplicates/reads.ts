import type { OrderItem } from 'sequelize';
import type { DuplicatePairModel } from '#server/db/models/duplicates.ts';
import type { PropertyModel } from '#server/db/models/properties.ts';
import type { ServerContext } from '#server/features/context.ts';
import { NotFoundError } from '#server/http/errors.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type {
  ComparedListing,
  DuplicateList,
  DuplicatePair,
  DuplicateStatus,
} from '#shared/contracts/duplicates.ts';

type Reads = Pick<ServerContext, 'db'>;
type StatusFilter = DuplicateStatus | 'all';

const newestFirst: OrderItem[] = [
  ['found_at', 'DESC'],
  ['id', 'DESC'],
];
const lastDecidedFirst: OrderItem[] = [
  ['decided_at', 'DESC'],
  ['id', 'DESC'],
];

export async function listDuplicates(
  { db }: Reads,
  { status = 'all', page, limit }: { status?: StatusFilter | undefined; page: number; limit: number },
): Promise<DuplicateList> {
  const { DuplicatePair } = db.models;
  const isDecided = status === 'confirmed' || status === 'dismissed';
  const [{ rows, count }, open] = await Promise.all([
    DuplicatePair.findAndCountAll({
      where: status === 'all' ? {} : { status },
      order: isDecided ? lastDecidedFirst : newestFirst,
      limit,
      offset: (page - 1) * limit,
    }),
    DuplicatePair.count({ where: { status: 'open' } }),
  ]);
  return {
    duplicates: await presentPairs({ db }, rows),
    pagination: buildPagination(page, limit, count),
    open,
  };
}

/** @throws {NotFoundError} there is no such pair. */
export async function getDuplicate({ db }: Reads, id: number): Promise<DuplicatePair> {
  const row = await db.models.DuplicatePair.findByPk(id);
  const [pair] = row ? await presentPairs({ db }, [row]) : [];
  if (!pair) throw new NotFoundError('Pair');
  return pair;
}

async function presentPairs({ db }: Reads, rows: readonly DuplicatePairModel[]): Promise<DuplicatePair[]> {
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
  // A pair goes with its listings: one that was deleted between the two reads is left out.
  return rows.flatMap((row) => {
    const older = byId.get(row.older_id);
    const newer = byId.get(row.newer_id);
    return older && newer ? [presentPair(row, older, newer, names.get(row.decided_by ?? 0) ?? null)] : [];
  });
}

function presentPair(
  { id, status, same_pictures, same_facts, found_at, decided_at }: DuplicatePairModel,
  older: PropertyModel,
  newer: PropertyModel,
  deciderName: string | null,
): DuplicatePair {
  return {
    id,
    status,
    // Pictures that a listing no longer shows may be gone for good.
    same_pictures: same_pictures.filter(
      (same) => older.images.includes(same.older) && newer.images.includes(same.newer),
    ),
    same_facts,
    found_at: found_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    decided_by: deciderName,
    older: presentListing(older),
    newer: presentListing(newer),
  };
}

function presentListing(listing: PropertyModel): ComparedListing {
  const { id, title, type, price, bedrooms, address, city, images, agent } = listing;
  return {
    id,
    title,
    status: listing.moderation_status,
    type,
    listing_type: listing.listing_type,
    price,
    area: listing.area_sqm,
    bedrooms,
    floor_level: listing.floor_level,
    address,
    city,
    images,
    agent: agent ? { id: agent.id, name: agent.name } : null,
    created_at: listing.created_at.toISOString(),
  };
}
