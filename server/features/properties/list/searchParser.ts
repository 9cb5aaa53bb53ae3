import type { SpokenFilters } from '#shared/contracts/properties.ts';
import { knownPlaceAt, type NamedPlaces } from '#shared/gazetteer/knownPlaces.ts';
import { streets } from '#shared/gazetteer/streets.ts';
import { MAX_NEAR_METRES, MIN_NEAR_METRES } from '#shared/limits.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { distanceBetween } from '#shared/nearbyPlaces.ts';
import {
  findPlace,
  foldText,
  type Mention,
  mentionsIn,
  PLACES,
  type Place,
  placeBySlug,
  reachesInto,
  shortNameOf,
} from '#shared/places.ts';
import {
  AFFIRMED,
  BOUNDS_AFTER,
  BOUNDS_BEFORE,
  type Bound,
  BUILT,
  CURRENCIES,
  EITHER_OR,
  ELSEWHERE,
  FAMILY_OF,
  FOR_PERSONS,
  HOME_WORDS,
  LIGHT,
  LINKS,
  LONG_TERMS,
  MONTHLY,
  MONTHS,
  NEAR_WORDS,
  NEGATED_AFTER,
  NEGATORS,
  NOUNS,
  type Noun,
  NUMBER_WORDS,
  OWNING,
  PER,
  PERSONS,
  PHRASES,
  PhraseBook,
  RECENTLY,
  REFUSALS,
  SCALES,
  SPANISH_NUMBERS,
  TALK,
  TERMS,
} from './searchLanguage.ts';
import { isBreak, type Token, tokenize } from './searchTokens.ts';

/** Bedrooms from the least to the most; null: no most. A studio has none. */
export interface Rooms {
  least: number;
  most: number | null;
}

/** A run of tokens that one rule read. */
export interface Claim {
  start: number;
  end: number;
  kind:
    | 'place'
    | 'near'
    | 'type'
    | 'rooms'
    | 'money'
    | 'filter'
    | 'text'
    | 'preferred'
    | 'left'
    | 'talk'
    | 'not'
    | 'not needed'
    | 'wanted'
    | 'instead';
  filters?: SpokenFilters;
  /** The words that are searched as text, or that rank. */
  words?: string;
  preferred?: string;
  place?: Place;
  slugs?: string[];
  type?: PropertyType;
  rooms?: Rooms;
  /** The features that 'no …' leaves out. */
  excludes?: string[];
  /** 'not', 'except' over whole lists, 'indifferent' says that it does not matter. */
  strength?: 'not' | 'except' | 'indifferent';
  /** The offer that such a price is likely of. */
  assumes?: 'sale' | 'rent';
  isNegated?: boolean;
  /** Searched also where no listing has it. */
  isCertain?: boolean;
  /** A place of no table: a street, a province. In a list of places it is one of them, alone it is searched as text. */
  location?: string;
}

type Found = Omit<Claim, 'start'>;

/** A way of saying things. The first rule that reads something at a place of the sentence counts. */
export interface Rule {
  name: string;
  /** In docs/search.md. */
  reads: string;
  /** A sentence and what it means, as `meaningText` writes it. */
  examples: [typed: string, meaning: string][];
  read(sentence: Sentence, at: number): Found | undefined;
}

const book = <Meant>(rows: readonly (readonly [meaning: Meant, says: string])[]) =>
  new PhraseBook(rows.map(([meaning, says]) => [says, meaning] as const));
const list = (...says: readonly string[]) => new PhraseBook(says.map((pattern) => [pattern, true] as const));

const phrases = new PhraseBook(
  PHRASES.flatMap(([says, meaning]) => says.map((pattern) => [pattern, meaning] as const)),
);
const nouns = new PhraseBook(NOUNS.map(([noun, says, size = 1]) => [says, { noun, size }] as const));
const boundsBefore = book(BOUNDS_BEFORE);
const boundsAfter = book(BOUNDS_AFTER);
const negators = book(NEGATORS);
const negatedAfter = list(...NEGATED_AFTER);
const refusals = list(REFUSALS);
const affirmed = list(AFFIRMED);
const recently = list(RECENTLY);
const built = list(BUILT);
const terms = list(TERMS, ...LONG_TERMS);
const elsewhere = list(...ELSEWHERE);
const forPersons = list(FOR_PERSONS);
const familyOf = list(FAMILY_OF);

const STREET_ENDS = new Set(
  'avenue ave street boulevard blvd road rd highway hiway drive extension ext expressway'.split(' '),
);
const streetBook = new PhraseBook(
  streets.flatMap(({ name, aliases }) =>
    [foldText(name), ...aliases]
      // 'Katipunan' and 'Timog' are quarters, their avenues are streets.
      .filter((known) => STREET_ENDS.has(known.split(' ').at(-1) ?? '') || !findPlace(known))
      .map((known) => [known, name] as const),
  ),
);

const BOOKS = [
  phrases,
  nouns,
  boundsBefore,
  boundsAfter,
  negators,
  negatedAfter,
  refusals,
  affirmed,
  recently,
  built,
  terms,
  elsewhere,
  streetBook,
];

/** Every word that some rule knows. */
export const LANGUAGE_WORDS: ReadonlySet<string> = new Set([
  ...BOOKS.flatMap((known) => [...known.words()]),
  ...[
    LINKS,
    CURRENCIES,
    PER,
    MONTHS,
    MONTHLY,
    TALK,
    LIGHT,
    EITHER_OR,
    NEAR_WORDS,
    PERSONS,
    OWNING,
    HOME_WORDS,
  ].flatMap((words) => [...words]),
  ...SCALES.keys(),
  ...NUMBER_WORDS.keys(),
  'between',
]);

/** 'lupang ibinebenta', 'kwartong malaki': the word with the ligature of the next. */
const LIGATED = new Set('lupa lote kwarto kuwarto condo kondo studio opisina'.split(' '));
const UNIT_WORDS = new Set(
  'k m mil million php peso pesos p pm mo month monthly br brs bedroom bedrooms ba bath tb cr sqm below up max min budget only pababa pataas thou thousand condo house studio apartment f th storey pax rent and ish'.split(
    ' ',
  ),
);
const GLUED_WORDS = new Set(
  'condo for rent sale lease house and lot apartment studio furnished fully looking makati bgc taguig pasig ortigas mandaluyong quezon city manila pasay alabang cubao eastwood paranaque metro townhouse bedspace office commercial space room only pet friendly unit ph philippines near budget parking with real estate property homes rfo preselling br bedroom owner direct of the qc sa ng lf wtb wtr iso hanap'.split(
    ' ',
  ),
);
const placeNames = PLACES.flatMap(({ name, aliases }) => [foldText(name), ...aliases]);
const placeWords = new Set(placeNames.filter((name) => !name.includes(' ') && name.length > 2));
/** Of hashtags: '#condoforrentsanjuan' */
const tagWords = new Set([...placeNames.flatMap((name) => name.split(' ')), ...elsewhere.words()]);

/** The known words that a run of letters consists of, the longest first. */
function segment(run: string, isPart: (part: string) => boolean): string[] | undefined {
  if (run === '') return [];
  for (let length = run.length; length > 0; length--) {
    const part = run.slice(0, length);
    const rest = isPart(part) ? segment(run.slice(length), isPart) : undefined;
    if (rest) return [part, ...rest];
  }
  return undefined;
}

/** 'condoforrent', '#makaticondo', the 'kphp' of '20kphp'. */
function splitGlued(run: string, kind: 'tag' | 'unit' | 'word'): readonly string[] | undefined {
  if (LANGUAGE_WORDS.has(run) || placeWords.has(run) || run.length > 40) return undefined;
  if (kind === 'unit')
    return run.length > 1
      ? segment(
          run,
          (part) => UNIT_WORDS.has(part) || (part.length > 2 && (GLUED_WORDS.has(part) || placeWords.has(part))),
        )
      : undefined;
  const least = kind === 'tag' ? 2 : 3;
  const isTagWord = (part: string) => kind === 'tag' && part.length > 2 && tagWords.has(part);
  if (run.length < (kind === 'tag' ? 5 : 8)) return undefined;
  return segment(
    run,
    (part) => part.length >= least && (GLUED_WORDS.has(part) || placeWords.has(part) || isTagWord(part)),
  );
}

