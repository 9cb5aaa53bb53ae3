/** Telephone numbers in texts of people, read without the tables of all countries: browsers load this for each link. */

interface ReadPhone {
  /** '+639175550102'; a number that is dialled within the country alone has no plus: '18001888123'. */
  number: string;
  /** Behind an exchange: the '305' of '(02) 8123-4567 loc. 305'. */
  extension: string | null;
  /** The digits that were read for it, as they stand in the text. */
  digits: string;
}

/** Marks that are pasted along unseen, full-width digits, hyphens and blanks of all kinds become plain ones. */
export const plainPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * The numbering plan of the Philippines (NTC), without the leading zero: mobiles, Metro Manila with its eight digits, the
 * provinces with their two-digit area codes.
 */
const NATIONAL =
  /^(?:9\d{9}|8(?:1[37]|9[5-8])\d{7}|2[3-8]\d{7}|(?:3[2-68]|4[2-9]|5[2-6]|6[2-58]|7[24578]|8[2-8])\d{7})$/;
/** A number of Metro Manila as it is written there. */
const OF_MANILA = /^[3-8]\d{7}$/;
const FREE_OF_CHARGE = /^1800\d{7,9}$/;
/** E.164, with the country's code. */
const FOREIGN = /^[1-9]\d{7,14}$/;
/** '000 000 0000' is typed by people who do not want to be called. */
const ONE_DIGIT = /^(\d)\1*$/;

function inCountry(digits: string): string | null {
  const national = digits.replace(/^0/, '');
  if (ONE_DIGIT.test(national)) return null;
  if (NATIONAL.test(national)) return `+63${national}`;
  return OF_MANILA.test(digits) ? `+632${digits}` : null;
}

/** The number that some digits are, or null. */
function numberOf(digits: string, hasPlus: boolean): string | null {
  const isAbroad = hasPlus || /^00[1-9]/.test(digits);
  const whole = hasPlus ? digits : digits.replace(/^00(?=[1-9])/, '');
  const own = whole.startsWith('63') ? inCountry(whole.slice(2)) : null;
  if (own) return own;
  if (isAbroad)
    return !whole.startsWith('63') && FOREIGN.test(whole) && !ONE_DIGIT.test(whole) ? `+${whole}` : null;
  const national = digits.replace(/^0(?=1800)/, '');
  return FREE_OF_CHARGE.test(national) ? national : inCountry(digits);
}

const RUN = /[+(]*\d[\d ().-]*/g;
/** 'loc. 305', 'local 305', 'ext 9', 'x9', '#305', ';ext=305' */
const EXTENSION = /^[ ,;(]*(?:(?:local|lokal|loc|extension|extn|ext|x)[ .:=#-]*|#) ?(\d{1,7})(?!\d)/i;
/** '8123-4567-69' are the lines of an exchange from 67 to 69. */
const LAST_LINE = / ?- ?\d{1,2}$/;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The numbers of a run of digits and blanks: one, or several one after another. */
function numbersIn(run: string): { number: string; digits: string }[] {
  const hasPlus = run.includes('+');
  const whole = numberOf(digitsOf(run), hasPlus);
  if (whole) return [{ number: whole, digits: digitsOf(run) }];
  const firstLine = digitsOf(run.replace(LAST_LINE, ''));
  const exchange = numberOf(firstLine, hasPlus);
  if (exchange && !exchange.startsWith('+639')) return [{ number: exchange, digits: firstLine }];
  const parts = run.split(' ');
  for (let length = 1; length < parts.length; length++) {
    const first = parts.slice(0, length).join(' ');
    const number = numberOf(digitsOf(first), first.includes('+'));
    const others = number ? numbersIn(parts.slice(length).join(' ')) : [];
    if (number && others.length > 0) return [{ number, digits: digitsOf(first) }, ...others];
  }
  return [];
}

/** The real numbers of a text, in the order they stand in; digits that are no number are left out. */
export function readPhones(text: string): ReadPhone[] {
  const plain = plainPhone(text);
  return [...plain.matchAll(RUN)].flatMap((match) => {
    const run = match[0].replace(/[^\d]+$/, '');
    const numbers = numbersIn(run);
    const behind = plain.slice(match.index + run.length);
    return numbers.map((read, at) => ({
      ...read,
      extension: at === numbers.length - 1 ? (EXTENSION.exec(behind)?.[1] ?? null) : null,
    }));
  });
}

/**
 * As a telephone dials it: the first real number, then its extension. The comma is a pause of two seconds on phones; the
 * `;ext=` of RFC 3966 is dialled as letters by some. Null where the text has no number.
 */
export function dialled(text: string): string | null {
  const [first] = readPhones(text);
  if (!first) return null;
  return first.extension === null ? first.number : `${first.number},${first.extension}`;
}
