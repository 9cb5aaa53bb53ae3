import type { ListingType, PropertyType } from './listing/vocabulary.ts';

/**
 * Amounts as people in the Philippines write them: prices, areas, percentages and counts. Every field, file and search of the
 * product reads by these tables and by `readAmount`. Text with two meanings is asked about ('12.500'), and text with none is
 * unreadable; neither becomes another value.
 */

/** `perSqm` are pesos, too. */
export type AmountKind = 'pesos' | 'perSqm' | 'area' | 'percent' | 'count';

export type AmountReading =
  | { kind: 'empty' }
  /** In pesos, square metres, percent or the thing itself. */
  | { kind: 'read'; value: number; isPercent?: true; isMonthly?: true }
  /** '12.500' is 12,500 or 12.5; the larger one first. */
  | { kind: 'asked'; choices: readonly number[] }
  | { kind: 'unreadable' };

export interface AmountOptions {
  /** The mark of decimals that a whole file uses, where that is known. */
  decimalMark?: '.' | ',' | undefined;
  /** Pesos or a percentage of something: '20%' is 20 and `isPercent`. */
  orPercent?: boolean | undefined;
  /** Words that may stand behind a count: 'years yrs taon'. */
  units?: string | undefined;
}

const rows = (table: readonly (readonly [words: string, value: number])[]) =>
  new Map(table.flatMap(([words, value]) => words.split(' ').map((word): [string, number] => [word, value])));

const THOUSAND = 1_000;
const MILLION = 1_000_000;

export const SCALES: ReadonlyMap<string, number> = rows([
  ['k thousand thousands thou libo libong libu libung tawsan', THOUSAND],
  ['m mil mill mn mln million millions milion milions milyon milyong milyones', MILLION],
  ['bn billion billions bilyon bilyong', 1_000_000_000],
]);
/** In a sentence these letters are toilets, Metro Manila and bathrooms. */
const FIELD_SCALES = rows([
  ['t', THOUSAND],
  ['mm', MILLION],
  ['b', 1_000_000_000],
]);
/** '25 mil' is said for 25 million, and as in Spanish for 25 thousand. */
const TWO_SCALES = 'mil';

/** The sign ₱ is read as 'php'. */
export const CURRENCIES: ReadonlySet<string> = new Set('php peso pesos piso phps pisos'.split(' '));
export const PER: ReadonlySet<string> = new Set('per / a kada bawat isang each every'.split(' '));
export const MONTHS: ReadonlySet<string> = new Set('month mo mos mon mth buwan months'.split(' '));
export const MONTHLY: ReadonlySet<string> = new Set('monthly pm buwanan mthly permonth'.split(' '));

/** Square metres of each unit. Words of a phrase are parted by blanks, their spellings by bars. */
export const AREA_UNITS: readonly (readonly [squareMetres: number, ...says: string[]])[] = [
  [
    1,
    'sqm|sqms|sqmt|sqmtr|sqmtrs|sqmeter|sqmeters|sm',
    'sq|square m|mt|mtr|mtrs|meter|meters|metre|metres',
    'm 2',
    'metro|metrong kuwadrado|kwadrado|kuadrado|parisukat',
    'kuwadrado|kwadrado|kuadrado metro',
  ],
  [10_000, 'hectare|hectares|ha|ektarya|ektaryang'],
  // By definition: a foot is 0.3048 m.
  [0.09290304, 'sqft', 'sq|square ft|feet|foot'],
];
/** Shorter than a sentence allows: '2 has.' */
const FIELD_UNITS: typeof AREA_UNITS = [
  [1, 'sqmts|sqmetro'],
  [10_000, 'has|hektarya|hektar'],
  [0.09290304, 'ft 2', 'sf|sqfeet|sqfoot'],
];

const spellings = (phrase: string): string[] =>
  phrase
    .split(' ')
    .reduce((begun, word) => begun.flatMap((start) => word.split('|').map((end) => start + end)), ['']);

/** Without blanks and full stops: 'sq. m.' is 'sqm'. */
const areaUnits = new Map(
  [...AREA_UNITS, ...FIELD_UNITS].flatMap(([size, ...says]) =>
    says.flatMap(spellings).map((unit): [string, number] => [unit, size]),
  ),
);