/** 'marerentahan', 'pinauupahang', 'bentahan': the stem says it. */
const VERBS =
  /^(?:ma|na|mai|nai|mag|nag|um|i|in|ni|pa|pag|pang|pam|ipa|pina|pinag|pinapa|magpa|nagpa)*(?:re|ri|u|be|bine)?(renta|upa|benta)(?:han|hang|hin|ng)?$/;

const LEADS_TO_PLACE = /^(?:in|sa|within|around)$/;
/** Places whose names are everyday words or trees. */
const EVERYDAY_PLACES = new Set(['parang', 'acacia', 'nangka', 'tala']);

/** The tokens of a sentence, its typing errors corrected. */
export function sentenceTokens(typed: string, corrections: ReadonlyMap<string, string> = new Map()): Token[] {
  const tokens = tokenize(typed, splitGlued);
  return tokens.map((token) => {
    if (token.isMark || token.number !== null) return token;
    const mended = corrections.get(token.text);
    if (mended !== undefined) return { ...token, text: mended };
    const base = token.text.endsWith('ng') ? token.text.slice(0, -2) : '';
    const stem = LANGUAGE_WORDS.has(token.text) ? undefined : VERBS.exec(token.text)?.[1];
    return LIGATED.has(base) ? { ...token, text: base } : stem ? { ...token, text: stem } : token;
  });
}

/** A number alone, or with the sign of a listing's number before it. */
export function isNumberAlone(tokens: readonly Token[]): boolean {
  const meant = tokens.filter(({ text }) => text !== '#');
  return meant.length === 1 && meant[0]?.number !== null;
}

/** The words of some tokens, marks left out. */
export function textOf(tokens: readonly Token[], start: number, end: number): string {
  return tokens
    .slice(start, end)
    .filter(({ isMark }) => !isMark)
    .reduce(
      (text, token) =>
        text +
        (text === '' || (token.isGlued && !tokens[tokens.indexOf(token) - 1]?.isMark) ? '' : ' ') +
        token.text,
      '',
    );
}

interface Amount {
  value: number;
  scale: number;
  /** Says itself that it is money: a currency, thousands or millions. */
  isMoney: boolean;
  hasCurrency: boolean;
  /** 'two': counts something, or is no number at all. */
  isWord: boolean;
  isForeign: boolean;
  end: number;
}

interface Quantity {
  low: Amount;
  high: Amount | null;
  bound: Bound | null;
  noun: { noun: Noun; size: number } | null;
  isPerSquareMetre: boolean;
  isPerMonth: boolean;
  /** 'budget namin 30' */
  isBudget: boolean;
  end: number;
}

/** Bare numbers from here on may be pesos. */
const LEAST_PRICE = 1_000;
const LEAST_BARE_PRICE = 5_000;
const MAX_PRICE = 999_999_999_999;
const ROUND_PRICE = 500;
const MILLION = 1_000_000;
/** A share of the number itself, either way. */
const ABOUT = 0.2;
const ABOUT_AREA = 0.15;
const MOST_AREA_IN_THOUSANDS = 10_000;
/** Square metres at such prices are sold. */
const LEAST_SOLD_PER_SQM = 50_000;
/** Words that a count may follow: 'bedrooms 3', not 'unit 5'. */
const COUNTED_BEHIND = /^(?:bedrooms?|beds|br|brs|bathrooms?|baths?|toilets?|parking|parkings|kwarto|banyo)$/;
const isYear = (value: number) => value >= 1_950 && value <= 2_050;

/** Metres from a known place to the middle of the quarter it lies in. */
const BESIDE = 2_000;
const MINUTES = new Set(
  'min mins minute minutes minuto hr hrs hour hours oras km kms kilometer kilometers kilometro block blocks'.split(
    ' ',
  ),
);
const KILOMETRES = new Set('km kms kilometer kilometers kilometre kilometro'.split(' '));
const METRES = new Set('m meter meters metre metres metro'.split(' '));
const WAYS = new Set(
  'away drive walk walking ride lang only by car foot commute bus jeep jeepney grab tricycle travel lakad distance radius from to sa papunta papuntang galing mula na of the or less byahe biyahe nang'.split(
    ' ',
  ),
);
const FOR_WHOM = new Set('for para sa a my our ang small big good we re are kami ay'.split(' '));
/** Between 'near' and its place they are not counted. */
const SMALL = new Set('lang lng po sana naman rin din only just'.split(' '));
const UTILITIES = new Set('na is are already and at water tubig wifi internet'.split(' '));
const DUES = /^(?:dues|fee|fees|utilities|electricity|bills|kuryente)$/;
const UTILITY = /^(?:utilities|electricity|bills|kuryente)$/;
const PAYMENTS = new Set([
  'payment',
  'payments',
  'budget',
  'amortization',
  'amort',
  'amortisation',
  'installment',
  'bayad',
  'hulog',
]);
const INCLUDED = /^(?:included|inclusive|incl|kasama|not|excluded|exclusive|separate|hindi|di)$/;
const WITH_WORDS = new Set(['with', 'may', 'has', 'have', 'having', 'plus', 'merong', 'mayroong']);
const MOVING = new Set(
  'moving relocating relocate transferring transfer upgrade upgrading downsizing downsize lilipat lumipat coming move'.split(
    ' ',
  ),
);

/** The tokens of a sentence, and what the rules read. */
export class Sentence {
  readonly claims: Claim[] = [];
  private readonly mentions: ReadonlyMap<number, Mention>;
  private readonly words: readonly string[];
  /** Instalments towards owning are no rent. */
  private readonly isOwning: boolean;
  private readonly saysRent: boolean;
  private readonly isMoving: boolean;

  constructor(
    readonly tokens: readonly Token[],
    /** Runs of tokens that are the name of something. */
    private readonly names: readonly { start: number; end: number }[] = [],
  ) {
    this.words = tokens.map(({ text, isMark }) => (isMark && text !== 'and' ? '' : text));
    this.mentions = new Map(mentionsIn(this.words).map((mention) => [mention.start, mention]));
    const has = (known: { has(word: string): boolean }) => this.words.some((word) => known.has(word));
    this.isOwning =
      has(OWNING) ||
      / (?:(?:rent|lease) to own|(?<!(?:no|zero|walang) )down payment|cash out|(?<! (?:no|non|not|don|dont|never|hindi|di|walang|wag|huwag|ayaw|ayoko)(?: [a-z]+){0,3} )pre ?selling) /.test(
        ` ${this.words.join(' ')} `,
      );
    this.saysRent = this.words.some((word) =>
      /^(?:rent|rental|renta|upa|paupahan|lease|monthly|month|buwan)$/.test(word),
    );
    this.isMoving = has(MOVING);
  }

  read(rules: readonly Rule[]): Claim[] {
    for (let at = 0; at < this.tokens.length; ) {
      const found = this.readAt(rules, at);
      if (found) this.claims.push({ start: at, ...found });
      at = Math.max(found?.end ?? 0, at + 1);
    }
    return this.claims;
  }

  private readAt(rules: readonly Rule[], at: number): Found | undefined {
    const name = this.names.find(({ start }) => start === at);
    if (name)
      return { kind: 'text', end: name.end, words: textOf(this.tokens, name.start, name.end), isCertain: true };
    for (const rule of rules) {
      const found = rule.read(this, at);
      if (found && !this.names.some(({ start, end }) => start < found.end && end > at)) return found;
    }
    return undefined;
  }

  /** A word, or a mark that stands between words; undefined at the end of a part of the sentence. */
  readonly wordAt = (at: number): string | undefined => {
    const token = this.tokens[at];
    return token === undefined || isBreak(token) ? undefined : token.text;
  };

  readonly markAt = (at: number): string | undefined =>
    this.tokens[at]?.isMark ? this.tokens[at]?.text : undefined;

  private skip(start: number, words: { has(word: string): boolean }, most: number): number {
    let at = start;
    while (at < start + most && words.has(this.wordAt(at) ?? '')) at++;
    return at;
  }

