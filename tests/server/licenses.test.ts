import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { createLicenseUpkeep } from '#server/licenses/upkeep.ts';
import { newestAudit } from '#tests/support/auditTrail.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { readPart, startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

/** Ten in the morning in Manila. */
const START = Date.parse('2026-03-02T02:00:00.000Z');

let server: TestServer;
let smtp: TestSmtp;
let admin: Person;
let clock = START;

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startTestServer({
    data: 'empty',
    env: { smtpUrl: smtp.url },
    now: () => new Date(clock),
  });
  const { db, systemSettings } = server.context;
  // Nobody is signed out while days go by.
  const row = { category: 'security', settings: { sessionTimeout: 24 * 365 } };
  await db.transaction((transaction) => db.models.SystemSetting.upsert(row, { transaction }));
  await systemSettings.reload();
  admin = await enter(server, { role: 'admin', name: 'Alma Admin' });
});

afterAll(async () => {
  await server.close();
  await smtp.close();
});

const sweep = () => createLicenseUpkeep(server.context).sweep();
/** The clock at a moment of Manila, '2026-03-31 23:59'. */
const setClock = (moment: string) => {
  clock = Date.parse(`${moment.replace(' ', 'T')}:00+08:00`);
};
const check = (agent: Person, expires_on: string, more: object = {}) =>
  admin.put(`/api/admin/licenses/${agent.id}`, { license_number: 'PRC 0012345', expires_on, ...more });
const list = (query: Record<string, string> = {}) =>
  admin.get(`/api/admin/licenses?${new URLSearchParams({ limit: '100', ...query })}`);
const profileOf = ({ id }: Person) =>
  server.context.db.models.AgentProfile.findByPk(id, { rejectOnEmpty: true });
const stateOf = async ({ id }: Person): Promise<string> => {
  const { body } = await list();
  return body.data.licenses.find(({ agent }: { agent: { id: number } }) => agent.id === id).state;
};
const titlesOf = async (person: Person): Promise<string[]> =>
  (await person.get('/api/notifications')).body.data.map(({ title }: { title: string }) => title);

/** What was mailed to somebody, the newest last; every mail that is due has gone out by then. */
async function mailsTo(person: Person) {
  await server.context.mail.flush();
  return smtp.mails.filter(({ to }) => to.includes(person.user.email));
}

let scenes = 0;

/** An agent with a listing that somebody likes. */
async function buildScene(name = 'Andres') {
  scenes += 1;
  const agent = await enter(server, { role: 'agent', name: `${name} Dantes${scenes}` });
  const maria = await enter(server);
  const title = `Loft Number${scenes}`;
  const listing = await buildProperty(server.context, { agent_id: agent.id, title });
  // Stored past the services: what is kept of the map and the sitemap does not know it yet.
  server.context.bus.publish('listingChanged', { propertyId: listing.id });
  await maria.post(`/api/favorites/${listing.id}`);
  return { agent, maria, listing, word: `Number${scenes}`, surname: `Dantes${scenes}` };
}
type Scene = Awaited<ReturnType<typeof buildScene>>;

/** On which public ways the agent and the listing can be found. */
async function findPublicly({ agent, maria, listing, word, surname }: Scene) {
  const get = (path: string) => server.request('GET', path);
  const answer = async (path: string) => (await get(path)).status;
  const holds = async (path: string, text: string, by: (path: string) => ReturnType<typeof get> = get) =>
    JSON.stringify((await by(path)).body).includes(text);
  return {
    list: await holds(`/api/properties?search=${word}`, listing.title),
    map: await holds('/api/properties/map?bbox=120,14,122,15', listing.title),
    detail: await answer(`/api/properties/${listing.id}`),
    profile: await answer(`/api/agents/${agent.id}`),
    ofAgent: await answer(`/api/agents/${agent.id}/properties`),
    directory: await holds('/api/agents', surname),
    favorites: await holds('/api/favorites/properties', listing.title, maria.get),
    quickListing: await holds(`/api/search?q=${word}`, listing.title, maria.get),
    quickPerson: await holds(`/api/search?q=${surname}`, surname, maria.get),
    sitemap: await holds('/sitemaps/pages.xml', `/agents/${agent.id}<`),
    sitemapListings: await holds('/sitemaps/properties-1.xml', `/properties/${listing.id}<`),
  };
}

