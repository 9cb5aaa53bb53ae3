import { describe, expect, test } from 'vitest';
import { cleanLine, cleanLines, hasWebAddress } from '#shared/writtenText.ts';

describe('text that people write', () => {
  test.each([
    ['of zero width', '\u200b\u2060\ufeff'],
    ['Hangul fillers', '\u3164\uffa0\u115f'],
    ['Braille blanks', '\u2800\u2800'],
    ['soft hyphens and joiners', '\u00ad\u200d\u034f'],
    ['blanks of all widths', ' \t\u00a0\u2003\u3000\r\n'],
    ['marks without a letter', '\u0301\u0301'],
    ['tags and variation selectors', '\u{e0041}\ufe0f'],
  ])('is none where it is %s', (_what, text) => {
    expect(cleanLines(text)).toBe('');
    expect(cleanLine(text)).toBe('');
  });

  test.each([
    'Ma. Niña Peñaflor-dela Cruz',
    "Seán O'Brien Jr.",
    'محمد علي',
    'خانه می\u200cخواهم',
    '李小龍',
    'ปราณี',
    '👩\u200d👩\u200d👧\u200d👦 🏳️\u200d🌈',
    '₱ 9.4M – “as is”',
    'नमस्ते',
    '?',
  ])('stays as it is: %s', (text) => {
    expect(cleanLine(text)).toBe(text);
    expect(cleanLines(text)).toBe(text);
  });

  test('is composed, and without what is not seen or turns what stands around it', () => {
    expect(cleanLine('Nin\u0303a')).toBe('Niña');
    expect(cleanLine('\u202eevil nimdA')).toBe('evil nimdA');
    expect(cleanLine('A\u2066B\u2069CD\u001b[31mE\ud800F\ufeffG\ufffb')).toBe('ABCD[31mEFG');
    expect(cleanLine('A\ufffeB\uffffC\ufdd0D\u{1fffe}E\u0085F')).toBe('ABCDE F');
    // Calls with it are refused.
    expect(cleanLine('A\u0000B')).toBe('A\u0000B');
    // Marks of direction are typed in Arabic and Hebrew, and turn nothing around.
    expect(cleanLine('שלום\u200f!')).toBe('שלום\u200f!');
  });

  test('has line breaks of one kind, and none where it is one line', () => {
    const text = 'One\r\nTwo\rThree\u2028Four \n\n\tFive\n';
    expect(cleanLines(text)).toBe('One\nTwo\nThree\nFour\n\n Five');
    expect(cleanLine(text)).toBe('One Two Three Four Five');
  });

  test('cleaned twice it is the same', () => {
    for (const text of ['a\u0000\u0301', ' \ud800a\u202e ', 'x\r\u2028\ny', '\ufb1d\u0344'])
      expect(cleanLines(cleanLines(text))).toBe(cleanLines(text));
  });

  test('as a name carries no address', () => {
    for (const name of ['http://evil.example', 'see WWW.evil.example', 'ftp://x'])
      expect(hasWebAddress(name)).toBe(true);
    for (const name of ['Ana www', 'A. B. Cruz', 'St. Mary / Sons']) expect(hasWebAddress(name)).toBe(false);
  });
});