  private skipLinks(start: number): number {
    const at = this.markAt(start) === ':' ? start + 1 : start;
    return this.skip(at, LINKS, 3);
  }

  // ——— Names, numbers of listings, quotations

  readQuoted(start: number): Found | undefined {
    if (this.markAt(start) !== '"') return undefined;
    for (let end = start + 1; end < this.tokens.length; end++)
      if (this.markAt(end) === '"')
        return end > start + 1
          ? { kind: 'text', end: end + 1, words: `"${textOf(this.tokens, start + 1, end)}"`, isCertain: true }
          : undefined;
    return undefined;
  }

  // ——— Labels

  /** @returns the place behind the colon of a label of at most three words */
  private labelAt(start: number): { label: string; end: number } | undefined {
    for (let end = start + 1; end <= start + 3; end++) {
      if (this.markAt(end) === ':' || (this.tokens[end]?.isDash && this.isLineStart(start)))
        return { label: this.words.slice(start, end).join(' '), end: end + 1 };
      if (this.wordAt(end) === undefined || this.markAt(end)) return undefined;
    }
    return undefined;
  }

  private isLineStart(at: number): boolean {
    return at === 0 || this.markAt(at - 1) === '\n';
  }

  private endOfLine(start: number): number {
    let at = start;
    while (at < this.tokens.length) {
      const mark = this.markAt(at);
      if (mark === '\n' || mark === ',' || mark === '.' || mark === '?') return at;
      if (at > start && this.labelAt(at)) return this.startOfLabel(at);
      at++;
    }
    return at;
  }

  /** 'Term: 1 year Max budget: 15k': of the words before the colon the known ones are the label. */
  private startOfLabel(at: number): number {
    for (let start = at; this.markAt(start) === undefined; start++) {
      const label = this.labelAt(start)?.label ?? '';
      const isKnown = [SILENT_LABELS, LEFT_LABELS, OPEN_LABELS].some((labels) => labels.test(label));
      if (isKnown || boundsBefore.find(this.wordAt, start) || this.labelledNoun(start)) return start;
    }
    return at;
  }

  readLabel(start: number): Found | undefined {
    const found = this.labelAt(start);
    if (!found) return undefined;
    const { label, end } = found;
    const value = this.words[end] ?? '';
    const isYes = /^(?:yes|oo|y|meron|need|needed|required|must|with)$/.test(value);
    const isNo = /^(?:no|none|wala|n|not|hindi|optional|0|any)$/.test(value);
    if (/^(?:with )?pets?$/.test(label)) {
      if (isNo) return { kind: 'left', end: this.endOfLine(end) };
      return { kind: 'filter', end: this.endOfLine(end), filters: { pets: true } };
    }
    if (/^(?:with )?(?:parking|garage)$/.test(label) && (isYes || isNo))
      return isNo ? { kind: 'left', end: end + 1 } : { kind: 'filter', end: end + 1, filters: { parking: 1 } };
    if (/^furnish(?:ed|ing)$/.test(label) && (isYes || isNo))
      return { kind: 'filter', end: end + 1, filters: { furnished: isYes } };
    if (/^(?:for )?rent$/.test(label)) return { kind: 'filter', end, filters: { listing_type: 'rent' } };
    if (SILENT_LABELS.test(label)) return { kind: 'talk', end: this.endOfLine(end) };
    if (LEFT_LABELS.test(label)) {
      // 'Terms: for rent'
      const offer = phrases.find(this.wordAt, end)?.meaning;
      const isOffer = offer?.kind === 'filter' && offer.filters.listing_type !== undefined;
      return isOffer ? { kind: 'talk', end } : { kind: 'left', end: this.endOfLine(end) };
    }
    if (OPEN_LABELS.test(label)) return { kind: 'talk', end };
    return undefined;
  }

  // ——— Amounts

  private readAmount(start: number): Amount | undefined {
    let at = start;
    let isForeign = false;
    let isMoney =
      CURRENCIES.has(this.wordAt(at) ?? '') || (this.wordAt(at) === 'p' && !!this.tokens[at + 1]?.isGlued);
    if (this.wordAt(at) === 'usd' || this.wordAt(at) === 'dollar') isForeign = true;
    if (isMoney || isForeign) at++;
    const token = this.tokens[at];
    // '#1024' is a listing, '#2BR' is none.
    const isReference =
      this.markAt(at - 1) === '#' && !(this.tokens[at + 1]?.isGlued && !this.tokens[at + 1]?.isMark);
    if (!token || isBreak(token) || isReference) return undefined;
    const isWord = token.number === null;
    // '2 (two) bedrooms'
    const again =
      !isWord && this.markAt(at + 1) === ',' && this.markAt(at + 3) === ','
        ? NUMBER_WORDS.get(this.words[at + 2] ?? '')
        : undefined;
    if (again !== undefined && again === token.number)
      return { value: again, scale: 1, isMoney, hasCurrency: isMoney, isWord, isForeign, end: at + 4 };
    let hasCurrency = isMoney;
    const isOne = token.text === 'a' && /^(?:hundred|thousand|million)$/.test(this.wordAt(at + 1) ?? '');
    let number = isOne ? 1 : (token.number ?? NUMBER_WORDS.get(token.text));
    if (number === undefined) return undefined;
    isMoney ||= token.isGrouped;
    const isSpanish = SPANISH_NUMBERS.has(token.text);
    at++;
    if (isWord) {
      // 'twenty five', 'bente singko', 'trenta y singko'
      const unit = this.wordAt(at) === 'y' ? at + 1 : at;
      const more = NUMBER_WORDS.get(this.wordAt(unit) ?? '');
      if (number >= 20 && number % 10 === 0 && more !== undefined && more > 0 && more < 10) {
        number += more;
        at = unit + 1;
      }
      if (/^(?:hundred|daan|daang)$/.test(this.wordAt(at) ?? '')) {
        number *= 100;
        at++;
      }
      if (number === 0.5 && (this.wordAt(at) === 'a' || this.wordAt(at) === 'na')) at++;
      // 'apat na milyon'
      if (this.wordAt(at) === 'na' && SCALES.has(this.wordAt(at + 1) ?? '')) at++;
    } else if (
      this.markAt(at) === '/' &&
      this.tokens[at]?.isGlued &&
      number === 1 &&
      this.tokens[at + 1]?.number === 2
    ) {
      // '1/2 hectare'; '1/2 br' are one or two.
      const unit = this.wordAt(at + 2) ?? '';
      if (SCALES.get(unit) === MILLION || nouns.find(this.wordAt, at + 2)?.meaning.size === 10_000) {
        number = 0.5;
        at += 2;
      }
    }
    const isSquareMetre = this.wordAt(at) === 'm' && this.wordAt(at + 1) === '2' && this.tokens[at + 1]?.isGlued;
    let scale = isSquareMetre ? 1 : (SCALES.get(this.wordAt(at) ?? '') ?? 1);
    // 'kinse mil', '20 mil na upa'
    if (this.wordAt(at) === 'mil' && (isSpanish || (this.saysRent && number >= 3))) scale = 1_000;
    if (scale > 1) {
      isMoney = true;
      at++;
      // 'one million five hundred thousand' is seldom said; 'isang milyon at kalahati' is.
      if (/^(?:and|at)$/.test(this.wordAt(at) ?? '') && /^(?:half|kalahati)$/.test(this.wordAt(at + 1) ?? '')) {
        number += 0.5;
        at += 2;
      }
    }
    // 'good for 3 ₱18,000': the sign is of the number that follows.
    const next = this.tokens[at + 1];
    const isOfNext = number * scale < LEAST_PRICE && (next?.isGrouped || (next?.number ?? 0) >= LEAST_PRICE);
    if (CURRENCIES.has(this.wordAt(at) ?? '') && !isOfNext) {
      isMoney = true;
      hasCurrency = true;
      at++;
    } else if (/^(?:usd|dollars|dollar)$/.test(this.wordAt(at) ?? '')) {
      isForeign = true;
      at++;
    }
    return { value: number * scale, scale, isMoney, hasCurrency, isWord, isForeign, end: at };
  }

