import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const EMAIL = 'ana.reyes@example.com';
const PHONE = '+63 917 555 0188';

let server: TestServer;
let admin: Person;
let agent: Person;
let seeker: Person;
let listing: number;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin' });
  agent = await enter(server, { role: 'agent', name: 'Ana Reyes', email: EMAIL, phone: PHONE });
  seeker = await enter(server);
  ({ id: listing } = await buildProperty(server.context, { agent_id: agent.id, city: 'Makati' }));
});

afterAll(() => server.close());

const open = (publicListingPages: boolean) => saveSystemSettings(admin, 'application', { publicListingPages });

/** Every public answer that names an agent. */
const answers = () => [
  `/api/properties/${listing}`,
  '/api/properties',
  `/api/properties/by-ids?ids=${listing}`,
  '/api/agents',
  `/api/agents/${agent.id}`,
  `/api/agents/${agent.id}/properties`,
];

async function textOf(path: string, token?: string): Promise<string> {
  const answer = await fetch(server.url + path, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  expect(answer.status, path).toBe(200);
  return answer.text();
}

describe('application.publicListingPages', () => {
  test('is off, and is said to the page; only a boolean is taken', async () => {
    const site = async () => JSON.parse(await textOf('/api/site')).data.publicListingPages;
    expect(await site()).toBe(false);
    await open(true);
    expect(await site()).toBe(true);
    await open(false);
    const { status, body } = await admin.put('/api/admin/settings', {
      category: 'application',
      settings: { publicListingPages: 'yes' },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body.issues)).toContain('publicListingPages');
    expect(await site()).toBe(false);
  });

  test('off: the public answers tell the agent as the specification has them', async () => {
    await open(false);
    for (const path of answers()) {
      const text = await textOf(path);
      expect(text, path).toContain(EMAIL);
      expect(text, path).toContain(PHONE);
    }
  });

  test('on: no answer tells a guest contact data, also one that was told to others just before; who logs in is told', async () => {
    await open(true);
    for (const path of answers()) {
      const [own, told, guests] = [
        await textOf(path, agent.token),
        await textOf(path, seeker.token),
        await textOf(path),
      ];
      for (const text of [own, told]) {
        expect(text, path).toContain(EMAIL);
        expect(text, path).toContain(PHONE);
      }
      expect(guests, path).toContain('Ana Reyes');
      expect(guests, path).not.toContain(EMAIL);
      expect(guests, path).not.toContain(PHONE);
    }
    // The shape that clients know stays.
    const { data } = JSON.parse(await textOf(`/api/properties/${listing}`));
    expect(data.agent).toMatchObject({ id: agent.id, name: 'Ana Reyes', email: '', phone: null });
    expect(data.agent).not.toHaveProperty('contact_hidden_until');
    await open(false);
    expect(await textOf(`/api/properties/${listing}`)).toContain(EMAIL);
  });

  test('on: what is hidden stays so', async () => {
    await open(true);
    const { id } = await buildProperty(server.context, {
      agent_id: agent.id,
      moderation_status: 'inactive',
    });
    expect((await fetch(`${server.url}/api/properties/${id}`)).status).toBe(404);
    await open(false);
  });
});
