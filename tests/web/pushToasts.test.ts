// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Notification } from '#shared/contracts/notifications.ts';
import { followFront, isInFront } from '#web/features/notifications/frontWindow.ts';
import { createPushToasts } from '#web/features/notifications/pushToasts.ts';
import { clearToasts, showToast, toasts } from '#web/ui/dialogs/showToast.ts';

const follow = vi.fn();
const openAll = vi.fn();
let told: ReturnType<typeof createPushToasts>;
const texts = () => toasts.get().map(({ text }) => text);
const pass = () => vi.advanceTimersByTime(300);

const notice = (id: number, conversationId: number | null, changes: Partial<Notification> = {}): Notification => ({
  id,
  type: 'info',
  title: 'New Message',
  message: `Words ${id}`,
  concerns: 'Ana Cruz',
  timestamp: new Date(Date.UTC(2026, 10, 30, 2, 0, id)).toISOString(),
  read: false,
  action: conversationId === null ? null : { label: 'View Conversation', url: `/conversations/${conversationId}` },
  ...changes,
});

beforeEach(() => {
  vi.useFakeTimers();
  told = createPushToasts({ follow, openAll });
});
afterEach(() => {
  told.end();
  clearToasts();
  vi.useRealTimers();
  vi.clearAllMocks();
  window.localStorage.clear();
});

test('messages of one conversation are one toast with their count, where the first stood', () => {
  told.add(notice(1, 9));
  pass();
  expect(texts()).toEqual(['New Message: Ana Cruz: Words 1']);
  showToast('Saved');
  for (const id of [2, 3]) told.add(notice(id, 9));
  pass();
  expect(texts()).toEqual(['3 new messages from Ana Cruz', 'Saved']);
  const [shown] = toasts.get();
  if (!shown?.action || !('onClick' in shown.action)) throw new Error('The toast leads nowhere.');
  shown.action.onClick();
  expect(follow).toHaveBeenCalledWith(expect.objectContaining({ id: 3 }));
  // A toast that is gone is not counted again.
  clearToasts();
  told.add(notice(4, 9));
  pass();
  expect(texts()).toEqual(['New Message: Ana Cruz: Words 4']);
});

test('sixty messages at once are one toast, of however many conversations', () => {
  for (let id = 1; id <= 60; id++) told.add(notice(id, 1 + (id % 5)));
  pass();
  expect(texts()).toEqual(['60 new notifications']);
  told.add(notice(61, 1));
  pass();
  expect(texts()).toEqual(['60 new notifications', 'New Message: Ana Cruz: Words 61']);
});

test('other notices are told in their own words', () => {
  told.add(notice(1, null, { title: 'Viewing Requested', message: 'Tomorrow at 3', action: null }));
  told.add(notice(2, 9));
  pass();
  expect(texts()).toEqual(['Viewing Requested: Ana Cruz: Tomorrow at 3', 'New Message: Ana Cruz: Words 2']);
});

test('a conversation that is read takes its toast along', () => {
  told.add(notice(1, 9));
  told.add(notice(2, 8));
  pass();
  told.settle((conversationId) => conversationId === 9);
  expect(texts()).toEqual(['New Message: Ana Cruz: Words 2']);
});

test('of several windows the one that was used last tells', () => {
  const key = 'silong_front_window';
  const stop = followFront();
  expect(isInFront()).toBe(true);
  const other = JSON.stringify('another window');
  window.localStorage.setItem(key, other);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: other }));
  expect(isInFront()).toBe(false);
  window.dispatchEvent(new Event('pointerdown'));
  expect(isInFront()).toBe(true);
  stop();
  expect(JSON.parse(window.localStorage.getItem(key) ?? '')).toBe('');
});
