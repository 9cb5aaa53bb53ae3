// @databases both

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { App } from '#server/app.ts';
import { openApp } from '#tests/support/backups.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { withPostgresClient } from '#tests/support/postgres.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

/** The connections on which servers receive the events that the others publish. */
const SUBSCRIBERS =
  "datname = current_database() AND application_name = 'silong-sockets' AND query LIKE 'LISTEN%'";

/** Two servers on one database. SQLite belongs to one process. */
describe.runIf(inject('postgresUrl'))('two servers', () => {
  let here: TestServer;
  let there: App;
  let thereUrl: string;
  let folder: string;
  let admin: Person;

  beforeEach(async () => {
    here = await startTestServer({ data: 'empty' });
    folder = mkdtempSync(path.join(tmpdir(), 'silong-second-'));
    await startThere();
    admin = await enter(here, { role: 'admin' });
  });

  afterEach(async () => {
    await there.close();
    await here.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startThere(): Promise<void> {
    const opened = await openApp(testEnv(folder, here.context.env.databaseUrl));
    there = opened.app;
    thereUrl = opened.url;
  }

  const siteName = async () => (await (await fetch(`${thereUrl}/api/site`)).json()).data.siteName;
  const total = async () =>
    (await (await fetch(`${thereUrl}/api/properties`)).json()).data.pagination.total as number;
  const query = (sql: string) =>
    withPostgresClient(here.context.env.databaseUrl ?? '', (client) => client.query(sql));

  test('a setting saved on one is in force on the other at once', async () => {
    await saveSystemSettings(admin, 'application', { siteName: 'Bahay' });
    await expect.poll(siteName, { timeout: 1_000, interval: 10 }).toBe('Bahay');
  });

  test('maintenance begun on one closes the other, its sockets too', async () => {
    const user = await enter(here);
    const socket = await openSocket(thereUrl, user.token);
    const gone = new Promise((resolve) => socket.socket.once('disconnect', resolve));
    await saveSystemSettings(admin, 'application', { maintenanceMode: true });
    await gone;
    expect((await fetch(`${thereUrl}/api/properties`)).status).toBe(503);
  });

  test('a listing hidden on one is gone from the other’s list and count before its cache would end', async () => {
    const agent = await enter(here, { role: 'agent' });
    const { id } = await buildProperty(here.context, { agent_id: agent.id });
    await expect.poll(total, { timeout: 10_000 }).toBe(1);
    // Cached for seconds from now on.
    await total();
    await admin.put(`/api/admin/properties/${id}/status`, { status: 'inactive', reason: 'Not true' });
    const hiddenAt = performance.now();
    await expect.poll(total, { interval: 10 }).toBe(0);
    expect(performance.now() - hiddenAt).toBeLessThan(1_900);
    expect((await fetch(`${thereUrl}/api/properties/${id}`)).status).toBe(404);
  });

  test('what was said while they could not hear each other is made up for', async () => {
    const { rows: before } = await query(`SELECT pid FROM pg_stat_activity WHERE ${SUBSCRIBERS}`);
    expect(before).toHaveLength(2);
    await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${SUBSCRIBERS}`);
    // No notification of this change is sent.
    await query(`INSERT INTO system_settings (category, settings, created_at, updated_at)
      VALUES ('application', '{"siteName":"Unheard"}', now(), now())`);
    await expect.poll(siteName, { timeout: 10_000 }).toBe('Unheard');
    await saveSystemSettings(admin, 'application', { siteName: 'Heard' });
    await expect.poll(siteName, { timeout: 10_000 }).toBe('Heard');
  });

  test('five hundred listings at once are told in a few notices', async () => {
    const heard: number[] = [];
    there.context.bus.subscribe('listingChanged', ({ propertyId }) => {
      heard.push(propertyId);
    });
    for (let id = 1; id <= 500; id += 1) here.context.bus.publish('listingChanged', { propertyId: id });
    await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(500);
  });

  test('what happens while a server stops is still told to the other', async () => {
    const heard: number[] = [];
    here.context.bus.subscribe('listingChanged', ({ propertyId }) => {
      heard.push(propertyId);
    });
    const stopping = there.close();
    there.context.bus.publish('listingChanged', { propertyId: 7 });
    await stopping;
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual([7]);
    await startThere();
  });

  test('a server hears its own events once', async () => {
    let heard = 0;
    here.context.bus.subscribe('systemSettingsChanged', () => {
      heard += 1;
    });
    await saveSystemSettings(admin, 'application', { siteName: 'Once' });
    await expect.poll(siteName, { timeout: 5_000 }).toBe('Once');
    expect(heard).toBe(1);
  });
});
