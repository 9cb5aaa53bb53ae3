// @databases both

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DELETED_USER_NAME } from '#shared/contracts/conversations.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

/** More than each list used to answer at all. */
const MANY = { conversations: 130, inquiries: 530, viewings: 530, reviews: 230, notifications: 130 };
const MINUTE = 60_000;
const now = new Date('2026-03-18T04:00:00.000Z');
/** Two at a time, so that the id decides between them. */
const ago = (index: number) => new Date(now.getTime() - Math.floor(index / 2) * MINUTE);

interface Entry {
  id: number;
}

let server: TestServer;
let agent: Person;
let others: number[];
let propertyId: number;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => now });
  agent = await enter(server, { role: 'agent', name: 'Marco Lim' });
  const { db } = server.context;
  const sample = (await buildUser(server.context, {})).get({ plain: true });
  const { id: _, ...person } = sample;
  await db.transaction((transaction) =>
    db.models.User.bulkCreate(
      Array.from({ length: MANY.reviews }, (_, index) => ({
        ...person,
        name: `Visitor ${index}`,
        email: `visitor${index}@example.com`,
      })),
      { transaction },
    ),
  );
  const people = await db.models.User.findAll({ where: { role: 'user' }, order: ['id'] });
  others = people.map(({ id }) => id).slice(-MANY.reviews);
  propertyId = (await buildProperty(server.context, { agent_id: agent.id, title: 'Loft in Parañaque' })).id;
}, 60_000);

afterAll(() => server.close());

const fill = (name: 'Inquiry' | 'Viewing' | 'Review' | 'Notification', rows: object[]) => {
  const { db } = server.context;
  const model: { bulkCreate(rows: object[], options: object): Promise<unknown> } = db.models[name] as never;
  return db.transaction((transaction) => model.bulkCreate(rows, { transaction }));
};

async function get<Answer = Entry[]>(path: string, person = agent): Promise<Answer> {
  const answer = await person.get(path);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as Answer;
}

/** All entries, a page at a time. */
async function pageThrough<Item extends Entry>(
  path: string,
  cursorOf: (page: Item[]) => string,
  pages = 20,
): Promise<Item[]> {
  const all: Item[] = [];
  let before = '';
  for (let page = 0; page < pages; page += 1) {
    const sign = path.includes('?') ? '&' : '?';
    const part = await get<Item[]>(`${path}${sign}limit=100${before && `&before=${encodeURIComponent(before)}`}`);
    if (part.length === 0) return all;
    all.push(...part);
    before = cursorOf(part);
  }
  throw new Error('The pages do not end');
}

const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);
const distinct = (entries: readonly Entry[]) => new Set(idsOf(entries)).size;

