import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { languageOfRequest } from '#server/languages.ts';
import { readCatalogue } from '#shared/catalogues.ts';
import { isPublicPage, localizedPath, splitLanguage } from '#shared/languages.ts';
import { createI18n, readNotation, translate } from '#shared/messages.ts';

const FOLDER = path.join(import.meta.dirname, '../../locales');
const catalogues = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.po'))
  .map((file) => readCatalogue(path.basename(file, '.po'), readFileSync(path.join(FOLDER, file), 'utf8')));

/** Without an offset a case has none, where the library notes that it is undefined. */
const plain = (tokens: unknown): unknown => JSON.parse(JSON.stringify(tokens));

test.each(catalogues)(
  'every message of $code is read as the library of the notation reads it',
  (catalogue) => {
    const messages = [...catalogue.places.keys(), ...Object.values(catalogue.translations)];
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages)
      expect(plain(readNotation(message)), message).toEqual(plain(compileMessageOrThrow(message)));
  },
);

test.each([
  "it''s {name}'s '{quoted}' {n, plural, offset:1 =0 {'#' none} one {# {name}} other {#, {kind, select, a {A#} other {}}}}",
  '{n, number} {n,selectordinal,one{#st}other{#th}}',
  "'{' '' '",
])('and so is what none of them uses yet: %s', (message) => {
  expect(plain(readNotation(message))).toEqual(plain(compileMessageOrThrow(message)));
});

test.each([
  '{name',
  '{}',
  '{n, plural, one {# home}',
  '{n, plural one {#}}',
  '{n, date}',
  '{n, plural, one #}',
])('what is not in the notation is refused: %s', (message) => {
  expect(() => readNotation(message)).toThrow(SyntaxError);
});

test.each([1, 2, 3, 4, 5, 6, 9, 10, 11, 14])('Filipino words agree with %i as its rules say', (count) => {
  const home = '{count, plural, one {# home} other {# homes}}';
  const said = createI18n('fil', { [home]: '{count, plural, one {# bahay} other {# na bahay}}' });
  // CLDR: 'other' are the numbers that end in 4, 6 or 9.
  const linked = [4, 6, 9].includes(count % 10) ? `${count} na bahay` : `${count} bahay`;
  expect(translate(said, home, { count })).toBe(linked);
});

describe('the language of a request', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['fil', 'fil'],
    ['fil-PH,fil;q=0.9,en;q=0.8', 'fil'],
    ['tl', 'fil'],
    ['TL-ph, en;q=0.5', 'fil'],
    ['en;q=0.5,fil;q=0.7', 'fil'],
    ['en;q=0.7,fil;q=0.7', 'en'],
    ['fil;q=0', 'en'],
    ['fil;q=oops', 'en'],
    ['ja,ko;q=0.9', 'en'],
    ['ja,fil;q=0.1', 'fil'],
    ['filx', 'en'],
  ])('%s is %s', (header, language) => {
    expect(languageOfRequest(header, ['en', 'fil'])).toBe(language);
  });
});

describe('addresses', () => {
  const codes = ['en', 'fil'];
  test.each([
    ['/fil/properties', 'fil', '/properties'],
    ['/fil', 'fil', '/'],
    ['/fil/', 'fil', '/'],
    ['/', 'en', '/'],
    ['/properties/7', 'en', '/properties/7'],
    ['/filter', 'en', '/filter'],
    ['/en/about', 'en', '/en/about'],
  ])('%s is the %s page of %s', (address, language, rest) => {
    expect(splitLanguage(address, codes)).toEqual({ language, path: rest });
  });

  test.each(['/', '/properties', '/properties/7', '/locations/makati'])('%s comes back', (address) => {
    expect(localizedPath('en', address)).toBe(address);
    expect(splitLanguage(localizedPath('fil', address), codes)).toEqual({ language: 'fil', path: address });
  });

  test('what only members see has none of its own', () => {
    expect(['/', '/properties', '/agents/3', '/locations/makati', '/about'].every(isPublicPage)).toBe(true);
    expect(['/settings', '/desk', '/api/site', '/lists/4', '/properties/3/edit'].some(isPublicPage)).toBe(
      false,
    );
  });
});
