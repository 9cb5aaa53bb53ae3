import { findPlace, mentionsIn, type Place, placeBySlug, reachesInto, shortNameOf } from '#shared/places.ts';
import {
  BOUNDS_AFTER,
  BOUNDS_BEFORE,
  type Bound,
  BUILT_SINCE,
  CURRENCIES,
  KEPT_PHRASES,
  LINKS,
  MONTHS,
  NOUNS,
  type Noun,
  NUMBER_WORDS,
  PARTICLES,
  PER,
  PHRASES,
  PhraseBook,
  RECENTLY,
  SCALES,
  UNUSED_PHRASES,
  type UnderstoodFilters,
} from './searchLanguage.ts';

/** Words, numbers and the marks that mean something ('-' between numbers, '/', '+', '<'), in the order typed. */
export interface Token {
  /** Folded as the search texts are; for a mark its word. */
  text: string;
  number: number | null;
  /** Written with thousands parted: money. */
  isGrouped: boolean;
  isMark: boolean;
  /** Adjacent to the token before: the 'br' of '2br'. */
  isGlued: boolean;
}

export interface Claim {
  start: number;
  end: number;
  filters: UnderstoodFilters;
  /** The words that are still searched as text. */
  words: string | null;
  place: Place | null;
  /** Understood, but without a filter. */
  isUnused: boolean;
}

interface Reading {
  tokens: Token[];
  /** By their place in the text; no two share a token. */
  claims: Claim[];
}

const MARKS: Record<string, string> = {
  '/': '/',
  '&': 'and',
  '+': 'plus',
  '<': 'under',
  '≤': 'under',
  '>': 'over',
  '≥': 'over',
  '₱': 'php',
  '#': '#',
};
const DASHES = /[-‐-―~]/;
const PIECE = /\p{N}+(?:,\p{N}{3})*(?:\.\p{N}+)?|\p{L}+|[^\p{L}\p{N}\s]/gu;
const GROUPED = /^\d{1,3}(?:,\d{3})+/;
const PLAIN_NUMBER = /^\d{1,12}(?:\.\d{1,6})?$/;
const BEFORE_A_NUMBER = /^\s*(?:₱|php|p)?\s*\d/;

export function tokenize(typed: string): Token[] {
  const text = typed
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('m²', 'sqm')
    .replace(/\bw\/o\b/g, 'no')
    .replace(/\bw\//g, 'with ');
  const tokens: Token[] = [];
  let end = -1;
  for (const { 0: raw, index } of text.matchAll(PIECE)) {
    const isGlued = index === end;
    const rest = text.slice(index + raw.length);
    const before = tokens.at(-1);
    const add = (token: string, more: Partial<Token> = {}) => {
      tokens.push({ text: token, number: null, isGrouped: false, isMark: false, isGlued, ...more });
      end = index + raw.length;
    };
    if (/^\p{L}/u.test(raw)) add(raw);
    else if (/^\p{N}/u.test(raw)) {
      const isGrouped = GROUPED.test(raw);
      const digits = raw.replaceAll(',', '');
      add(raw, { number: PLAIN_NUMBER.test(digits) ? Number(digits) : null, isGrouped });
    } else if (DASHES.test(raw)) {
      // '5-8' is from one to the other; '2-bedroom' and 'pre-selling' are words in a row.
      const follows = before && (before.number !== null || before.isGlued) && BEFORE_A_NUMBER.test(rest);
      if (follows) add('-', { isMark: true });
    } else if (MARKS[raw]) add(MARKS[raw], { isMark: true });
  }
  return tokens;
}

const phrases = new PhraseBook(PHRASES.flatMap((rule) => rule.says.map((says) => [says, rule] as const)));
const keptPhrases = new PhraseBook(KEPT_PHRASES.map(([says, words]) => [says, { words }] as const));
const unusedPhrases = new PhraseBook(UNUSED_PHRASES.map((says) => [says, null] as const));
const nouns = new PhraseBook(NOUNS.map(([noun, says, size = 1]) => [says, { noun, size }] as const));
const boundsBefore = new PhraseBook(BOUNDS_BEFORE.map(([bound, says]) => [says, bound] as const));
const boundsAfter = new PhraseBook(BOUNDS_AFTER.map(([bound, says]) => [says, bound] as const));
const recently = new PhraseBook([[RECENTLY, null]]);
const builtSince = new PhraseBook([[BUILT_SINCE, null]]);

export const LANGUAGE_WORDS: ReadonlySet<string> = new Set([
  ...[phrases, keptPhrases, unusedPhrases, nouns, boundsBefore, boundsAfter, recently, builtSince].flatMap(
    (book) => [...book.words()],
  ),
  ...[LINKS, CURRENCIES, PER, MONTHS, PARTICLES].flatMap((words) => [...words]),
  ...SCALES.keys(),
  ...NUMBER_WORDS.keys(),
  'between',
]);

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
    .map(({ text }) => text)
    .join(' ');
}