const THERE = {
  list: true,
  map: true,
  detail: 200,
  profile: 200,
  ofAgent: 200,
  directory: true,
  favorites: true,
  quickListing: true,
  quickPerson: true,
  sitemap: true,
  sitemapListings: true,
};
const HIDDEN = {
  list: false,
  map: false,
  detail: 404,
  profile: 404,
  ofAgent: 404,
  directory: false,
  favorites: false,
  quickListing: false,
  quickPerson: false,
  sitemap: false,
  sitemapListings: false,
};

/** Warned in its time and unlisted on the day after its last. */
async function lapse(agent: Person): Promise<void> {
  const lastDay = '2026-05-31';
  setClock('2026-05-20 10:00');
  await check(agent, lastDay);
  await sweep();
  setClock('2026-06-01 00:10');
  await sweep();
}

describe('the desk', () => {
  test('keeps number, last day, who checked and when, and says so in public', async () => {
    setClock('2026-03-02 10:00');
    const { agent } = await buildScene();
    expect((await server.request('GET', `/api/agents/${agent.id}`)).body.data.license).toBeNull();
    const { status, body } = await check(agent, '2027-10-12', { note: 'Seen in the register' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      agent: { id: agent.id, name: agent.user.name, email: agent.user.email, avatar_url: null },
      license_number: 'PRC 0012345',
      state: 'valid',
      expires_on: '2027-10-12',
      checked_at: '2026-03-02T02:00:00.000Z',
      checked_by: 'Alma Admin',
      warned_at: null,
      lapsed_at: null,
      note: 'Seen in the register',
    });
    const license = {
      number: 'PRC 0012345',
      checked_at: '2026-03-02T02:00:00.000Z',
      expires_on: '2027-10-12',
    };
    expect((await server.request('GET', `/api/agents/${agent.id}`)).body.data.license).toEqual(license);
    const { agents } = (await server.request('GET', '/api/agents')).body.data;
    expect(agents.find(({ id }: { id: number }) => id === agent.id).license).toEqual(license);
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'license.check',
      entity_id: agent.id,
      actor_id: admin.id,
      reason: 'Seen in the register',
      after: { license_number: 'PRC 0012345', license_expires_on: '2027-10-12' },
    });
    expect((await agent.get('/api/auth/profile')).body.data.agent).toMatchObject({
      license_expires_on: '2027-10-12',
      license_checked_at: '2026-03-02T02:00:00.000Z',
      license_lapsed_at: null,
    });
  });

  test('a state changes with the day in Manila, at the borders of its months', async () => {
    const agent = await enter(server, { role: 'agent' });
    setClock('2026-01-31 10:00');
    expect(await stateOf(agent)).toBe('unchecked');
    await check(agent, '2026-03-31');
    const states: [string, string][] = [
      ['2026-02-28 23:59', 'valid'],
      ['2026-03-01 00:00', 'expiring'],
      ['2026-03-31 23:59', 'expiring'],
      ['2026-04-01 00:00', 'expired'],
    ];
    for (const [moment, state] of states) {
      setClock(moment);
      expect(await stateOf(agent), moment).toBe(state);
    }
    // Past its day nothing calm is said of it any more, though its agent is still listed.
    expect((await server.request('GET', `/api/agents/${agent.id}`)).body.data.license).toBeNull();
  });

  test('is searched and filtered, counts every state and shows first what needs somebody', async () => {
    setClock('2026-03-02 10:00');
    const [valid, ends] = [
      await enter(server, { role: 'agent', name: 'Zita Desk' }),
      await enter(server, { role: 'agent', name: 'Yago Desk' }),
    ];
    await enter(server, { role: 'agent', name: 'Xena Desk' });
    await enter(server, { role: 'user', application: 'pending', name: 'Wally Desk' });
    await check(valid, '2028-01-01');
    await check(ends, '2026-03-20');
    const named = ({ body }: Awaited<ReturnType<typeof list>>) =>
      body.data.licenses.map(({ agent }: { agent: { name: string } }) => agent.name);
    const all = await list({ search: 'desk' });
    expect(named(all)).toEqual(['Xena Desk', 'Yago Desk', 'Zita Desk']);
    expect(all.body.data.pagination.total).toBe(3);
    expect(named(await list({ search: 'desk', state: 'expiring' }))).toEqual(['Yago Desk']);
    expect(named(await list({ search: 'desk', state: 'all', page: '2', limit: '2' }))).toEqual(['Zita Desk']);
    const { counts } = all.body.data;
    const everyone = (await list()).body.data.licenses;
    for (const [state, count] of Object.entries(counts))
      expect(everyone.filter((each: { state: string }) => each.state === state).length, state).toBe(count);
    expect((await list({ state: 'gone' })).status).toBe(400);
  });

  test('refuses what is no licence of an agent', async () => {
    const agent = await enter(server, { role: 'agent' });
    const applicant = await enter(server, { application: 'pending' });
    expect((await check(applicant, '2027-01-01')).status).toBe(404);
    expect((await check(agent, '2027-02-29')).status).toBe(400);
    expect((await check(agent, 'soon')).status).toBe(400);
    expect((await check(agent, '2027-02-28', { license_number: ' ' })).status).toBe(400);
    expect((await profileOf(agent)).license_checked_at).toBeNull();
  });
});

