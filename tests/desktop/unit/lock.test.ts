import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJsonFile } from '#desktop/main/jsonFile.ts';
import { createLock, lockState } from '#desktop/main/lock.ts';
import { openSealedFiles } from '#desktop/main/sealedFiles.ts';
import { plainKeyring } from './keyring.ts';

const homes = 'https://homes.example';
const flats = 'https://flats.example';
let folder: string;
let accounts: Record<string, string>;
let now: number;
let told: string[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-lock-'));
  accounts = { [homes]: 'ana@homes.example' };
  now = 1_000_000;
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A console started on the files of the previous one. */
const start = () =>
  createLock({
    state: openJsonFile(path.join(folder, 'lock.json'), lockState),
    files: openSealedFiles(path.join(folder, 'lock'), plainKeyring),
    account: async (server) => accounts[server] ?? null,
    servers: () => [homes, flats],
    now: () => now,
    cost: 2 ** 4,
    locked: () => told.push('locked'),
    unlocked: () => told.push('unlocked'),
  });
const login = (email: string, password: string) => JSON.stringify({ email, password });
const signedIn = (email: string) => JSON.stringify({ success: true, data: { user: { email }, token: 't' } });
const wrong = JSON.stringify({ success: false, error: 'No', code: 'invalid_credentials' });

test('the password of the last log-in opens it without the server, also after a start', async () => {
  await start().learnPassword(homes, login('Ana@homes.example', 'right'), 200, signedIn('ana@homes.example'));
  const lock = start();
  await lock.lock();
  expect(await lock.unlock(homes, 'wrong')).toEqual({ isOpen: false, waitSeconds: 0 });
  expect(start().isLocked()).toBe(true);
  expect(await lock.unlock(homes, 'right')).toEqual({ isOpen: true, waitSeconds: 0 });
  expect(told).toEqual(['locked', 'unlocked']);
  const kept = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(bin|json)$/.test(name),
  );
  expect(kept.length).toBeGreaterThan(1);
  for (const name of kept) expect(readFileSync(path.join(folder, name)).toString('latin1')).not.toContain('right');
});

test('wrong tries slow down, and a start does not forget them', async () => {
  await start().learnPassword(homes, login('ana@homes.example', 'right'), 200, signedIn('ana@homes.example'));
  const lock = start();
  await lock.lock();
  const waits: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    const { waitSeconds } = await lock.unlock(homes, 'wrong');
    waits.push(waitSeconds);
    now += waitSeconds * 1_000;
  }
  expect(waits).toEqual([0, 0, 5, 10, 20]);
  now -= 1_000;
  // During the waiting time no secret is checked, neither locally nor at the server.
  expect(await start().unlock(homes, 'right')).toEqual({ isOpen: false, waitSeconds: 1 });
  expect(start().maySignIn(homes)).toBe(false);
  now += 1_000;
  expect(await start().unlock(homes, 'right')).toEqual({ isOpen: true, waitSeconds: 0 });
});

test('what the server finds right opens it, and is known from then on', async () => {
  const lock = start();
  await lock.lock();
  await lock.learnPassword(homes, login('ana@homes.example', 'guess'), 401, wrong);
  expect(lock.isLocked()).toBe(true);
  // The server accepts the password of another account.
  await lock.learnPassword(homes, login('ben@homes.example', 'his'), 200, signedIn('ben@homes.example'));
  await lock.learnPassword(flats, login('ana@homes.example', 'there'), 200, signedIn('ana@homes.example'));
  expect(lock.isLocked()).toBe(true);
  const second = JSON.stringify({ success: false, error: 'Code', code: 'second_factor_required' });
  await lock.learnPassword(homes, login('ana@homes.example', 'right'), 401, second);
  expect(lock.isLocked()).toBe(false);
  await lock.lock();
  expect((await lock.unlock(homes, 'right')).isOpen).toBe(true);
});

