import { expect, test } from 'vitest';
import { chatHref, readMessengerName } from '#shared/chatApps.ts';

test.each([
  ['juan.delacruz', 'juan.delacruz'],
  ['@juan.delacruz', 'juan.delacruz'],
  ['m.me/juan.delacruz', 'juan.delacruz'],
  ['https://m.me/juan.delacruz?ref=x', 'juan.delacruz'],
  ['https://www.facebook.com/juan.delacruz/', 'juan.delacruz'],
  ['https://m.facebook.com/profile.php?id=100012345&sk=about', '100012345'],
  ['https://www.messenger.com/t/juan.delacruz', 'juan.delacruz'],
  ['https://facebook.com/profile.php', null],
  ['https://evil.example/juan.delacruz', null],
  ['https://m.me/juan.delacruz/../x', null],
  ['0917 555 0102', null],
  ['09175550102', null],
  ['juan', null],
  ['Juan Dela Cruz', null],
])('the name on Messenger in %s is %s', (typed, name) => expect(readMessengerName(typed)).toBe(name));

test('a chat opens with its words', () => {
  const words = 'Loft & view: https://silong.example/properties/7';
  const text = 'Loft%20%26%20view%3A%20https%3A%2F%2Fsilong.example%2Fproperties%2F7';
  expect(chatHref('viber', '+63 917 555 0102', words)).toBe(`viber://chat?number=%2B639175550102&draft=${text}`);
  expect(chatHref('whatsapp', '+63 917 555 0102', words)).toBe(`https://wa.me/639175550102?text=${text}`);
  expect(chatHref('messenger', 'juan.delacruz', words)).toBe(`https://m.me/juan.delacruz?text=${text}`);
});