  private readNoun(start: number): { noun: Noun; size: number; end: number } | undefined {
    for (const at of [start, this.skipLinks(start)]) {
      const found = nouns.find(this.wordAt, at);
      // Behind it stands a colon: the label of the next line.
      if (!found || this.markAt(found.end) === ':') continue;
      // 'F' counts floors only where it is written to the number: '30F'.
      if (this.wordAt(at) === 'f' && !this.tokens[at]?.isGlued) continue;
      return { ...found.meaning, end: found.end };
    }
    return undefined;
  }

  /** 'below 20k', '5-8 million', '2br up', 'between 100 and 200 sqm', 'dalawang kwarto', 'last 7 days'. */
  readQuantity(start: number): Found | undefined {
    const recent = recently.find(this.wordAt, start);
    const isBetween = this.wordAt(start) === 'between';
    const before = isBetween ? { meaning: null, end: start + 1 } : boundsBefore.find(this.wordAt, start);
    const label = this.labelledNoun(start);
    if (label) {
      const quantity = this.readNumbers(label.end, null, false, label);
      const found = quantity && this.claimOf(quantity, { isRecent: false, isBounded: true });
      if (found) return found;
    }
    for (const lead of [before, recent, { meaning: null, end: start }]) {
      if (!lead) continue;
      const from = lead.end > start ? this.skipLinks(lead.end) : start;
      const quantity = this.readNumbers(from, lead.meaning === true ? null : lead.meaning, isBetween);
      if (!quantity) continue;
      quantity.isBudget ||= this.words
        .slice(start, lead.end)
        .some((word) => word === 'budget' || word === 'afford' || word === 'kaya');
      const found = this.claimOf(quantity, { isRecent: lead === recent, isBounded: lead.end > start });
      if (found) return found;
      // 'Budget: from 15m to 20m'
      const inner = this.markAt(lead.end) === ':' ? this.readQuantity(lead.end + 1) : undefined;
      if (inner) return inner;
    }
    return undefined;
  }

  /** 'Bedrooms: 2', 'parking x2' */
  private labelledNoun(start: number): { noun: Noun; size: number; end: number } | undefined {
    const of =
      /^(?:no|number|num)$/.test(this.wordAt(start) ?? '') && this.wordAt(start + 1) === 'of' ? start + 2 : start;
    const noun = nouns.find(this.wordAt, of);
    if (!noun || this.wordAt(of) === 'm' || this.wordAt(of) === 'f') return undefined;
    const at = noun.end;
    const isLabel =
      this.markAt(at) === ':' || (this.tokens[at]?.isDash && (of > start || this.isLineStart(start)));
    if (isLabel || (this.wordAt(at) === 'x' && this.tokens[at + 1]?.isGlued))
      return { ...noun.meaning, end: at + 1 };
    return COUNTED_BEHIND.test(this.words[at - 1] ?? '') && this.isCountBehind(at)
      ? { ...noun.meaning, end: at }
      : undefined;
  }

  /** 'bathrooms 2 bedrooms 3': a count whose noun stands before it, to the end of the row. */
  private isCountBehind(at: number): boolean {
    const count = this.readAmount(at);
    if (!count || count.isMoney || count.isWord || count.value > 20 || isBreak(this.tokens[at])) return false;
    const next = this.wordAt(count.end);
    if (next === undefined) return true;
    const noun = nouns.find(this.wordAt, count.end);
    if (noun) return this.isCountBehind(noun.end);
    return (
      !PERSONS.has(next) &&
      !this.markAt(count.end) &&
      !boundsAfter.find(this.wordAt, count.end) &&
      !NUMBER_WORDS.has(next)
    );
  }

  private readNumbers(
    start: number,
    lead: Bound | null,
    isBetween: boolean,
    labelled?: { noun: Noun; size: number },
  ): Quantity | undefined {
    // 'x2 parking'
    const from = this.wordAt(start) === 'x' && this.tokens[start + 1]?.isGlued ? start + 1 : start;
    // 'single room' is a kind of room.
    if (/^(?:single|double)$/.test(this.wordAt(from) ?? '') && this.wordAt(from + 1) === 'room') return undefined;
    const low = this.readAmount(from);
    if (!low) return undefined;
    // '3+ bedrooms', '3+1 bedrooms'
    const isPlus = this.wordAt(low.end) === 'plus';
    const isPlusRoom =
      isPlus && this.tokens[low.end + 1]?.number === 1 && this.readNoun(low.end + 2)?.noun === 'beds';
    // '3 or more bedrooms'
    const above = isPlus ? undefined : boundsAfter.find(this.wordAt, low.end);
    const isAbove =
      above?.meaning === 'min' &&
      !low.isMoney &&
      /^(?:beds|baths|parking)$/.test(this.readNoun(above.end)?.noun ?? '') &&
      this.wordAt(low.end) !== 'up';
    const isOrMore =
      isPlus && (this.readNoun(low.end + 1) !== undefined || isBreak(this.tokens[low.end + 1])) && !isPlusRoom;
    let at = isAbove ? above.end : low.end + (isPlusRoom ? 2 : Number(isOrMore));
    let noun = labelled
      ? { ...labelled, end: at }
      : (this.readNoun(at) ?? (lead ? this.ordinalFloor(at) : undefined));
    // '8k room'
    if (low.isMoney && noun?.noun === 'beds') noun = undefined;
    let high = this.readUpTo(noun?.end ?? at, isBetween, low, noun?.noun ?? null);
    // '60,000 - 1 bedroom'
    if (high && !noun && (low.isMoney || low.value >= LEAST_PRICE) && !high.isMoney && this.readNoun(high.end))
      high = undefined;
    // '2br or 20k' are two things.
    if (high && noun && (high.isMoney || (noun.noun !== this.readNoun(high.end)?.noun && !labelled)))
      high = undefined;
    if (high) {
      at = high.end;
      const behind = this.readNoun(at);
      noun = behind ?? noun;
      if (noun) at = Math.max(at, noun.end);
      for (let more = noun?.noun === 'beds' ? this.readUpTo(at, false, low, 'beds') : undefined; more; ) {
        const next = this.readNoun(more.end);
        if (more.isMoney || next?.noun !== 'beds') break;
        high = more;
        at = next.end;
        more = this.readUpTo(at, false, low, 'beds');
      }
    } else if (noun) at = noun.end;
    const welcome = noun?.noun === 'beds' && !high ? this.readWelcome(at) : undefined;
    if (welcome) {
      high = welcome.count;
      at = welcome.end;
    }
    // 'more than 2 but less than 5 bedrooms'
    if (!noun && !high && lead && low.value < LEAST_PRICE && !low.isMoney) noun = this.nounOfNext(at);
    if ((low.isWord || high?.isWord) && !noun && low.scale === 1 && !(high && high.scale > 1)) return undefined;

    const each = this.skip(at, new Set(['lang', 'only', 'na']), 1);
    const unit = !noun && PER.has(this.wordAt(each) ?? '') ? nouns.find(this.wordAt, each + 1) : undefined;
    const isPerSquareMetre = unit?.meaning.noun === 'area';
    const month = noun || isPerSquareMetre ? undefined : this.endOfMonth(each, low);
    at = (isPerSquareMetre ? unit?.end : month) ?? at;
    const after = this.readBoundAfter(at, noun?.noun ?? null);
    return {
      low,
      high: high ?? null,
      bound: after?.bound ?? (isOrMore || isAbove ? 'min' : lead),
      noun: noun ?? null,
      isPerSquareMetre,
      isPerMonth: month !== undefined,
      isBudget: !!after && this.words.slice(at, after.end).includes('budget'),
      end: after?.end ?? at,
    };
  }

  /** Behind 'a month', 'monthly' or 'pm' of an amount; 'pm' behind others asks for a message. */
  private endOfMonth(at: number, { value }: Amount): number | undefined {
    const word = this.wordAt(at) ?? '';
    if (PER.has(word) && MONTHS.has(this.wordAt(at + 1) ?? '')) return at + 2;
    const isMessage = word === 'pm' && (value < LEAST_PRICE || value >= MILLION);
    return MONTHLY.has(word) && !isMessage ? at + 1 : undefined;
  }

