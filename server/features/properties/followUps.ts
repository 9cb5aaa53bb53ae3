import type { PropertyModel } from '#server/db/models.ts';
import { partsOf } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { endViewings } from '#server/features/viewingHistory/writes.ts';
import { notifyWebhooks, type WebhookNews } from '#server/features/webhooks/writes.ts';
import type { SearchEvent } from '#shared/contracts/savedSearches.ts';
import type { ModerationStatus, PropertyStatus } from '#shared/listing/vocabulary.ts';
import type { IndexedRow } from './list/listingIndex.ts';
import { isOutside } from './writes/pictures.ts';
import { recordWithdrawal } from './writes/withdrawals.ts';

interface Listings {
  ids: readonly number[];
}

/** `listings` are new, of one agent. */
interface Posting extends Listings {
  agentId: number;
  listings: readonly PropertyModel[];
}

/** `listing` as it is after the change. */
interface Subject extends Listings {
  listing: Pick<PropertyModel, 'id' | 'agent_id' | 'title' | 'price' | 'status'>;
}

interface Change extends Subject {
  before: Pick<PropertyModel, 'price' | 'status'>;
  /** The former facts that filters ask for, where any of them but price and status is corrected. */
  corrected?: IndexedRow | undefined;
  /** Delay of the notices about the price: the agent may take the change back. */
  noticeDelayMs: number;
}

interface Verdict extends Subject {
  status: ModerationStatus | 'deleted';
  reason: string | null;
}

interface ListingEvents {
  /** By an agent: a form, or an import. */
  created: Posting;
  /** Drafts, which nobody else sees. */
  drafted: Listings & Pick<Posting, 'listings'>;
  /** By the agent, with anything different. */
  changed: Change;
  /** Saved by the agent as it was. */
  savedUnchanged: Change;
  /** By the agent, in a list. */
  statusSet: Change;
  /** By the agent: still available. */
  confirmed: Listings;
  deleted: Subject & { listing: PropertyModel };
  /** By an admin: public again. */
  shown: Verdict;
  hidden: Verdict;
  removed: Verdict;
  /** The agent is public again, or no longer. */
  shownWithAgent: Listings;
  hiddenWithAgent: Listings;
  /** The agent's account is deleted. */
  agentErased: Listings;
  /** Given to a colleague. */
  handedOver: Listings;
  /** Put into a building, or the building has another name. */
  buildingChanged: Listings;
  /** Pictures from other servers are stored. */
  picturesFetched: Listings;
}

type FollowUp<Facts> = (context: ServerContext, facts: Facts) => Promise<void> | void;

const refreshPublic = [publishChanges, compareWithOthers, notifySearchEngines] as const;

/** All consequences of a change of listings, in the order in which they are stored. */
const followUps: { [Event in keyof ListingEvents]: readonly FollowUp<ListingEvents[Event]>[] } = {
  created: [
    ...refreshPublic,
    matchSavedSearches,
    webhooks(({ listings }) => listings.map(({ id }) => ({ event: 'listing.created', subjectId: id }))),
    notifyFollowers,
    checkPosting,
    fetchOutsidePictures,
  ],
  drafted: [fetchOutsidePictures],
  changed: [
    ...refreshPublic,
    notifyOfPrice,
    matchLowerPrice,
    matchCorrected,
    matchIfBack,
    notifyIfTaken,
    endIfTaken,
    webhooks(changeNews),
    checkPrices,
  ],
  savedUnchanged: [...refreshPublic, checkPrices],
  statusSet: [...refreshPublic, matchIfBack, notifyIfTaken, endIfTaken, webhooks(changeNews)],
  confirmed: [publishChanges],
  deleted: [...refreshPublic, recordWithdrawal, webhooks(deletionNews)],
  shown: [...refreshPublic, notifyOfModeration, webhooks(updateNews), matchSavedSearches],
  hidden: [...refreshPublic, notifyOfModeration, endIfRejected, webhooks(updateNews)],
  removed: [...refreshPublic, notifyOfModeration, webhooks(deletionNews)],
  shownWithAgent: [...refreshPublic, matchSavedSearches],
  hiddenWithAgent: [...refreshPublic],
  agentErased: [...refreshPublic],
  handedOver: [...refreshPublic],
  buildingChanged: [publishChanges],
  picturesFetched: [...refreshPublic],
};

/** Stores the follow-ups of an event, in the transaction of the change; bus events are published after its commit. */
export async function followUp<Event extends keyof ListingEvents>(
  context: ServerContext,
  event: Event,
  facts: ListingEvents[Event],
): Promise<void> {
  for (const step of followUps[event]) await step(context, facts);
}

/** For caches, open windows and the index in memory. */
function publishChanges({ db, bus }: ServerContext, { ids }: Listings): void {
  db.afterCommit(() => {
    for (const propertyId of ids) bus.publish('listingChanged', { propertyId });
  });
}

function compareWithOthers({ jobs }: ServerContext, { ids }: Listings): Promise<void> {
  const payloads = ids.map((propertyId) => ({ propertyId }));
  return jobs.addAll('compareListing', payloads, { priority: 'background' });
}

async function notifySearchEngines({ env, jobs }: ServerContext, { ids }: Listings): Promise<void> {
  if (env.indexNow) await jobs.add('indexNow', { propertyIds: [...ids] }, { priority: 'background' });
}

