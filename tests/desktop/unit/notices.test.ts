import { beforeEach, expect, test } from 'vitest';
import { createNotices, whyQuiet } from '#desktop/main/notices.ts';
import { createUnread } from '#desktop/main/unread.ts';
import { consolePreferences } from '#shared/contracts/desktop.ts';
import type { ConsolePreferences, NativeNotice } from '#shared/desktopBridge.ts';

type Listener = (event: unknown, detail?: string) => void;

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
    this.listeners.get(name)?.({}, detail);
  }
}

let made: FakeNotification[];
let opened: string[];
let replies: [number, string][];
let lines: string[];
let preferences: ConsolePreferences;
let openThread: string | null;

beforeEach(() => {
  made = [];
  opened = [];
  replies = [];
  lines = [];
  preferences = consolePreferences.parse({});
  openThread = null;
});

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
    isShown: (route) => route === openThread,
    open: (route) => opened.push(route),
    reply: (id, text) => replies.push([id, text]),
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
  expect(notices().show(notice)).toBeNull();
  made[0]?.emit('click');
  made[0]?.emit('reply', ' Yes, it is ');
  made[0]?.emit('reply', '   ');
  expect(opened).toEqual(['/conversations/7']);
  expect(replies).toEqual([[7, 'Yes, it is']]);
});

test('a thread has one notice: the new one takes the place of the old', () => {
  const all = notices();
  all.show(notice);
  all.show({ ...notice, body: 'Hello?' });
  all.show({ ...notice, thread: 'conversation:8' });
  expect(made.map(({ isShown }) => isShown)).toEqual([false, true, true]);
  all.dismiss('conversation:7');
  expect(made.map(({ isShown }) => isShown)).toEqual([false, false, true]);
});

test('previews can be hidden', () => {
  preferences = { ...preferences, notificationPreviews: false };
  notices().show(notice);
  expect(JSON.stringify(made[0]?.options)).not.toMatch(/Maria|free/);
});

test('what is not shown says why in the log', () => {
  preferences = { ...preferences, doNotDisturb: true };
  expect(notices().show(notice)).toBe('do not disturb is on');
  preferences = consolePreferences.parse({ quietHours: { isOn: true, from: '22:00', to: '06:00' } });
  expect(notices().show(notice)).toBe('quiet hours 22:00 to 06:00');
  preferences = consolePreferences.parse({});
  openThread = '/conversations/7';
  expect(notices().show(notice)).toBe('its thread is open');
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

test('the count is on the badge, and more of it asks for attention until it is looked at', () => {
  const seen: string[] = [];
  let isFocused = false;
  const unread = createUnread({
    setBadge: (count) => seen.push(`badge ${count}`),
    setTrayCount: () => undefined,
    flash: (isFlashing) => seen.push(isFlashing ? 'flash' : 'still'),
    isFocused: () => isFocused,
  });
  unread.set(2);
  unread.set(2);
  unread.focused();
  isFocused = true;
  unread.set(3);
  unread.set(0);
  expect(seen).toEqual(['flash', 'badge 2', 'badge 2', 'still', 'badge 3', 'still', 'badge 0']);
});