interface Amount {
  value: number;
  scale: number;
  /** Says itself that it is money: a currency, thousands or millions. */
  isMoney: boolean;
  /** 'two': counts something, or is no number at all. */
  isWord: boolean;
  end: number;
}

interface Quantity {
  low: Amount;
  high: Amount | null;
  bound: Bound | null;
  noun: { noun: Noun; size: number } | null;
  isPerSquareMetre: boolean;
  isPerMonth: boolean;
  end: number;
}

/** Bare numbers from here on may be pesos. */
const LEAST_PRICE = 1_000;
const LEAST_BARE_PRICE = 5_000;
const MAX_PRICE = 999_999_999_999;
const ROUND_PRICE = 500;
/** A share of the number itself, either way. */
const ABOUT = 0.2;
const ABOUT_AREA = 0.15;

/** Reads phrases that are left as they are, then places, then numbers with their nouns, then the other phrases. */
export class Reader {
  private readonly claims: Claim[] = [];
  private readonly taken: boolean[];

  constructor(private readonly tokens: Token[]) {
    this.taken = tokens.map(() => false);
  }

  read(): Reading {
    this.scan((at) => {
      // '10th' is no townhouse.
      if (this.tokens[at]?.isGlued && this.tokens[at - 1]?.number !== null) return undefined;
      const kept = keptPhrases.find(this.wordAt, at);
      if (kept) return { end: kept.end, words: kept.meaning.words ?? textOf(this.tokens, at, kept.end) };
      const unused = unusedPhrases.find(this.wordAt, at);
      return unused && { end: unused.end, isUnused: true };
    });
    this.readPlaces();
    if (!isNumberAlone(this.tokens)) this.scan((at) => this.readBuiltSince(at) ?? this.readQuantity(at));
    this.scan((at) => {
      const phrase = phrases.find(this.wordAt, at);
      return phrase && { end: phrase.end, filters: phrase.meaning.filters, words: phrase.meaning.words ?? null };
    });
    return { tokens: this.tokens, claims: this.claims.sort((a, b) => a.start - b.start) };
  }

  private readonly wordAt = (at: number): string | undefined =>
    this.taken[at] === false ? this.tokens[at]?.text : undefined;

  private scan(readAt: (at: number) => (Partial<Claim> & { end: number }) | undefined): void {
    for (let at = 0; at < this.tokens.length; ) {
      const found = this.taken[at] ? undefined : readAt(at);
      if (found) this.claim({ start: at, ...found });
      at = found?.end ?? at + 1;
    }
  }

  private claim({
    start,
    end,
    filters = {},
    words = null,
    place = null,
    isUnused = false,
  }: Partial<Claim> & Pick<Claim, 'start' | 'end'>) {
    this.claims.push({ start, end, filters, words, place, isUnused });
    this.taken.fill(true, start, end);
  }

