import type { ActivationArguments } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import type { JsonFile } from '#desktop/main/jsonFile.ts';
import { createNotices, createUnread, noticeFile, whyQuiet } from '#desktop/main/notices.ts';
import { consolePreferences } from '#shared/contracts/desktop.ts';
import type { ConsolePreferences, NativeNotice } from '#shared/desktopBridge.ts';

type Listener = (event: unknown) => void;

class FakeNotification {
  readonly listeners = new Map<string, Listener>();
  isShown = false;
  constructor(readonly options: Record<string, unknown>) {}
  on(name: string, listener: Listener) {
    this.listeners.set(name, listener);
    return this;
  }
  show() {
    this.isShown = true;
  }
  close() {
    this.isShown = false;
    this.listeners.get('close')?.({});
  }
  emit(name: string, detail?: string) {
    this.listeners.get(name)?.({ reply: detail });
  }
}

let made: FakeNotification[];
let opened: string[];
let replies: [string, number, string][];
let names: Record<string, string>;
let lines: string[];
let preferences: ConsolePreferences;
let openThread: string | null;
let isLocked = false;
let remembered: JsonFile<ReturnType<typeof noticeFile.parse>>;
let activated: ((callback: (details: ActivationArguments) => void) => void) | null;
let history: (() => Promise<never[]>) | null;

beforeEach(() => {
  made = [];
  opened = [];
  replies = [];
  lines = [];
  preferences = consolePreferences.parse({});
  openThread = null;
  names = {};
  activated = null;
  history = null;
  let kept = noticeFile.parse({});
  remembered = {
    read: () => kept,
    write: (next) => {
      kept = next;
    },
  };
});

const homes = 'https://homes.example';
const flats = 'https://flats.example';

const notices = () =>
  createNotices({
    isSupported: () => true,
    create(options) {
      const one = new FakeNotification(options as Record<string, unknown>);
      made.push(one);
      return one as never;
    },
    preferences: () => preferences,
    now: () => new Date(2026, 0, 5, 23, 30),
    isShown: (server, route) => server === homes && route === openThread,
    open: (server, route) => opened.push(server + route),
    reply: (server, id, text) => replies.push([server, id, text]),
    isLocked: () => isLocked,
    remembered,
    handleActivation: activated,
    history,
    serverName: (server) => names[server] ?? null,
    log: (line) => lines.push(line),
  });

const notice: NativeNotice = {
  thread: 'conversation:7',
  title: 'Maria Santos',
  body: 'Is it still free?',
  route: '/conversations/7',
  replyTo: 7,
};

test('a click leads to the very thread, a reply to its conversation', () => {
  expect(notices().show(homes, notice)).toBeNull();
  made[0]?.emit('click');
  made[0]?.emit('reply', ' Yes, it is ');
  made[0]?.emit('reply', '   ');
  expect(opened).toEqual([`${homes}/conversations/7`]);
  expect(replies).toEqual([[homes, 7, 'Yes, it is']]);
});

test('a thread has one notice: the new one takes the place of the old', () => {
  const all = notices();
  all.show(homes, notice);
  all.show(homes, { ...notice, body: 'Hello?' });
  all.show(homes, { ...notice, thread: 'conversation:8' });
  expect(made.map(({ isShown }) => isShown)).toEqual([false, true, true]);
  all.dismiss(homes, 'conversation:7');
  expect(made.map(({ isShown }) => isShown)).toEqual([false, false, true]);
});

test('each server’s notices are its own, and say whose they are', () => {
  names = { [homes]: 'Homes', [flats]: 'Flats' };
  const all = notices();
  all.show(homes, notice);
  all.show(flats, notice);
  expect(made.map(({ options: { title } }) => title)).toEqual(['Maria Santos · Homes', 'Maria Santos · Flats']);
  made[1]?.emit('click');
  made[1]?.emit('reply', 'Yes');
  expect(opened).toEqual([`${flats}/conversations/7`]);
  expect(replies).toEqual([[flats, 7, 'Yes']]);
  all.dismissAll(homes);
  expect(made.map(({ isShown }) => isShown)).toEqual([false, true]);
});

