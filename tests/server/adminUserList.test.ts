import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminUserList } from '#shared/contracts/users.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let owner: Person;
const names = ['ana', 'Ben', 'bert', 'Carla', 'Dino', 'dora', 'Elena', 'Felix', 'Zeno'];

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  owner = await enter(server, { role: 'admin', name: 'Olivia Owner' });
  for (const name of names)
    await buildUser(server.context, { name: `${name} Listed`, email: `${name}@listed.example` });
});

afterAll(() => server.close());

const list = async (query: string): Promise<AdminUserList> => {
  const { status, body } = await owner.get(`/api/admin/users?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const namesOf = ({ users }: AdminUserList) => users.map(({ name }) => name.replace(' Listed', ''));

test.each([
  ['asc', 'd', 3, ['Dino', 'dora']],
  ['asc', 'a', 1, ['ana', 'Ben']],
  ['asc', 'b', 1, ['ana', 'Ben']],
  ['asc', 'e', 4, ['Elena', 'Felix']],
  // Nobody: where they would stand.
  ['asc', 'y', 5, ['Zeno']],
  ['desc', 'z', 1, ['Zeno', 'Felix']],
  ['desc', 'd', 2, ['Elena', 'dora']],
  ['desc', 'a', 5, ['ana']],
])('in %s order, the letter %s is on page %i', async (order, letter, page, expected) => {
  const found = await list(`search=listed&sort=name&order=${order}&limit=2&letter=${letter}`);
  expect(found.pagination).toMatchObject({ page, total: names.length });
  expect(namesOf(found)).toEqual(expected);
});

test('a letter is one of the alphabet, and counts in the order by name alone', async () => {
  for (const letter of ['dd', '1', '%', 'ñ'])
    expect((await owner.get(`/api/admin/users?sort=name&letter=${encodeURIComponent(letter)}`)).status).toBe(
      400,
    );
  expect((await list('search=listed&sort=email&letter=z&limit=2')).pagination.page).toBe(1);
});

test('pages of every order hold everybody once', async () => {
  for (const sort of ['name', 'email', 'role', 'status', 'created_at', 'last_seen_at'])
    for (const order of ['asc', 'desc']) {
      const ids: number[] = [];
      const { pagination } = await list(`sort=${sort}&order=${order}&limit=4`);
      for (let page = 1; page <= pagination.totalPages; page += 1)
        ids.push(
          ...(await list(`sort=${sort}&order=${order}&limit=4&page=${page}`)).users.map(({ id }) => id),
        );
      expect(new Set(ids).size, `${sort} ${order}`).toBe(pagination.total);
      expect(ids).toHaveLength(pagination.total);
    }
});

test('who was here last comes first, and who never was last', async () => {
  const [ana, ben] = (await list('search=listed&sort=name&order=asc&limit=2')).users;
  const { Session, KnownDevice } = server.context.db.models;
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 3, 4, minute));
  const session = { user_id: ana?.id ?? 0, token_hash: 'seen', created_at: at(1), last_used_at: at(2) };
  await Session.create(session);
  const device = { device_hash: 'device', first_used_at: at(1) };
  await KnownDevice.create({ ...device, user_id: ana?.id ?? 0, last_used_at: at(1) });
  await KnownDevice.create({ ...device, user_id: ben?.id ?? 0, last_used_at: at(30) });
  const found = await list('search=listed&sort=last_seen_at&order=desc&limit=3');
  expect(namesOf(found).slice(0, 2)).toEqual(['Ben', 'ana']);
  expect(found.users.map(({ last_seen_at }) => last_seen_at)).toEqual([
    at(30).toISOString(),
    at(2).toISOString(),
    null,
  ]);
  const back = await list('search=listed&sort=last_seen_at&order=asc&limit=100');
  expect(namesOf(back).slice(-2)).toEqual(['ana', 'Ben']);
});

test('applications, confirmed addresses and days are filters', async () => {
  const [applicant, agent, unsure] = [
    await buildUser(server.context, { name: 'Applied Filter', application: 'pending' }),
    await buildUser(server.context, { name: 'Agent Filter', role: 'agent' }),
    await buildUser(server.context, { name: 'Unsure Filter', isEmailVerified: false }),
  ];
  const ids = async (query: string) => (await list(`search=filter&${query}`)).users.map(({ id }) => id);
  expect(await ids('application=pending')).toEqual([applicant?.id]);
  expect(await ids('application=approved')).toEqual([agent?.id]);
  expect(await ids('application=none')).toEqual([unsure?.id]);
  expect(await ids('application=all')).toHaveLength(3);
  expect(await ids('confirmed=no')).toEqual([unsure?.id]);
  expect(await ids('confirmed=yes')).toHaveLength(2);
  // The last moment of a day in Manila, and the first of the next.
  const made = (user: { id: number } | undefined, time: string) =>
    server.context.db.models.User.update({ created_at: new Date(time) } as never, {
      where: { id: user?.id ?? 0 },
    });
  await made(applicant, '2026-03-10T15:59:59.999Z');
  await made(agent, '2026-03-10T16:00:00.000Z');
  expect(await ids('joined_from=2026-03-10&joined_to=2026-03-10')).toEqual([applicant?.id]);
  expect(await ids('joined_from=2026-03-11&joined_to=2026-03-11')).toEqual([agent?.id]);
  expect((await owner.get('/api/admin/users?joined_from=today')).status).toBe(400);
});

test('an account is found by its number', async () => {
  const [zeno] = (await list('search=zeno')).users;
  for (const search of [`${zeno?.id}`, `%23${zeno?.id}`])
    expect(namesOf(await list(`search=${search}&limit=100`))).toContain('Zeno');
});
