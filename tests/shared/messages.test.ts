import { describe, expect, test } from 'vitest';
import { createI18n, english, msg, translate } from '#shared/messages.ts';

describe('messages', () => {
  test('agree with their numbers', () => {
    const homes = (count: number) =>
      english('{count, plural, one {# home} other {# homes}} in {place}', { count, place: 'Pasay' });
    expect([homes(0), homes(1), homes(2_150)]).toEqual([
      '0 homes in Pasay',
      '1 home in Pasay',
      '2,150 homes in Pasay',
    ]);
  });

  test.each(['\\u0041', 'C:\\x12\\n', '{name}', "it's '{quoted}'", '<b>bold</b>', ''])(
    'what somebody wrote stands in them as it is: %s',
    (name) => {
      expect(english('Hello {name}', { name })).toBe(`Hello ${name}`);
      expect(english(msg('Hello {name}', { name }))).toBe(`Hello ${name}`);
    },
  );

  test('keep their order around a name that is read from the right', () => {
    expect(english('Hello {name}!', { name: 'דנה (2BR)' })).toBe('Hello \u2068דנה (2BR)\u2069!');
    expect(english('Hello {name}!', { name: 'محمد' })).toBe('Hello \u2068محمد\u2069!');
    expect(english('Hello {name}!', { name: 'Niña Peñaflor' })).toBe('Hello Niña Peñaflor!');
  });

  test('are said in English where a language has no words for them', () => {
    const tagalog = createI18n('fil', { 'Hello {name}': 'Kumusta {name}' });
    expect(translate(tagalog, 'Hello {name}', { name: 'Ana' })).toBe('Kumusta Ana');
    expect(translate(tagalog, msg('Saved'))).toBe('Saved');
    expect(english('Hello {name}', { name: 'Ana' })).toBe('Hello Ana');
  });
});
