import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve('.');
const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
const items = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id = '', asks = '', state = '', shownBy = '']) => ({ id, asks, state, shownBy }),
);

/** The folder of tests that a short name stands for. */
const places: Record<string, (name: string) => string[]> = {
  server: (name) => [`tests/server/${name}.test.ts`, `tests/hostile/${name}.test.ts`],
  web: (name) => [`tests/web/${name}.test.ts`, `tests/web/${name}.test.tsx`],
  shared: (name) => [`tests/shared/${name}.test.ts`],
  build: (name) => [`tests/build/${name}.test.ts`],
  faults: (name) => [`tests/faults/${name}.test.ts`],
  e2e: (name) => [`tests/e2e/${name}.spec.ts`],
  'desktop/unit': (name) => [`tests/desktop/unit/${name}.test.ts`],
};

const namedTests = (shownBy: string) =>
  [...shownBy.matchAll(/\b(server|web|shared|build|faults|e2e|desktop\/unit)\/(\w+)\b(?!\.ts)/g)].map(
    ([named, place = '', name = '']) => ({ named, files: places[place]?.(name) ?? [] }),
  );

test('has each of the 253 items of levels 1 and 2 of ASVS 5.0.0 once, with its state', () => {
  expect(items).toHaveLength(253);
  expect(new Set(items.map(({ id }) => id)).size).toBe(253);
  const states = ['holds', 'does not hold', 'not applicable'];
  expect(items.filter(({ state }) => !states.includes(state))).toEqual([]);
});

test('names only tests that exist', () => {
  const missing = items.flatMap(({ id, shownBy }) =>
    namedTests(shownBy)
      .filter(({ files }) => !files.some((file) => existsSync(path.join(root, file))))
      .map(({ named }) => `${id} ${named}`),
  );
  expect(missing).toEqual([]);
});

test('says what stands in the way of what does not hold', () => {
  const bare = items.filter(({ state, shownBy }) => state === 'does not hold' && shownBy.length < 20);
  expect(bare).toEqual([]);
});