describe('another number', () => {
  test('takes the check back and tells the admins; anything else leaves it', async () => {
    setClock('2026-03-02 10:00');
    const agent = await enter(server, { role: 'agent', name: 'Nena' });
    await check(agent, '2027-10-12', { note: 'Fine' });
    await agent.put('/api/auth/profile', { license_number: 'PRC 0012345', bio: 'About me' });
    await agent.put('/api/auth/profile', { title: 'Broker' });
    expect(await stateOf(agent)).toBe('valid');
    await agent.put('/api/auth/profile', { license_number: 'PRC 0099999' });
    expect(await profileOf(agent)).toMatchObject({
      license_number: 'PRC 0099999',
      license_expires_on: null,
      license_checked_at: null,
      license_checked_by: null,
      license_note: null,
    });
    expect(await stateOf(agent)).toBe('unchecked');
    await expect.poll(() => titlesOf(admin)).toContain('License Number Changed');
  });

  test('so does one in a new application', async () => {
    const agent = await enter(server, { role: 'agent' });
    await check(agent, '2027-10-12');
    await admin.put(`/api/admin/users/${agent.id}`, {
      name: agent.user.name,
      email: agent.user.email,
      role: 'user',
      status: 'active',
    });
    const { status } = await agent.post('/api/agents/apply', { license_number: 'PRC 777' });
    expect(status).toBe(201);
    expect(await profileOf(agent)).toMatchObject({
      license_number: 'PRC 777',
      license_checked_at: null,
      license_expires_on: null,
    });
  });
});