  /** '2 bedrooms, but 3 is fine too' */
  private readWelcome(start: number): { count: Amount; end: number } | undefined {
    const from = this.markAt(start) === ',' ? start + 1 : start;
    const at = this.skip(
      from,
      new Set(['but', 'pero', 'or', 'even', 'kahit', 'though', 'pwede', 'puwede', 'ok', 'okay', 'rin', 'din']),
      3,
    );
    const count = at > from ? this.readAmount(at) : undefined;
    if (!count || count.isMoney || count.value > 20) return undefined;
    const noun = this.readNoun(count.end);
    if (noun && noun.noun !== 'beds') return undefined;
    const end = this.skip(
      noun?.end ?? count.end,
      new Set(['is', 'are', 'will', 'would', 'also', 'be', 'din', 'rin', 'do']),
      3,
    );
    const isWelcome = /^(?:fine|ok|okay|pwede|puwede|good|works|acceptable|do)$/;
    // 'pwede rin 2br' says it before.
    const saysSo = [end, end - 1, ...(noun ? [at - 1, at - 2] : [])].filter((near) => near >= from);
    if (!saysSo.some((near) => isWelcome.test(this.wordAt(near) ?? ''))) return undefined;
    return {
      count,
      end: this.skip(end, new Set(['fine', 'ok', 'okay', 'pwede', 'too', 'din', 'rin', 'also']), 3),
    };
  }

  /** 'a high floor, at least the 15th' */
  private ordinalFloor(at: number): { noun: Noun; size: number; end: number } | undefined {
    const isOrdinal = /^(?:th|st|nd|rd)$/.test(this.wordAt(at) ?? '') && this.tokens[at]?.isGlued;
    const isAlone = isBreak(this.tokens[at + 1]) || boundsAfter.find(this.wordAt, at + 1);
    const saysFloor = this.words.includes('floor') || this.words.includes('palapag');
    return isOrdinal && isAlone && saysFloor ? { noun: 'floor', size: 1, end: at + 1 } : undefined;
  }

  private nounOfNext(at: number): { noun: Noun; size: number; end: number } | undefined {
    const link = this.skip(at, new Set(['but', 'and', 'pero', 'at', ',']), 1);
    const next = boundsBefore.find(this.wordAt, link);
    const amount = link > at && next ? this.readAmount(this.skipLinks(next.end)) : undefined;
    const noun = amount && !amount.isMoney ? this.readNoun(amount.end) : undefined;
    return noun && { ...noun, end: at };
  }

  private readUpTo(at: number, isBetween: boolean, low: Amount, noun: Noun | null): Amount | undefined {
    const word = this.wordAt(at) ?? this.markAt(at);
    const leads =
      word === '-' ||
      word === 'to' ||
      word === 'hanggang' ||
      word === 'or' ||
      word === 'o' ||
      (isBetween && (word === 'and' || word === 'at'));
    if (word === 'up' && this.wordAt(at + 1) === 'to' && low.isMoney) return this.readAmount(at + 2);
    if (leads) {
      const next = this.readAmount(this.skip(at + 1, new Set(['na', 'sa', 'mga', 'ng']), 1));
      // 'studio or 1br … 2br o 20k': what follows is a thing of its own.
      if (next && word !== '-' && noun && next.isMoney) return undefined;
      return next;
    }
    // '1/2br', '1, 2 or 3 br'
    if (
      (word === '/' || (!noun && (word === ',' || word === 'and' || word === 'at'))) &&
      low.scale === 1 &&
      low.value < 20
    ) {
      const next = this.readAmount(at + 1);
      if (!next || next.isMoney || next.value > 20) return undefined;
      if (this.readNoun(next.end)?.noun === 'beds') return next;
      const further = this.readUpTo(next.end, false, next, null);
      return further && this.readNoun(further.end)?.noun === 'beds' && !further.isMoney ? further : undefined;
    }
    return undefined;
  }

  /** 'below' behind a number belongs to it, unless a number of its own follows: '2br below 20k'. */
  private readBoundAfter(at: number, noun: Noun | null): { bound: Bound; end: number } | undefined {
    const after = boundsAfter.find(this.wordAt, at);
    if (!after || this.labelAt(at)) return undefined;
    // '3br + maid', '25k plus dues'
    if (this.wordAt(at) === 'plus' && !isBreak(this.tokens[after.end])) return undefined;
    // 'Bedrooms: 2 Budget: 20k'
    if (noun && this.words.slice(at, after.end).includes('budget')) return undefined;
    const next = boundsBefore.find(this.wordAt, at);
    if (next) {
      const amount = this.readAmount(this.skipLinks(next.end));
      const counted = amount && this.readNoun(amount.end)?.noun;
      const isCountOfRooms = counted === 'beds' || counted === 'baths' || counted === 'parking';
      if (amount && !(noun === null && isCountOfRooms)) return undefined;
    }
    return { bound: after.meaning, end: after.end };
  }

  /** The claim that a quantity makes; undefined when it is none: a bare small number, or days of no listing. */
  private claimOf(
    quantity: Quantity,
    { isRecent, isBounded }: { isRecent: boolean; isBounded: boolean },
  ): Found | undefined {
    const { low, high, bound, noun, end } = quantity;
    if (low.isForeign || high?.isForeign) return { kind: 'left', end };
    if (!noun) return isRecent ? undefined : this.money(quantity, isBounded);
    const least = Math.round(low.value);
    const filter = (filters: SpokenFilters): Found => ({ kind: 'filter', end, filters });
    switch (noun.noun) {
      case 'beds': {
        if (least > 1_000 || low.isMoney) return undefined;
        // 'budget for 2br' is no bound of the rooms.
        const rooms = roomsOf(least, high && Math.round(high.value), quantity.isBudget ? null : bound);
        return rooms && { kind: 'rooms', end, rooms };
      }
      case 'baths':
      case 'parking': {
        if (least > 1_000 || low.isMoney) return undefined;
        if ((bound === 'max' || bound === 'less') && !high) return { kind: 'left', end };
        const count = bound === 'more' ? least + 1 : least;
        return filter(noun.noun === 'baths' ? { bathrooms: count } : { parking: count });
      }
      case 'floor': {
        if (least > 1_000 || low.isMoney) return undefined;
        if (bound === 'min' || bound === 'more')
          return filter({ min_floor: bound === 'more' ? least + 1 : least });
        if (high) return filter({ min_floor: Math.min(least, Math.round(high.value)) });
        return { kind: 'preferred', end };
      }
      case 'days': {
        const days = least * noun.size;
        return isRecent && days >= 1 && days <= 3_650 ? filter({ listed_within: days }) : undefined;
      }
      case 'area': {
        // '150k sqm' is a price of each.
        if (low.hasCurrency || (low.scale > 1 && low.value > MOST_AREA_IN_THOUSANDS)) return undefined;
        const [from, to] = [low.value * noun.size, (high ?? low).value * noun.size];
        if (Math.max(from, to) > 999_999_999) return undefined;
        if (high) return filter({ min_area: Math.min(from, to), max_area: Math.max(from, to) });
        if (bound === 'min' || bound === 'more') return filter({ min_area: from });
        if (bound === 'max' || bound === 'less') return filter({ max_area: from });
        return filter({
          min_area: Math.floor(from * (1 - ABOUT_AREA)),
          max_area: Math.ceil(from * (1 + ABOUT_AREA)),
        });
      }
    }
  }

