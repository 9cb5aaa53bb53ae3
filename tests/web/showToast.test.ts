import { afterEach, describe, expect, it } from 'vitest';
import { dismissToast, showToast, toastDuration, toasts } from '#web/ui/dialogs/showToast.ts';

const texts = () => toasts.get().map((toast) => toast.text);

afterEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
});

describe('toasts', () => {
  it('tell those who listen, until they stop listening', () => {
    let calls = 0;
    const stop = toasts.subscribe(() => calls++);
    showToast('one');
    stop();
    showToast('two');
    expect(calls).toBe(1);
  });

  it('say the same words once, and no more than three things at a time', () => {
    for (const text of ['a', 'b', 'a', 'c', 'd']) showToast(text);
    expect(texts()).toEqual(['a', 'c', 'd']);
  });

  it('stay 3 s, and longer where something can be taken back', () => {
    showToast('plain');
    showToast('undoable', 'success', { label: 'Undo', onClick: () => undefined });
    const [plain, undoable] = toasts.get();
    expect(plain && toastDuration(plain)).toBe(3_000);
    expect(undoable && toastDuration(undoable)).toBeGreaterThan(3_000);
  });
});
