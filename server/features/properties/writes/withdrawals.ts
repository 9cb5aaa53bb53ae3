import { createHash } from 'node:crypto';
import type { PropertyModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { BudgetLimiter, budgetKey } from '#server/http/limits/budgetLimiter.ts';
import { foldAddress } from '#shared/gazetteer/names.ts';
import { isPublic } from '../policy.ts';

/**
 * A home that its agent takes down and posts again at the same price is announced as new once in fourteen weeks, the time
 * after which the portals count it as new.
 */
const ANNOUNCED = { points: 1, seconds: 14 * 7 * 24 * 3_600 };

/** Keeps in mind that a home was on offer. In the transaction that deletes the listing. */
export async function recordWithdrawal(
  context: ServerContext,
  { listing }: { listing: PropertyModel },
): Promise<void> {
  const isOnOffer = listing.status === 'available' || listing.status === 'pending';
  if (isOnOffer && isPublic(listing)) await new BudgetLimiter(context, ANNOUNCED).renew(keyOf(listing));
}

/** When the agent last took down the same home at this price; null: not within fourteen weeks. */
export async function readWithdrawal(context: ServerContext, listing: PropertyModel): Promise<Date | null> {
  const limiter = new BudgetLimiter(context, ANNOUNCED);
  const state = await limiter.get(keyOf(listing));
  return state && new Date(context.now().getTime() + state.msBeforeNext - limiter.duration * 1_000);
}

/** Facts that stay when words and pictures are new. */
function keyOf(listing: PropertyModel): string {
  const { agent_id, type, listing_type, price, city_slug, city, address } = listing;
  const { bedrooms, bathrooms, area_sqm, floor_level } = listing;
  const place = [city_slug ?? foldAddress(city), foldAddress(address)];
  const facts = [agent_id, type, listing_type, price, ...place, bedrooms, bathrooms, area_sqm, floor_level];
  return budgetKey('withdrawn home', createHash('sha256').update(JSON.stringify(facts)).digest('base64url'));
}