  private money(
    { low, high, bound, isPerSquareMetre, isPerMonth, isBudget, end }: Quantity,
    isBounded: boolean,
  ): Found | undefined {
    const amounts = high ? [low, high] : [low];
    let [from, to] = [low.value, (high ?? low).value];
    // '5-8 million', '800-1.2m', '30k-25'
    if (high && low.scale === 1 && high.scale > 1 && low.value < LEAST_PRICE) {
      from = low.value * high.scale;
      if (from > to) from = low.value * 1_000;
    } else if (high && high.scale === 1 && low.scale > 1 && high.value < LEAST_PRICE) to = high.value * low.scale;
    const hasMoney = amounts.some(({ isMoney }) => isMoney);
    // 'budget namin 30', 'budget 15-20'
    const isInThousands = isBudget && !hasMoney && from >= 3 && to >= 3 && from <= 500 && to <= 500;
    if (isInThousands) [from, to] = [from * 1_000, to * 1_000];
    const isSaid = hasMoney || isPerMonth || isPerSquareMetre || isInThousands;
    if (!isSaid && !high && isYear(from))
      return bound === 'min' || bound === 'more'
        ? { kind: 'filter', end, filters: { built_since: from } }
        : undefined;
    const isLikely =
      isBounded || bound || high
        ? Math.min(from, to) >= LEAST_PRICE
        : from >= LEAST_BARE_PRICE && from % ROUND_PRICE === 0;
    if (!isSaid && !isLikely) return undefined;
    const [cheapest, dearest] = [Math.min(from, to), Math.max(from, to)].map(
      (pesos) => Math.round(pesos * 100) / 100,
    );
    if (cheapest === undefined || dearest === undefined || dearest > MAX_PRICE || cheapest <= 0) return undefined;
    if (isPerSquareMetre)
      return {
        kind: 'money',
        end,
        filters: { max_price_per_sqm: dearest },
        ...(dearest >= LEAST_SOLD_PER_SQM && { assumes: 'sale' }),
      };
    const filters: SpokenFilters = high
      ? { min_price: cheapest, max_price: dearest }
      : bound === 'min' || bound === 'more'
        ? { min_price: cheapest }
        : bound === 'around'
          ? { min_price: Math.round(cheapest * (1 - ABOUT)), max_price: Math.round(cheapest * (1 + ABOUT)) }
          : // A single named price is the highest affordable one.
            { max_price: dearest };
    const assumes = isPerMonth ? 'rent' : dearest >= MILLION ? 'sale' : undefined;
    return { kind: 'money', end, filters, ...(assumes && { assumes }) };
  }

  // ——— What is no price

  /** '500k downpayment', '10% down', '6 months contract', 'equity 12k', '14k monthly' of an assumed balance. */
  readTerms(start: number): Found | undefined {
    if (this.isOwning && /^(?:monthly|buwanan|mthly|permonth)$/.test(this.wordAt(start) ?? ''))
      return this.readInstalment(start);
    const lead = boundsBefore.find(this.wordAt, start);
    const amount = this.readAmount(lead ? this.skipLinks(lead.end) : start);
    const found = amount && this.readAmountOfTerm(start, amount, lead?.end);
    if (found === 'price' || (amount && !lead)) return found === 'price' ? undefined : found;
    return found ?? this.readTermWithAmount(start);
  }

  /** 'monthly 15k', 'monthly payment of up to 20k', and 'monthly' alone */
  private readInstalment(start: number): Found {
    const link = this.skipLinks(this.skip(start + 1, PAYMENTS, 1));
    const bound = boundsBefore.find(this.wordAt, link);
    const paid = this.readAmount(bound ? this.skipLinks(bound.end) : link);
    const high = paid && this.readUpTo(paid.end, false, paid, null);
    const isPaid = paid && (paid.isMoney || paid.value >= LEAST_PRICE);
    return { kind: 'left', end: isPaid ? (high ?? paid).end : start + 1 };
  }

  /** '500k downpayment', '20k a month' of an offer that is bought; 'price': the amount is one in spite of the term. */
  private readAmountOfTerm(start: number, amount: Amount, leadEnd: number | undefined): Found | 'price' | undefined {
    // '10x20', '10m x 20m'
    const isAcross = /^(?:x|by)$/.test(this.wordAt(amount.end) ?? '');
    const across = isAcross ? this.readAmount(amount.end + 1) : undefined;
    if (across) return { kind: 'left', end: across.end };
    if (this.markAt(amount.end) === '%' || this.wordAt(amount.end) === 'percent') {
      const share = terms.find(this.wordAt, this.skipLinks(amount.end + 1));
      return { kind: 'left', end: share?.end ?? amount.end + 1 };
    }
    const at = this.readUpTo(amount.end, false, amount, null)?.end ?? amount.end;
    const term = terms.find(this.wordAt, at) ?? terms.find(this.wordAt, this.skipLinks(at));
    if (!term) {
      const month = this.isOwning ? this.endOfMonth(at, amount) : undefined;
      return month === undefined
        ? undefined
        : { kind: 'left', end: terms.find(this.wordAt, month)?.end ?? month };
    }
    const last = this.words[term.end - 1] ?? '';
    // '25k assoc dues included'
    if (DUES.test(last) && INCLUDED.test(this.wordAt(this.skip(term.end, UTILITIES, 4)) ?? '')) return 'price';
    // 'under 20k utilities': so much is a rent besides them.
    if (leadEnd !== undefined && amount.value >= LEAST_BARE_PRICE && UTILITY.test(last)) return 'price';
    // 'budget 20k deposit 2 months', 'budget 15k salary 30k': the term is of what follows.
    const next = leadEnd === undefined ? undefined : this.readAmount(term.end);
    const isBudget = this.words.slice(start, leadEnd).includes('budget');
    const isInstalment = /^(?:payment|down)$|^(?:amort)/.test(last);
    const isOfNext = isBudget && !this.isOwning && !isInstalment;
    if (next && (isOfNext || this.readNoun(next.end)?.noun === 'days')) return 'price';
    return { kind: 'left', end: this.skip(term.end, new Set(['only', 'lang', 'contract', 'lease']), 2) };
  }

  /** 'equity 12k', 'down payment of 20%' */
  private readTermWithAmount(start: number): Found | undefined {
    const term = terms.find(this.wordAt, start);
    const before = this.words[start - 1] ?? '';
    // 'exclusive of dues 25k' is a price.
    const isDues =
      term &&
      this.words[term.end - 1] === 'dues' &&
      /^(?:of|exclusive|inclusive|excluding|including|exclude|plus|with|no)$/.test(before);
    if (!term || isDues || /^(?:no|zero|walang|without|low)$/.test(before)) return undefined;
    const bound = boundsBefore.find(this.wordAt, this.skipLinks(term.end));
    const behind = this.skip(
      this.skipLinks(bound?.end ?? term.end),
      new Set(['max', 'maximum', 'budget', 'around', 'up', 'to', 'below', 'lang', 'ng']),
      2,
    );
    const paid = this.readAmount(behind);
    if (!paid) return undefined;
    const isPercent = this.markAt(paid.end) === '%';
    if (!isPercent && !paid.isMoney && paid.value < LEAST_PRICE) return undefined;
    if (!isPercent && this.readNoun(paid.end)) return undefined;
    const end = this.endOfMonth(paid.end + Number(isPercent), paid) ?? paid.end + Number(isPercent);
    return { kind: 'left', end: terms.find(this.wordAt, end)?.end ?? end };
  }

  /** '5 mins to', '10-15 minutes away from', '500m from' */
  readDistance(start: number): Found | undefined {
    const [day, , month, , year] = this.tokens.slice(start, start + 5);
    const isDate = day?.number != null && this.markAt(start + 1) === '/' && this.markAt(start + 3) === '/';
    if (isDate && month?.number != null && year?.number != null) return { kind: 'talk', end: start + 5 };
    const lead = boundsBefore.find(this.wordAt, start);
    for (const from of lead ? [this.skipLinks(lead.end), start] : [this.skip(start, LINKS, 1), start]) {
      const low = this.tokens[from];
      const isNumber = low && !isBreak(low) && (low.number !== null || NUMBER_WORDS.has(low.text));
      if (!isNumber) continue;
      let at = from + 1;
      const mark = this.wordAt(at);
      if ((mark === '-' || mark === 'to' || mark === 'or') && this.tokens[at + 1]?.number) at += 2;
      const unit = this.skip(at, new Set(['na', 'ng']), 1);
      const word = this.wordAt(unit) ?? '';
      const end = this.skip(unit + 1, WAYS, 6);
      const isTime = /^(?:am|pm)$/.test(word) && (low.number ?? 100) <= 12;
      if (isTime) return { kind: 'talk', end: unit + 1 };
      const metres = KILOMETRES.has(word) ? 1_000 : METRES.has(word) ? 1 : 0;
      if (metres === 0 && !MINUTES.has(word)) continue;
      const isTo =
        /^(?:away|from|walk|walking|distance|of|mula|radius|layo)$/.test(this.wordAt(unit + 1) ?? '') ||
        (lead && this.wordAt(unit + 1) === 'sa');
      if (metres === 1 && !isTo) continue;
      const reach = Math.round(Math.max(low.number ?? 1, this.tokens[unit - 1]?.number ?? 0) * metres);
      const where = this.skip(
        end,
        new Set(['office', 'work', 'school', 'trabaho', 'opisina', 'my', 'our', 'ko', 'namin', 'workplace']),
        3,
      );
      if (metres > 0 && knownPlaceAt(this.words, end) && reach >= MIN_NEAR_METRES && reach <= MAX_NEAR_METRES)
        return { kind: 'filter', end, filters: { near_m: reach } };
      return { kind: 'talk', end: where };
    }
    return undefined;
  }

