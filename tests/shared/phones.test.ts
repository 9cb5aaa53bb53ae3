import { describe, expect, test } from 'vitest';
import { chatHref } from '#shared/chatApps.ts';
import { dialled, readPhones } from '#shared/phoneReader.ts';
import { formatPhone, normalizePhone, toInternationalPhone } from '#shared/phones.ts';

const MOBILE = '+63 917 555 0123';
const MANILA = '+63 2 8123 4567';

/** Each is one number and nothing else, so that it is stored in one form. */
const bare: [typed: string, stored: string][] = [
  ['0917 555 0123', MOBILE],
  ['0917-555-0123', MOBILE],
  ['0917.555.0123', MOBILE],
  ['09175550123', MOBILE],
  ['0917 5550123', MOBILE],
  ['917 555 0123', MOBILE],
  ['9175550123', MOBILE],
  ['(0917) 555-0123', MOBILE],
  ['(0917)5550123', MOBILE],
  ['0917-55-50-123', MOBILE],
  ['+63 917 555 0123', MOBILE],
  ['+639175550123', MOBILE],
  ['+63-917-555-0123', MOBILE],
  ['+63 (917) 555-0123', MOBILE],
  ['(+63) 917 555 0123', MOBILE],
  ['+63 0917 555 0123', MOBILE],
  ['+63 (0)917 555 0123', MOBILE],
  ['63 917 555 0123', MOBILE],
  ['639175550123', MOBILE],
  ['0063 917 555 0123', MOBILE],
  ['00639175550123', MOBILE],
  ['  0917 555 0123  ', MOBILE],
  ['\u202a+63 917 555 0123\u202c', MOBILE],
  ['\u200e0917\u200e 555 0123', MOBILE],
  ['\u2068+639175550123\u2069', MOBILE],
  ['\ufeff09175550123', MOBILE],
  ['0917\u00a0555\u00a00123', MOBILE],
  ['0917\u2009555\u20090123', MOBILE],
  ['0917\u2011555\u20110123', MOBILE],
  ['0917–555–0123', MOBILE],
  ['0917—555—0123', MOBILE],
  ['0917−555−0123', MOBILE],
  ['０９１７５５５０１２３', MOBILE],
  ['＋６３ ９１７ ５５５ ０１２３', MOBILE],
  ['0917\u200b5550123', MOBILE],
  ['(02) 8123-4567', MANILA],
  ['(02) 8123 4567', MANILA],
  ['02 8123 4567', MANILA],
  ['02-8123-4567', MANILA],
  ['0281234567', MANILA],
  ['8123-4567', MANILA],
  ['8123 4567', MANILA],
  ['81234567', MANILA],
  ['8-123-4567', MANILA],
  ['+63 2 8123 4567', MANILA],
  ['+632 8123 4567', MANILA],
  ['+63 (2) 8123-4567', MANILA],
  ['(632) 8123-4567', MANILA],
  ['632-8123-4567', MANILA],
  ['+63 (02) 8123-4567', MANILA],
  ['+63 81234567', MANILA],
  ['2 8123 4567', MANILA],
  ['(045) 123-4567', '+63 45 123 4567'],
  ['045 123 4567', '+63 45 123 4567'],
  ['(032) 234 5678', '+63 32 234 5678'],
  ['+63 82 234 5678', '+63 82 234 5678'],
  ['(049) 501-2345', '+63 49 501 2345'],
  ['+65 6123 4567', '+65 6123 4567'],
  ['+1 (415) 555-2671', '+1 415 555 2671'],
  ['001 415 555 2671', '+1 415 555 2671'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['+971 50 123 4567', '+971 50 123 4567'],
];

describe('one number', () => {
  test.each(bare)('%j is %s', (typed, stored) => {
    expect(formatPhone(typed)).toBe(stored);
    const dialable = stored.replaceAll(' ', '');
    expect(toInternationalPhone(typed)).toBe(dialable);
    expect(dialled(typed)).toBe(dialable);
    expect(normalizePhone(typed)).toBe(dialable.slice(1));
    // The stored form is read again as the same.
    expect([formatPhone(stored), dialled(stored), normalizePhone(stored)]).toEqual([
      stored,
      dialable,
      dialable.slice(1),
    ]);
  });
});

/** Each says more than a number: it stays as typed, and the first number is dialled. */
const among: [typed: string, dialled: string][] = [
  ['(02) 8123-4567 loc. 305', '+63281234567,305'],
  ['(02) 8123-4567 loc 305', '+63281234567,305'],
  ['(02) 8123-4567 local 305', '+63281234567,305'],
  ['(02) 8123-4567 Local: 305', '+63281234567,305'],
  ['(02) 8123-4567 (loc. 305)', '+63281234567,305'],
  ['(02) 8123-4567, loc. 305', '+63281234567,305'],
  ['(02) 8123-4567 lokal 305', '+63281234567,305'],
  ['8123-4567 ext. 9', '+63281234567,9'],
  ['8123-4567 ext 9', '+63281234567,9'],
  ['8123-4567 extension 9', '+63281234567,9'],
  ['8123-4567 x9', '+63281234567,9'],
  ['8123-4567 x 9', '+63281234567,9'],
  ['8123-4567 #9', '+63281234567,9'],
  ['+63281234567;ext=305', '+63281234567,305'],
  ['8123-4567 loc. 305/306', '+63281234567,305'],
  ['8123-4567 loc. 305 to 310', '+63281234567,305'],
  ['8123-4567 to 69', '+63281234567'],
  ['8123-4567 – 69', '+63281234567'],
  ['8123-4567-69', '+63281234567'],
  ['8123-4567/69', '+63281234567'],
  ['0917-555-0123 / 0918-555-0456', '+639175550123'],
  ['0917-555-0123/0918-555-0456', '+639175550123'],
  ['0917 555 0123, 0918 555 0456', '+639175550123'],
  ['0917 555 0123; 0918 555 0456', '+639175550123'],
  ['0917 555 0123 or 0918 555 0456', '+639175550123'],
  ['0917 555 0123 o 0918 555 0456', '+639175550123'],
  ['0917 555 0123 at 0918 555 0456', '+639175550123'],
  ['0917 555 0123 & 0918 555 0456', '+639175550123'],
  ['0917 555 0123 0918 555 0456', '+639175550123'],
  ['09175550123 09185550456', '+639175550123'],
  ['(02) 8123-4567 / 0917 555 0123', '+63281234567'],
  ['8123-4567 loc. 305 / 0917 555 0123', '+63281234567,305'],
  ['+63 917 555 0123 / +63 2 8123 4567', '+639175550123'],
  ['WhatsApp +63 917 555 0123', '+639175550123'],
  ['Viber: 0917 555 0123', '+639175550123'],
  ['CP no. 0917 555 0123', '+639175550123'],
  ['Tel. No. (02) 8123-4567', '+63281234567'],
  ['0917 555 0123 (Globe)', '+639175550123'],
  ['0917 555 0123 tawagan lang po', '+639175550123'],
  ['Globe 0917 555 0123 Smart 0918 555 0456', '+639175550123'],
  ['10 AM to 5 PM, 0917 555 0123', '+639175550123'],
  ['Unit 1205, 0917 555 0123', '+639175550123'],
  ['tel:+639175550123', '+639175550123'],
];

test.each(among)('%j stays, and dials %s', (typed, expected) => {
  expect(formatPhone(typed)).toBe(typed);
  expect(toInternationalPhone(typed)).toBeNull();
  expect(dialled(typed)).toBe(expected);
});

/** None of them is made a number, and nothing is dialled. */
test.each([
  '',
  'none',
  'wala',
  '-',
  '12345',
  '0000000000',
  '000 000 0000',
  '0999 999 9999',
  '9999999999',
  '0917 555 012',
  '0917 555 01234',
  '+63 917 555 012',
  '+63 917555012',
  '+63 000000000',
  '(02) 812-3456',
  '+63 28123456',
  '812-3456',
  '02 8123 456',
  '0917 555 0123 4',
  '0917-555-0123-45',
  '1234567890123456789',
  '2026-11-30',
  '12 Rizal Street',
  'juan@example.com',
  'call me',
  '+0 123 456 789',
  '+63',
  '09xx xxx xxxx',
])('%j is no number', (typed) => {
  expect(formatPhone(typed)).toBe(typed);
  expect(toInternationalPhone(typed)).toBeNull();
  expect(dialled(typed)).toBeNull();
});

test('numbers free of charge are dialled as they are written', () => {
  expect(dialled('1-800-10-888-1234')).toBe('1800108881234');
  expect(formatPhone('1-800-10-888-1234')).toBe('1-800-10-888-1234');
});

test('all numbers of a text are read, each with its extension', () => {
  expect(readPhones('8123-4567 loc. 305 / 0917 555 0123 / (02) 8555-0142 ext. 7')).toMatchObject([
    { number: '+63281234567', extension: '305' },
    { number: '+639175550123', extension: null },
    { number: '+63285550142', extension: '7' },
  ]);
});

test('spellings of one number are compared by its digits, also with words and an extension', () => {
  for (const text of ['Viber: 0917 555 0123', '\u202a0917 555 0123\u202c (mobile)', '+63 917 555 0123 ext. 12'])
    expect(normalizePhone(text)).toBe('639175550123');
  for (const text of ['8123-4567', '(02) 8123-4567 loc. 305', '8123-4567 to 69', '+63 81234567'])
    expect(normalizePhone(text)).toBe('63281234567');
});

test('chats are opened by the same number', () => {
  expect(chatHref('whatsapp', '0917-555-0123 / 0918-555-0456', 'Hi')).toBe('https://wa.me/639175550123?text=Hi');
  expect(chatHref('viber', '\u202a+63 917 555 0123\u202c', 'Hi')).toBe(
    'viber://chat?number=%2B639175550123&draft=Hi',
  );
  expect(chatHref('whatsapp', '0917 555 012', 'Hi')).toBeNull();
});
