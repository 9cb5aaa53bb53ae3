import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { createServer } from 'vite';
import { describe, expect, test } from 'vitest';
import { languageOfRequest } from '#server/languages.ts';
import { readCatalogue, readLanguages } from '#shared/catalogues.ts';
import { isPublicPage, localizedPath, splitLanguage } from '#shared/languages.ts';
import { createI18n, readNotation, translate } from '#shared/messages.ts';
import { languages } from '../../build/languages.ts';

const FOLDER = path.join(import.meta.dirname, '../../locales');
const catalogues = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.po'))
  .map((file) => readCatalogue(path.basename(file, '.po'), readFileSync(path.join(FOLDER, file), 'utf8')));

/** Without an offset a case has none, where the library notes that it is undefined. */
const plain = (tokens: unknown): unknown => JSON.parse(JSON.stringify(tokens));

test.each(catalogues)('every message of $code is read as the library of the notation reads it', (catalogue) => {
  const messages = [...catalogue.places.keys(), ...Object.values(catalogue.translations)];
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages)
    expect(plain(readNotation(message)), message).toEqual(plain(compileMessageOrThrow(message)));
});

test.each([
  "it''s {name}'s '{quoted}' {n, plural, offset:1 =0 {'#' none} one {# {name}} other {#, {kind, select, a {A#} other {}}}}",
  '{n, number} {n,selectordinal,one{#st}other{#th}}',
  "'{' '' '",
])('and so is what none of them uses yet: %s', (message) => {
  expect(plain(readNotation(message))).toEqual(plain(compileMessageOrThrow(message)));
});

test.each(['{name', '{}', '{n, plural, one {# home}', '{n, plural one {#}}', '{n, date}', '{n, plural, one #}'])(
  'what is not in the notation is refused: %s',
  (message) => {
    expect(() => readNotation(message)).toThrow(SyntaxError);
  },
);

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
    expect(['/settings', '/desk', '/api/site', '/lists/4', '/properties/3/edit'].some(isPublicPage)).toBe(false);
  });
});

/** The names of its values and elements, and which of its values choose between words. */
function shapeOf(message: string) {
  const values = new Set<string>();
  const visit = (tokens: ReturnType<typeof readNotation>): void => {
    for (const token of tokens)
      if (typeof token !== 'string') {
        values.add(token[0]);
        for (const choice of Object.values(token[2] ?? {})) if (Array.isArray(choice)) visit(choice);
      }
  };
  visit(readNotation(message));
  const elements = message.match(/<\/?\w+\/?>/g) ?? [];
  return { values: [...values].sort(), elements: [...new Set(elements)].sort() };
}

/** The cases of its choices, by the selecting value. */
function choicesOf(message: string): string[] {
  const found: string[] = [];
  const visit = (tokens: ReturnType<typeof readNotation>): void => {
    for (const token of tokens)
      if (typeof token !== 'string' && token[2]) {
        if (token[1] === 'select') found.push(`${token[0]}: ${Object.keys(token[2]).sort().join(' ')}`);
        for (const choice of Object.values(token[2])) if (Array.isArray(choice)) visit(choice);
      }
  };
  visit(readNotation(message));
  return [...new Set(found)].sort();
}

/**
 * English words in Filipino texts: names, abbreviations, units, and the loan words that newspapers and sites in
 * Manila use. A message made of these alone may stand as it is.
 */