  private readPlaces(): void {
    const words = this.tokens.map(({ text, isMark }, at) => (this.taken[at] || isMark ? '' : text));
    const mentions = mentionsIn(words).filter(({ isStreet }) => !isStreet);
    const cities = new Set(mentions.map(({ place }) => place).filter(({ kind }) => kind === 'city'));
    for (const { place, start, length } of mentions) {
      // A name common elsewhere says nothing until its city is named.
      const isMeant = !place.isCommonName || [...cities].some((city) => reachesInto(place, city.slug));
      if (isMeant || length > 1) this.claim({ start, end: start + length, place });
    }
  }

  private readBuiltSince(start: number) {
    const since = builtSince.find(this.wordAt, start);
    const year = since && this.tokens[since.end]?.number;
    if (!since || !year || year < 1_900 || year > 2_100) return undefined;
    return { end: since.end + 1, filters: { built_since: year } };
  }

  private skipLinks(start: number): number {
    let at = start;
    while (at < start + 2 && LINKS.has(this.wordAt(at) ?? '')) at++;
    return at;
  }

  private readAmount(start: number): Amount | undefined {
    let at = start;
    let isMoney =
      CURRENCIES.has(this.wordAt(at) ?? '') || (this.wordAt(at) === 'p' && !!this.tokens[at + 1]?.isGlued);
    if (isMoney) at++;
    const token = this.taken[at] === false ? this.tokens[at] : undefined;
    // '#1024' is a listing.
    if (!token || this.tokens[at - 1]?.text === '#') return undefined;
    const isWord = token.number === null;
    const number = token.number ?? NUMBER_WORDS.get(token.text);
    if (number === undefined) return undefined;
    isMoney ||= token.isGrouped;
    at++;
    const isSquareMetre = this.wordAt(at) === 'm' && this.wordAt(at + 1) === '2' && this.tokens[at + 1]?.isGlued;
    const scale = isSquareMetre ? 1 : (SCALES.get(this.wordAt(at) ?? '') ?? 1);
    if (scale > 1) {
      isMoney = true;
      at++;
    }
    if (CURRENCIES.has(this.wordAt(at) ?? '')) {
      isMoney = true;
      at++;
    }
    return { value: number * scale, scale, isMoney, isWord, end: at };
  }

  private readNoun(start: number): { noun: Noun; size: number; end: number } | undefined {
    for (const at of [start, this.skipLinks(start)]) {
      const found = nouns.find(this.wordAt, at);
      // In 'bed space' and 'parking lot' the words go on.
      if (found) return { ...found.meaning, end: found.end };
    }
    return undefined;
  }

  /** 'below 20k', '5-8 million', '2br up', 'between 100 and 200 sqm', 'dalawang kwarto', 'last 7 days'. */
  private readQuantity(start: number): (Partial<Claim> & { end: number }) | undefined {
    const recent = recently.find(this.wordAt, start);
    const isBetween = this.wordAt(start) === 'between';
    const before = isBetween ? { meaning: null, end: start + 1 } : boundsBefore.find(this.wordAt, start);
    for (const lead of [before, recent, { meaning: null, end: start }]) {
      if (!lead) continue;
      const from = lead.end > start ? this.skipLinks(lead.end) : start;
      const quantity = this.readNumbers(from, lead.meaning, isBetween);
      if (!quantity) continue;
      const filters = filtersOf(quantity, { isRecent: lead === recent, isBounded: lead.end > start });
      if (filters) return { end: quantity.end, filters };
    }
    return undefined;
  }

