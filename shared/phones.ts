import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { plainPhone, readPhones } from './phoneReader.ts';

const FEWEST_DIGITS = 7;

/** The characters of a number: 'Viber: 0917 555 0102' says more than a number. */
const BARE_NUMBER = /^[+()\d\s.-]+$/;

/** The number that a text is, without anything else. */
function parse(text: string) {
  const plain = plainPhone(text);
  const [only, ...others] = BARE_NUMBER.test(plain) ? readPhones(plain) : [];
  const isWhole = only?.digits === plain.replace(/\D/g, '') && others.length === 0;
  const number = isWhole && only.number.startsWith('+') ? parsePhoneNumberFromString(only.number) : null;
  return number?.isValid() ? number : null;
}

/**
 * The stored and shown form of a number, as in the forms' examples: '+63 917 555 0102', which can be called from
 * anywhere. Equal numbers become equal text. Text that is no number, or more than one, stays as it was typed.
 */
export const formatPhone = (text: string): string => parse(text)?.formatInternational() ?? text;

/** The form for calling from anywhere, '+639175550102'; null for text that is no number. */
export const toInternationalPhone = (text: string): string | null => parse(text)?.number ?? null;

/**
 * The common digits of all spellings of one number: 0917 555 0102, +63 917-555-0102 and 639175550102 are one.
 * @returns digits only; null for text that is no number.
 */
export function normalizePhone(text: string): string | null {
  const [only, ...others] = readPhones(text);
  // Several numbers, and those outside of the country's plan, are compared by their digits.
  const digits = (only && others.length === 0 ? only.number : plainPhone(text)).replace(/\D/g, '');
  // '000 000 0000' is typed by people who do not want to be called.
  return digits.length < FEWEST_DIGITS || /^(63)?(\d)\2*$/.test(digits) ? null : digits;
}