test('who has no password opens it with a code of their own', async () => {
  const lock = start();
  await lock.setCode(homes, 'mangoes');
  await lock.lock();
  expect((await lock.unlock(homes, 'papayas')).isOpen).toBe(false);
  expect((await lock.unlock(homes, 'mangoes')).isOpen).toBe(true);
  await lock.setCode(homes, null);
  await lock.lock();
  expect((await lock.unlock(homes, 'mangoes')).isOpen).toBe(false);
});

test('it is of no use where nobody is signed in, and another server’s account opens it too', async () => {
  const lock = start();
  await lock.setCode(homes, 'mangoes');
  await lock.lock();
  expect(await lock.shownAt(flats)).toEqual({ email: 'ana@homes.example', isHere: false });
  expect((await lock.unlock(flats, 'mangoes')).isOpen).toBe(true);
  await lock.lock();
  accounts = {};
  expect(await lock.shownAt(homes)).toBeNull();
  expect(lock.isLocked()).toBe(false);
  await lock.lock();
  expect(lock.isLocked()).toBe(false);
});

test('what one server says opens its own windows, and the lock over those of another stays', async () => {
  accounts[flats] = 'ana@flats.example';
  const lock = start();
  await lock.learnPassword(homes, login('ana@homes.example', 'right'), 200, signedIn('ana@homes.example'));
  await lock.lock();
  // A server that accepts every password.
  await lock.learnPassword(flats, login('ana@flats.example', 'x'), 200, signedIn('ana@flats.example'));
  expect([lock.isLocked(flats), lock.isLocked(homes), lock.isLocked()]).toEqual([false, true, true]);
  expect(await lock.shownAt(flats)).toBeNull();
  expect(await lock.shownAt(homes)).toEqual({ email: 'ana@homes.example', isHere: true });
  // Neither do a proof stored from its answer or a code set in its window.
  await lock.setCode(flats, 'mangoes');
  expect((await lock.unlock(homes, 'mangoes')).isOpen).toBe(false);
  await lock.lock();
  expect(lock.isLocked(flats)).toBe(true);
  for (const secret of ['x', 'mangoes']) {
    await lock.unlock(flats, secret);
    expect([lock.isLocked(flats), start().isLocked(homes)]).toEqual([false, true]);
    await lock.lock();
  }
  await lock.unlock(flats, 'x');
  expect((await lock.unlock(homes, 'right')).isOpen).toBe(true);
  expect(lock.isLocked()).toBe(false);
});

test('guesses at one server’s windows are counted for it alone, however often those of another are opened', async () => {
  accounts[flats] = 'ana@flats.example';
  const lock = start();
  await lock.lock();
  for (let index = 0; index < 4; index += 1) {
    await lock.unlock(homes, 'guess');
    await lock.learnPassword(flats, login('ana@flats.example', 'x'), 200, signedIn('ana@flats.example'));
    await lock.lock();
  }
  expect((await lock.unlock(homes, 'guess')).waitSeconds).toBeGreaterThan(0);
  expect((await lock.unlock(flats, 'guess')).waitSeconds).toBe(0);
});

test('a code opens the windows of all servers that were open when it was chosen', async () => {
  accounts[flats] = 'ana@flats.example';
  const lock = start();
  await lock.setCode(homes, 'mangoes');
  await lock.lock();
  expect((await lock.unlock(flats, 'mangoes')).isOpen).toBe(true);
  expect(lock.isLocked()).toBe(false);
  expect(told).toEqual(['locked', 'unlocked', 'unlocked']);
});

test('a window that is open while others are locked is locked again when its owner logs out', async () => {
  accounts[flats] = 'ana@flats.example';
  const lock = start();
  await lock.setCode(homes, 'mangoes');
  await lock.lock();
  await lock.learnPassword(flats, login('ana@flats.example', 'x'), 200, signedIn('ana@flats.example'));
  lock.admit('https://lofts.example');
  expect(lock.isLocked('https://lofts.example')).toBe(false);
  delete accounts[flats];
  await lock.forget(flats);
  expect(await lock.shownAt(flats)).toEqual({ email: 'ana@homes.example', isHere: false });
});