  private readNumbers(start: number, lead: Bound | null, isBetween: boolean): Quantity | undefined {
    const low = this.readAmount(start);
    if (!low) return undefined;
    // '3+ bedrooms'
    const isOrMore = this.wordAt(low.end) === 'plus' && this.readNoun(low.end + 1) !== undefined;
    let at = low.end + Number(isOrMore);
    let noun = this.readNoun(at);
    const high = this.readUpTo(noun?.end ?? at, isBetween);
    if (high) {
      at = high.end;
      noun = this.readNoun(at) ?? noun;
      if (noun) at = Math.max(at, noun.end);
    } else if (noun) at = noun.end;
    if ((low.isWord || high?.isWord) && !noun && low.scale === 1) return undefined;

    let isPerSquareMetre = false;
    let isPerMonth = false;
    if (!noun && PER.has(this.wordAt(at) ?? '')) {
      const each = nouns.find(this.wordAt, at + 1);
      isPerSquareMetre = each?.meaning.noun === 'area';
      isPerMonth = MONTHS.has(this.wordAt(at + 1) ?? '');
      if (isPerSquareMetre && each) at = each.end;
      else if (isPerMonth) at += 2;
    } else if (!noun && this.wordAt(at) === 'monthly') {
      isPerMonth = true;
      at++;
    }
    const after = this.readBoundAfter(at, noun?.noun ?? null);
    return {
      low,
      high: high ?? null,
      bound: after?.bound ?? (isOrMore ? 'min' : lead),
      noun: noun ?? null,
      isPerSquareMetre,
      isPerMonth,
      end: after?.end ?? at,
    };
  }

  private readUpTo(at: number, isBetween: boolean): Amount | undefined {
    const word = this.wordAt(at);
    const leads =
      word === '-' || word === 'to' || word === 'hanggang' || word === 'or' || (isBetween && word === 'and');
    return leads ? this.readAmount(at + 1) : undefined;
  }

  /** 'below' behind a number belongs to it, unless a number of its own follows: '2br below 20k'. */
  private readBoundAfter(at: number, noun: Noun | null): { bound: Bound; end: number } | undefined {
    const after = boundsAfter.find(this.wordAt, at);
    if (!after) return undefined;
    const next = boundsBefore.find(this.wordAt, at);
    if (next) {
      const amount = this.readAmount(this.skipLinks(next.end));
      const counted = amount && this.readNoun(amount.end)?.noun;
      const isCountOfRooms = counted === 'beds' || counted === 'baths' || counted === 'parking';
      if (amount && !(noun === null && isCountOfRooms)) return undefined;
    }
    return { bound: after.meaning, end: after.end };
  }
}

/** The filters a quantity means; undefined when it is none: a bare small number, or days of no listing. */
function filtersOf(
  quantity: Quantity,
  { isRecent, isBounded }: { isRecent: boolean; isBounded: boolean },
): UnderstoodFilters | undefined {
  const { low, high, bound, noun } = quantity;
  if (!noun) return isRecent ? undefined : moneyFilters(quantity, isBounded);
  const least = Math.round(low.value);
  switch (noun.noun) {
    case 'beds':
      if (least > 1_000 || (bound === 'max' && !high)) return undefined;
      return (bound === 'min' || high) && least > 0 ? { bedrooms: least } : { beds_exact: least };
    case 'baths':
      return least > 1_000 ? undefined : { bathrooms: least };
    case 'parking':
      return least > 1_000 ? undefined : { parking: least };
    case 'floor':
      return bound === 'min' && least <= 1_000 ? { min_floor: least } : undefined;
    case 'days': {
      const days = least * noun.size;
      return isRecent && days >= 1 && days <= 3_650 ? { listed_within: days } : undefined;
    }
    case 'area': {
      const [from, to] = [low.value * noun.size, (high ?? low).value * noun.size];
      if (Math.max(from, to) > 999_999_999) return undefined;
      if (high) return { min_area: Math.min(from, to), max_area: Math.max(from, to) };
      if (bound === 'min') return { min_area: from };
      if (bound === 'max') return { max_area: from };
      return { min_area: Math.floor(from * (1 - ABOUT_AREA)), max_area: Math.ceil(from * (1 + ABOUT_AREA)) };
    }
  }
}

