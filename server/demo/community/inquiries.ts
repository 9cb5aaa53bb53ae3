import type { CreationAttributes } from 'sequelize';
import type { InquiryModel, InquiryReplyModel } from '#server/db/models.ts';
import type { InquiryStatus, ReplyMethod } from '#shared/contracts/inquiries.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { type DemoClock, HOUR_MS } from '../clock.ts';
import { addressOf, mobileNumber } from '../people/accounts.ts';
import { demoVisitors } from '../people/people.ts';
import { Deck, pickWeighted, type Rng, streamOf } from '../random.ts';
import { isOnOffer, isPublic, type MarketListing, type Marketplace } from './marketplace.ts';
import { communityTexts } from './texts.ts';

type InquiryRow = CreationAttributes<InquiryModel>;

const COUNT = 120;
/** The demo agent's inbox, newest first. */
const demoInbox: readonly InquiryStatus[] = [
  'new',
  'new',
  'new',
  'new',
  'read',
  'read',
  'replied',
  'read',
  'replied',
  'replied',
  'closed',
  'replied',
  'replied',
  'closed',
  'closed',
  'replied',
  'closed',
  'replied',
];

/** How the demo agent answered some of them, by place in the inbox; the others by email, which arrived. */
const demoAnswers: Readonly<Record<number, Partial<Answer>>> = {
  6: { delivery: 'failed' },
  8: { method: 'phone', delivery: null },
  9: { method: 'sms', delivery: null },
};

/** The first inquiries of the inbox are about listings on offer. */
const OPEN_INQUIRIES = 8;

/** The choices of the contact form. */
const interestOf: Record<PropertyType, string> = {
  apartment: 'apartment',
  condo: 'condo',
  house: 'house',
  duplex: 'house',
  office: 'commercial',
  commercial: 'commercial',
  land: 'land',
};

/** All inquiries, the oldest first. */
export function inquiryRows(market: Marketplace, clock: DemoClock): InquiryRow[] {
  const recent = recentRows(market, clock);
  return [...recent, ...earlierRows(market, recent, clock)].sort(
    (a, b) => Number(a.created_at) - Number(b.created_at),
  );
}

/** Days from today, before all recent inquiries. */
const EARLIER = { first: -500, last: -345 };

/** Answered, but for a first one of agents who answered all others, so that each agent answers 80 to 98 percent. */
function earlierRows(
  { agents, demoAgent, listings }: Marketplace,
  recent: readonly InquiryRow[],
  clock: DemoClock,
): InquiryRow[] {
  return agents.flatMap((agent, place) => {
    const rng = streamOf(`earlier inquiries ${place}`);
    const own = recent.filter(({ agent_id }) => agent_id === agent.id);
    const waiting = own.filter(({ first_reply_at }) => !first_reply_at).length;
    // Of the demo agent, whose inbox is full, five of six are answered.
    const total = Math.max(waiting, 1) * (agent === demoAgent ? 6 : rng.int(8, 16));
    const known = listings.filter((listing) => listing.agent === agent);
    const visitors = new Deck(rng, demoVisitors);
    return Array.from({ length: total - own.length }, (_, index) => {
      const listing = rng.pick(known);
      const name = visitors.deal();
      const writtenAt = clock.at(rng.int(EARLIER.first, EARLIER.last), rng.int(7, 21), rng.int(0, 59));
      const isWaiting = waiting === 0 && index === 0;
      const reply = replyTo(isWaiting ? 'read' : 'replied', writtenAt, clock, rng);
      return {
        agent_id: agent.id,
        ...guest(name, rng),
        property_id: null,
        property_interest: interestOf[listing.plan.facts.type],
        message: fill(rng.pick(communityTexts.inquiries.any), listing),
        status: isWaiting ? ('read' as const) : ('closed' as const),
        ...reply,
        created_at: writtenAt,
      };
    });
  });
}

