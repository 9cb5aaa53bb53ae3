import { beforeEach, describe, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { openDatabase } from '#server/db/connection.ts';
import { buildMigrator } from '#server/db/migrate.ts';
import { type EmptyPlace, makeEmptyPlace, openApp } from '#tests/support/backups.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { signIn } from '#tests/support/factories/users.ts';
import { enter } from '#tests/support/people.ts';
import { startTestServer } from '#tests/support/testServer.ts';

const AGENT_AWAY = 'Its agent is not active at the moment';
const AGENT_DELETED = 'The account of its agent was deleted';

test('what an admin hid stays hidden when its agent comes back, whatever reason was given', async () => {
  const server = await startTestServer({ data: 'empty' });
  try {
    const admin = await enter(server, { role: 'admin' });
    const agent = await enter(server, { role: 'agent' });
    const { id } = await buildProperty(server.context, { agent_id: agent.id });
    const verdict = { status: 'inactive', reason: AGENT_AWAY };
    expect((await admin.put(`/api/admin/properties/${id}/status`, verdict)).status).toBe(200);
    for (const status of ['suspended', 'active'])
      expect((await admin.put(`/api/admin/users/${agent.id}/status`, { status })).status).toBe(200);
    expect((await server.request('GET', `/api/properties/${id}`)).status).toBe(404);
    const shown = await admin.put(`/api/admin/properties/${id}/status`, { status: 'active' });
    expect(shown.body.data).toMatchObject({ status: 'active', moderation_reason: null });
    const listing = await server.context.db.models.Property.findByPk(id);
    expect(listing).toMatchObject({ moderation_status: 'active', hidden_by: null });
  } finally {
    await server.close();
  }
});

describe('a database of the release before', () => {
  let place: EmptyPlace;
  let app: App;
  let url: string;

  beforeEach(async () => {
    place = await makeEmptyPlace();
    const db = openDatabase({ databaseUrl: place.env.databaseUrl, dataDir: place.env.dataDir });
    await buildMigrator(db).up({ to: '0013-licenses' });
    const insert = (table: string, rows: object[]) => db.sequelize.getQueryInterface().bulkInsert(table, rows);
    const stamps = { created_at: new Date(), updated_at: new Date() };
    const account = { password_hash: 'x', ...stamps };
    await insert('users', [
      { ...account, id: 1, name: 'Ada', email: 'ada@example.com', role: 'admin', status: 'active' },
      { ...account, id: 2, name: 'Ben', email: 'ben@example.com', role: 'agent', status: 'suspended' },
    ]);
    const lists = { languages: '[]', certifications: '[]', achievements: '[]', working_hours: '{}' };
    await insert('agent_profiles', [{ user_id: 2, application_status: 'approved', ...lists, ...stamps }]);
    const listing = {
      ...{ agent_id: 2, description: 'Quiet.', type: 'condo', listing_type: 'sale', price: 5_000_000 },
      ...{ address: '1 Ayala Avenue', city: 'Makati', province: 'Metro Manila', search_text: 'loft' },
      ...{ bedrooms: 1, bathrooms: 1, area_sqm: 40, images: '[]', features: '[]', ...stamps },
    };
    const hidden = (id: number, moderation_status: string, moderation_reason: string | null, more = {}) => ({
      ...{ ...listing, id, title: `Listing ${id}`, moderation_status, moderation_reason, ...more },
    });
    await insert('properties', [
      hidden(1, 'inactive', AGENT_AWAY),
      hidden(2, 'inactive', 'The photos show another building'),
      hidden(3, 'rejected', AGENT_AWAY),
      hidden(4, 'inactive', AGENT_DELETED, { agent_id: null }),
      hidden(5, 'pending', null),
      hidden(6, 'active', null, { agent_id: null }),
    ]);
    await db.close();
    ({ app, url } = await openApp(place.env));
    return async () => {
      await app.close();
      await place.remove();
    };
  });

  const readHidden = async () => {
    const listings = await app.context.db.models.Property.findAll({ order: ['id'] });
    return listings.map(({ hidden_by, moderation_reason }) => [hidden_by, moderation_reason]);
  };

  test('knows who hid each listing; those of an agent who was away come back, and no others', async () => {
    expect(await readHidden()).toEqual([
      ['agent_away', AGENT_AWAY],
      ['admin', 'The photos show another building'],
      ['admin', AGENT_AWAY],
      ['agent_deleted', AGENT_DELETED],
      ['admin', null],
      [null, null],
    ]);
    const { User } = app.context.db.models;
    const token = await signIn(app.context, await User.findByPk(1, { rejectOnEmpty: true }));
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ status: 'active' });
    const answer = await fetch(`${url}/api/admin/users/2/status`, { method: 'PUT', headers, body });
    expect(answer.status).toBe(200);
    const statuses = [1, 2, 3, 4, 5, 6].map(async (id) => (await fetch(`${url}/api/properties/${id}`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404, 404, 200]);
    expect((await readHidden())[0]).toEqual([null, null]);
  });

  test('can be taken back to, with every row as it was', async () => {
    const { db } = app.context;
    const rows = () => db.readRows('SELECT id, moderation_status, moderation_reason FROM properties ORDER BY id');
    const before = await rows();
    const migrator = buildMigrator(db);
    await migrator.down({ to: '0014-listings-hidden-by' });
    await expect(db.readRows('SELECT hidden_by FROM properties')).rejects.toThrow(/hidden_by/);
    expect(await rows()).toEqual(before);
    await migrator.up();
    expect((await readHidden())[0]).toEqual(['agent_away', AGENT_AWAY]);
  });
});
