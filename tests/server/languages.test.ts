import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notify } from '#server/features/notifications/writes.ts';
import { languageCodes, moment, say } from '#server/languages.ts';
import { msg } from '#shared/messages.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-web-'));
  cpSync('web/index.html', path.join(folder, 'index.html'));
  server = await startTestServer({ data: 'empty', webFolder: folder });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (address: string, headers: Record<string, string>) =>
  fetch(server.url + address, { headers, redirect: 'manual' });
const choose = (person: Person, code: string | null) =>
  person.put('/api/settings', { language: { interface: code } });
const letterTo = async (person: Person) => {
  const [letter] = await server.context.db.models.OutgoingMail.findAll({
    where: { recipient: person.user.email },
    order: [['id', 'DESC']],
  });
  return letter;
};

describe('an error is said in the language that its caller asks for', () => {
  test.each([
    ['en-US,en;q=0.9', 'Property not found'],
    ['fil-PH,en;q=0.5', 'Hindi mahanap ang property'],
    ['ja', 'Property not found'],
  ])('%s', async (language, sentence) => {
    const answer = await get('/api/properties/99999999', { 'Accept-Language': language });
    expect(answer.status).toBe(404);
    expect((await answer.json()).error).toBe(sentence);
  });
});

describe('a public page without a language in its address', () => {
  test.each([
    ['/', 'fil-PH,en;q=0.8', '', '/fil'],
    ['/properties?type=condo&page=2', 'tl', '', '/fil/properties?type=condo&page=2'],
    ['/locations/makati', 'en', 'silong_language=fil', '/fil/locations/makati'],
    ['/about', 'en', 'other=1; silong_language=fil', '/fil/about'],
  ])('%s leads who reads Filipino (%s; %s) to %s', async (address, language, cookie, target) => {
    const answer = await get(address, { 'Accept-Language': language, Cookie: cookie });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(target);
    expect(answer.headers.get('vary')).toMatch(/Accept-Language, Cookie/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    ['/', 'en-US,en;q=0.9,fil;q=0.1', ''],
    ['/', 'fil', 'silong_language=en'],
    ['/properties', 'en', 'silong_language=xx'],
    ['/properties', 'en', 'silong_language=../evil'],
  ])('%s stays for everybody else (%s; %s)', async (address, language, cookie) => {
    const answer = await get(address, { 'Accept-Language': language, Cookie: cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('vary')).toMatch(/Accept-Language, Cookie/);
  });
});

test.each(['/fil/properties', '/fil', '/settings', '/desk', '/robots.txt', '/sitemap.xml', '/api/site'])(
  '%s leads nowhere else, whatever its reader’s language is',
  async (address) => {
    const answer = await get(address, { 'Accept-Language': 'fil', Cookie: 'silong_language=en' });
    expect(answer.status).toBe(200);
    const other = await get(address, { 'Accept-Language': 'en', Cookie: 'silong_language=fil' });
    expect(other.status).toBe(200);
  },
);

test('a language is chosen among those there are, and taken back', async () => {
  const ana = await enter(server);
  expect((await choose(ana, 'fil')).body.data.language).toEqual({ interface: 'fil' });
  expect((await ana.get('/api/auth/profile')).body.data.language).toBe('fil');
  for (const unknown of ['xx', '', 'FIL', '../en']) {
    const refusal = await choose(ana, unknown);
    expect(refusal.status).toBe(400);
    expect(refusal.body.issues).toEqual([expect.objectContaining({ path: 'language.interface' })]);
  }
  expect((await choose(ana, null)).body.data.language).toEqual({ interface: null });
  // Fields that are not sent stay.
  await choose(ana, 'fil');
  await ana.put('/api/settings', { search: { maxBudget: null } });
  expect((await ana.get('/api/settings')).body.data.language).toEqual({ interface: 'fil' });
});

test('who registers on a Filipino page has chosen Filipino', async () => {
  const draft = { name: 'Luz', password: 'very-secret-words' };
  const register = async (email: string, language: string) => {
    const answer = await fetch(`${server.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
      body: JSON.stringify({ ...draft, email }),
    });
    return (await answer.json()).data.user.language;
  };
  expect(await register('luz@example.com', 'fil-PH')).toBe('fil');
  expect(await register('may@example.com', 'en-PH')).toBeNull();
});

test('a notice follows the language of its reader, and one of earlier times stays as it was', async () => {
  const { db } = server.context;
  const [ana, ben] = [await enter(server), await enter(server)];
  const notice = {
    type: 'success',
    title: msg('New Review'),
    message: msg('{name} gave you {rating, plural, one {# star} other {# stars}}.', {
      name: 'Jo {name} \\u0041',
      rating: 4,
    }),
    action: { label: msg('View Review'), url: '/agents/1?tab=reviews' },
  } as const;
  await db.transaction(() => notify(server.context, [ana.id, ben.id], notice));
  await db.transaction(() =>
    db.models.Notification.create({
      user_id: ana.id,
      type: 'info',
      title: 'New Message',
      message: 'Stored long ago',
      action_label: null,
      action_url: null,
      created_at: new Date('2026-01-01'),
      read_at: null,
    }),
  );
  const read = async (person: Person) => (await person.get('/api/notifications')).body.data;
  const inEnglish = {
    title: 'New Review',
    message: 'Jo {name} \\u0041 gave you 4 stars.',
    action: { label: 'View Review', url: '/agents/1?tab=reviews' },
  };
  const earlier = { title: 'New Message', message: 'Stored long ago' };
  expect(await read(ana)).toMatchObject([inEnglish, earlier]);
  await choose(ana, 'fil');
  expect(await read(ana)).toMatchObject([
    {
      title: 'Bagong review',
      message: 'Binigyan ka ni Jo {name} \\u0041 ng 4 star.',
      action: { label: 'Tingnan ang review', url: '/agents/1?tab=reviews' },
    },
    earlier,
  ]);
  expect(await read(ben)).toMatchObject([inEnglish]);
  // By mail too, each in their own.
  await db.transaction(() => notify(server.context, [ana.id, ben.id], notice));
  expect((await letterTo(ana))?.subject).toBe('Bagong review – Silong');
  expect((await letterTo(ana))?.text).toContain('Binigyan ka ni Jo {name} \\u0041 ng 4 star.');
  expect((await letterTo(ben))?.subject).toBe('New Review – Silong');
});

test('a letter is in the language of whom it is for, whoever asked for it', async () => {
  const ana = await enter(server);
  await choose(ana, 'fil');
  await server.request('POST', '/api/auth/forgot-password', { body: { email: ana.user.email } });
  await expect.poll(async () => (await letterTo(ana))?.subject).toBe('Magtakda ng bagong password para sa Silong');
  const letter = await letterTo(ana);
  expect(letter?.html).toContain('<html lang="fil">');
  expect(letter?.text).toContain('Kumusta, Person,');
});

test('a moment in a sentence is Manila’s, written as its readers write', () => {
  const at = moment(new Date('2026-11-21T06:41:00Z'), 'mediumMoment');
  const words = { id: '{title}, {time}', values: { title: 'Loft', time: at } };
  expect(say('en', words)).toMatch(/^Loft, 21 Nov 2026, 2:41|^Loft, Nov 21, 2026, 2:41/);
  expect(say('fil', words)).toMatch(/^Loft, Nob 21, 2026, (?:nang )?2:41\sPM$/);
  expect(languageCodes.slice(0, 2)).toEqual(['en', 'fil']);
});