describe('conversations', () => {
  interface Listed extends Entry {
    last_message_at: string | null;
    unread_count: number;
  }
  const path = '/api/conversations';
  const cursorOf = (page: Listed[]) => `${page.at(-1)?.last_message_at ?? ''},${page.at(-1)?.id}`;

  beforeAll(async () => {
    const { db } = server.context;
    await db.transaction(async (transaction) => {
      for (let index = 0; index < MANY.conversations; index += 1) {
        // The last ones have no message yet.
        const isEmpty = index >= MANY.conversations - 6;
        const conversation = await db.models.Conversation.create(
          {
            subject: index === 120 ? 'Parking in Biñan' : 'Property Inquiry',
            user_id: index === 119 ? null : (others[index] ?? 0),
            agent_id: agent.id,
            property_id: index === 118 ? propertyId : null,
            last_message_at: isEmpty ? null : ago(index),
          },
          { transaction },
        );
        if (isEmpty) continue;
        for (const content of [index === 117 ? 'The 3rd floor, 50% down?' : 'Hello', 'Good morning'])
          await db.models.Message.create(
            {
              conversation_id: conversation.id,
              sender_id: null,
              sender_type: 'user',
              content,
              client_id: null,
              created_at: ago(index),
              read_at: index % 10 === 7 ? null : now,
            },
            { transaction },
          );
      }
    });
  });

  test('are paged to the last one, those without a message too', async () => {
    const all = await pageThrough<Listed>(path, cursorOf);
    expect(all).toHaveLength(MANY.conversations);
    expect(distinct(all)).toBe(MANY.conversations);
    expect(all.slice(-6).every(({ last_message_at }) => last_message_at === null)).toBe(true);
    expect(await get(path)).toHaveLength(100);
    expect(idsOf(await get(`${path}?page=2`))).toEqual(idsOf(all.slice(100)));
  });

  test('a page begins where the last one ended, whatever has moved up since', async () => {
    const first = await get<Listed[]>(`${path}?limit=10`);
    const all = await get<Listed[]>(`${path}?limit=30`);
    const moved = all[15]?.id ?? 0;
    const { db } = server.context;
    const setTime = (last_message_at: Date) =>
      db.transaction((transaction) =>
        db.models.Conversation.update({ last_message_at }, { where: { id: moved }, transaction }),
      );
    await setTime(new Date(now.getTime() + MINUTE));
    const second = await get<Listed[]>(`${path}?limit=10&before=${encodeURIComponent(cursorOf(first))}`);
    expect(idsOf(second)).toEqual(idsOf([...all.slice(10, 15), ...all.slice(16, 21)]));
    await setTime(ago(15));
  });

  test.each([
    ['the other person', 'visitor 121', 1],
    ['somebody who is gone', DELETED_USER_NAME, 1],
    ['the subject, without its accents', 'binan PARKING', 1],
    ['the listing', 'paranaque', 1],
    ['an older message, signs as they are', '50% down?', 1],
    ['words of different places', 'visitor 117 3rd', 1],
    ['nothing', 'unheard of', 0],
  ])('are found by %s', async (_, words, count) => {
    expect(await get(`${path}?search=${encodeURIComponent(words)}`)).toHaveLength(count);
  });

  test('unread ones are listed and counted by the server', async () => {
    const unread = await get<Listed[]>(`${path}?unread=true`);
    expect(unread).toHaveLength(12);
    expect(unread.every(({ unread_count }) => unread_count === 2)).toBe(true);
    expect(await get(`${path}/counts`)).toEqual({ all: MANY.conversations, unread: 12 });
    const first = await get<Listed[]>(path);
    const rest = await get(`${path}/counts?before=${encodeURIComponent(cursorOf(first))}`);
    expect(rest).toEqual({ all: MANY.conversations - 100, unread: 2 });
  });

  test('those with one person', async () => {
    expect(await get(`${path}?participant=${others[125]}`)).toHaveLength(1);
  });

  test('a place that is none is refused, and nobody sees those of others', async () => {
    for (const before of ['12', 'yesterday,1', ',0', '2026-13-40T00:00:00.000Z,1', ',9999999999'])
      expect((await agent.get(`${path}?before=${encodeURIComponent(before)}`)).status, before).toBe(400);
    const stranger = await enter(server);
    expect(await get(`${path}?search=hello`, stranger)).toEqual([]);
    expect(await get(`${path}/counts`, stranger)).toEqual({ all: 0, unread: 0 });
  });
});

describe('inquiries', () => {
  interface Listed extends Entry {
    created_at: string;
    status: string;
  }
  const path = () => `/api/agents/${agent.id}/contacts`;
  const cursorOf = (page: Listed[]) => `${page.at(-1)?.created_at},${page.at(-1)?.id}`;
  const statuses = ['new', 'read', 'replied', 'closed', 'closed'];

  beforeAll(() =>
    fill(
      'Inquiry',
      Array.from({ length: MANY.inquiries }, (_, index) => ({
        agent_id: agent.id,
        property_id: index === 520 ? propertyId : null,
        user_id: null,
        name: `Client ${index}`,
        email: `client${index}@example.com`,
        phone: index === 525 ? '+63 917 555 0199' : null,
        property_interest: null,
        message: index === 521 ? 'Is the Niño garden shared?' : 'Hello',
        status: statuses[index % 5],
        created_at: ago(index),
      })),
    ),
  );

  test('are paged to the last one', async () => {
    const all = await pageThrough<Listed>(path(), cursorOf);
    expect(distinct(all)).toBe(MANY.inquiries);
    expect(await get(path())).toHaveLength(500);
  });

  test('are filtered by status, a page at a time', async () => {
    const closed = await pageThrough<Listed>(`${path()}?status=closed`, cursorOf);
    expect(distinct(closed)).toBe(212);
    expect(closed.every(({ status }) => status === 'closed')).toBe(true);
    expect(distinct(await pageThrough<Listed>(`${path()}?status=unanswered`, cursorOf))).toBe(212);
  });

  test.each(['client 519', 'paranaque', 'nino garden', '917 555 0199', 'CLIENT522@example.com'])(
    'are found by %s',
    async (words) => {
      expect(await get(`${path()}?search=${encodeURIComponent(words)}`)).toHaveLength(1);
    },
  );

  test('are counted by the server', async () => {
    expect(await get(`${path()}/counts`)).toEqual({
      all: 530,
      new: 106,
      read: 106,
      replied: 106,
      closed: 212,
    });
    const first = await get<Listed[]>(`${path()}?limit=100`);
    expect(await get(`${path()}/counts?before=${encodeURIComponent(cursorOf(first))}`)).toEqual({
      all: 430,
      new: 86,
      read: 86,
      replied: 86,
      closed: 172,
    });
    const other = await enter(server, { role: 'agent' });
    expect((await other.get(`${path()}/counts`)).status).toBe(403);
  });
});

