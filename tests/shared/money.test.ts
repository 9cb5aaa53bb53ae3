import { expect, test } from 'vitest';
import { formatFullPrice, formatPriceBound, formatShortPrice } from '#shared/money.ts';

test('a short price has one decimal of a million, or whole thousands', () => {
  expect([12_500_000, 850_000, 950, 1_000, 999_499, 999_500, 1_000_000, 0].map(formatShortPrice)).toEqual([
    '₱12.5M',
    '₱850K',
    '₱950',
    '₱1K',
    '₱999K',
    '₱1.0M',
    '₱1.0M',
    '₱0',
  ]);
});

test('half a step rounds up at every price, as people round', () => {
  expect([7_050_000, 2_650_000, 5_850_000, 8_150_000, 42_500].map(formatShortPrice)).toEqual([
    '₱7.1M',
    '₱2.7M',
    '₱5.9M',
    '₱8.2M',
    '₱43K',
  ]);
  for (let tenths = 10; tenths < 1_000; tenths += 1) {
    const next = `₱${Math.floor((tenths + 1) / 10)}.${(tenths + 1) % 10}M`;
    expect(formatShortPrice(tenths * 100_000 + 50_000)).toBe(next);
    expect(formatShortPrice(tenths * 100_000 + 49_999.99)).toBe(formatShortPrice(tenths * 100_000));
  }
});

test('no price above a bound looks like the bound once half a step lies between them', () => {
  for (const bound of [3_000_000, 7_000_000, 10_000_000]) {
    expect(formatShortPrice(bound + 50_000)).not.toBe(formatPriceBound(bound));
    expect(formatShortPrice(bound)).toBe(formatPriceBound(bound));
  }
});

test('a bound is short only where nothing of it is lost', () => {
  expect([7_000_000, 10_000_000, 40_000, 7_050_000, 42_500, 999_900, 1].map(formatPriceBound)).toEqual([
    '₱7.0M',
    '₱10.0M',
    '₱40K',
    '₱7,050,000',
    '₱42,500',
    '₱999,900',
    '₱1',
  ]);
  expect(formatFullPrice(7_050_000)).toBe('₱7,050,000');
});
