import { describe, expect, it } from 'vitest';
import { stepIndex, tileCount } from '#web/features/propertyPage/gallery/GalleryStage.tsx';
import { keepInBox, MAX_ZOOM, unzoomed, zoomTo } from '#web/features/propertyPage/gallery/useZoom.ts';
import { swipeStep } from '#web/lib/useSwipe.ts';

describe('stepIndex', () => {
  it('goes round at both ends', () => {
    expect(stepIndex(0, 1, 3)).toBe(1);
    expect(stepIndex(2, 1, 3)).toBe(0);
    expect(stepIndex(0, -1, 3)).toBe(2);
    expect(stepIndex(0, 1, 1)).toBe(0);
    expect(stepIndex(0, 1, 0)).toBe(0);
  });
});

describe('swipeStep', () => {
  it('asks for another picture from 50 px on', () => {
    expect(swipeStep(-49, 0)).toBe(0);
    expect(swipeStep(-50, 0)).toBe(1);
    expect(swipeStep(50, 0)).toBe(-1);
  });

  it('leaves scrolling the page alone', () => {
    expect(swipeStep(60, 80)).toBe(0);
  });
});

it('tileCount fills the frame or leaves it to the large picture', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map(tileCount)).toEqual([0, 0, 0, 2, 2, 4, 4]);
});

describe('a picture brought near', () => {
  const box = { width: 400, height: 600 };
  const near = zoomTo(unzoomed, 2, box, { x: 100, y: -50 });

  it('keeps what is under the finger where it is', () => {
    // A point of the picture is at shift + scale * point.
    expect(near).toEqual({ scale: 2, x: -100, y: 50 });
    const point = { x: (100 - unzoomed.x) / unzoomed.scale, y: (-50 - unzoomed.y) / unzoomed.scale };
    expect([near.x + 2 * point.x, near.y + 2 * point.y]).toEqual([100, -50]);
  });

  it('follows two fingers that move on', () => {
    const moved = zoomTo(near, 3, box, { x: 0, y: 0 }, { x: 30, y: 40 });
    const point = { x: (0 - near.x) / 2, y: (0 - near.y) / 2 };
    expect([moved.x + 3 * point.x, moved.y + 3 * point.y]).toEqual([30, 40]);
  });

  it('is whole at the least, and leaves no side of the box empty', () => {
    expect(zoomTo(near, 0.2, box, { x: 0, y: 0 })).toEqual({ scale: 1, x: 0, y: 0 });
    expect(zoomTo(near, 99, box, { x: 0, y: 0 }).scale).toBe(MAX_ZOOM);
    expect(keepInBox({ scale: 2, x: 1_000, y: -1_000 }, box)).toEqual({ scale: 2, x: 200, y: -300 });
  });
});
