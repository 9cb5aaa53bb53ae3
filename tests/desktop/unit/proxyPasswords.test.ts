import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProxyPasswords } from '#desktop/main/proxyPasswords.ts';
import { openSealedFiles } from '#desktop/main/sealedFiles.ts';
import type { ConsoleAnswer, ConsoleQuestion } from '#shared/desktopBridge.ts';
import { plainKeyring } from './keyring.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-proxy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const proxy = { host: 'proxy.office', port: 3128, realm: 'Reyes Realty', scheme: 'basic' };
const ana = { name: 'ana', password: 'mangoes', remember: true };

/** @param answers the answers to the questions, in order. */
function open(answers: (ConsoleAnswer | null)[], { hasKeyring = true, mayRemember = true } = {}) {
  const asked: ConsoleQuestion[] = [];
  const blocked: (string | null)[] = [];
  const keyring = hasKeyring ? plainKeyring : { ...plainKeyring, isAvailable: async () => false };
  const passwords = createProxyPasswords({
    files: openSealedFiles(path.join(folder, 'proxy'), keyring),
    mayRemember: () => mayRemember,
    async ask(question) {
      asked.push(question);
      return answers.shift() ?? null;
    },
    changed: (host) => blocked.push(host),
  });
  return { asked, blocked, passwords };
}

test('everything that waits is asked for once', async () => {
  const { asked, passwords } = open([ana]);
  const given = await Promise.all([1, 2, 3].map(() => passwords.of(proxy, true)));
  expect(given).toEqual(Array(3).fill({ name: 'ana', password: 'mangoes' }));
  expect(asked).toEqual([
    {
      kind: 'password',
      host: 'proxy.office:3128',
      realm: 'Reyes Realty',
      isAgain: false,
      isReadable: true,
      mayRemember: true,
    },
  ]);
});

test('what is remembered needs no question, and goes when it is refused', async () => {
  await open([ana]).passwords.of(proxy, true);
  const later = open([]);
  expect(await later.passwords.of(proxy, true)).toEqual({ name: 'ana', password: 'mangoes' });
  expect(later.asked).toEqual([]);
  expect(later.passwords.known(proxy)).toEqual({ name: 'ana', password: 'mangoes' });
  // A refused password is requested again and not stored.
  expect(await later.passwords.of(proxy, false)).toBeNull();
  expect(later.asked).toMatchObject([{ isAgain: true }]);
  expect(later.passwords.known(proxy)).toBeNull();
  const last = open([]);
  expect(await last.passwords.of(proxy, true)).toBeNull();
  expect(last.asked).toMatchObject([{ isAgain: false }]);
});

test.each([{ hasKeyring: false }, { mayRemember: false }])(
  'nothing is remembered where it may not be: %j',
  async (may) => {
    const { asked, passwords } = open([ana], may);
    await passwords.of(proxy, true);
    expect(asked).toMatchObject([{ mayRemember: false }]);
    const later = open([]);
    await later.passwords.of(proxy, true);
    expect(later.asked).toHaveLength(1);
  },
);

test('whoever gives nothing is asked no more, until they want', async () => {
  const { asked, blocked, passwords } = open([null, ana]);
  expect(await passwords.of(proxy, true)).toBeNull();
  expect(await passwords.of(proxy, true)).toBeNull();
  expect(asked).toHaveLength(1);
  expect(passwords.blocked()).toBe('proxy.office:3128');
  passwords.askAgain();
  expect(await passwords.of(proxy, true)).toEqual({ name: 'ana', password: 'mangoes' });
  expect(blocked).toEqual(['proxy.office:3128', null]);
});
