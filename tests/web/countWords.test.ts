import { expect, it } from 'vitest';
import { countWords } from '#web/lib/countWords.ts';

it.each([
  [0, '0 properties'],
  [1, '1 property'],
  [2, '2 properties'],
  [12_345, '12,345 properties'],
])('%i is said as %s', (count, words) => {
  expect(countWords(count, 'property', 'properties')).toBe(words);
});
