import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPublicPage } from '#shared/languages.ts';
import { divideMessages, ModuleGraph, publicScreens, roots } from '../../build/messageParts.ts';

test('each public page has its words in the first parts', () => {
  const routes = readFileSync('web/app/routes.tsx', 'utf8');
  const pages = [...routes.matchAll(/(?:page\(\s*|path: )'([^']*)',[^#]*?import\('#(web\/[^']+)'\)/g)].map(
    ([, path = '', file = '']) => ({ path: `/${path.replace(/:\w+/g, '1')}`, file }),
  );
  const publicFiles = pages.filter(({ path }) => isPublicPage(path)).map(({ file }) => file);
  expect(publicFiles.length).toBeGreaterThan(10);
  expect(publicFiles.filter((file) => !publicScreens.includes(file))).toEqual([]);
  expect(publicScreens.filter((file) => !existsSync(file))).toEqual([]);
});

test('the first screens do without the tables of places', () => {
  const loaded = new ModuleGraph('.').closure(roots[0] ?? []);
  expect(loaded.size).toBeGreaterThan(100);
  const tables = [...loaded].filter((file) =>
    /shared\/(?:gazetteer\/(?!names)|places|nearbyPlaces|areas)/.test(file),
  );
  expect(tables).toEqual([]);
});

test('a message is in the first part that says it', () => {
  const { partOf, neededBy } = divideMessages(
    [
      ['web/app/RootLayout.tsx', 'web/features/jobs/JobsSection.tsx'],
      ['web/features/about/AboutScreen.tsx'],
      ['web/app/dashboards/AdminDashboardScreen.tsx'],
    ],
    new ModuleGraph('.'),
  );
  expect(partOf(['web/app/RootLayout.tsx', 'web/app/dashboards/AdminDashboardScreen.tsx'])).toBe(0);
  expect(partOf(['web/features/about/AboutScreen.tsx'])).toBe(1);
  expect(partOf(['web/app/dashboards/AdminDashboardScreen.tsx'])).toBe(2);
  expect(neededBy('web/features/about/AboutScreen.tsx')).toBe(2);
  expect(neededBy('web/app/dashboards/AdminDashboardScreen.tsx')).toBe(3);
});
