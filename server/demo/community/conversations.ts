import type { CreationAttributes } from 'sequelize';
import type { ConversationModel, MessageModel } from '#server/db/models.ts';
import { english } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { type DemoClock, MINUTE_MS } from '../clock.ts';
import { Deck, type Rng, streamOf } from '../random.ts';
import {
  isOnOffer,
  isPublic,
  type MarketListing,
  type MarketPerson,
  type Marketplace,
  suitsDemoUser,
} from './marketplace.ts';
import { communityTexts, type Line } from './texts.ts';

interface DraftConversation {
  row: CreationAttributes<ConversationModel>;
  messages: Omit<CreationAttributes<MessageModel>, 'conversation_id'>[];
}

const CLIENT_CONVERSATIONS = 52;
const DEMO_AGENT_CONVERSATIONS = 11;
const DEMO_USER_CONVERSATIONS = 6;
/** Which of the demo agent's conversations has an offer of times. */
const OFFER = 3;
const OFFERED_HOURS = [10, 15, 11];

/** So many of the latest conversations of each demo account have an unread end. */
const UNREAD_THREADS = 3;

export function draftConversations(market: Marketplace, clock: DemoClock): DraftConversation[] {
  return [
    ...clientConversations(market, clock),
    ...colleagueConversations(market, clock),
    ...sameTextConversations(market, clock),
  ].sort((a, b) => Number(a.row.created_at) - Number(b.row.created_at));
}

const SAME_TEXT_AGENTS = 9;

/** One account that writes the same words to many agents within an hour: a pattern that administrators see. */
function sameTextConversations(market: Marketplace, clock: DemoClock): DraftConversation[] {
  const { agents, demoAgent, newcomers, listings } = market;
  const [writer] = newcomers;
  if (!writer) return [];
  const others = agents.filter((agent) => agent !== demoAgent).slice(0, SAME_TEXT_AGENTS);
  return others.flatMap((agent, index) => {
    const listing = listings.find((each) => each.agent === agent && isOnOffer(each));
    if (!listing) return [];
    const at = clock.at(-2, 13, 4 * index);
    return {
      row: {
        subject: 'Property Inquiry',
        user_id: writer.id,
        agent_id: agent.id,
        property_id: listing.id,
        status: 'active' as const,
        last_message_at: at,
        created_at: at,
        updated_at: at,
      },
      messages: [
        {
          sender_id: writer.id,
          sender_type: 'user' as const,
          content: communityTexts.sameText,
          client_id: null,
          created_at: at,
          read_at: null,
        },
      ],
    };
  });
}

function clientConversations(market: Marketplace, clock: DemoClock): DraftConversation[] {
  const rng = streamOf('conversations');
  const scripts = new Deck(rng, communityTexts.clientThreads);
  const { demoAgent, demoUser, listings, users } = market;
  const open = listings.filter(isPublic);
  const all = new Deck(rng, open);
  const clients = new Deck(
    rng,
    users.filter((user) => user !== demoUser),
  );
  const ofDemoAgent = new Deck(
    rng,
    open.filter((listing) => listing.agent === demoAgent),
  );

  return Array.from({ length: CLIENT_CONVERSATIONS }, (_, index) => {
    const isDemoAgents = index < DEMO_AGENT_CONVERSATIONS;
    const isDemoUsers =
      index >= DEMO_AGENT_CONVERSATIONS - 1 && index < DEMO_AGENT_CONVERSATIONS + DEMO_USER_CONVERSATIONS - 1;
    // The first ones of each demo account are of this week, the others go back through the year.
    const place = isDemoUsers ? index - DEMO_AGENT_CONVERSATIONS + 1 : index;
    const isRecent = (isDemoAgents || isDemoUsers) && place < 5;
    const listing = (isDemoAgents ? ofDemoAgent : all).deal(
      (each) => (!isRecent || isOnOffer(each)) && (!isDemoUsers || suitsDemoUser(each)),
    );
    const user = isDemoUsers ? demoUser : clients.deal();
    const { facts } = listing.plan;
    const script =
      index === OFFER
        ? communityTexts.offerThread
        : scripts.deal(
            ({ listingTypes, types }) =>
              (listingTypes?.includes(facts.listingType) ?? true) && (types?.includes(facts.type) ?? true),
          );
    const { createdDay, closedDay } = listing.plan;
    const latest = isRecent
      ? -1 - place
      : Math.min(-2 - Math.round(330 * rng.next() ** 1.6), (closedDay ?? 0) - 3);
    const isUnread = (isDemoAgents || isDemoUsers) && place < UNREAD_THREADS;
    const start = clock.at(Math.min(-1, Math.max(latest, createdDay + 1)), rng.int(8, 13), rng.int(0, 59));
    return converse(script.lines, {
      user,
      agent: listing.agent,
      listing,
      start,
      isUnread,
      isDemoUsers,
      rng,
      clock,
    });
  });
}

