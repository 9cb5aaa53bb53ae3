import { Op } from 'sequelize';
import type { PropertyModel } from '#server/db/models.ts';
import { lockedInOrder, pick } from '#server/db/sql.ts';
import { presentLicense } from '#server/features/agents/reads.ts';
import { readMedianResponse } from '#server/features/analytics/reads.ts';
import type { ServerContext } from '#server/features/context.ts';
import { canSee, isOwner, NOT_YOURS } from '#server/features/properties/policy.ts';
import { readOfferIds } from '#server/features/properties/reads/sameHome.ts';
import { ForbiddenError, NotFoundError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { HomeOffer, offersCalls } from '#shared/contracts/duplicates.ts';
import { daysBefore } from '#shared/freshness.ts';
import { manilaDay } from '#shared/manilaDays.ts';

const REPLY_DAYS = 90;

export function offersService(context: ServerContext): Service<typeof offersCalls> {
  const { db, jobs, now } = context;
  const { DuplicatePair, Property } = db.models;

  async function findVisible(id: number, user: Parameters<typeof canSee>[0]): Promise<PropertyModel> {
    const listing = await Property.findByPk(id);
    if (!listing || !canSee(user, listing)) throw new NotFoundError('property');
    return listing;
  }

  return {
    async list({ params: { id }, user }) {
      const listing = await findVisible(id, user);
      const ids = await readOfferIds(db, id);
      const offers = await readOffers(context, ids, listing);
      return {
        offers: offers.sort(byConfirmation),
        canonical_id: ids[0] ?? id,
        can_dispute: isOwner(user, listing) && offers.length > 1,
      };
    },

    async dispute({ params: { id }, user }) {
      const listing = await findVisible(id, user);
      if (!isOwner(user, listing)) throw new ForbiddenError(NOT_YOURS);
      const disputed = await db.transaction(async () => {
        const pairs = await DuplicatePair.findAll({
          where: { status: 'same_home', [Op.or]: [{ older_id: id }, { newer_id: id }] },
          ...lockedInOrder('UPDATE'),
        });
        for (const pair of pairs)
          await pair.update({
            status: 'open',
            is_by_rule: false,
            decided_at: null,
            decided_by: null,
            disputed_at: now(),
            disputed_by: user.id,
          });
        if (pairs.length > 0) await jobs.add('duplicatesNotice', {}, { priority: 'background' });
        return pairs.length;
      });
      return { disputed };
    },
  };
}

/** One listing for each agent: the requested one, or else the last confirmed. */
async function readOffers({ db, now }: ServerContext, ids: readonly number[], asked: PropertyModel) {
  const { AgentProfile, Property } = db.models;
  const listings = await Property.findAll({ where: { id: [...ids] }, include: [{ association: 'agent' }] });
  const newestFirst = listings.sort(
    (one, other) =>
      Number(other.id === asked.id) - Number(one.id === asked.id) ||
      freshAt(other).getTime() - freshAt(one).getTime() ||
      one.id - other.id,
  );
  const ofAgents = new Map<number, PropertyModel>();
  for (const listing of newestFirst)
    if (listing.agent_id !== null && !ofAgents.has(listing.agent_id)) ofAgents.set(listing.agent_id, listing);
  const profiles = await AgentProfile.findAll({ where: { user_id: [...ofAgents.keys()] } });
  const at = now();
  const period = { start: daysBefore(at, REPLY_DAYS), end: at };
  const offers: HomeOffer[] = [];
  for (const [agentId, listing] of ofAgents) {
    const { agent } = listing;
    const profile = profiles.find(({ user_id }) => user_id === agentId);
    if (!agent || !profile) continue;
    const minutes = await readMedianResponse(db, agentId, period);
    const license = presentLicense(profile, manilaDay(at));
    offers.push({
      property_id: listing.id,
      ...pick(listing, 'title', 'price', 'listing_type', 'status'),
      image: listing.images.find((address) => address.startsWith('/')) ?? null,
      confirmed_at: listing.confirmed_at?.toISOString() ?? null,
      fresh_at: freshAt(listing).toISOString(),
      created_at: listing.created_at.toISOString(),
      agent: {
        id: agentId,
        name: agent.name,
        avatar_url: agent.avatar_url,
        license_checked_at: license?.checked_at ?? null,
        reply_minutes: minutes === null ? null : Math.round(minutes),
      },
    });
  }
  return offers;
}

const freshAt = ({ fresh_at, created_at }: PropertyModel): Date => fresh_at ?? created_at;

/** A neutral order, stated on the page: last confirmed first, then the faster replier. */
function byConfirmation(one: HomeOffer, other: HomeOffer): number {
  const minutes = ({ agent }: HomeOffer) => agent.reply_minutes ?? Number.POSITIVE_INFINITY;
  return (
    Date.parse(other.fresh_at) - Date.parse(one.fresh_at) ||
    Math.sign(minutes(one) - minutes(other)) ||
    one.property_id - other.property_id
  );
}