  /** 'for 2 pax', 'family of three', 'good for 4', '2 adults' */
  readPersons(start: number): Found | undefined {
    const who = this.skip(start, FOR_WHOM, 3);
    const family = familyOf.find(this.wordAt, who);
    const lead = family && family.end > who + 1 ? family : forPersons.find(this.wordAt, start);
    const from = lead?.end ?? start;
    const count = this.readAmount(from);
    if (!count || count.isMoney || count.value > 30 || count.value < 1) return undefined;
    let at = count.end;
    if (/^(?:-|to|or)$/.test(this.wordAt(at) ?? '') && this.tokens[at + 1]?.number) at += 2;
    const behind = this.skip(
      at,
      new Set(['na', 'ka', 'more', 'or', 'female', 'male', 'lady', 'working', 'adult']),
      2,
    );
    if (PERSONS.has(this.wordAt(behind) ?? '')) return { kind: 'talk', end: behind + 1 };
    if (family === lead && family) return { kind: 'talk', end: at };
    // 'good for 2', and no more is said of the number.
    const isFor = lead && this.words.slice(start, lead.end).includes('for');
    if (
      isFor &&
      (isBreak(this.tokens[at]) ||
        (!this.readNoun(at) &&
          !SCALES.has(this.wordAt(at) ?? '') &&
          !PER.has(this.wordAt(at) ?? '') &&
          !this.wordAt(at)?.match(/^[-/]$/)))
    )
      return { kind: 'talk', end: at };
    return undefined;
  }

  readBuilt(start: number): Found | undefined {
    const since = built.find(this.wordAt, start);
    if (
      !since ||
      !/^(?:built|completed|finished|constructed|build|turnover|year|itinayo|ginawa|turned)$/.test(
        this.words[start] ?? '',
      )
    )
      return undefined;
    const year = this.tokens[since.end]?.number;
    if (!year || !isYear(year)) return undefined;
    const after = boundsAfter.find(this.wordAt, since.end + 1);
    return { kind: 'filter', end: after?.end ?? since.end + 1, filters: { built_since: year } };
  }

  /** '2 storey', '3-storey house': text, and no floor. */
  readStoreys(start: number): Found | undefined {
    if (this.tokens[start]?.number == null && !NUMBER_WORDS.has(this.wordAt(start) ?? '')) return undefined;
    if (!/^(?:storey|storeys|story|storied|stories)$/.test(this.wordAt(start + 1) ?? '')) return undefined;
    return { kind: 'text', end: start + 2, words: `${this.words[start]} storey` };
  }

  // ——— Places

  isBehindNear(start: number): boolean {
    // 'near Ateneo or UP'
    const before = this.claims.at(-1);
    const between = this.words.slice(before?.end ?? start, start);
    if (
      before?.kind === 'near' &&
      between.length > 0 &&
      between.every((word) => EITHER_OR.has(word) || LIGHT.has(word))
    )
      return true;
    for (let at = start - 1, most = 3; most > 0; at--) {
      if (!SMALL.has(this.wordAt(at) ?? '')) most--;
      const word = this.wordAt(at);
      if (word === undefined) return false;
      if (NEAR_WORDS.has(word)) return true;
      if (!LIGHT.has(word) && !TALK.has(word)) return false;
    }
    return false;
  }

  readPlace(start: number): Found | undefined {
    if (this.wordAt(start) === undefined || this.markAt(start)) return undefined;
    const street = this.readStreet(start);
    const mention = this.mentions.get(start);
    // 'along Quezon Avenue' is the street, and not its station.
    const isAlong = street !== undefined && /^(?:along|on|corner|cor)$/.test(this.words[start - 1] ?? '');
    const known = isAlong ? undefined : this.knownPlace(start);
    const isNear = this.isBehindNear(start);
    const area = mention && this.areaOf(mention);
    const isMeant = isNear || !known?.needsNear || (!area && this.isAtStation(start, known));
    const ofKnown = known && isMeant ? known.end : 0;
    const ofStreet = street ?? 0;
    const ofArea = area?.end ?? 0;
    if (this.isMoving && this.isLeftBehind(start)) {
      const end = Math.max(ofKnown, ofArea, elsewhere.find(this.wordAt, start)?.end ?? 0);
      return end > 0 ? { kind: 'talk', end } : undefined;
    }
    if (known && ofKnown > 0 && ofKnown >= ofStreet && ofKnown >= ofArea)
      return { kind: 'near', end: known.end, slugs: known.places.map(({ slug }) => slug) };
    if (ofStreet > 0 && ofStreet >= ofArea)
      return {
        kind: 'text',
        end: ofStreet,
        words: textOf(this.tokens, start, ofStreet),
        isCertain: true,
        location: streetBook.find(this.wordAt, start)?.meaning ?? titled(textOf(this.tokens, start, ofStreet)),
      };
    if (area) return { kind: 'place', end: area.end, place: area.place };
    // A name common elsewhere says nothing until its city is named.
    if (mention?.place.isCommonName && !TALK.has(this.words[start] ?? ''))
      return {
        kind: 'text',
        end: start + mention.length,
        words: textOf(this.tokens, start, start + mention.length),
        isCertain: true,
      };
    if (this.wordAt(start) === 'lungsod') {
      const at = this.wordAt(start + 1) === 'ng' ? start + 2 : start + 1;
      const city = findPlace(`${this.words[at]} city`);
      if (city?.kind === 'city') return { kind: 'place', end: at + 1, place: city };
    }
    const far = elsewhere.find(this.wordAt, start);
    if (far && /^(?:from|taga|galing)$/.test(this.words[start - 1] ?? '')) return { kind: 'talk', end: far.end };
    // 'Imus, Cavite'
    const before = this.claims.at(-1)?.place;
    if (far && before && foldText(before.province) === this.words.slice(start, far.end).join(' '))
      return { kind: 'talk', end: far.end };
    return (
      far && {
        kind: 'text',
        end: far.end,
        words: this.words.slice(start, far.end).join(' '),
        isCertain: true,
        location: titled(this.words.slice(start, far.end).join(' ')),
      }
    );
  }

  /** 'from Cebu' of somebody who moves. */
  private isLeftBehind(start: number): boolean {
    const before = this.words.slice(Math.max(0, start - 2), start);
    return before.includes('from') || before.includes('galing');
  }

  /** 'in Ayala', 'Loc: Magallanes', 'Buendia area': no area, but what lies about the station. */
  private isAtStation(start: number, { places, end }: NamedPlaces & { end: number }): boolean {
    const isAsked = this.isPlaceAsked(start) || this.wordAt(end) === 'area';
    return isAsked && places.every(({ kind }) => kind === 'station');
  }

  /** Behind 'in' or a label, what follows is a place: 'sa Sampaloc', 'Loc: Guadalupe'. */
  private isPlaceAsked(start: number): boolean {
    const isLabelled =
      this.markAt(start - 1) === ':' && /^(?:loc|location|area|place|lugar)$/.test(this.words[start - 2] ?? '');
    return isLabelled || LEADS_TO_PLACE.test(this.words[start - 1] ?? '');
  }

  /** 'near greenbelt 1br' is no Greenbelt 1. */
  private knownPlace(start: number) {
    const known = knownPlaceAt(this.words, start);
    const last = (known?.end ?? 0) - 1;
    const isCounted =
      this.tokens[last]?.number != null && this.tokens[last + 1]?.isGlued && !this.markAt(last + 1);
    return isCounted ? knownPlaceAt(this.words.slice(0, last), start) : known;
  }

