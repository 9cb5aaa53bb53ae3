import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMessages } from '../../build/messageReader.ts';
import { readSource, writeCatalogue } from '../../build/messages.ts';

const problemsOf = (code: string) =>
  readMessages('web/features/homes/Homes.tsx', code).problems.map(({ line, text }) => `${line} ${text}`);
const messagesOf = (code: string) =>
  readMessages('web/features/homes/Homes.tsx', code).messages.map(({ text }) => text);

describe('text for people outside the catalogue is found', () => {
  test.each([
    ['text in an element', 'const a = <p>3 homes</p>;', '3 homes'],
    ['a shown attribute', 'const a = <input aria-label="your name" />;', 'your name'],
    ['either branch of a shown attribute', "const a = <A label={isNew ? t('New') : 'old'} />;", 'old'],
    ['a sentence in a variable', "const a = 'No homes were found.';", 'No homes were found.'],
    ['a label in a table', "const a = { sale: 'For Sale' };", 'For Sale'],
    ['a template', 'const a = `Hello \u0024{name}`;', 'Hello {}'],
    ['what is put together', "const a = 'Hello ' + name;", 'Hello '],
    ['an argument', "show('Saved', 3);", 'Saved'],
    ['either branch of an element’s text', "const a = <b>{isOwn ? 'you:' : name}</b>;", 'you:'],
    ['what is said in some case', "t(words[id] ?? 'some of it');", 'some of it'],
    ['a fallback', "const a = name ?? 'Someone';", 'Someone'],
  ])('%s', (_kind, code, text) => {
    expect(problemsOf(code)).toEqual([`1 '${text}' is no message`]);
  });
});

test('what only the program reads is left alone', () => {
  const code = `
    import { Home } from 'Some Where';
    type Kind = 'For Sale';
    const a = <Home className="Grid Of Two" key="One Two" data-kind="Three Four" />;
    if (event.key === 'Escape') throw new Error('The Escape key broke it');
    switch (kind) { case 'For Sale': log.info('Sold it'); }
    const zone = new Intl.DateTimeFormat('en-PH', { timeZone: 'Asia/Manila' });
  `;
  expect(problemsOf(code)).toEqual([]);
});

test('messages are found in t, msg and Trans', () => {
  const code = `
    const label = msg('For Sale');
    t(\`Two homes\`);
    t('{count, plural, one {# home} other {# homes of {name}}}', { count, name: agent.name });
    const a = <Trans id="Read the <link>terms of {site}</link>" values={{ site }} components={{ link: <b /> }} />;
  `;
  expect(messagesOf(code)).toEqual([
    'For Sale',
    'Two homes',
    '{count, plural, one {# home} other {# homes of {name}}}',
    'Read the <link>terms of {site}</link>',
  ]);
  expect(problemsOf(code)).toEqual([]);
});

test.each([
  ['a value is missing', "t('Hello {name}');", "'Hello {name}' and its values do not agree about name"],
  ['a value has no place', "t('Hello', { name });", "'Hello' and its values do not agree about name"],
  ['a word is not ours', "t('Licence checked');", "'Licence checked' says 'Licence': write license"],
  [
    'a sentence is',
    "t('It is told to you');",
    "'It is told to you' says 'is told': write an active sentence that says what happens",
  ],
  ['it is not in the notation', "t('Hello {name');", "'Hello {name' is not in ICU's notation"],
])('a message is refused when %s', (_kind, code, problem) => {
  expect(problemsOf(code)).toEqual([`1 ${problem}`]);
});

test('the specification’s words and the names of values are allowed', () => {
  expect(problemsOf("t('Signing in...'); t('Managed by {organisation}', { organisation });")).toEqual([]);
});

test('the catalogue keeps translations and drops what is no longer said', () => {
  const found = (text: string, file: string) => ({ text, file, line: 1 });
  const first = writeCatalogue([found('Save', 'web/a.tsx'), found('Gone', 'web/a.tsx')], '');
  const translated = first.replace('msgid "Save"\nmsgstr ""', 'msgid "Save"\nmsgstr "Keep"');
  const second = writeCatalogue([found('Save', 'web/b.tsx'), found('New', 'web/a.tsx')], translated);
  expect(second).toContain('#: web/b.tsx\nmsgid "Save"\nmsgstr "Keep"');
  expect(second).toContain('msgid "New"\nmsgstr ""');
  expect(second).not.toContain('Gone');
});

test('all of the product’s text stands in the catalogue', () => {
  const { messages, problems } = readSource('.');
  expect(problems).toEqual([]);
  const catalogue = readFileSync('locales/en.po', 'utf8');
  expect(catalogue).toBe(writeCatalogue(messages, catalogue));
});
