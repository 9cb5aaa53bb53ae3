import { expect, test } from 'vitest';
import { originOf } from '#desktop/main/addresses.ts';
import { type CallHandlers, createCallDispatcher } from '#desktop/main/bridgeCalls.ts';

const calls: [string, unknown][] = [];
const lines: string[] = [];

/** Every handler records its call. */
const handlers = new Proxy({} as CallHandlers<string>, {
  get:
    (_target, name) =>
    (input: unknown, { serverUrl }: { serverUrl: string }) => {
      calls.push([String(name), input]);
      askedFor = serverUrl;
      return 'done';
    },
});
let isLocked = false;
let askedFor: string | undefined;
const homes = 'https://homes.example';
const flats = 'https://flats.example';
const dispatch = createCallDispatcher({
  handlers,
  servers: () => [homes, flats],
  isLocked: () => isLocked,
  log: (line) => lines.push(line),
});
const from = (url: string, parent: unknown = null) => ({ sender: 'window', senderFrame: { url, parent } });
const own = from(`${originOf(homes)}/agent-dashboard`);

test('the page’s own calls get through, checked', async () => {
  await expect(dispatch(own, 'setUnread', 3)).resolves.toBe('done');
  expect(calls.at(-1)).toEqual(['setUnread', 3]);
});

test.each([
  ['app://console/', ''],
  [`${originOf(homes)}/desk`, homes],
  [`${originOf(flats)}/desk`, flats],
])('a call of %s is one for its own server', async (url, server) => {
  await dispatch(from(url), 'readSession', undefined);
  expect(askedFor).toBe(server);
});

test.each([
  ['a page of a server that was removed', from(`${originOf('https://gone.example')}/`)],
  ['a page of the web', from('https://evil.example/')],
  ['a page that looks alike', from('https://console/')],
  ['a host that begins alike', from('app://console.evil.example/')],
  ['another host of the scheme', from('app://other/')],
  ['what a server sent, shown by itself', from(`${originOf(homes)}/api/docs`)],
  ['a frame inside the page', from('app://console/', { url: 'app://console/' })],
  ['no frame', { sender: 'window', senderFrame: null }],
  ['an address that is none', from('about:blank')],
])('%s is refused', async (_what, event) => {
  const before = calls.length;
  await expect(dispatch(event, 'setUnread', 3)).rejects.toThrow('This page may not do that');
  expect(calls).toHaveLength(before);
});

test('behind the lock a page may open it, log out and tell, and nothing else', async () => {
  isLocked = true;
  await expect(dispatch(own, 'unlock', 'a guess')).resolves.toBe('done');
  await expect(dispatch(own, 'clearSession', undefined)).resolves.toBe('done');
  await expect(dispatch(own, 'setUnread', 3)).resolves.toBe('done');
  for (const [name, input] of [
    ['readSession', undefined],
    ['readCache', { userId: 1, name: 'list' }],
    ['readOutbox', 1],
    ['chooseServer', homes],
    ['setUnlockCode', 'another'],
    ['writePreferences', { idleLockMinutes: 0 }],
    ['exportDiagnostics', undefined],
  ] as const)
    await expect(dispatch(own, name, input)).rejects.toThrow('The console is locked');
  isLocked = false;
});

test.each([
  ['a call that does not exist', 'formatDisk', undefined],
  ['a call of every object', 'constructor', undefined],
  ['a name that is none', { name: 'start' }, undefined],
])('%s is refused', async (_what, name, input) => {
  const before = calls.length;
  await expect(dispatch(own, name, input)).rejects.toThrow('There is no such call');
  expect(calls).toHaveLength(before);
});

test.each([
  ['a count below zero', 'setUnread', -1],
  ['a route that leads out', 'notify', notice('//evil.example')],
  ['a route that is an address', 'notify', notice('https://evil.example')],
  ['an outbox entry whose name is a path', 'putOutbox', { userId: 1, id: '../../etc/passwd', text: '' }],
  ['an outbox of nobody', 'readOutbox', 0],
  ['an answer without a name', 'writeCache', { userId: 1, name: '', text: '', at: 1 }],
  ['an answer of no time', 'writeCache', { userId: 1, name: 'list', text: '', at: 'yesterday' }],
  ['time that is none', 'writePreferences', { quietHours: { from: '25:00' } }],
  ['too much of it', 'reportError', 'x'.repeat(10_001)],
])('%s is refused', async (_what, name, input) => {
  const before = calls.length;
  await expect(dispatch(own, name, input)).rejects.toThrow(`The arguments of ${name} do not fit`);
  expect(calls).toHaveLength(before);
});

function notice(route: string) {
  return { thread: 'conversation:7', title: 'Maria', body: 'Hello', route, replyTo: null };
}
