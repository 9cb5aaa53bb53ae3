import { describe, expect, it } from 'vitest';
import { stepIndex, swipeStep, tileCount } from '#web/features/propertyPage/gallery/galleryLogic.ts';

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
