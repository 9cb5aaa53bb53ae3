import { Transaction } from 'sequelize';
import type { FraudSignalModel } from '#server/db/models.ts';
import { timeParameter, toNumber } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { POSTED, PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import type { SignalFacts, SignalKind } from '#shared/contracts/signals.ts';
import { foldText } from '#shared/places.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Recipients of the same text; fewer may be written to by a person looking for a home. */
const MIN_PEOPLE = 8;
/** In folded characters; short questions such as 'Is this available?' are common. */
const MIN_TEXT_LENGTH = 30;
const MAX_TEXTS = 500;
const SHOWN_TEXT_LENGTH = 200;
const SHOWN_CONVERSATIONS = 5;

const YOUNG_DAYS = 7;
const MIN_LISTINGS = 20;

/** Share of the median. */
const LOW_SHARE = 0.4;
/** A median of fewer listings says little. */
const MIN_COMPARED = 8;

type Subject = Pick<FraudSignalModel, 'user_id' | 'property_id'>;
type Found = Subject & { kind: SignalKind; facts: SignalFacts };

interface Findings {
  found: Found[];
  /** Listings with a compared price. */
  priced: number[];
}

/** Looks for patterns after the change, outside of its request. */
export function handleSignals(context: ServerContext): void {
  context.jobs.handle('findSignals', {
    atOnce: 1,
    run: (about) => findSignals(context, about),
    apply: (_about, findings) => storeSignals(context, findings),
  });
}

async function findSignals(context: ServerContext, { userId, propertyIds = [] }: JobPayloads['findSignals']) {
  const found: (Found | null)[] = [];
  if (userId !== undefined)
    found.push(await findSameText(context, userId), await findManyListings(context, userId));
  for (const id of propertyIds) found.push(await findLowPrice(context, id));
  return { found: found.filter((one) => one !== null), priced: propertyIds };
}

interface Written {
  text: string;
  person: number;
  conversation_id: number | null;
}

/** Conversations and inquiries begun by the account within a day, grouped by text. */
async function findSameText({ db, now }: ServerContext, userId: number): Promise<Found | null> {
  const parameters = [userId, timeParameter(db.dialect, new Date(now().getTime() - DAY_MS))];
  const written = await db.readRows<Written>(
    `SELECT m.content AS text, c.agent_id AS person, c.id AS conversation_id
    FROM conversations c JOIN messages m ON m.conversation_id = c.id AND m.sender_type = 'user'
    WHERE c.user_id = $1 AND c.created_at > $2 AND c.agent_id IS NOT NULL ORDER BY m.id DESC LIMIT ${MAX_TEXTS}`,
    parameters,
  );
  const asked = await db.readRows<Written>(
    `SELECT i.message AS text, i.agent_id AS person, NULL AS conversation_id FROM inquiries i
    WHERE i.user_id = $1 AND i.created_at > $2 AND i.agent_id IS NOT NULL ORDER BY i.id DESC LIMIT ${MAX_TEXTS}`,
    parameters,
  );
  const byText = new Map<string, Written[]>();
  for (const one of [...written, ...asked]) {
    const folded = foldText(one.text);
    byText.set(folded, [...(byText.get(folded) ?? []), one]);
  }
  const [most] = [...byText]
    .filter(([folded]) => folded.length >= MIN_TEXT_LENGTH)
    .map(([, texts]) => ({ texts, people: new Set(texts.map(({ person }) => person)).size }))
    .toSorted((one, other) => other.people - one.people);
  if (!most || most.people < MIN_PEOPLE) return null;
  const conversations = [...new Set(most.texts.flatMap(({ conversation_id }) => conversation_id ?? []))];
  const facts = {
    text: [...(most.texts[0]?.text ?? '')].slice(0, SHOWN_TEXT_LENGTH).join(''),
    people: most.people,
    conversations: conversations.slice(0, SHOWN_CONVERSATIONS),
  };
  return { kind: 'same_text', user_id: userId, property_id: null, facts };
}

async function findManyListings({ db, now }: ServerContext, userId: number): Promise<Found | null> {
  const account = await db.models.User.findByPk(userId);
  const ageMs = account ? now().getTime() - account.created_at.getTime() : Number.POSITIVE_INFINITY;
  if (ageMs > YOUNG_DAYS * DAY_MS) return null;
  const [row] = await db.readRows<{ count: number | string }>(
    `SELECT COUNT(*) AS count FROM properties p WHERE p.agent_id = $1 AND p.created_at > $2 AND ${POSTED}`,
    [userId, timeParameter(db.dialect, new Date(now().getTime() - DAY_MS))],
  );
  const listings = toNumber(row?.count ?? 0);
  if (listings < MIN_LISTINGS) return null;
  const facts = { listings, account_age_hours: Math.max(0, Math.floor(ageMs / HOUR_MS)) };
  return { kind: 'many_listings', user_id: userId, property_id: null, facts };
}

/** A price is compared with the narrowest area that has enough listings of the same kind, of other agents. */
async function findLowPrice({ db }: ServerContext, propertyId: number): Promise<Found | null> {
  const [listing] = await db.readRows<{ per_sqm: number | string; city: string }>(
    `SELECT p.price / p.area_sqm AS per_sqm, p.city FROM properties p
    WHERE p.id = $1 AND p.status = 'available' AND p.area_sqm > 0 AND ${PUBLIC_ONLY}`,
    [propertyId],
  );
  if (!listing) return null;
  for (const area of ['district_slug', 'city_slug'] as const) {
    const [row] = await db.readRows<{ median: number | string | null; total: number | string }>(
      `WITH alike AS (
        SELECT p.price / p.area_sqm AS per_sqm FROM properties p JOIN properties own ON own.id = $1
        WHERE p.${area} = own.${area} AND p.type = own.type AND p.listing_type = own.listing_type
          AND p.id <> own.id AND (own.agent_id IS NULL OR p.agent_id <> own.agent_id)
          AND p.status = 'available' AND p.area_sqm > 0 AND ${PUBLIC_ONLY}),
      ranked AS (
        SELECT per_sqm, ROW_NUMBER() OVER (ORDER BY per_sqm) AS place, COUNT(*) OVER () AS total FROM alike)
      SELECT AVG(per_sqm) AS median, COALESCE(MAX(total), 0) AS total FROM ranked
      WHERE place IN ((total + 1) / 2, (total + 2) / 2)`,
      [propertyId],
    );
    const total = toNumber(row?.total ?? 0);
    if (total < MIN_COMPARED) continue;
    const perSqm = toNumber(listing.per_sqm);
    const median = toNumber(row?.median ?? 0);
    if (perSqm >= median * LOW_SHARE) return null;
    const facts = {
      price_per_sqm: Math.round(perSqm),
      median_per_sqm: Math.round(median),
      compared_with: total,
      area: listing.city,
    };
    return { kind: 'low_price', user_id: null, property_id: propertyId, facts };
  }
  return null;
}

/** Whether a dismissed signal has grown enough to be reopened. */
const hasGrown: Record<SignalKind, (before: SignalFacts, after: SignalFacts) => boolean> = {
  same_text: (before, after) => (after.people ?? 0) >= 2 * (before.people ?? 0),
  many_listings: (before, after) => (after.listings ?? 0) >= 2 * (before.listings ?? 0),
  low_price: (before, after) => (after.price_per_sqm ?? 0) <= 0.7 * (before.price_per_sqm ?? 0),
};

async function storeSignals(context: ServerContext, { found, priced }: Findings): Promise<void> {
  const { db, jobs } = context;
  let opened = 0;
  // In one order: two jobs that find the same would otherwise deadlock.
  for (const one of found) if (await storeSignal(context, one)) opened += 1;
  const low = new Set(found.map(({ property_id }) => property_id));
  const usual = priced.filter((id) => !low.has(id));
  // A price that is no longer low needs no decision.
  if (usual.length > 0)
    await db.models.FraudSignal.destroy({
      where: { kind: 'low_price', status: 'open', property_id: usual },
    });
  if (opened > 0) await jobs.add('signalsNotice', {}, { priority: 'background' });
}

/** @returns whether the signal is new to the admins. */
async function storeSignal({ db, now }: ServerContext, { kind, user_id, property_id, facts }: Found) {
  const { FraudSignal, User, Property } = db.models;
  const { KEY_SHARE, UPDATE } = Transaction.LOCK;
  const subject =
    user_id === null
      ? await Property.findByPk(property_id ?? 0, { attributes: ['id'], lock: KEY_SHARE })
      : await User.findByPk(user_id, { attributes: ['id'], lock: KEY_SHARE });
  if (!subject) return false;
  const key = { kind, user_id, property_id };
  const seen = { facts, last_seen_at: now() };
  const known = await FraudSignal.findOne({ where: key, lock: UPDATE });
  if (!known) {
    const rows = [{ ...key, ...seen, first_seen_at: now() }];
    await FraudSignal.bulkCreate(rows, { ignoreDuplicates: true });
    return true;
  }
  const seen_count = known.seen_count + 1;
  if (known.status === 'open') await known.update({ ...seen, seen_count });
  else if (hasGrown[kind](known.facts, facts)) {
    const undecided = { status: 'open' as const, note: null, decided_at: null, decided_by: null };
    await known.update({ ...seen, ...undecided, seen_count });
    return true;
  } else await known.update({ last_seen_at: now(), seen_count });
  return false;
}
