// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkFailure } from '#web/lib/apiClient.ts';
import { uploadFile } from '#web/lib/uploadPicture.ts';

/** A request that the test moves on by hand. */
class Request {
  static last: Request;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  response: unknown = null;
  status = 0;
  isAborted = false;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  constructor() {
    Request.last = this;
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, response: unknown) {
    Object.assign(this, { status, response });
    this.onload?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const begin = () => {
  const shares: number[] = [];
  const sent = uploadFile('uploads.create', new Blob(['x']), { onProgress: (share) => shares.push(share) });
  const outcome = sent.then(
    (answer) => answer,
    (error: unknown) => error,
  );
  return { shares, outcome };
};

test('a connection that died silently ends the upload, which may be tried again', async () => {
  const { shares, outcome } = begin();
  Request.last.upload.onprogress?.({ loaded: 1, total: 4 });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(Request.last.isAborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(Request.last.isAborted).toBe(true);
  expect(await outcome).toBeInstanceOf(NetworkFailure);
  expect(shares).toEqual([0.25]);
});

test('a slow one that moves on takes as long as it needs', async () => {
  const { outcome } = begin();
  for (let at = 1; at <= 10; at += 1) {
    await vi.advanceTimersByTimeAsync(50_000);
    Request.last.upload.onprogress?.({ loaded: at, total: 10 });
  }
  await vi.advanceTimersByTimeAsync(50_000);
  Request.last.answer(200, { success: true, data: { url: '/media/a' } });
  expect(await outcome).toEqual({ url: '/media/a' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(Request.last.isAborted).toBe(false);
});