describe('viewings', () => {
  interface Listed extends Entry {
    starts_at: string;
  }
  const path = '/api/viewings';
  const cursorOf = (page: Listed[]) => `${page[0]?.starts_at},${page[0]?.id}`;

  beforeAll(() =>
    fill(
      'Viewing',
      Array.from({ length: MANY.viewings }, (_, index) => {
        // The first forty are to come.
        const starts_at = new Date(now.getTime() + (40 - index) * 30 * MINUTE + 1);
        const status = ['requested', 'proposed', 'confirmed', 'declined'][index % 4];
        const ends_at = new Date(starts_at.getTime() + 60 * MINUTE);
        const user_id = others[0];
        return {
          property_id: propertyId,
          agent_id: agent.id,
          user_id,
          starts_at,
          ends_at,
          status,
          note: null,
        };
      }),
    ),
  );

  test('are paged back to the first one', async () => {
    const all = await pageThrough<Listed>(path, cursorOf);
    expect(distinct(all)).toBe(MANY.viewings);
    const usual = await get<Listed[]>(path);
    expect(usual).toHaveLength(500);
    expect(usual[0]?.starts_at.localeCompare(usual[499]?.starts_at ?? '')).toBe(-1);
  });

  test('are counted by the server', async () => {
    // Until an hour after they began they are still to come. Requests wait for their agent a week longer.
    expect(await get(`${path}/counts`)).toEqual({ all: 530, waiting: 95, upcoming: 22, past: 413 });
    const last = await get<Listed[]>(`${path}?limit=100`);
    const rest = await get(`${path}/counts?before=${encodeURIComponent(cursorOf(last))}`);
    expect(rest).toEqual({ all: 430, waiting: 70, upcoming: 0, past: 360 });
  });
});

describe('reviews', () => {
  interface Listed extends Entry {
    created_at: string;
  }
  const path = () => `/api/agents/${agent.id}/reviews`;
  const cursorOf = (page: Listed[]) => `${page.at(-1)?.created_at},${page.at(-1)?.id}`;

  test('are paged to the last one, and one’s own is found', async () => {
    await fill(
      'Review',
      others.map((reviewer_id, index) => ({
        agent_id: agent.id,
        reviewer_id,
        rating: 5,
        comment: 'Quick.',
        created_at: ago(index),
      })),
    );
    expect(distinct(await pageThrough<Listed>(path(), cursorOf))).toBe(MANY.reviews);
    expect(await get(path())).toHaveLength(200);
    const ana = await enter(server);
    expect(await get(`${path()}?own=true`, ana)).toEqual([]);
    await ana.post(path(), { rating: 4, comment: 'Kind.' });
    expect(await get(`${path()}?own=true`, ana)).toMatchObject([{ is_own: true, comment: 'Kind.' }]);
  });
});

describe('notifications', () => {
  interface Listed extends Entry {
    timestamp: string;
  }
  const path = '/api/notifications';
  const cursorOf = (page: Listed[]) => `${page.at(-1)?.timestamp},${page.at(-1)?.id}`;

  test('are paged to the last one and counted by the server', async () => {
    const ana = await enter(server);
    await fill(
      'Notification',
      Array.from({ length: MANY.notifications }, (_, index) => ({
        user_id: ana.id,
        type: 'info',
        title: 'Price Drop',
        message: `Notice ${index}`,
        action_label: null,
        action_url: null,
        read_at: index < 105 ? now : null,
        created_at: ago(index),
      })),
    );
    const first = await get<Listed[]>(path, ana);
    expect(first).toHaveLength(100);
    const before = encodeURIComponent(cursorOf(first));
    const second = await get<Listed[]>(`${path}?before=${before}`, ana);
    expect(distinct([...first, ...second])).toBe(MANY.notifications);
    expect(await get(`${path}/counts`, ana)).toEqual({ all: 130, unread: 25 });
    expect(await get(`${path}/counts?before=${before}`, ana)).toEqual({ all: 30, unread: 25 });
    const except = second.slice(-3).map(({ id }) => id);
    expect(await get(`${path}/counts?except=${except}`, ana)).toEqual({ all: 127, unread: 22 });
  });
});
