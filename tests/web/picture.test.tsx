// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Picture } from '#web/ui/display/Picture.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const draw = (src: string | null) => <Picture src={src} alt="Living room" sizes="20rem" />;
const shown = () => {
  const image = screen.getByAltText('Living room');
  return ['src', 'srcset', 'sizes'].map((name) => image.getAttribute(name));
};
const ofStored = (src: string) => [
  `${src}?w=640`,
  [320, 640, 960, 1280, 1920].map((width) => `${src}?w=${width} ${width}w`).join(', '),
  '20rem',
];

test('a picture of a render that was begun anew has no source: a browser would never let go of it', async () => {
  const create = vi.spyOn(document, 'createElement');
  const images = () =>
    create.mock.results.flatMap(({ value }) => (value instanceof HTMLImageElement ? [value] : []));
  let arrive = (_: string) => {};
  const later = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  const Words = () => <p>{use(later)}</p>;
  await act(async () => {
    render(
      <Suspense fallback="Loading">
        {draw('/media/a.webp')}
        <Words />
      </Suspense>,
    );
  });
  expect(images().length).toBeGreaterThan(0);
  expect(images().filter((image) => image.hasAttribute('srcset') || image.hasAttribute('src'))).toEqual([]);

  await act(async () => arrive('A home'));
  expect(shown()).toEqual(ofStored('/media/a.webp'));
  const [left] = images();
  expect([left?.isConnected, left?.hasAttribute('srcset')]).toEqual([false, false]);
});

test('another picture in its place, none, one that fails and one of another server', () => {
  const { rerender } = render(draw('/media/a.webp'));
  rerender(draw('/media/b.webp'));
  expect(shown()).toEqual(ofStored('/media/b.webp'));
  const fallback = ['/no-picture.svg', null, null];
  rerender(draw(null));
  expect(shown()).toEqual(fallback);
  rerender(draw('/media/c.webp'));
  fireEvent.error(screen.getByAltText('Living room'));
  expect(shown()).toEqual(fallback);
  rerender(draw('/media/d.webp'));
  expect(shown()).toEqual(ofStored('/media/d.webp'));
  rerender(draw('https://elsewhere.example/e.jpg'));
  expect(shown()).toEqual(fallback);
});
