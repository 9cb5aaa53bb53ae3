// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ComponentType, StrictMode, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

const Place = ({ title }: { title: string }) => <p>Map of {title}</p>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Fails the given number of times, then loads. */
function chunk(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return Place;
  });
  return load;
}

const draw = (Part: ComponentType<{ title: string }>) =>
  render(
    <StrictMode>
      <textarea aria-label="Message" />
      <Suspense fallback={<p>Loading</p>}>
        <Part title="Manila" />
      </Suspense>
    </StrictMode>,
  );
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const click = (name: string) => act(() => screen.getByText(name).click());

it('tries once more after a short wait', async () => {
  const load = chunk(1);
  draw(lazyWithRetry(load));
  await pass(0);
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
  await pass(2_000);
  expect(screen.getByText('Map of Manila')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

it('then says so in its own place, and comes with Try Again; what was typed beside it stays', async () => {
  draw(lazyWithRetry(chunk(2)));
  const box = screen.getByLabelText<HTMLTextAreaElement>('Message');
  box.value = 'Half written';
  await pass(3_000);
  expect(screen.getByText('It could not be loaded. Check your connection and try again.')).toBeTruthy();
  expect(screen.queryByText('Reload Page')).toBeNull();
  click('Try Again');
  await pass(3_000);
  expect(screen.getByText('Map of Manila')).toBeTruthy();
  expect(screen.getByLabelText('Message')).toBe(box);
  expect(box.value).toBe('Half written');
});

it('is asked for anew when it is opened again', async () => {
  const Part = lazyWithRetry(chunk(2));
  draw(Part);
  await pass(3_000);
  cleanup();
  draw(Part);
  await pass(0);
  expect(screen.getByText('Map of Manila')).toBeTruthy();
});

it('tells that a new version is out when the server’s page begins otherwise', async () => {
  const script = document.createElement('script');
  script.setAttribute('src', '/assets/index-old.js');
  vi.spyOn(document, 'querySelector').mockReturnValue(script);
  vi.stubGlobal('fetch', async () => new Response('<script type="module" src="/assets/index-new.js"></script>'));
  draw(lazyWithRetry(chunk(2)));
  await pass(3_000);
  expect(screen.getByText(/A new version is available/)).toBeTruthy();
  expect(screen.getByText('Reload Page')).toBeTruthy();
});

it('is drawn at once when it was fetched before', async () => {
  const load = chunk(0);
  const Part = lazyWithRetry(load);
  await Part.preload();
  draw(Part);
  expect(screen.getByText('Map of Manila')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

it('that breaks while it is drawn leaves the rest standing', async () => {
  let isBroken = true;
  const Broken = () => {
    if (isBroken) throw new Error('broken');
    return <p>Mended</p>;
  };
  draw(lazyWithRetry(async () => Broken as typeof Place));
  await pass(0);
  expect(screen.getByText('Something went wrong on our side. Please try again.')).toBeTruthy();
  expect(screen.getByLabelText('Message')).toBeTruthy();
  isBroken = false;
  click('Try Again');
  expect(screen.getByText('Mended')).toBeTruthy();
});
