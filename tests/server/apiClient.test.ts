// @run full

import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#tests/support/demoTemplate.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const run = promisify(execFile);
const AGENT = 'agent@silong.example';

/** The program: it is compiled beside the client that is generated for it. */
interface Consumer {
  useApi(
    url: string,
    account: { email: string; password: string },
  ): Promise<{ total: number; ids: number[]; price: number; listing: { id: number } }>;
}

let server: TestServer;
/** Within the project, where its modules are found. */
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ data: 'demo' });
  mkdirSync('test-results', { recursive: true });
  folder = mkdtempSync(path.resolve('test-results', 'api-client-'));
  copyFileSync('tests/support/apiClient/consumer.ts', path.join(folder, 'consumer.ts'));
  const options = { incremental: false, tsBuildInfoFile: null };
  const config = { extends: '../../tsconfig.json', compilerOptions: options, include: ['*.ts'], exclude: [] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

/** @returns the compiler's messages on a program that was written for this API. */
async function compile(document: object): Promise<string> {
  const [spec, client] = [path.join(folder, 'openapi.json'), path.join(folder, 'client.ts')];
  writeFileSync(spec, JSON.stringify(document));
  await run(process.execPath, [path.resolve('node_modules/oazapfts/dist/cli.js'), spec, client]);
  const tsc = [path.resolve('node_modules/typescript/bin/tsc'), '--noEmit', '-p', folder];
  return run(process.execPath, tsc).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test('a typed client generated from the description lists, opens, logs in, writes, and tries a feed', async () => {
  const { body: document } = await server.request('GET', '/api/openapi.json');
  expect(await compile(document)).toBe('');
  const consumer: Consumer = await import(path.join(folder, 'consumer.ts'));
  const told = await consumer.useApi(server.url, { email: AGENT, password: DEMO_PASSWORD });

  const { Property, User } = server.context.db.models;
  const agent = await User.findOne({ where: { email: AGENT } });
  const listing = await Property.findByPk(told.listing.id);
  const list = await server.request('GET', '/api/properties?location=Makati&sort=price_asc&limit=5');
  expect(told.ids).toHaveLength(5);
  // One more since: the program's own.
  expect(list.body.data.pagination.total).toBe(told.total + 1);
  expect(told.price).toBe(Number((await Property.findByPk(told.ids[0]))?.price));
  expect(told).toMatchObject({ dryRun: { create: 1, refuse: 1, imported: 0 } });
  expect(await Property.count({ where: { title: 'House from a Feed' } })).toBe(0);
  expect(told).toMatchObject({ missingCode: 'not_found', refusal: 'token_scope', agentId: agent?.id });
  expect(listing).toMatchObject({ title: 'Loft Made by a Program', agent_id: agent?.id });
  expect(told.listing).toEqual({ id: listing?.id, title: 'Loft Made by a Program', price: 7_500_000 });
});

test('a description that says otherwise compiles no such program', async () => {
  const { body: document } = await server.request('GET', '/api/openapi.json');
  document.components.schemas.Property.properties.price = { type: 'string' };
  expect(await compile(document)).toContain("Type 'string' is not assignable to type 'number'");
});