function recentRows(market: Marketplace, clock: DemoClock): InquiryRow[] {
  const rng = streamOf('inquiries');
  const open = market.listings.filter(isPublic);
  const ofDemoAgent = new Deck(
    rng,
    open.filter(({ agent }) => agent === market.demoAgent),
  );
  const ofOthers = new Deck(
    rng,
    open.filter(({ agent }) => agent !== market.demoAgent),
  );
  const messages = new Deck(rng, Object.values(communityTexts.inquiries).flat());
  const visitors = new Deck(rng, demoVisitors);
  const users = new Deck(rng, market.users);

  return Array.from({ length: COUNT }, (_, index) => {
    const demoStatus = demoInbox[index];
    const listing = (demoStatus ? ofDemoAgent : ofOthers).deal(
      (each) => index >= OPEN_INQUIRIES || isOnOffer(each),
    );
    const { facts, createdDay, closedDay } = listing.plan;
    const isAboutListing = rng.chance(0.85);
    const fitting = communityTexts.inquiries[isAboutListing ? facts.listingType : 'any'];
    const age = demoStatus ? Math.round(1 + index ** 1.75) : Math.round(1 + 340 * rng.next() ** 1.5);
    const day = Math.min(-1, Math.max(-age, createdDay + 1));
    const writtenAt = clock.at(
      closedDay === null ? day : Math.min(day, closedDay - 1),
      rng.int(7, 21),
      rng.int(0, 59),
    );
    const status = demoStatus ?? statusOf(age, rng);
    return {
      agent_id: listing.agent.id,
      ...writer(users, visitors, rng),
      property_id: isAboutListing ? listing.id : null,
      property_interest: interestOf[facts.type],
      message: fill(
        messages.deal((text) => fitting.includes(text)),
        listing,
      ),
      status,
      ...replyTo(status, writtenAt, clock, rng, demoStatus ? demoAnswers[index] : {}),
      created_at: writtenAt,
    };
  });
}

function writer(users: Deck<Marketplace['users'][number]>, visitors: Deck<string>, rng: Rng) {
  if (rng.chance(0.45)) {
    const { id, name, email, phone } = users.deal();
    return { user_id: id, name, email, phone };
  }
  return guest(visitors.deal(), rng);
}

/** A writer without an account. */
function guest(name: string, rng: Rng) {
  return {
    user_id: null,
    name,
    email: addressOf(name.toLowerCase().replace(/[^a-z]+/g, '.')),
    phone: rng.chance(0.7) ? mobileNumber(rng) : null,
  };
}

function statusOf(age: number, rng: Rng): InquiryStatus {
  if (age < 3) return rng.chance(0.6) ? 'new' : 'read';
  return pickWeighted(rng, [
    ['new', 4],
    ['read', 10],
    ['replied', 56],
    ['closed', 30],
  ] as const);
}

interface Answer {
  method: ReplyMethod;
  delivery: 'sent' | 'failed' | null;
}

function replyTo(
  status: InquiryStatus,
  writtenAt: Date,
  clock: DemoClock,
  rng: Rng,
  answer: Partial<Answer> = {},
) {
  const { method, delivery }: Answer = { method: 'email', delivery: 'sent', ...answer };
  const none = {
    reply_message: null,
    reply_method: null,
    reply_at: null,
    first_reply_at: null,
    reply_delivery: null,
    updated_at: writtenAt,
  };
  if (status === 'new' || status === 'read' || (status === 'closed' && rng.chance(0.3))) return none;
  const hours = rng.range(0.5, 20) * HOUR_MS;
  const repliedAt = new Date(Math.min(writtenAt.getTime() + hours, clock.today.getTime() - 1));
  return {
    reply_message: rng.pick(communityTexts.replies),
    reply_method: method,
    reply_at: repliedAt,
    first_reply_at: repliedAt,
    reply_delivery: delivery,
    updated_at: repliedAt,
  };
}

/** @param ids ids of the inquiries. */
export function replyRows(
  inquiries: readonly InquiryRow[],
  ids: readonly number[],
): CreationAttributes<InquiryReplyModel>[] {
  return inquiries.flatMap(({ agent_id, reply_message, reply_method, reply_at, reply_delivery }, index) =>
    reply_message && reply_method && reply_at
      ? {
          inquiry_id: ids[index] ?? 0,
          author_id: agent_id ?? null,
          method: reply_method,
          message: reply_message,
          delivery: reply_delivery ?? null,
          client_id: null,
          created_at: reply_at,
        }
      : [],
  );
}

function fill(text: string, { title, plan }: MarketListing): string {
  return text.replaceAll('{title}', title).replaceAll('{area}', plan.facts.area.neighbourhood);
}
