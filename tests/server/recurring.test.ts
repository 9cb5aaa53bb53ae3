import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createRecurringTask, type RecurringTask } from '#server/jobs/recurring.ts';

const log = pino({ level: 'silent' });
const plan = { everyMs: 20, failure: 'the test’s work failed' };
let task: RecurringTask;

afterEach(() => task.stop());

test('comes back, and never while the last run is under way', async () => {
  let atOnce = 0;
  let most = 0;
  let runs = 0;
  task = createRecurringTask({ log }, { ...plan, everyMs: 1 }, async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 15));
    atOnce -= 1;
    runs += 1;
  });
  task.start();
  await vi.waitFor(() => expect(runs).toBeGreaterThan(2));
  expect(most).toBe(1);
});

test('a run that fails is told, and the next one comes', async () => {
  const warn = vi.spyOn(log, 'warn');
  let runs = 0;
  task = createRecurringTask({ log }, plan, async () => {
    runs += 1;
    if (runs === 1) throw new Error('not this time');
  });
  task.start();
  await vi.waitFor(() => expect(runs).toBeGreaterThan(1));
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { err: expect.objectContaining({ message: 'not this time' }) },
    'the test’s work failed',
  );
});

test('stopping waits for the run under way, and none follows', async () => {
  const seen: string[] = [];
  task = createRecurringTask({ log }, { ...plan, firstMs: 1, everyMs: 1 }, async () => {
    seen.push('begun');
    await new Promise((resolve) => task.signal.addEventListener('abort', resolve));
    seen.push('ended');
  });
  task.start();
  await vi.waitFor(() => expect(seen).toEqual(['begun']));
  await task.stop();
  expect(seen).toEqual(['begun', 'ended']);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(seen).toEqual(['begun', 'ended']);
});
