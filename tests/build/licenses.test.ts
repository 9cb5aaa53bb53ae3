import { expect, test } from 'vitest';
import { isAllowed, readShippedPackages } from '../../build/licenses.ts';

test('every package that is shipped has an allowed licence', () => {
  const shipped = readShippedPackages('package-lock.json');
  expect(shipped.length).toBeGreaterThan(100);
  expect(shipped.some(({ name }) => name === 'koa')).toBe(true);
  expect(shipped.some(({ name }) => name === 'vitest')).toBe(false);
  expect(shipped.filter((each) => !isAllowed(each))).toEqual([]);
});

test.each([
  ['a', 'MIT', true],
  ['a', 'GPL-3.0-only', false],
  ['a', '(GPL-3.0-only OR MIT)', true],
  ['a', 'Apache-2.0 AND LGPL-3.0-or-later', false],
  ['@img/sharp-x', 'Apache-2.0 AND LGPL-3.0-or-later', true],
  ['a', 'MIT OR GPL-2.0 AND GPL-3.0', false],
  ['a', 'unknown', false],
  ['a', 'Hippocratic-2.1', false],
])('%s under %s: %s', (name, license, expected) => {
  expect(isAllowed({ name, license })).toBe(expected);
});
