import type { CreationAttributes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { DuplicatePairModel, FraudSignalModel, InquiryReplyModel } from '#server/db/models.ts';
import { priorities } from '#server/jobs/leases.ts';
import { DELETION_DAYS } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { escapeHtml } from '#shared/writtenText.ts';
import type { DemoClock } from '../clock.ts';
import type { RowWriter } from '../rows.ts';
import { isOnOffer, type MarketListing, type Marketplace } from './marketplace.ts';
import type { KnownThread } from './notifications.ts';

/** Work that waits for an administrator beside listings, applications, licenses and reports. */

export type StoredReply = CreationAttributes<InquiryReplyModel> & { id: number; recipient: string };

/** Pairs of listings of one home: of two agents by the rule, of one agent open. @param images of each listing */
export function duplicateRows(
  listings: readonly MarketListing[],
  images: readonly (readonly string[])[],
): CreationAttributes<DuplicatePairModel>[] {
  return listings.flatMap((newer, index) => {
    const { sameHomeAs } = newer.plan.facts;
    const older = listings.find(({ plan }) => plan.facts.key === sameHomeAs);
    if (!older) return [];
    const isOfTwo = older.agent !== newer.agent;
    const found_at = newer.plan.createdAt;
    return {
      older_id: older.id,
      newer_id: newer.id,
      status: isOfTwo ? ('same_home' as const) : ('open' as const),
      same_pictures: (images[index] ?? []).map((address) => ({ older: address, newer: address })),
      same_facts: isOfTwo ? older.plan.facts.price === newer.plan.facts.price : true,
      is_by_rule: isOfTwo,
      found_at,
      decided_at: isOfTwo ? found_at : null,
    };
  });
}

const ERASURES = [
  { daysAgo: 6, isScheduled: false, reason: 'I found a home and do not need the account any more.' },
  { daysAgo: 2, isScheduled: true, reason: null },
];

const SHOWN_CONVERSATIONS = 5;

function signalRows({ listings }: Marketplace, sameText: readonly KnownThread[], clock: DemoClock) {
  const seen = {
    status: 'open' as const,
    seen_count: 1,
    first_seen_at: clock.at(-2, 14),
    last_seen_at: clock.at(-2, 14),
  };
  const signals: CreationAttributes<FraudSignalModel>[] = [];
  const [first] = sameText;
  if (first)
    signals.push({
      ...seen,
      kind: 'same_text',
      user_id: first.userId,
      property_id: null,
      facts: {
        text: first.lastWords,
        people: sameText.length,
        conversations: sameText.slice(0, SHOWN_CONVERSATIONS).map(({ id }) => id),
      },
    });
  const perSqm = ({ plan }: MarketListing) => plan.facts.price / plan.facts.areaSqm;
  const cheap = listings.find(({ plan }) => plan.isFarBelow);
  if (cheap) {
    const { area, type, listingType } = cheap.plan.facts;
    const alike = listings
      .filter(
        (listing) =>
          isOnOffer(listing) &&
          listing.plan.facts.area.city === area.city &&
          listing.plan.facts.type === type &&
          listing.plan.facts.listingType === listingType,
      )
      .map(perSqm)
      .toSorted((one, other) => one - other);
    signals.push({
      ...seen,
      kind: 'low_price',
      user_id: null,
      property_id: cheap.id,
      facts: {
        price_per_sqm: Math.round(perSqm(cheap)),
        median_per_sqm: Math.round(alike[Math.floor(alike.length / 2)] ?? 0),
        compared_with: alike.length,
        area: area.city,
      },
    });
  }
  return signals;
}

interface Waiting {
  /** To inquiries, with the addresses that they went to. */
  replies: readonly StoredReply[];
  /** Conversations that one account began in the same words. */
  sameText: readonly KnownThread[];
}

export async function writeAdminQueues(
  { models }: Pick<Database, 'models'>,
  write: RowWriter,
  market: Marketplace,
  { replies, sameText }: Waiting,
  clock: DemoClock,
): Promise<void> {
  const leaving = market.users
    .filter((user) => user !== market.demoUser && user.joinedAt < clock.at(-60))
    .slice(-ERASURES.length);
  await write.insert(
    models.ErasureRequest,
    ERASURES.flatMap(({ daysAgo, isScheduled, reason }, index) => {
      const user = leaving[index];
      if (!user) return [];
      return {
        user_id: user.id,
        status: 'open' as const,
        reason,
        requested_at: clock.at(-daysAgo, 13, 5),
        erase_at: isScheduled ? clock.at(DELETION_DAYS - daysAgo, 13, 5) : null,
      };
    }),
  );
  await write.insert(models.FraudSignal, signalRows(market, sameText, clock));
  await writeFailedMails({ models }, write, replies);
}

/** Answers that the mail server refused: each is given up, and can be tried again. */
async function writeFailedMails(
  { models }: Pick<Database, 'models'>,
  write: RowWriter,
  replies: readonly StoredReply[],
): Promise<void> {
  const failed = replies.filter(({ delivery }) => delivery === 'failed');
  const mailIds = await write.insertAndReadIds(
    models.OutgoingMail,
    failed.map(({ id, inquiry_id, message, recipient, created_at }) => ({
      recipient,
      subject: 'An answer to your inquiry',
      text: message,
      html: `<p>${escapeHtml(message)}</p>`,
      inquiry_id,
      reply_id: id,
      status: 'failed' as const,
      created_at,
    })),
  );
  await write.insert(
    models.Job,
    failed.map(({ recipient, created_at }, index) => ({
      kind: 'mail',
      payload: { mailId: mailIds[index] ?? 0 },
      priority: priorities.normal,
      status: 'failed' as const,
      attempts: 1,
      next_attempt_at: created_at,
      last_error: JSON.stringify(
        msg('The mail server at {server} refused the sender or recipient: {words}', {
          server: 'smtp.amihan.example',
          words: `550 5.1.1 <${recipient}>: no such mailbox`,
        }),
      ),
      created_at,
      updated_at: created_at,
    })),
  );
}