test('behind the lock a notice names nobody, and no answer is taken', () => {
  const all = notices();
  all.show(homes, notice);
  isLocked = true;
  made[0]?.emit('reply', 'From a stranger');
  all.show(homes, { ...notice, thread: 'conversation:8' });
  isLocked = false;
  expect(replies).toEqual([]);
  expect(JSON.stringify(made[1]?.options)).not.toMatch(/Maria|free|hasReply/);
});

test('a notice of an earlier console leads where it led: on Windows by its activation, on macOS by its history', async () => {
  notices().show(homes, notice);
  const id = String(made[0]?.options.id);
  expect(id).toMatch(/^n-[0-9a-f]{24}$/);
  let activate: (details: ActivationArguments) => void = () => undefined;
  activated = (callback) => {
    activate = callback;
  };
  notices();
  activate({ type: 'click', arguments: `type=click&tag=${id}` });
  activate({ type: 'reply', arguments: `type=reply&tag=${id}`, reply: ' Yes ' });
  activate({ type: 'click', arguments: 'type=click&tag=n-other' });
  expect(opened).toEqual([`${homes}/conversations/7`]);
  expect(replies).toEqual([[homes, 7, 'Yes']]);
  // Windows reports the click by handleActivation as well.
  notices().show(homes, notice);
  made.at(-1)?.emit('click');
  expect(opened).toHaveLength(1);

  activated = null;
  const delivered = new FakeNotification({});
  history = async () => [Object.assign(delivered, { id })] as never[];
  notices();
  await Promise.resolve();
  await Promise.resolve();
  delivered.emit('click');
  expect(opened).toHaveLength(2);
});

test('previews can be hidden', () => {
  preferences = { ...preferences, notificationPreviews: false };
  notices().show(homes, notice);
  expect(JSON.stringify(made[0]?.options)).not.toMatch(/Maria|free/);
});

test('what is not shown says why in the log', () => {
  preferences = { ...preferences, doNotDisturb: true };
  expect(notices().show(homes, notice)).toBe('do not disturb is on');
  preferences = consolePreferences.parse({ quietHours: { isOn: true, from: '22:00', to: '06:00' } });
  expect(notices().show(homes, notice)).toBe('quiet hours 22:00 to 06:00');
  preferences = consolePreferences.parse({});
  openThread = '/conversations/7';
  expect(notices().show(homes, notice)).toBe('its thread is open');
  expect(made).toEqual([]);
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toMatch(/Maria|free/);
});

test.each([
  ['22:00', '06:00', 23, true],
  ['22:00', '06:00', 5, true],
  ['22:00', '06:00', 6, false],
  ['22:00', '06:00', 12, false],
  ['12:00', '13:00', 12, true],
  ['12:00', '13:00', 13, false],
  ['08:00', '08:00', 8, false],
])('quiet hours %s to %s at %i o’clock: %s', (from, to, hour, isQuiet) => {
  const quiet = consolePreferences.parse({ quietHours: { isOn: true, from, to } });
  expect(whyQuiet(quiet, new Date(2026, 0, 5, hour)) !== null).toBe(isQuiet);
});

test('the sum of all servers is on the badge, and more of it asks for attention until it is looked at', () => {
  const seen: string[] = [];
  let isFocused = false;
  const unread = createUnread({
    setBadge: (count) => seen.push(`badge ${count}`),
    setTrayCount: () => undefined,
    flash: (isFlashing) => seen.push(isFlashing ? 'flash' : 'still'),
    isFocused: () => isFocused,
    publish: (counts) => seen.push(JSON.stringify(counts)),
  });
  unread.set(homes, 2);
  unread.set(homes, 2);
  unread.focused();
  isFocused = true;
  unread.set(flats, 1);
  unread.set(homes, 0);
  unread.set(flats, 0);
  expect(seen).toEqual([
    'flash',
    'badge 2',
    `{"${homes}":2}`,
    'still',
    'badge 3',
    `{"${homes}":2,"${flats}":1}`,
    'badge 1',
    `{"${flats}":1}`,
    'still',
    'badge 0',
    '{}',
  ]);
});
