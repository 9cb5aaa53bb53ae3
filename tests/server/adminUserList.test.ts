// @databases full

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  // Letters without a name: the position where one would stand.
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
    expect((await owner.get(`/api/admin/users?sort=name&letter=${encodeURIComponent(letter)}`)).status).toBe(400);
  expect((await list('search=listed&sort=email&letter=z&limit=2')).pagination.page).toBe(1);
});

test('pages of every order hold everybody once', async () => {
  for (const sort of ['name', 'email', 'role', 'status', 'created_at', 'last_seen_at'])
    for (const order of ['asc', 'desc']) {
      const ids: number[] = [];
      const { pagination } = await list(`sort=${sort}&order=${order}&limit=4`);
      for (let page = 1; page <= pagination.totalPages; page += 1)
        ids.push(...(await list(`sort=${sort}&order=${order}&limit=4&page=${page}`)).users.map(({ id }) => id));
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

test('every page tells how many there are, full or not, and the one after the last as well', async () => {
  const all = names.length;
  for (const [limit, page] of [
    [all, 1],
    [all + 1, 1],
    [3, 3],
    [4, 3],
    [4, 4],
  ])
    expect((await list(`search=listed&limit=${limit}&page=${page}`)).pagination.total).toBe(all);
  expect((await list('search=nobody')).pagination).toMatchObject({ total: 0, totalPages: 0 });
});

const accented = {
  a: 'áàâãäå',
  e: 'éèêë',
  i: 'íìîï',
  o: 'óòôõö',
  u: 'úùûü',
  n: 'ñ',
  c: 'ç',
};

describe('a name', () => {
  const find = async (search: string) =>
    (await list(`search=${encodeURIComponent(search)}&limit=100`)).users.map(({ name }) => name);
  const mentioned = async (search: string) =>
    (await owner.get(`/api/search?q=${encodeURIComponent(search)}`)).body.data.people.map(
      ({ title }: { title: string }) => title,
    );

  test('with accents is found without them, and the other way round; small and capital letters are one', async () => {
    const written = Object.values(accented).map((letters) => `x${letters}`);
    const plain = Object.entries(accented).map(([letter, { length }]) => `x${letter.repeat(length)}`);
    const [small, capital] = [written.join(' '), written.join(' ').toUpperCase()];
    for (const name of [small, capital, plain.join(' ')]) await buildUser(server.context, { name });
    for (const search of [small, capital, plain.join(' '), plain.join(' ').toUpperCase(), ...plain]) {
      expect((await find(search)).sort(), search).toEqual([small, capital, plain.join(' ')].sort());
      expect((await mentioned(search)).sort(), search).toEqual([small, capital, plain.join(' ')].sort());
    }
  });

  test.each([
    { name: 'Юлия Жукова', email: 'julia@cyrillic.example', found: ['юлия', 'ЖУКОВА', 'жук julia@'] },
    { name: 'Jörg Weißß', email: 'weiss@sharp.example', found: ['weißß', 'jorg weiß', 'sharp. eißß'] },
    { name: 'Ðóra Kårstad', email: 'dora@eth.example', found: ['ðora', 'ÐÓRA', 'karstad ÐÓ'] },
  ])('with letters that are no accented ones is found: $name', async ({ name, email, found }) => {
    await buildUser(server.context, { name, email });
    for (const search of found) expect(await find(search), search).toEqual([name]);
    for (const search of [`${found[0]}q`, `q${found[0]}`]) expect(await find(search), search).toEqual([]);
    expect(await mentioned(found[0] ?? '')).toEqual([name]);
  });

  test('is looked for as it is written, signs too', async () => {
    const name = 'Signe 50%_off\\ [x]*?';
    await buildUser(server.context, { name, email: 'signe@signs.example' });
    for (const part of ['50%_', '%_o', 'off\\', '[x]', ']*?', 'signe@signs.', '@signs.example'])
      expect(await find(`signe ${part}`), part).toEqual([name]);
    for (const part of ['5%', '50_', 'o%f', '_ff', '[xy]', 'o*', 'sign?e', 'signe@signs_', 'signe.signs'])
      expect(await find(`signe ${part}`), part).toEqual([]);
  });

  test('that changed is found by the new one at once, and no longer by the old one; so are address and number', async () => {
    const { User } = server.context.db.models;
    const { id } = await buildUser(server.context, {
      ...{ name: 'Órla Before', email: 'sister@before.example', phone: '(0917) 111-2222' },
    });
    const found = async (search: string) => [...(await find(search)), ...(await mentioned(search))];
    for (const search of ['orla', 'orla before.example', '0917 1112222', '+63 917 111 22'])
      expect(await found(search), search).toEqual(['Órla Before', 'Órla Before']);
    const changes = { name: 'Íris After', email: 'sister@before.example', role: 'user', status: 'active' };
    expect((await owner.put(`/api/admin/users/${id}`, { ...changes, phone: '(0917) 111-2222' })).status).toBe(200);
    for (const search of ['iris', 'iris before.example'])
      expect(await found(search), search).toEqual(['Íris After', 'Íris After']);
    expect(await found('orla before before')).toEqual([]);
    // For every writer, such as a process of the version before.
    await User.update({ email: 'iris@after.example', phone: '0918.333.4444' }, { where: { id } });
    for (const search of ['iris@after.example', '639183334444', '0918 333'])
      expect(await found(search), search).toEqual(['Íris After', 'Íris After']);
    for (const search of ['before.example', '0917 1112222']) expect(await found(search), search).toEqual([]);
  });
});
