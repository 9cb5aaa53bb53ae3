// @databases both
// @run full

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Env } from '#server/env.ts';
import { verifyAuditLog } from '#server/features/auditLog/chain.ts';
import { countAudit, newestAudit } from '#tests/support/auditTrail.ts';
import { type EmptyPlace, makeEmptyPlace, openApp } from '#tests/support/backups.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const EMAIL = 'ana@example.com';
const PASSWORD = 'a long enough one';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterEach(() => server.close());

interface Input {
  args?: string[];
  /** The piped text; null: the pipe stays open and silent. */
  stdin?: string | null;
  env?: Pick<Env, 'dataDir' | 'databaseUrl'>;
}

async function createAdmin({ args, stdin = '', env = server.context.env }: Input) {
  const options = args ?? [`--email=${EMAIL}`, '--name=Ana Reyes'];
  const child = spawn(process.execPath, [path.join(inject('programs'), 'createAdmin.js'), ...options], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: env.dataDir,
      PUBLIC_URL: 'https://homes.example',
      ...(env.databaseUrl ? { DATABASE_URL: env.databaseUrl } : {}),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (stdin !== null) child.stdin.end(stdin);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

const login = (password: string, url = server.url) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password }),
  });

test('makes an administrator with the piped password beside a running server', async () => {
  const { code, output } = await createAdmin({
    args: ['--email', ' ANA@example.com ', '--name=Ana Reyes'],
    stdin: `${PASSWORD}\n`,
  });
  expect(output).toContain(`${EMAIL} is an administrator now.`);
  expect(output).not.toContain('token=');
  expect(code).toBe(0);
  const answer = await login(PASSWORD);
  expect(answer.status).toBe(200);
  const { data } = await answer.json();
  expect(data.user).toMatchObject({ name: 'Ana Reyes', email: EMAIL, role: 'admin' });
  expect((await server.request('GET', '/api/admin/users', { token: data.token })).status).toBe(200);
  expect(await newestAudit(server.context)).toMatchObject({
    action: 'user.create',
    actor_name: 'admin:create',
    after: { email: EMAIL, role: 'admin', admin_role: 'owner' },
  });
  expect((await verifyAuditLog(server.context)).brokenId).toBeNull();
});

test('prints a link that sets the password once, and until then nobody can sign in', async () => {
  const { code, output } = await createAdmin({
    args: [`--email=${EMAIL}`, '--name=Ana Reyes', '--role=moderator'],
  });
  expect(code).toBe(0);
  const token = /^https:\/\/homes\.example\/reset-password\?token=([\w-]{43})$/m.exec(output)?.[1];
  expect((await login('')).status).toBe(400);
  expect((await login('silong-demo')).status).toBe(401);
  const reset = () => server.request('POST', '/api/auth/reset-password', { body: { token, password: PASSWORD } });
  expect((await reset()).status).toBe(200);
  const { data } = await (await login(PASSWORD)).json();
  expect(data.user).toMatchObject({ role: 'admin', admin_role: 'moderator' });
  expect((await reset()).body).toMatchObject({ code: 'invalid_reset_link' });
});

test('does not wait for ever for a pipe in which nothing comes', async () => {
  const { code, output, errors } = await createAdmin({ stdin: null });
  expect(errors).toContain('Nothing came from standard input');
  expect(output).toContain('/reset-password?token=');
  expect(code).toBe(0);
});

test('changes nothing for an address that is taken, in whatever letters', async () => {
  expect((await createAdmin({ stdin: PASSWORD })).code).toBe(0);
  const entries = await countAudit(server.context);
  const again = await createAdmin({
    args: ['--email=Ana@Example.com', '--name=Other'],
    stdin: 'another one',
  });
  expect(again).toMatchObject({
    code: 1,
    output: '',
    errors: `There is an account of ${EMAIL} already. Nothing was changed.\n`,
  });
  expect((await login(PASSWORD)).status).toBe(200);
  expect(await server.context.db.models.User.count()).toBe(1);
  expect(await countAudit(server.context)).toBe(entries);
});

// Refusals are the same with both databases.
test.skipIf(inject('postgresUrl')).each<[string, Input, RegExp]>([
  ['a password that is too short', { stdin: 'short' }, /^password: Password must be at least 6 characters/],
  ['one of the commonest passwords', { stdin: 'password1' }, /^This password is one of the most common ones/],
  ['an address that is none', { args: ['--email=ana', '--name=Ana'] }, /^email: Invalid email format/],
  ['a name that is none', { args: [`--email=${EMAIL}`, '--name= '] }, /^name: Name is required/],
  ['no address', { args: ['--name=Ana'] }, /^Say who: npm run admin:create/],
  ['an option it does not have', { args: [`--email=${EMAIL}`, '--name=A', '--rank=x'] }, /^Say who/],
  [
    'a role there is not',
    { args: [`--email=${EMAIL}`, '--name=A', '--role=user'] },
    /^role: Must be one of owner,/,
  ],
])('refuses %s in one sentence', async (_what, input, told) => {
  const { code, errors } = await createAdmin(input);
  expect(code).toBe(1);
  expect(errors).toMatch(told);
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(await server.context.db.models.User.count()).toBe(0);
});

test('works before the first start too', async () => {
  const place: EmptyPlace = await makeEmptyPlace();
  try {
    expect(await createAdmin({ env: place.env, stdin: PASSWORD })).toMatchObject({ code: 0, errors: '' });
    const { app, url } = await openApp(place.env);
    const { status } = await login(PASSWORD, url).finally(() => app.close());
    expect(status).toBe(200);
  } finally {
    await place.remove();
  }
});
