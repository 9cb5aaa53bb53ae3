import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { type ChildServer, createChildServer } from '#tests/support/childServer.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { startSmtp, type TestSmtp } from '#tests/support/smtp.ts';

let folder: string;
let smtp: TestSmtp;
let child: ChildServer;
let agent: { id: number; email: string; token: string };

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-jobs-'));
  smtp = await startSmtp();
  cpSync(inject('templates').empty ?? '', folder, { recursive: true });
  const app = await createApp({ env: testEnv(folder, undefined), log: pino({ level: 'silent' }) });
  const { id, email } = await buildUser(app.context, { role: 'agent' });
  const user = await app.context.db.models.User.findByPk(id, { rejectOnEmpty: true });
  agent = { id, email, token: await signIn(app.context, user) };
  await app.close();
  child = await createChildServer({ DATA_DIR: folder, SMTP_URL: smtp.url });
  await child.start();
});

afterEach(async () => {
  await child.kill();
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns once the server has said that it has it. */
async function ask(name: string): Promise<void> {
  const answer = await fetch(`${child.url}/api/agents/${agent.id}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email: 'ana@example.com', message: 'Is it still free?' }),
  });
  expect(answer.status).toBe(201);
}

/** The names in the agent's bell. */
async function bell(): Promise<string[]> {
  const answer = await fetch(`${child.url}/api/notifications`, {
    headers: { authorization: `Bearer ${agent.token}` },
  });
  const { data } = (await answer.json()) as { data: Notification[] };
  return data.map(({ concerns }) => concerns ?? '').sort();
}

/**
 * The number of mails with a name. A server that is killed between the mail server's yes and its own note sends a
 * mail again, under the id that it had.
 */
const mailed = (name: string) =>
  new Set(
    smtp.mails
      .filter(({ raw }) => raw.includes(name))
      .map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? raw),
  ).size;

test('a server that is killed right after it said yes owes the bell and the mail, and pays once', async () => {
  const names = ['Ana One', 'Ben Two', 'Cleo Three'];
  for (const name of names) {
    await ask(name);
    await child.kill();
    await child.start();
  }
  await expect.poll(bell, { timeout: 20_000 }).toEqual(names);
  await expect.poll(() => names.map(mailed), { timeout: 20_000 }).toEqual(names.map(() => 1));
});

test('a mail server that takes mails in and never answers stops neither the server’s end nor the mails', async () => {
  smtp.answerWith('nothing');
  const names = ['Ana One', 'Ben Two', 'Cleo Three'];
  for (const name of names) await ask(name);
  await expect.poll(bell).toEqual(names);
  const begun = Date.now();
  expect(await child.stop()).toBe(0);
  expect(Date.now() - begun).toBeLessThan(10_000);
  smtp.answerWith(null);
  await child.start();
  await expect.poll(() => names.map(mailed), { timeout: 20_000 }).toEqual([1, 1, 1]);
});

test('a server that is told to stop while it works leaves nothing undone and does nothing twice', async () => {
  const asked: string[] = [];
  const asking = Promise.all(
    Array.from({ length: 4 }, async (_, person) => {
      for (let at = 0; at < 15; at += 1) {
        const name = `Person ${person}-${at}-`;
        try {
          await ask(name);
          asked.push(name);
        } catch {
          // Refused or cut off: no success was answered.
          return;
        }
      }
    }),
  );
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(8);
  expect(await child.stop()).toBe(0);
  await asking;
  await child.start();
  await expect
    .poll(async () => (await bell()).filter((name) => asked.includes(name)), { timeout: 20_000 })
    .toEqual(asked.toSorted());
  await expect.poll(() => asked.map(mailed), { timeout: 20_000 }).toEqual(asked.map(() => 1));
});

/** Allocates memory until there is none, on the signal. */
const LEAK = `process.on('SIGUSR2', () => { for (const all = []; ; ) all.push(new Array(1e6).fill(all.length)); })`;

test('a server that runs out of memory at work has lost nothing that it said yes to', async () => {
  await child.kill();
  const NODE_OPTIONS = `--max-old-space-size=192 --import=data:text/javascript,${encodeURIComponent(LEAK)}`;
  child = await createChildServer({ DATA_DIR: folder, SMTP_URL: smtp.url, NODE_OPTIONS });
  await child.start();
  const asked: string[] = [];
  let isGone = false;
  const asking = Promise.all(
    Array.from({ length: 4 }, async (_, person) => {
      for (let at = 0; at < 20 && !isGone; at += 1)
        await ask(`Person ${person}-${at}-`).then(
          () => asked.push(`Person ${person}-${at}-`),
          () => {
            isGone = true;
          },
        );
    }),
  );
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(8);
  process.kill(child.pid(), 'SIGUSR2');
  await asking;
  child = await createChildServer({ DATA_DIR: folder, SMTP_URL: smtp.url });
  await child.start();
  const told = async () => (await bell()).filter((name) => asked.includes(name));
  await expect.poll(told, { timeout: 20_000 }).toEqual(asked.toSorted());
  // A mail being sent may have arrived without an answer to the server.
  const arrived = () => asked.filter((name) => mailed(name) > 0).length;
  await expect.poll(arrived, { timeout: 20_000 }).toBe(asked.length);
  expect(asked.filter((name) => mailed(name) > 1).length).toBeLessThanOrEqual(5);
});

/** The clock of the process goes an hour back on the signal; clocks for durations go on. */
const SET_BACK = `
  const Real = Date;
  let shift = 0;
  globalThis.Date = class extends Real {
    constructor(...parts) {
      super(...(parts.length > 0 ? parts : [Real.now() + shift]));
    }
    static now() {
      return Real.now() + shift;
    }
  };
  process.on('SIGUSR2', () => { shift -= 3_600_000; });`;

test('a clock that is set back an hour at work holds up nothing for that hour, and nothing is told twice', async () => {
  await child.kill();
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(SET_BACK)}`;
  child = await createChildServer({ DATA_DIR: folder, SMTP_URL: smtp.url, NODE_OPTIONS });
  await child.start();
  smtp.answerWith({ responseCode: 451, at: 'data' });
  await ask('Ana Before');
  await expect.poll(bell).toEqual(['Ana Before']);
  process.kill(child.pid(), 'SIGUSR2');
  expect((await fetch(`${child.url}/api/ready`)).status).toBe(200);

  // Earlier sessions are still valid, and new work is done at once.
  await ask('Ben After');
  await expect.poll(bell, { timeout: 5_000 }).toEqual(['Ana Before', 'Ben After']);
  smtp.answerWith(null);
  const names = ['Ana Before', 'Ben After'];
  // A retry due at a time that is an hour off now is found within a minute.
  await expect.poll(() => names.map(mailed), { timeout: 90_000 }).toEqual([1, 1]);
  expect(await bell()).toEqual(names);
  expect(await child.stop()).toBe(0);
  expect(names.map(mailed)).toEqual([1, 1]);
}, 120_000);
