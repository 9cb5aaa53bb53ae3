import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTypingSignal } from '#web/features/conversations/thread/useChatThread.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const sent: boolean[] = [];
  return { sent, signal: createTypingSignal((isTyping) => sent.push(isTyping)) };
}

it('begins with the first keystroke and ends after a second of silence', () => {
  const { sent, signal } = start();
  signal.onText('H');
  vi.advanceTimersByTime(900);
  signal.onText('He');
  vi.advanceTimersByTime(900);
  expect(sent).toEqual([true]);
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([true, false]);
});

it('does not begin with blank text, and ends with it', () => {
  const { sent, signal } = start();
  signal.onText('  ');
  expect(sent).toEqual([]);
  signal.onText('a');
  signal.onText('');
  expect(sent).toEqual([true, false]);
});

it('ends once when the message is sent', () => {
  const { sent, signal } = start();
  signal.onText('a');
  signal.stop();
  signal.stop();
  vi.advanceTimersByTime(2_000);
  expect(sent).toEqual([true, false]);
});

it('is said again by whoever goes on typing', () => {
  const { sent, signal } = start();
  for (let key = 0; key < 10; key += 1) {
    signal.onText('a'.repeat(key + 1));
    vi.advanceTimersByTime(500);
  }
  expect(sent).toEqual([true, true]);
});