describe('the end of a licence', () => {
  test('is warned of 30 and 7 days before, once each', async () => {
    setClock('2026-03-02 10:00');
    const agent = await enter(server, { role: 'agent', name: 'Bea' });
    await check(agent, '2026-04-30');
    setClock('2026-03-30 23:59');
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(0);
    setClock('2026-03-31 00:00');
    await sweep();
    await sweep();
    setClock('2026-04-22 23:59');
    await sweep();
    const [first, ...others] = await mailsTo(agent);
    if (!first) throw new Error('no mail');
    expect(others).toHaveLength(0);
    const text = readPart(first, 'text/plain').replace(/\s+/g, ' ');
    expect(text).toContain('PRC 0012345');
    expect(text).toContain('good until April 30, 2026');
    expect(text).toContain('on May 1, 2026');
    await expect.poll(() => titlesOf(agent)).toEqual(['License Renewal Due']);
    setClock('2026-04-23 00:00');
    await sweep();
    await sweep();
    setClock('2026-04-30 23:59');
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(2);
  });

  test('hides the agent and the listings everywhere on the day after, and a new check brings all back', async () => {
    setClock('2026-03-02 10:00');
    const scene = await buildScene();
    const { agent, listing } = scene;
    const taken = await buildProperty(server.context, {
      agent_id: agent.id,
      moderation_status: 'inactive',
      moderation_reason: 'The photos show another building',
    });
    await check(agent, '2026-04-30');
    setClock('2026-04-23 10:00');
    await sweep();
    setClock('2026-04-30 23:59');
    await sweep();
    expect(await findPublicly(scene)).toEqual(THERE);
    setClock('2026-05-01 00:00');
    await sweep();
    expect(await findPublicly(scene)).toEqual(HIDDEN);
    expect(await stateOf(agent)).toBe('lapsed');
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'license.lapse',
      entity_id: agent.id,
      actor_id: null,
      actor_name: 'System',
    });
    expect((await mailsTo(agent)).at(-1)?.raw).toContain('You are not listed');
    await expect.poll(() => titlesOf(agent)).toContain('Unlisted');
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(2);

    // Still at work, only not in public: nor is what is posted now.
    const changed = await agent.put(`/api/properties/${listing.id}`, { title: `${listing.title} again` });
    expect(changed.status).toBe(200);
    const posted = await agent.post('/api/properties', {
      title: 'Posted meanwhile',
      description: 'Quiet street.',
      price: 9_000_000,
      location: { address: '3 Maginhawa Street', city: 'Quezon City', province: 'Metro Manila' },
      details: { area_sqm: 120 },
      images: [],
    });
    expect(posted.status).toBe(201);
    const newId = posted.body.data.id;
    expect((await server.request('GET', `/api/properties/${newId}`)).status).toBe(404);
    const shown = await admin.put(`/api/admin/properties/${newId}/status`, { status: 'active' });
    expect(shown).toMatchObject({ status: 409, body: { code: 'agent_away' } });

    // Neither another number nor an old licence is a way back.
    await agent.put('/api/auth/profile', { license_number: 'PRC 0055555' });
    await check(agent, '2026-04-30');
    expect(await findPublicly(scene)).toEqual(HIDDEN);

    await check(agent, '2029-04-30');
    expect(await findPublicly(scene)).toEqual(THERE);
    expect((await server.request('GET', `/api/properties/${newId}`)).status).toBe(200);
    expect((await server.request('GET', `/api/properties/${taken.id}`)).status).toBe(404);
    expect((await mailsTo(agent)).at(-1)?.raw).toContain('You are listed');
    await expect.poll(() => titlesOf(agent)).toContain('Listed Again');
  });

  test('unlists nobody sooner than a week after the warning, and nobody who was never checked', async () => {
    setClock('2026-03-02 10:00');
    const scene = await buildScene();
    const unchecked = await enter(server, { role: 'agent' });
    await check(scene.agent, '2026-04-30');
    // The server was down all the while.
    setClock('2026-05-10 09:00');
    await sweep();
    const [mail] = await mailsTo(scene.agent);
    if (!mail) throw new Error('no mail');
    const text = readPart(mail, 'text/plain').replace(/\s+/g, ' ');
    expect(text).toContain('was good until April 30, 2026');
    expect(text).toContain('on May 17, 2026');
    expect(await stateOf(scene.agent)).toBe('expired');
    setClock('2026-05-17 08:59');
    await sweep();
    expect(await findPublicly(scene)).toEqual(THERE);
    setClock('2026-05-17 09:00');
    await sweep();
    expect(await findPublicly(scene)).toEqual(HIDDEN);
    expect(await mailsTo(unchecked)).toHaveLength(0);
    expect((await server.request('GET', `/api/agents/${unchecked.id}`)).status).toBe(200);
  });

  test('a renewal that is checked in time starts anew', async () => {
    setClock('2026-04-10 10:00');
    const agent = await enter(server, { role: 'agent' });
    await check(agent, '2026-04-30');
    await sweep();
    await check(agent, '2026-04-30');
    expect((await profileOf(agent)).license_warned_at).not.toBeNull();
    await check(agent, '2029-04-30');
    expect((await profileOf(agent)).license_warned_at).toBeNull();
    setClock('2026-05-10 10:00');
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(1);
    expect(await stateOf(agent)).toBe('valid');
  });

  test('suspension and a licence that ran out hide each for itself', async () => {
    const setStatus = (agent: Person, status: string) =>
      admin.put(`/api/admin/users/${agent.id}/status`, { status });
    setClock('2026-05-20 10:00');
    const first = await buildScene();
    await lapse(first.agent);
    await setStatus(first.agent, 'suspended');
    await setStatus(first.agent, 'active');
    expect(await findPublicly(first)).toEqual(HIDDEN);
    await check(first.agent, '2029-05-31');
    expect(await findPublicly(first)).toEqual(THERE);

    const other = await buildScene();
    await lapse(other.agent);
    await setStatus(other.agent, 'suspended');
    await check(other.agent, '2029-05-31');
    expect(await findPublicly(other)).toEqual(HIDDEN);
    await setStatus(other.agent, 'active');
    expect(await findPublicly(other)).toEqual(THERE);
  });

  test('who is suspended is neither warned nor unlisted until back', async () => {
    setClock('2026-03-02 10:00');
    const agent = await enter(server, { role: 'agent' });
    await check(agent, '2026-04-30');
    await admin.put(`/api/admin/users/${agent.id}/status`, { status: 'suspended' });
    setClock('2026-05-10 10:00');
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(0);
    await admin.put(`/api/admin/users/${agent.id}/status`, { status: 'active' });
    await sweep();
    expect(await mailsTo(agent)).toHaveLength(1);
    expect(await stateOf(agent)).toBe('expired');
  });

  test('sweeps at the same moment warn once', async () => {
    setClock('2026-04-10 10:00');
    const agents = await Promise.all([1, 2, 3].map(() => enter(server, { role: 'agent' })));
    for (const agent of agents) await check(agent, '2026-04-30');
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    for (const agent of agents) expect(await mailsTo(agent)).toHaveLength(1);
  });
});

