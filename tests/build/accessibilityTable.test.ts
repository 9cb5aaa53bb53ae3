import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const table = readFileSync('docs/accessibility.md', 'utf8');

/** Levels A and AA of https://www.w3.org/TR/WCAG22/; 4.1.1 is obsolete. */
const criteria = `
  1.1.1 A
  1.2.1 A, 1.2.2 A, 1.2.3 A, 1.2.4 AA, 1.2.5 AA
  1.3.1 A, 1.3.2 A, 1.3.3 A, 1.3.4 AA, 1.3.5 AA
  1.4.1 A, 1.4.2 A, 1.4.3 AA, 1.4.4 AA, 1.4.5 AA, 1.4.10 AA, 1.4.11 AA, 1.4.12 AA, 1.4.13 AA
  2.1.1 A, 2.1.2 A, 2.1.4 A
  2.2.1 A, 2.2.2 A
  2.3.1 A
  2.4.1 A, 2.4.2 A, 2.4.3 A, 2.4.4 A, 2.4.5 AA, 2.4.6 AA, 2.4.7 AA, 2.4.11 AA
  2.5.1 A, 2.5.2 A, 2.5.3 A, 2.5.4 A, 2.5.7 AA, 2.5.8 AA
  3.1.1 A, 3.1.2 AA
  3.2.1 A, 3.2.2 A, 3.2.3 AA, 3.2.4 AA, 3.2.6 A
  3.3.1 A, 3.3.2 A, 3.3.3 AA, 3.3.4 AA, 3.3.7 A, 3.3.8 AA
  4.1.2 A, 4.1.3 AA
`
  .split(',')
  .flatMap((part) => part.split('\n'))
  .map((part) => part.trim())
  .filter(Boolean);

test('the table has a row for each criterion of WCAG 2.2 A and AA, and no other', () => {
  const rows = [...table.matchAll(/^\| (\d\.\d\.\d+) [^|]+ \| (AA?) \| [^|]+ \| [^|]+ \|$/gm)];
  expect(rows.map(([, number, level]) => `${number} ${level}`)).toEqual(criteria);
  expect(criteria).toHaveLength(55);
});

test('each test that it names is there', () => {
  const named = [...table.matchAll(/`(tests\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
