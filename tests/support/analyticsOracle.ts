import type { ServerContext } from '#server/features/context.ts';
import type { Analytics } from '#shared/contracts/analytics.ts';

interface Range {
  from: string;
  to: string;
}

/** Eight hours ahead of UTC, all year. */
const dayOf = (time: Date) => new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
const tenth = (value: number) => Math.round(value * 10) / 10;
const cents = (value: number) => Math.round(value * 100) / 100;

/** All rows, read once. */
export async function loadAllRows({ db, now }: Pick<ServerContext, 'db' | 'now'>) {
  const { Property, PropertyStatusChange, PropertyView, Inquiry, Conversation, Message, Viewing } = db.models;
  return {
    now: now(),
    properties: await Property.findAll(),
    changes: await PropertyStatusChange.findAll(),
    views: await PropertyView.findAll({ attributes: ['property_id', 'viewed_at'] }),
    inquiries: await Inquiry.findAll(),
    conversations: await Conversation.findAll(),
    messages: await Message.findAll(),
    viewings: await Viewing.findAll(),
  };
}

type Rows = Awaited<ReturnType<typeof loadAllRows>>;

/** An agent's figures, counted row by row: slow, plain, and nothing of the server's own. */
export function expectedAnalytics(
  rows: Rows,
  agentId: number,
  range: Range | null,
): Omit<Analytics, 'topProperties'> & { top: { id: number; views: number; inquiries: number }[] } {
  const { now } = rows;
  const inRange = (time: Date) => !range || (dayOf(time) >= range.from && dayOf(time) <= range.to);
  const thisMonth = dayOf(now).slice(0, 7);

  const listings = rows.properties.filter((listing) => listing.agent_id === agentId);
  const ids = new Set(listings.map(({ id }) => id));
  const changes = rows.changes.filter((change) => ids.has(change.property_id));
  const views = rows.views.filter((view) => ids.has(view.property_id) && inRange(view.viewed_at));
  const allInquiries = rows.inquiries.filter((inquiry) => inquiry.agent_id === agentId);
  const inquiries = allInquiries.filter((inquiry) => inRange(inquiry.created_at));
  const talks = rows.conversations.filter((talk) => talk.agent_id === agentId && inRange(talk.created_at));
  const talkIds = new Set(talks.map(({ id }) => id));
  const messages = rows.messages.filter((message) => talkIds.has(message.conversation_id));
  const viewings = rows.viewings.filter((viewing) => viewing.agent_id === agentId);

  const closings = listings.flatMap((listing) => {
    if (listing.status !== 'sold' && listing.status !== 'rented') return [];
    const same = changes.filter(
      (change) => change.property_id === listing.id && change.to_status === listing.status,
    );
    same.sort((a, b) => a.changed_at.getTime() - b.changed_at.getTime() || a.id - b.id);
    const last = same.at(-1);
    return last ? [{ status: listing.status, at: last.changed_at, price: Number(last.price) }] : [];
  });
  const closed = closings.filter(({ at }) => inRange(at));
  const closedNow = closings.filter(({ at }) => dayOf(at).startsWith(thisMonth));
  const total = (list: { price: number }[]) => cents(list.reduce((sum, { price }) => sum + price, 0));

  const waits: number[] = [];
  for (const inquiry of inquiries)
    if (inquiry.first_reply_at)
      waits.push((inquiry.first_reply_at.getTime() - inquiry.created_at.getTime()) / 60_000);
  for (const talk of talks) {
    const thread = messages
      .filter((message) => message.conversation_id === talk.id)
      .sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
    const asked = thread.find(({ sender_type }) => sender_type === 'user');
    const answered =
      asked &&
      thread.find(({ sender_type, created_at }) => sender_type === 'agent' && created_at >= asked.created_at);
    if (asked && answered) waits.push((answered.created_at.getTime() - asked.created_at.getTime()) / 60_000);
  }
  waits.sort((a, b) => a - b);
  const half = waits.length / 2;
  const median =
    waits.length === 0
      ? null
      : tenth(
          waits.length % 2 === 1
            ? Number(waits[Math.floor(half)])
            : (Number(waits[half - 1]) + Number(waits[half])) / 2,
        );

  const count = (status: string) => listings.filter((listing) => listing.status === status).length;
  const [sold, rented] = [count('sold'), count('rented')];
  return {
    overview: {
      totalProperties: listings.length,
      activeProperties: listings.filter(
        ({ status, moderation_status }) => status === 'available' && moderation_status === 'active',
      ).length,
      soldProperties: sold,
      rentedProperties: rented,
      totalRevenue: total(closed),
      monthlyRevenue: total(closedNow),
      totalViews: views.length,
      totalConversations: talks.length,
      activeConversations: talks.filter(({ status }) => status === 'active').length,
      soldThisMonth: closedNow.filter(({ status }) => status === 'sold').length,
      newInquiries: allInquiries.filter(({ status }) => status === 'new').length,
      scheduledViewings: viewings.filter(({ status, starts_at }) => status === 'confirmed' && starts_at >= now)
        .length,
    },
    performanceMetrics: {
      conversionRate: listings.length ? tenth(((sold + rented) / listings.length) * 100) : 0,
      averagePropertyValue: listings.length
        ? cents(listings.reduce((sum, { price }) => sum + Number(price), 0) / listings.length)
        : 0,
      responseRate: talks.length ? tenth(messages.length / talks.length) : 0,
      averageViewsPerProperty: listings.length ? tenth(views.length / listings.length) : 0,
      inquiryResponseRate: inquiries.length
        ? tenth((inquiries.filter(({ first_reply_at }) => first_reply_at).length / inquiries.length) * 100)
        : null,
      medianFirstResponseMinutes: median,
    },
    trends: {
      monthly: months(range, dayOf(now)).map((month) => {
        const inMonth = (time: Date) => inRange(time) && dayOf(time).startsWith(month);
        const closedThen = closings.filter(({ at }) => inMonth(at));
        return {
          month,
          newListings: listings.filter(({ created_at }) => inMonth(created_at)).length,
          soldProperties: closedThen.filter(({ status }) => status === 'sold').length,
          newConversations: talks.filter(({ created_at }) => inMonth(created_at)).length,
          revenue: total(closedThen),
        };
      }),
    },
    top: listings
      .map(({ id }) => ({
        id,
        views: views.filter(({ property_id }) => property_id === id).length,
        inquiries: inquiries.filter(({ property_id }) => property_id === id).length,
      }))
      .sort((a, b) => b.views - a.views || b.inquiries - a.inquiries || b.id - a.id)
      .slice(0, 10),
  };
}

function months(range: Range | null, today: string): string[] {
  const last = (range?.to ?? today).slice(0, 7);
  const list = [last];
  const isFirst = () => (range ? list[0] === range.from.slice(0, 7) : list.length === 12);
  while (!isFirst()) {
    const [year = 0, month = 0] = String(list[0]).split('-').map(Number);
    list.unshift(month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`);
  }
  return list;
}