function moneyFilters(
  { low, high, bound, isPerSquareMetre, isPerMonth }: Quantity,
  isBounded: boolean,
): UnderstoodFilters | undefined {
  const amounts = high ? [low, high] : [low];
  let [from, to] = [low.value, (high ?? low).value];
  // '5-8 million', '800-1.2m'
  if (high && low.scale === 1 && high.scale > 1 && low.value < LEAST_PRICE) {
    from = low.value * high.scale;
    if (from > to) from = low.value * 1_000;
  }
  const isSaid = amounts.some(({ isMoney }) => isMoney) || isPerMonth || isPerSquareMetre;
  const isLikely =
    isBounded || bound || high
      ? Math.min(from, to) >= LEAST_PRICE
      : from >= LEAST_BARE_PRICE && from % ROUND_PRICE === 0;
  if (!isSaid && !isLikely) return undefined;
  const [cheapest, dearest] = [Math.min(from, to), Math.max(from, to)].map(
    (pesos) => Math.round(pesos * 100) / 100,
  );
  if (cheapest === undefined || dearest === undefined || dearest > MAX_PRICE) return undefined;
  if (isPerSquareMetre) return { max_price_per_sqm: dearest };
  const rent: UnderstoodFilters = isPerMonth ? { listing_type: 'rent' } : {};
  if (high) return { ...rent, min_price: cheapest, max_price: dearest };
  if (bound === 'min') return { ...rent, min_price: cheapest };
  if (bound === 'around')
    return {
      ...rent,
      min_price: Math.round(cheapest * (1 - ABOUT)),
      max_price: Math.round(cheapest * (1 + ABOUT)),
    };
  // A single named price is the highest affordable one.
  return { ...rent, max_price: dearest };
}

/** The inner one of nested named places ('makati salcedo'); of unrelated or alternative ones the first. */
export function placeMeant({ tokens, claims }: Reading): Place | null {
  const named = claims.flatMap(({ place, end }, at) => {
    const between = tokens.slice(end, claims.slice(at + 1).find((next) => next.place)?.start);
    return place
      ? [{ place, isAlternative: between.length === 1 && /^(?:or|o|\/)$/.test(between[0]?.text ?? '') }]
      : [];
  });
  let meant: Place | null = null;
  let isAlternative = false;
  for (const { place, isAlternative: goesOn } of named) {
    if (!meant || meant.kind === 'region') meant = place;
    else if (!isAlternative && isPartOf(place, meant)) meant = place;
    isAlternative = goesOn;
  }
  return meant;
}

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

const isParticle = ({ text, isMark }: Token) => isMark || PARTICLES.has(text);

/** Words without a filter of their own. */
export const saysNothing = (words: string) => {
  const tokens = tokenize(words);
  return tokens.length > 0 && tokens.every(isParticle);
};

/** The words that stay text; particles only if nothing else does. @param restored claims whose words stay */
export function leftWords({ tokens, claims }: Reading, restored: ReadonlySet<Claim>): string {
  const parts: { text: string; isGlued: boolean; isParticle: boolean }[] = [];
  for (let at = 0; at < tokens.length; ) {
    const claim = claims.find(({ start }) => start === at);
    const token = tokens[at];
    if (claim && !restored.has(claim)) {
      if (claim.words) parts.push({ text: claim.words, isGlued: false, isParticle: false });
      at = claim.end;
    } else {
      if (token && !token.isMark)
        parts.push({
          text: token.text,
          isGlued: token.isGlued && !tokens[at - 1]?.isMark,
          isParticle: isParticle(token) && !claim,
        });
      at++;
    }
  }
  // A number that is left alone would be taken for a listing's: 'unit 5'.
  const isSaid =
    claims.length > restored.size || parts.some((part) => !part.isParticle && !/^\d+$/.test(part.text));
  const kept = isSaid ? parts.filter((part) => !part.isParticle) : parts;
  return kept.reduce((text, part) => text + (part.isGlued || text === '' ? '' : ' ') + part.text, '');
}