describe('leaving', () => {
  test('the check stays when the admin who made it has gone', async () => {
    setClock('2026-03-02 10:00');
    const other = await enter(server, { role: 'admin', name: 'Gone Soon' });
    const agent = await enter(server, { role: 'agent' });
    const body = { license_number: 'PRC 1', expires_on: '2028-01-01' };
    expect((await other.put(`/api/admin/licenses/${agent.id}`, body)).body.data.checked_by).toBe('Gone Soon');
    await admin.put(`/api/admin/users/${other.id}`, {
      name: 'Gone Soon',
      email: other.user.email,
      role: 'user',
      status: 'active',
    });
    const { status } = await server.request('DELETE', `/api/admin/users/${other.id}`, { token: admin.token });
    expect(status).toBe(200);
    expect(await profileOf(agent)).toMatchObject({
      license_checked_by: null,
      license_expires_on: '2028-01-01',
    });
    expect(await stateOf(agent)).toBe('valid');
  });
});

/** SQLite belongs to one process. */
describe.runIf(inject('postgresUrl'))('two processes', () => {
  test('warn once', async () => {
    setClock('2026-04-10 10:00');
    const { env } = server.context;
    const secondDb = openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
    try {
      const agents = await Promise.all([1, 2, 3, 4].map(() => enter(server, { role: 'agent' })));
      for (const agent of agents) await check(agent, '2026-04-30');
      const second = createLicenseUpkeep({ ...server.context, db: secondDb });
      const swept = await Promise.all([sweep(), second.sweep()]);
      expect(swept.reduce((sum, each) => sum + (each?.warned ?? 0), 0)).toBe(4);
      for (const agent of agents) expect(await mailsTo(agent)).toHaveLength(1);
    } finally {
      await secondDb.close();
    }
  });
});
