import { expect, test } from 'vitest';
import { sharedPath } from '#shared/shareTarget.ts';

const SITE = 'https://silong.example';
const pathOf = (shared: Record<string, string>, prefix?: string) =>
  sharedPath(new URLSearchParams(shared), SITE, prefix);

test.each<[string, Record<string, string>, string]>([
  ['a link', { url: `${SITE}/properties/53` }, '/properties/53'],
  [
    'a link among words, at the end of a sentence',
    { text: `See (${SITE}/fil/properties/53?ref=x).` },
    '/fil/properties/53?ref=x',
  ],
  ['the second of two links', { text: `https://maps.example/1 ${SITE}/agents/2` }, '/agents/2'],
  ['the site itself', { url: SITE }, '/'],
  ['the host in capitals', { url: 'HTTPS://Silong.example/about' }, '/about'],
  ['words', { title: 'ignored', text: '2BR  in\nBGC' }, '/properties?search=2BR+in+BGC'],
  [
    'the title of a page elsewhere',
    { title: 'Condo in Pasig', url: 'https://elsewhere.example/5' },
    '/properties?search=Condo+in+Pasig',
  ],
  ['a page elsewhere without a title', { url: 'https://elsewhere.example/5' }, '/properties'],
  ['nothing', {}, '/properties'],
])('what was shared is %s', (_what, shared, path) => {
  expect(pathOf(shared)).toBe(path);
});

test.each([
  '//elsewhere.example/',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '.elsewhere.example/',
  '@elsewhere.example/',
])('no address of another site comes out of %s', (rest) => {
  const path = pathOf({ url: SITE + rest });
  expect(new URL(path, SITE).origin).toBe(SITE);
  expect(path).not.toMatch(/^\/[/\\]/);
});

test('a search is in the language of the manifest, and not longer than a search may be', () => {
  expect(pathOf({ text: 'bahay' }, '/fil')).toBe('/fil/properties?search=bahay');
  expect(pathOf({ text: 'a'.repeat(5_000) }).length).toBeLessThan(450);
});