  private areaOf(mention: Mention): { place: Place; end: number } | undefined {
    const { place, start, length, isStreet } = mention;
    if (isStreet) return undefined;
    let end = start + length;
    // 'Makati city view' is Makati and a view of the city.
    if (
      length > 1 &&
      this.words[end - 1] === 'city' &&
      /^(?:view|views|lights|skyline)$/.test(this.words[end] ?? '')
    ) {
      const shorter = findPlace(this.words.slice(start, end - 1).join(' '));
      if (shorter === place) end--;
    }
    if (place.isCommonName && length === 1) {
      const isMeant =
        [...this.mentions.values()].some(
          ({ place: other }) =>
            (other.kind === 'city' && reachesInto(place, other.slug)) ||
            (other.kind === 'district' && !other.isCommonName && reachesInto(other, place.city)),
        ) ||
        this.isInListOfPlaces(mention) ||
        (this.isPlaceAsked(start) && !EVERYDAY_PLACES.has(place.slug)) ||
        this.words.some((_, at) =>
          knownPlaceAt(this.words, at)?.places.some((known) => distanceBetween(known, place.center) < BESIDE),
        );
      if (!isMeant) return undefined;
    }
    return { place, end };
  }

  /** 'guadalupe or boni': two names of places say that both are. */
  private isInListOfPlaces({ start, length, place }: Mention): boolean {
    const isOr = (at: number) => /^(?:or|o|\/)$/.test(this.tokens[at]?.text ?? '');
    return [...this.mentions.values()].some(
      (other) =>
        other.place !== place &&
        ((other.start + other.length + 1 === start && isOr(start - 1)) ||
          (start + length + 1 === other.start && isOr(start + length))),
    );
  }

  private readStreet(start: number): number | undefined {
    const named = streetBook.find(this.wordAt, start);
    const mention = this.mentions.get(start);
    const ofPlace = mention?.isStreet ? start + mention.length + 1 : 0;
    const generic = this.genericStreet(start) ?? 0;
    const end = Math.max(named?.end ?? 0, ofPlace, generic);
    return end > 0 ? end : undefined;
  }

  /** 'Esteban Abada Street', '26th Street' */
  private genericStreet(start: number): number | undefined {
    for (let at = start; at < start + 4; at++) {
      const word = this.wordAt(at);
      if (word === undefined) return undefined;
      if (at > start && STREET_ENDS.has(word)) return at + 1;
      if (at > start && word === 'st' && isBreak(this.tokens[at + 1])) return at + 1;
      const isOrdinal =
        this.tokens[at]?.number != null || (/^(?:th|st|nd|rd)$/.test(word) && this.tokens[at]?.isGlued);
      if (!isOrdinal && (this.markAt(at) || LANGUAGE_WORDS.has(word))) return undefined;
    }
    return undefined;
  }

  // ——— Words

  readPhrase(start: number): Found | undefined {
    // '10th' is no townhouse.
    if (
      this.tokens[start]?.isGlued &&
      this.tokens[start - 1]?.number != null &&
      /^(?:th|a|m|f|n)$/.test(this.words[start] ?? '')
    )
      return undefined;
    const phrase = phrases.find(this.wordAt, start);
    if (!phrase) return undefined;
    const { meaning, end } = phrase;
    // 'with video intercom' has no video.
    const inner = WITH_WORDS.has(this.words[start] ?? '') ? phrases.find(this.wordAt, start + 1) : undefined;
    if (inner && inner.end > end) return undefined;
    const typed = () => textOf(this.tokens, start, end);
    switch (meaning.kind) {
      case 'type':
        return {
          kind: 'type',
          end,
          type: meaning.type,
          ...(meaning.preferred && { preferred: meaning.preferred }),
        };
      case 'studio':
        return { kind: 'rooms', end, rooms: { least: 0, most: 0 } };
      case 'filter': {
        // 'garage for 2 cars'
        const cars = meaning.filters.parking && this.wordAt(end) === 'for' ? this.readAmount(end + 1) : undefined;
        if (cars && /^(?:car|cars|sasakyan|vehicles)$/.test(this.wordAt(cars.end) ?? ''))
          return { kind: 'filter', end: cars.end + 1, filters: { parking: cars.value } };
        return { kind: 'filter', end, filters: meaning.filters };
      }
      case 'text':
        return {
          kind: 'text',
          end,
          words: meaning.words ?? typed(),
          ...(meaning.excludes && { excludes: meaning.excludes }),
        };
      case 'preferred':
        return { kind: 'preferred', end, words: meaning.words ?? typed() };
      default:
        return { kind: meaning.kind, end };
    }
  }

  readNegation(start: number): Found | undefined {
    const after = negatedAfter.find(this.wordAt, start);
    const found = negators.find(this.wordAt, start);
    const isBehind =
      after &&
      (after.end > (found?.end ?? 0) ||
        (after.end === found?.end &&
          (isBreak(this.tokens[after.end]) || !/^(?:pwede|puwede)$/.test(this.words[after.end - 1] ?? ''))));
    if (isBehind) return { kind: 'not needed', end: after.end };
    if (!found) return undefined;
    // 'No. 298'
    if (this.words[start] === 'no' && this.tokens[start + 1]?.number != null && !this.tokens[start + 2]?.isGlued)
      return undefined;
    // 'hindi kailangan ng parking' does not exclude it.
    const isNeedless = this.words
      .slice(start, found.end)
      .some((word) => /^(?:need|needed|kailangan|necessarily|require)$/.test(word));
    return { kind: 'not', end: found.end, strength: isNeedless ? 'indifferent' : found.meaning };
  }

  readWanted(start: number): Found | undefined {
    const found = affirmed.find(this.wordAt, start);
    return found && { kind: 'wanted', end: found.end };
  }
}

const SILENT_LABELS =
  /^(?:pax|(?:no|number|num) of (?:pax|occupants|persons|tenants)|occupants?|occupancy|tenants?|persons?|name|contact|contact (?:no|number|person|details)|cp|cp no|email|mobile|viber|whatsapp|number|work|occupation|profile|move in|move in date|movein|movein date|target move in|date|start|start date|schedule|viewing|viewing date|when|nationality|company|reason|client)$/;
const LEFT_LABELS =
  /^(?:term|terms|lease term|lease|contract|lease period|contract term|payment|payment terms|terms of payment|mode of payment|length of stay|duration|stay)$/;
const OPEN_LABELS =
  /^(?:lf|looking for|need|wanted|type|unit type|property type|type of (?:unit|property)|kind|unit|loc|location|locations|preferred (?:location|locations|area|areas|unit|type)|area|areas|city|place|lugar|features|amenities|remarks|note|notes|requirements|preferred|preference|specs|details|inquiry|price|presyo|size|floor area|lot area|must have|must haves|offer|hanap|furnishing|status|condition|transaction)$/;

function roomsOf(least: number, most: number | null, bound: Bound | null): Rooms | undefined {
  if (most !== null) return { least: Math.min(least, most), most: Math.max(least, most) };
  switch (bound) {
    case 'min':
      return { least, most: null };
    case 'more':
      return { least: least + 1, most: null };
    case 'max':
      return { least: 0, most: least };
    case 'less':
      return least > 0 ? { least: 0, most: least - 1 } : undefined;
    default:
      return { least, most: least };
  }
}

const titled = (words: string) => words.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());

export function isPartOf(inner: Place, outer: Place): boolean {
  if (inner.kind === 'region' || inner === outer) return false;
  if (outer.kind === 'region') return inner.province === outer.province;
  if (inner.kind === 'city') return false;
  return outer.kind === 'city' ? reachesInto(inner, outer.slug) : inner.parent === outer.slug;
}

/** A text that names the place and no other, as people call it where that is enough. */
export function locationText(place: Place): string {
  const city = placeBySlug(place.city)?.name;
  const names = [shortNameOf(place), place.name, `${place.name}, ${city}`];
  return names.find((name) => findPlace(name) === place) ?? place.slug;
}
