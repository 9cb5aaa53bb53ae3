import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

const COUNTRY = 'PH';
const FEWEST_DIGITS = 7;

/** The characters of a number: 'Viber: 0917 555 0102' says more than a number. */
const BARE_NUMBER = /^[+()\d\s.-]+$/;

const parse = (text: string) => {
  const number = parsePhoneNumberFromString(text, COUNTRY);
  return number?.isPossible() ? number : null;
};

/**
 * The stored and shown form of a number, as in the forms' examples: '+63 917 555 0102', which can be called from
 * anywhere. Equal numbers become equal text. Text that is no number, or more than one, stays as it was typed.
 */
export function formatPhone(text: string): string {
  const number = BARE_NUMBER.test(text) ? parse(text) : null;
  return number ? number.formatInternational() : text;
}

/** The form for calling from anywhere, '+639175550102'; null for text that is no number. */
export const toInternationalPhone = (text: string): string | null =>
  BARE_NUMBER.test(text) ? (parse(text)?.number ?? null) : null;

/**
 * The common digits of all spellings of one number: 0917 555 0102, +63 917-555-0102 and 639175550102 are one.
 * @returns digits only; null for text that is no number.
 */
export function normalizePhone(text: string): string | null {
  // Numbers outside of the country's plan are compared by their digits.
  const digits = parse(text)?.number.slice(1) ?? text.replace(/\D/g, '');
  // '000 000 0000' is typed by people who do not want to be called.
  return digits.length < FEWEST_DIGITS || /^(63)?(\d)\2*$/.test(digits) ? null : digits;
}