const PERCENT = new Set('% percent pct porsyento porsiyento porsiento bahagdan'.split(' '));
/** Behind an amount they change nothing. */
const MONEY_NOTES = /(?:only|lang|lamang|po|negotiable|nego|neg|fixed)$/;
const AREA_NOTES = /(?:(?:floor|lot|land)(?:area)?|area|approx|moreorless)$/;

/** Before an amount that was copied out of a text. */
const MONEY_LABEL = /^(?:(?:selling|asking|total|contract)*price|presyo|rent|renta|upa|tcp)[:=]?/;
const AREA_LABEL = /^(?:(?:floor|lot|land)?area|sukat)[:=]?$/;

const MOST_CHARACTERS = 60;
/** The most that filters, files and columns take. */
const MOST: Record<AmountKind, number> = {
  pesos: 999_999_999_999,
  perSqm: 999_999_999_999,
  area: 999_999_999,
  percent: 1_000_000,
  count: 1_000_000,
};

/** Longer words first, as 'm' begins 'milyon'. */
const anyOf = (words: Iterable<string>) =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/\W/g, '\\$&'))
    .join('|');

const squareMetres = [...areaUnits.keys()].filter((unit) => areaUnits.get(unit) === 1);
const scales = new Map([...SCALES, ...FIELD_SCALES]);
const PARTS = /^(\D*?)((?:(?<![a-z])[.,])?\d(?:[\d.,']|\s(?=\d)|\/(?=\d)|-(?=\d+\/\d)|e\+?(?=\d))*)(.*)$/;
const currency = `(?:${anyOf(CURRENCIES)})?`;
const monthly = `(?:(?:${anyOf(PER)})(?:${anyOf(MONTHS)})|(?:kada)?buwan-?buwan|p/m|${anyOf(MONTHLY)})`;
const AFTER_MONEY = new RegExp(
  `^(${anyOf(scales.keys())})?${currency}(?:(${monthly})|(?:${anyOf(PER)})(${anyOf(squareMetres)}))?${currency}$`,
);
const MORE_MONEY = new RegExp(String.raw`^\s*(${anyOf(SCALES.keys())})\s*(?:and|at)?\s*(\d.*)$`);

/** In plain characters: 'P１２½' is 'p12 1/2', '₱' is 'php', 'm²' is 'm2'. */
function plainText(text: string): string {
  return text
    .replace(/[¼-¾⅐-⅞]/g, (sign) => ` ${sign.normalize('NFKC')}`)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replaceAll('⁄', '/')
    .replaceAll('₱', 'php')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:half|kalahati(?:ng)?)(?: of)?(?: an?)?(?= ?[a-z])/, '1/2')
    .replace(/^(?:an?|one|isang?)(?= [a-z])/, '1')
    .replace(/ and (?:a half|(?=\d\/))/, (link) => (link === ' and ' ? ' ' : ' 1/2'))
    .replace(/(?:[/.,]-|[.,])$/, '');
}

/** The numbers that a text of digits and marks can mean, the larger first; none where it is no number. */
function readFigure(written: string, kind: AmountKind, mark: '.' | ',' | undefined): readonly number[] {
  const text = written.replace(/,\s+(?=\d{3})/g, ',').replace(/[.,]$/, '');
  if (/^\d+$/.test(text)) return [Number(text)];
  const [, figure, zeros] = /^(\d+(?:[.,]\d+)?)e\+?(\d{1,2})$/.exec(text) ?? [];
  if (figure) return [Number(`${figure.replace(',', '.')}e${zeros}`)];
  const [, whole = '0', part, of] = /^(?:(\d{1,4})[ -])?(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
  if (part) return Number(part) < Number(of) ? [Number(whole) + Number(part) / Number(of)] : [];

  const [, before, sign, decimals = ''] = /^(\d*)([.,])(\d+)$/.exec(text) ?? [];
  const decimal = sign === undefined ? null : Number(`${before}.${decimals}`);
  const isNeverGrouped = kind === 'percent' || (kind === 'count' && sign === '.');
  if (decimal !== null && (isNeverGrouped || sign === mark)) return [decimal];
  const [, first, rest = '', , last, cents = ''] =
    /^([1-9]\d{0,2})((?:([.,' ])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$/.exec(text) ?? [];
  if (first) {
    const grouped = first + rest.replace(/\D/g, '');
    if (last) {
      if (rest.startsWith(last)) return [];
      const value = Number(`${grouped}.${cents}`);
      // '12,500.000': typed in a hurry it may be one figure.
      return cents.length === 3 && last !== mark ? [Number(grouped + cents), value] : [value];
    }
    const isAlone = rest.length === 4 && rest.startsWith('.') && mark === undefined;
    return isAlone ? [Number(grouped), Number(decimal)] : [Number(grouped)];
  }
  if (decimal === null) return [];
  // '7,5' and '54,50', and no '12,5000'.
  return sign === '.' || decimals.length < 3 || before === '0' ? [decimal] : [];
}

/** The same of a number within a sentence. */
export const numbersOf = (written: string): readonly number[] => readFigure(written, 'pesos', undefined);

interface Part {
  before: string;
  number: string;
  after: string;
  options: AmountOptions;
}

type Figures = { values: readonly number[]; isPercent?: true; isMonthly?: true };
const NONE: Figures = { values: [] };

/** Without blanks and full stops: ' sq. m.' is 'sqm'. */
const squeezed = (text: string) => text.replace(/[.\s^]/g, '');

function readMoney({ before, number, after, options }: Part, kind: 'pesos' | 'perSqm'): Figures {
  const sign = squeezed(before).replace(MONEY_LABEL, '');
  if (sign !== '' && sign !== 'p' && !CURRENCIES.has(sign)) return NONE;
  // '(negotiable)'
  const end = squeezed(after).replace(/[()]/g, '');
  if (options.orPercent && PERCENT.has(end) && sign === '')
    return { values: readFigure(number, 'percent', options.decimalMark), isPercent: true };
  const [, large = '', rest] = MORE_MONEY.exec(after) ?? [];
  if (rest !== undefined) return readSum(number, large, rest);
  const [matched, scale, month, unit] = AFTER_MONEY.exec(end.replace(MONEY_NOTES, '')) ?? [];
  if (matched === undefined || (scale === 't' && !after.startsWith('t'))) return NONE;
  if (unit !== undefined && kind !== 'perSqm') return NONE;
  const perMonth = month ? { isMonthly: true as const } : {};
  if (!scale)
    return { values: number.includes('/') ? [] : readFigure(number, kind, options.decimalMark), ...perMonth };
  return { values: readScaled(number, scale, options.decimalMark), ...perMonth };
}

/** '12.5M', '4.500M' in millions, '1,250M', '25 mil' */
function readScaled(number: string, scale: string, mark: '.' | ',' | undefined): readonly number[] {
  const size = scales.get(scale) ?? 1;
  const isLone = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(number);
  const isComma = isLone?.[1] === ',';
  const decimal = Number(number.replace(',', '.'));
  const grouped = Number(number.replace(/[.,]/g, ''));
  if (isLone && isComma && size >= MILLION && mark === undefined) return [grouped * size, decimal * size];
  if (isLone && !isComma) return mark === ',' ? [grouped * size, decimal * size] : [decimal * size];
  const figures = readFigure(number, 'pesos', mark);
  const sizes = scale === TWO_SCALES && figures.every(Number.isInteger) ? [MILLION, THOUSAND] : [size];
  return figures.flatMap((figure) => sizes.map((times) => figure * times));
}

/** '2M 500k', '2 milyon at 500 libo' */
function readSum(number: string, scale: string, rest: string): Figures {
  const size = scales.get(scale) ?? 1;
  const more = readAmount(rest, 'pesos');
  if (!/^\d+$/.test(number) || more.kind !== 'read' || more.value < THOUSAND || more.value >= size) return NONE;
  return { values: [Number(number) * size + more.value], ...(more.isMonthly && { isMonthly: true }) };
}

function readArea({ before, number, after, options }: Part): Figures {
  const end = squeezed(after).replace(/[()]/g, '').replace(AREA_NOTES, '');
  if (squeezed(before).replace(AREA_LABEL, '') !== '' || (end === '' && number.includes('/'))) return NONE;
  const scale = areaUnits.has(end)
    ? undefined
    : [...SCALES.keys()].find(
        (word) => SCALES.get(word) === THOUSAND && end.startsWith(word) && isUnit(end.slice(word.length)),
      );
  const unit = end.slice(scale?.length ?? 0);
  if (!isUnit(unit)) return NONE;
  const size = areaUnits.get(unit) ?? 1;
  const figures = scale
    ? readScaled(number, scale, options.decimalMark)
    : readFigure(number, 'area', options.decimalMark);
  return { values: figures.map((figure) => figure * size) };
}

const isUnit = (word: string) => word === '' || areaUnits.has(word);

function readFigures(part: Part, kind: AmountKind): Figures {
  if (kind === 'pesos' || kind === 'perSqm') return readMoney(part, kind);
  if (kind === 'area') return readArea(part);
  const { before, number, after, options } = part;
  const end = squeezed(after);
  const isOfKind = kind === 'percent' ? PERCENT.has(end) : options.units?.split(' ').includes(end);
  if (before.trim() !== '' || (end !== '' && !isOfKind)) return NONE;
  return { values: readFigure(number, kind, options.decimalMark) };
}

/** Pesos to the centavo, areas as exactly as they are stored; percentages and counts as they are written. */
const rounded = (value: number, kind: AmountKind) =>
  kind === 'pesos' || kind === 'perSqm' || kind === 'area' ? Math.round(value * 100) / 100 : value;

/** Reads one amount. Ranges, other currencies, negative amounts and words without a number are unreadable. */
export function readAmount(text: string, kind: AmountKind, options: AmountOptions = {}): AmountReading {
  if (text.length > MOST_CHARACTERS) return { kind: 'unreadable' };
  const plain = plainText(text);
  if (plain === '') return { kind: 'empty' };
  const [matched, before = '', number = '', after = ''] = PARTS.exec(plain) ?? [];
  if (matched === undefined) return { kind: 'unreadable' };
  const { values, ...more } = readFigures({ before, number, after, options }, kind);
  const exact = more.isPercent ? 'percent' : kind;
  const meant = [...new Set(values.map((value) => rounded(value, exact)))].filter((value) => value <= MOST[kind]);
  const [first] = meant;
  if (first === undefined) return { kind: 'unreadable' };
  return meant.length > 1 ? { kind: 'asked', choices: meant } : { kind: 'read', value: first, ...more };
}

/**
 * Prices that are found in Metro Manila, in pesos, rents a month: `least` and `most` are the outermost ones (a share of a
 * pasalo, a place for a motorcycle, a bed in a dormitory, an office by the square metre), `usual` is where nearly all homes
 * are. A price outside the outermost ones is asked about; one within the usual ones is suggested instead. Figures of the
 * market leave out more (`saneBounds` in `market.ts`): there a doubt needs no answer.
 */
const PRICES = {
  sale: {
    home: { least: 30_000, usual: [400_000, 200_000_000], most: 5_000_000_000 },
    other: { least: 5_000, usual: [100_000, 2_000_000_000], most: 100_000_000_000 },
  },
  rent: {
    home: { least: 500, usual: [1_000, 1_000_000], most: 5_000_000 },
    other: { least: 50, usual: [1_000, 20_000_000], most: 500_000_000 },
  },
} as const;

const pricesOf = (listingType: ListingType, type: PropertyType) => {
  const isOther = type === 'land' || type === 'office' || type === 'commercial';
  return PRICES[listingType === 'sale' ? 'sale' : 'rent'][isOther ? 'other' : 'home'];
};

/** Whether the market has such a price. Others are asked about, never refused. */
export function isPlausiblePrice(pesos: number, listingType: ListingType, type: PropertyType): boolean {
  const { least, most } = pricesOf(listingType, type);
  return pesos >= least && pesos <= most;
}

/** The price that an implausible one was probably meant as: ₱13 of a condominium is ₱13,000,000. */
export function meantPrice(pesos: number, listingType: ListingType, type: PropertyType): number | null {
  const [low, high] = pricesOf(listingType, type).usual;
  const meant = [MILLION, THOUSAND, 1 / THOUSAND].map((times) => rounded(pesos * times, 'pesos'));
  return meant.find((price) => price >= low && price <= high) ?? null;
}