const loanWords = new Set(
  `silong juan delacruz prc pdf csv json xml url api ip id sms tls smtp https http webauthn oidc vapid s3 age sha pin qr gps
  email e-mail inbox chat link links app browser website site online offline password username login logout log in out
  account admin administrator agent agents agency broker client clients lead leads office manager moderator support owner auditor
  dashboard desk profile settings setting home menu filter filters list map calendar backup backups server database bucket
  drill job jobs signal signals report reports review reviews rating star stars viewing viewings open house
  condo condominium apartment studio duplex townhouse penthouse loft lot land commercial residential property properties
  listing listings unit units floor floors bedroom bedrooms bathroom bathrooms parking slot slots balcony garage lobby gym pool
  mall sale rent lease deposit advance preselling rfo ready sqm sq m km min mins hr hrs kb mb gb ms am pm php
  metro manila makati taguig pasay pasig quezon city mandaluyong bgc ortigas alabang philippines filipino english tagalog
  google apple facebook messenger viber whatsapp chrome safari firefox edge windows macos linux android ios
  status active pending inactive total video tour virtual photo photos plan plans zoom print copy share download upload
  accessibility reference insights inbox draft undo redo push desktop console template templates note notes tag tags ok spam export import row rows
  analytics area association dues availability available bio breadcrumb capital gains tax cash contact cover ctrl enter esc
  developer device network address documentary stamp encryption file footer grid inquiry item keyword latitude longitude median
  notarial fee registration transfer outbox overview premium privacy quarter real estate reviewer port session timeout
  specialization spell check swimming test trust two-step user utilities view window carousel
  xx xxx xxxx example com you maria santos m- k- maintenance role roles passkey passkeys authenticator code codes security audit hash token tokens webhook webhooks layer mode`.split(
    /\s+/,
  ),
);
const isLoan = (message: string): boolean =>
  (
    message
      .replace(/<[^>]*>|\{[^{}]*\}/g, ' ')
      .toLowerCase()
      .match(/[\p{L}][\p{L}\d-]*/gu) ?? []
  ).every((word) => word.length === 1 || loanWords.has(word));

describe.each(catalogues.filter(({ code }) => code !== 'en'))('the catalogue of $code', (catalogue) => {
  const english = catalogues.find(({ code }) => code === 'en');
  const translated = Object.entries(catalogue.translations);

  test('says each message', () => {
    const missing = [...(english?.places.keys() ?? [])].filter((message) => !catalogue.translations[message]);
    expect(missing).toEqual([]);
  });

  test('has no message that is said no more', () => {
    expect([...catalogue.places.keys()].filter((message) => !english?.places.has(message))).toEqual([]);
  });

  test('keeps the values, elements and choices of each message', () => {
    const isOther = ([message, translation]: [string, string]) =>
      JSON.stringify(shapeOf(translation)) !== JSON.stringify(shapeOf(message)) ||
      choicesOf(translation).some((choice) => !choicesOf(message).includes(choice));
    expect(translated.filter(isOther)).toEqual([]);
  });

  test('leaves no English standing', () => {
    expect(translated.filter(([message, text]) => message === text && !isLoan(message))).toEqual([]);
  });
});

test('a third language is one more file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-locales-'));
  try {
    for (const { code } of catalogues)
      copyFileSync(path.join(FOLDER, `${code}.po`), path.join(folder, `${code}.po`));
    const header = ['Content-Type: text/plain; charset=utf-8', 'Language: ceb', 'X-Language-Name: Binisaya'];
    const lines = header.map((line) => `"${line}\\n"`).join('\n');
    const places = '#: web/features/home/HomeScreen.tsx\n';
    writeFileSync(
      path.join(folder, 'ceb.po'),
      `msgid ""\nmsgstr ""\n${lines}\n\n${places}msgid "Welcome"\nmsgstr "Maayong pag-abot"\n\n#: server/a.ts\nmsgid "Gone"\nmsgstr "Wala na"\n`,
    );
    // For the server.
    expect(readLanguages(folder).map(({ code, name }) => `${code} ${name}`)).toEqual([
      'en English',
      'ceb Binisaya',
      'fil Filipino',
    ]);
    // For the browser.
    const vite = await createServer({
      configFile: false,
      root: folder,
      plugins: [languages(folder)],
      server: { middlewareMode: true, ws: false },
      appType: 'custom',
      logLevel: 'silent',
    });
    try {
      const list = await vite.ssrLoadModule('virtual:languages');
      expect(list.languages).toContainEqual({ code: 'ceb', name: 'Binisaya' });
      const [load] = list.catalogues.ceb;
      const { default: messages } = await load();
      expect(messages).toEqual({ Welcome: 'Maayong pag-abot' });
    } finally {
      await vite.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
