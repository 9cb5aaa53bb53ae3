import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

const COUNTRY = 'PH';
const FEWEST_DIGITS = 7;

/** Nothing but what a number is written with: 'Viber: 0917 555 0102' says more than a number. */
const BARE_NUMBER = /^[+()\d\s.-]+$/;

const parse = (text: string) => {
  const number = parsePhoneNumberFromString(text, COUNTRY);
  return number?.isPossible() ? number : null;
};

/**
 * As numbers are stored and shown, the way the forms' examples are written: '+63 917 555 0102', which is called from
 * anywhere. Equal numbers become equal text. What is no number, or says more than one, stays as it was typed.
 */
export function formatPhone(text: string): string {
  const number = BARE_NUMBER.test(text) ? parse(text) : null;
  return number ? number.formatInternational() : text;
}

/** '+639175550102', as a number is called from anywhere; null for what is no number. */
export function toInternationalPhone(text: string): string | null {
  return BARE_NUMBER.test(text) ? (parse(text)?.number ?? null) : null;
}

/**
 * What two spellings of one number have in common: 0917 555 0102, +63 917-555-0102 and 639175550102 are one.
 * @returns digits only; null for what is no number.
 */
export function normalizePhone(text: string): string | null {
  // What the country's plan does not know is compared by its digits.
  const digits = parse(text)?.number.slice(1) ?? text.replace(/\D/g, '');
  // '000 000 0000' is typed by people who have no wish to be called.
  return digits.length < FEWEST_DIGITS || /^(63)?(\d)\2*$/.test(digits) ? null : digits;
}