/** Viewings of what is sold or rented have no home to see. */
async function endIfTaken(context: ServerContext, { listing, before }: Change): Promise<void> {
  const { id, status, agent_id } = listing;
  if (before.status === status || (status !== 'sold' && status !== 'rented')) return;
  await endViewings(context, { property_id: id }, `listing_${status}`, agent_id);
}

async function endIfRejected(context: ServerContext, { listing, status }: Verdict): Promise<void> {
  if (status === 'rejected') await endViewings(context, { property_id: listing.id }, 'listing_rejected');
}

/** Listings compared with the saved searches by one job. */
const MATCHED_AT_ONCE = 10;

function matchSavedSearches(context: ServerContext, { ids }: Listings): Promise<void> {
  return match(context, ids, 'new');
}

function match({ jobs }: ServerContext, ids: readonly number[], event: Exclude<SearchEvent, 'price'>) {
  const payloads = partsOf(ids, MATCHED_AT_ONCE).map((propertyIds) => ({ propertyIds, event }));
  return jobs.addAll('matchListings', payloads, { priority: ids.length === 1 ? 'normal' : 'bulk' });
}

async function matchIfBack(context: ServerContext, { ids, listing, before }: Change): Promise<void> {
  if (before.status !== listing.status && listing.status === 'available') await match(context, ids, 'back');
}

/** For searches that the listing comes to by its correction. */
async function matchCorrected({ jobs }: ServerContext, { ids, corrected }: Change): Promise<void> {
  if (corrected) await jobs.add('matchListings', { propertyIds: [...ids], event: 'new', before: corrected });
}

/** One job for all changes within the delay; none when the price is no lower in the end. */
async function matchLowerPrice(
  { jobs }: ServerContext,
  { listing: { id: propertyId, price }, before, noticeDelayMs }: Change,
): Promise<void> {
  if (before.price === price) return;
  await jobs.replace(
    'matchListings',
    `matches of listing ${propertyId}`,
    (waiting) => {
      const from = waiting?.from ?? before.price;
      return from > price ? { propertyIds: [propertyId], event: 'price', from } : null;
    },
    { delayMs: noticeDelayMs },
  );
}

/** One notice for all changes within the delay; none when the price is the first one again. */
async function notifyOfPrice(
  { jobs }: ServerContext,
  { listing: { id: propertyId, price }, before, noticeDelayMs }: Change,
): Promise<void> {
  if (before.price === price) return;
  await jobs.replace(
    'priceNotice',
    `price of listing ${propertyId}`,
    (waiting) => {
      const from = waiting?.from ?? before.price;
      return from === price ? null : { propertyId, from, to: price };
    },
    { priority: 'bulk', delayMs: noticeDelayMs },
  );
}

const isTaken = (status: PropertyStatus) => status === 'sold' || status === 'rented';

async function notifyIfTaken({ jobs }: ServerContext, { listing, before }: Change): Promise<void> {
  const { id: propertyId, status } = listing;
  if (before.status !== status && isTaken(status))
    await jobs.add('takenNotice', { propertyId, status }, { priority: 'bulk' });
}

async function notifyOfModeration(
  { jobs }: ServerContext,
  { listing: { agent_id: agentId, title }, status, reason }: Verdict,
): Promise<void> {
  if (agentId !== null) await jobs.add('moderationNotice', { agentId, title, status, reason });
}

async function notifyFollowers({ jobs }: ServerContext, { agentId, ids }: Posting): Promise<void> {
  await jobs.add('newListings', { agentId, propertyIds: [...ids] }, { priority: 'bulk' });
}

/** Patterns of fraud: in the account's posts and in what the listings cost. */
async function checkPosting({ jobs }: ServerContext, { agentId, ids }: Posting): Promise<void> {
  await jobs.add('findSignals', { userId: agentId, propertyIds: [...ids] }, { priority: 'background' });
}

async function checkPrices({ jobs }: ServerContext, { ids }: Listings): Promise<void> {
  await jobs.add('findSignals', { propertyIds: [...ids] }, { priority: 'background' });
}

async function fetchOutsidePictures({ jobs }: ServerContext, { listings }: Pick<Posting, 'listings'>) {
  const withOutside = listings.filter(({ images }) => images.some(isOutside));
  const payloads = withOutside.map(({ id }) => ({ propertyId: id }));
  await jobs.addAll('fetchPictures', payloads, { priority: 'bulk' });
}

function webhooks<Facts extends Posting | Subject>(newsOf: (facts: Facts) => WebhookNews[]): FollowUp<Facts> {
  return (context, facts) => {
    const agentId = 'listing' in facts ? facts.listing.agent_id : facts.agentId;
    return notifyWebhooks(context, agentId, newsOf(facts));
  };
}

function updateNews({ listing: { id: subjectId } }: Subject): WebhookNews[] {
  return [{ event: 'listing.updated', subjectId }];
}

function deletionNews({ listing: { id: subjectId, title } }: Subject): WebhookNews[] {
  return [{ event: 'listing.deleted', subjectId, details: { title } }];
}

/** One event for the change as a whole, and one each for the price and the status. */
function changeNews({ ids, listing, before }: Change): WebhookNews[] {
  const { id: subjectId, price, status } = listing;
  const news = updateNews({ ids, listing });
  if (before.price !== price)
    news.push({
      event: 'listing.price_changed',
      subjectId,
      details: { price, previous_price: before.price },
    });
  if (before.status !== status)
    news.push({
      event: 'listing.status_changed',
      subjectId,
      details: { status, previous_status: before.status },
    });
  return news;
}