interface Setting {
  user: MarketPerson;
  agent: MarketPerson;
  listing: MarketListing | null;
  start: Date;
  isUnread: boolean;
  /** The unread part is then the agent's. */
  isDemoUsers: boolean;
  rng: Rng;
  clock: DemoClock;
}

function converse(lines: readonly Line[], setting: Setting): DraftConversation {
  const { user, agent, listing, start, clock, rng } = setting;
  const said = linesUpTo(lines, setting);
  let at = start.getTime();
  const messages = said.map(([side, text, minutesLater]) => {
    at = Math.min(at + minutesLater * MINUTE_MS, clock.today.getTime() - MINUTE_MS);
    return {
      sender_id: side === 'user' ? user.id : agent.id,
      sender_type: side,
      content: fill(text, setting),
      client_id: null,
      created_at: new Date(at),
      read_at: new Date(Math.min(at + rng.int(1, 30) * MINUTE_MS, clock.today.getTime())),
    };
  });
  const unread = setting.isUnread ? trailing(messages) : [];
  const last = messages.at(-1)?.created_at ?? start;
  return {
    row: {
      subject: listing ? 'Property Inquiry' : 'Agent Collaboration',
      user_id: user.id,
      agent_id: agent.id,
      property_id: listing?.id ?? null,
      status:
        !setting.isUnread && clock.today.getTime() - at > 120 * 24 * 60 * MINUTE_MS && rng.chance(0.35)
          ? 'closed'
          : 'active',
      last_message_at: last,
      created_at: start,
      updated_at: last,
    },
    messages: messages.map((message) => (unread.includes(message) ? { ...message, read_at: null } : message)),
  };
}

/** An unread thread ends with a message of the side that waits for an answer. */
function linesUpTo(lines: readonly Line[], { isUnread, isDemoUsers }: Setting): readonly Line[] {
  if (!isUnread) return lines;
  const waiting = isDemoUsers ? 'agent' : 'user';
  const end = lines.findLastIndex(([side]) => side === waiting);
  return end < 0 ? lines : lines.slice(0, end + 1);
}

/** The messages of one side since the last message of the other. */
function trailing<Message extends { sender_type: string }>(messages: readonly Message[]): Message[] {
  const side = messages.at(-1)?.sender_type;
  const before = messages.findLastIndex((message) => message.sender_type !== side);
  return messages.slice(before + 1);
}

const offeredTime = new Intl.DateTimeFormat('en-PH', {
  timeZone: 'Asia/Manila',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** The next three days but Sundays, in the morning and in the afternoon by turns. */
function offeredTimes(clock: DemoClock): string {
  const days = [2, 3, 4, 5].filter((day) => clock.weekdayOf(day) !== 0);
  return OFFERED_HOURS.map((hour, index) => offeredTime.format(clock.at(days[index] ?? 2, hour))).join('\n');
}

function fill(text: string, { user, agent, listing, clock }: Setting): string {
  const first = (person: MarketPerson) => person.name.split(' ')[0] ?? person.name;
  const facts = listing?.plan.facts;
  return text
    .replaceAll('{agent}', first(agent))
    .replaceAll('{user}', first(user))
    .replaceAll('{title}', listing?.title ?? '')
    .replaceAll('{times}', () => offeredTimes(clock))
    .replaceAll('{area}', facts?.area.neighbourhood ?? '')
    .replaceAll('{price}', facts ? formatFullPrice(facts.price) + english(priceSuffix(facts.listingType)) : '');
}

function colleagueConversations({ agents, demoAgent }: Marketplace, clock: DemoClock): DraftConversation[] {
  const rng = streamOf('colleagues');
  const others = new Deck(
    rng,
    agents.filter((agent) => agent !== demoAgent),
  );
  return communityTexts.colleagueThreads.flatMap((lines, index) => {
    const partner = others.deal();
    const third = others.deal();
    const start = (days: number) => clock.at(-days, rng.int(9, 16), rng.int(0, 59));
    const shared = { listing: null, isUnread: false, isDemoUsers: false, rng, clock };
    // The demo agent began the odd threads and was asked in the even ones.
    const [user, agent] = index % 2 === 0 ? [partner, demoAgent] : [demoAgent, partner];
    return [
      converse(lines, { ...shared, user, agent, start: start(3 + index * 9) }),
      converse(lines, { ...shared, user: partner, agent: third, start: start(20 + index * 31) }),
    ];
  });
}
