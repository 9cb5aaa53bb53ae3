import { CURRENCIES, MONTHLY, MONTHS, PER, SCALES } from '#shared/amounts.ts';
import type { SpokenFilters } from '#shared/contracts/properties.ts';
import {
  type Bound,
  FLOORS,
  type Noun,
  NUMBER_WORDS,
  ORDINALS,
  OWNING,
  PERSONS,
  SPANISH_NUMBERS,
} from './searchLanguage.ts';
import { boundsAfter, boundsBefore, nouns, recently, terms } from './searchPhrases.ts';
import { type Found, type Rooms, SentenceText } from './searchSentence.ts';
import { isBreak, type Token } from './searchTokens.ts';

export interface Amount {
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
export const LEAST_PRICE = 1_000;
export const LEAST_BARE_PRICE = 5_000;
const MAX_PRICE = 999_999_999_999;
const ROUND_PRICE = 500;
const MILLION = 1_000_000;
/** In square metres. */
const HECTARE = 10_000;
/** A share of the number itself, either way. */
const ABOUT = 0.2;
const ABOUT_AREA = 0.15;
const MOST_AREA_IN_THOUSANDS = 10_000;
/** Square metres at such prices are sold. */
const LEAST_SOLD_PER_SQM = 50_000;
const LEAST_PESOS = 100;
const LEAST_PRICE_OF_EACH = 100;
const LEAST_PER_HEAD = 500;
const HEADS = /^(?:head|heads|pax|person|tao|ulo|bed|occupant|student)$/;
const FOREIGN = new Set(['usd', 'dollar', 'dollars']);
const PERIODS = new Set('year yr annum taon night gabi day araw week linggo'.split(' '));
const HUNDREDS = /^(?:hundred|daan|daang)$/;
const MOST_FLOORS = 99;
const BEFORE_A_FLOOR = new Set('on in at the sa nasa ika'.split(' '));
const ORDINAL_ENDS = new Set('th st nd rd na'.split(' '));
/** A voice before 'bedroom', as a telephone writes it. */
const HEARD = new Map([
  ['to', 2],
  ['too', 2],
  ['tree', 3],
]);
/** 'T' behind lower numbers counts toilets. */
const LEAST_IN_T = 5;
/** Words that a count may follow: 'bedrooms 3', not 'unit 5'. */
const COUNTED_BEHIND = /^(?:bedrooms?|beds|br|brs|bathrooms?|baths?|toilets?|parking|parkings|kwarto|banyo)$/;
export const isYear = (value: number) => value >= 1_950 && value <= 2_050;
/** Preselling, unless it is refused. */
const PRESELLING =
  /(?<! (?:no|non|not|don|dont|never|hindi|di|walang|wag|huwag|ayaw|ayoko)(?: [a-z]+){0,3}) pre ?selling /;
const INSTALMENTS =
  / (?:in ?house financing|for (?:1\d|2\d|30) (?:years|yrs|taon)(?! (?:lease|contract|old))|(?:years?|yrs?|taon) to pay|(?:rent|lease) to own|(?<!(?:no|zero|walang) )down payment|cash out) /;
const RENTS = new Set('rent rental renta upa lease monthly month buwan'.split(' '));

/** The amounts of a sentence: numbers with what they count or cost, their bounds, ranges and lists. */
export class SentenceAmounts extends SentenceText {
  /** Instalments towards owning are no rent. */
  protected readonly isOwning: boolean;
  private readonly saysRent: boolean;

  constructor(tokens: readonly Token[]) {
    super(tokens);
    const text = ` ${this.words.join(' ')} `;
    this.isOwning = this.hasAny(OWNING) || INSTALMENTS.test(text) || PRESELLING.test(text);
    this.saysRent = this.hasAny(RENTS);
  }

  protected readAmount(start: number): Amount | undefined {
    const sign = this.wordAt(start) ?? '';
    const hasSign = CURRENCIES.has(sign) || (sign === 'p' && !!this.tokens[start + 1]?.isGlued);
    const isForeign = FOREIGN.has(sign);
    const from = hasSign || isForeign ? start + 1 : start;
    const token = this.tokens[from];
    // '#1024' is a listing, '#2BR' is none.
    const isReference =
      this.markAt(from - 1) === '#' && !(this.tokens[from + 1]?.isGlued && !this.tokens[from + 1]?.isMark);
    if (!token || isBreak(token) || isReference) return undefined;
    const isWord = token.number === null;
    const again = isWord ? undefined : this.readAgain(from, token.number);
    const said = again ?? (isWord ? this.readSaidNumber(from) : this.readDigits(from, hasSign));
    if (!said) return undefined;
    const number = this.withHalf(said);
    const whole = again ? { ...number, scale: 1 } : this.readScale(number, isWord);
    const { value, scale, end } = whole;
    // 'good for 3 ₱18,000': the sign is of the number that follows.
    const next = this.tokens[end + 1];
    const isOfNext = value < LEAST_PRICE && (next?.isGrouped || (next?.number ?? 0) >= LEAST_PRICE);
    const hasSignBehind = !again && CURRENCIES.has(this.wordAt(end) ?? '') && !isOfNext;
    const isForeignBehind = !again && !hasSignBehind && FOREIGN.has(this.wordAt(end) ?? '');
    const hasCurrency = hasSign || hasSignBehind;
    const last = end + Number(hasSignBehind || isForeignBehind);
    // A price a night or a year is none a month.
    const isOfPeriod =
      value >= LEAST_PRICE && PER.has(this.wordAt(last) ?? '') && PERIODS.has(this.wordAt(last + 1) ?? '');
    return {
      value,
      scale,
      isMoney: hasCurrency || token.isGrouped || scale > 1,
      hasCurrency,
      isWord,
      isForeign: isForeign || isForeignBehind || isOfPeriod,
      end: isOfPeriod ? last + 2 : last,
    };
  }

  /** '2 (two) bedrooms' */
  private readAgain(at: number, digits: number | null): { value: number; end: number } | undefined {
    const isInBrackets = this.markAt(at + 1) === ',' && this.markAt(at + 3) === ',';
    const said = isInBrackets ? NUMBER_WORDS.get(this.words[at + 2] ?? '') : undefined;
    return said !== undefined && said === digits ? { value: said, end: at + 4 } : undefined;
  }

  /** 'isa’t kalahating milyon', '2 and a half million' */
  private withHalf({ value, end }: { value: number; end: number }): { value: number; end: number } {
    const link = /^(?:t|at|and)$/.test(this.wordAt(end) ?? '') ? end + 1 : end;
    const half = this.wordAt(link) === 'a' ? link + 1 : link;
    const isSaid = link > end || /t$/.test(this.words[end - 1] ?? '');
    const isHalf = isSaid && /^(?:half|kalahati|kalahating)$/.test(this.wordAt(half) ?? '');
    const scale = this.wordAt(half + 1) === 'na' ? half + 2 : half + 1;
    return isHalf && SCALES.has(this.wordAt(scale) ?? '') ? { value: value + 0.5, end: scale } : { value, end };
  }

  /** 'twenty five', 'bente singko', 'trenta y singko', 'limang daan', 'half a' */
  private readSaidNumber(start: number): { value: number; end: number } | undefined {
    const word = this.wordAt(start) ?? '';
    const isOne = word === 'a' && /^(?:hundred|thousand|million)$/.test(this.wordAt(start + 1) ?? '');
    const isHeard =
      /^(?:bedrooms?|br)$/.test(this.wordAt(start + 1) ?? '') &&
      !/^(?:close|next|near|from)$/.test(this.wordAt(start - 1) ?? '');
    const isAndHalf = /^kalahating?$/.test(this.wordAt(start + 1) ?? '') && word.endsWith('t');
    let value =
      (isOne ? 1 : NUMBER_WORDS.get(word)) ??
      (isHeard ? HEARD.get(word) : isAndHalf ? NUMBER_WORDS.get(word.slice(0, -1)) : undefined);
    if (value === undefined) return undefined;
    let at = start + 1;
    const unit = this.wordAt(at) === 'y' ? at + 1 : at;
    const more = NUMBER_WORDS.get(this.wordAt(unit) ?? '');
    if (value >= 20 && value % 10 === 0 && more !== undefined && more > 0 && more < 10) {
      value += more;
      at = unit + 1;
    }
    if (HUNDREDS.test(this.wordAt(at) ?? '')) {
      // 'isang daan at limampu'
      const rest = this.readSaidNumber(/^(?:at|and)$/.test(this.wordAt(at + 1) ?? '') ? at + 2 : at + 1);
      const isRest = rest !== undefined && rest.value >= 10 && rest.value < 100;
      return isRest ? { value: value * 100 + rest.value, end: rest.end } : { value: value * 100, end: at + 1 };
    }
    if (value === 0.5 && /^(?:a|na)$/.test(this.wordAt(at) ?? '')) at++;
    // 'apat na milyon'
    if (this.wordAt(at) === 'na' && SCALES.has(this.wordAt(at + 1) ?? '')) at++;
    return { value, end: at };
  }

  /** '25,000', '1/2 hectare', '1 1/2 million', '1,5M', '9,5k', '12 500 000', 'php 25 000' */
  private readDigits(start: number, hasSign: boolean): { value: number; end: number } | undefined {
    const token = this.tokens[start];
    if (!token || token.number === null) return undefined;
    const value = token.number;
    const mark = this.tokens[start + 1];
    const next = this.tokens[start + 2];
    const unit = this.wordAt(start + 3) ?? '';
    const isWhole = /^\d{1,3}$/.test(token.text);
    const own = this.readFraction(start);
    // '1/2 br' are one or two.
    if (own) return own;
    // '1 1/2 ha', '1-1/2 ha'
    const isDash = mark?.text === '-' && mark.isGlued && !!next?.isGlued;
    const part =
      isWhole && (isDash || !mark?.isGlued) ? this.readFraction(isDash ? start + 2 : start + 1) : undefined;
    if (part) return { value: value + part.value, end: part.end };
    const isDecimal = mark?.text === ',' && mark.isGlued && next?.isGlued && /^\d{1,2}$/.test(next.text);
    const area = nouns.find(this.wordAt, start + 3)?.meaning;
    const isLarge = SCALES.get(unit) === MILLION || area?.size === HECTARE;
    const isTenth = next?.text.length === 1 && (SCALES.get(unit) === 1_000 || area?.noun === 'area');
    if (isDecimal && (isLarge || isTenth)) return { value: Number(`${token.text}.${next.text}`), end: start + 3 };
    // '12.500' is 12,500 or 12.5, '12,500 000' none: they are left out.
    if (token.hasTwoMeanings && !SCALES.has(this.wordAt(start + 1) ?? '')) return undefined;
    if (token.isGrouped && mark?.text === '000' && !mark.isGlued) return undefined;
    const groups = isWhole ? this.groupsBehind(start) : [];
    if (groups.length > 1 || groups[0] === '000' || (hasSign && groups.length > 0))
      return { value: Number(token.text + groups.join('')), end: start + 1 + groups.length };
    return { value, end: start + 1 };
  }

  /** '1/2' and '3/4' of a million or of a hectare */
  private readFraction(start: number): { value: number; end: number } | undefined {
    const [part, slash, of] = [start, start + 1, start + 2].map((at) => this.tokens[at]);
    if (slash?.text !== '/' || !slash.isGlued || part?.number == null || of?.number == null) return undefined;
    const isPart = part.number > 0 && part.number < of.number && of.number <= 8;
    const isMillion = SCALES.get(this.wordAt(start + 3) ?? '') === MILLION;
    const isLarge = isMillion || nouns.find(this.wordAt, start + 3)?.meaning.size === HECTARE;
    return isPart && isLarge ? { value: part.number / of.number, end: start + 3 } : undefined;
  }

  /** The groups of three digits that follow, each after a blank. */
  private groupsBehind(start: number): string[] {
    const groups: string[] = [];
    for (let at = start + 1; /^\d{3}$/.test(this.tokens[at]?.text ?? '') && !this.tokens[at]?.isGlued; at++)
      groups.push(this.tokens[at]?.text ?? '');
    return groups;
  }

  /** Behind a number 'k', 'thousand', 'hundred thousand', 'milyon limang daang libo'. */
  private readScale(
    { value, end }: { value: number; end: number },
    isWord: boolean,
  ): { value: number; scale: number; end: number } {
    let at = end;
    const isHundreds = !isWord && HUNDREDS.test(this.wordAt(at) ?? '');
    if (isHundreds) at++;
    const word = this.wordAt(at) ?? '';
    let scale = SCALES.get(word) ?? 1;
    // '25m2'
    if (word === 'm' && this.wordAt(at + 1) === '2' && this.tokens[at + 1]?.isGlued) scale = 1;
    // 'kinse mil', '20 mil na upa'
    const isSpanish = isWord && SPANISH_NUMBERS.has(this.words[end - 1] ?? '');
    if (word === 'mil' && (isSpanish || (this.saysRent && value >= 3))) scale = 1_000;
    // 'P18T', and no '3T&B'
    const isBaths = /^(?:and|n|\/|b)$/.test(this.wordAt(at + 1) ?? '');
    if (word === 't' && this.tokens[at]?.isGlued && value >= LEAST_IN_T && !isBaths) scale = 1_000;
    if (scale > 1) at++;
    const hundreds = isHundreds ? 100 : 1;
    if (scale === 1) return { value: value * hundreds, scale: 1, end: at };
    const isAndHalf =
      /^(?:and|at)$/.test(this.wordAt(at) ?? '') && /^(?:half|kalahati)$/.test(this.wordAt(at + 1) ?? '');
    if (isAndHalf) return { value: (value + 0.5) * scale, scale, end: at + 2 };
    // 'isang milyon limang daang libo'
    const rest =
      scale === MILLION && word.length > 1 ? this.readAmount(this.wordAt(at) === 'at' ? at + 1 : at) : undefined;
    if (rest && rest.scale === 1_000 && rest.value < MILLION && (this.words[rest.end - 1] ?? '').length > 1)
      return { value: value * scale + rest.value, scale, end: rest.end };
    return { value: value * hundreds * scale, scale: scale * hundreds, end: at };
  }

  protected readNoun(start: number): { noun: Noun; size: number; end: number } | undefined {
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
    const ofEach = this.readPriceOfEach(start);
    if (ofEach) return ofEach;
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

  /** '15th floor up', 'floor 20 and above', 'at least the tenth floor': a least floor; without a bound it is none. */
  readFloor(start: number): Found | undefined {
    const lead = boundsBefore.find(this.wordAt, start);
    const from = this.skip(this.skipLinks(lead?.end ?? start), BEFORE_A_FLOOR, 3);
    const floor = FLOORS.has(this.wordAt(from) ?? '') ? this.numberedFloor(from) : this.nthFloor(from);
    if (!floor || floor.number > MOST_FLOORS || !Number.isInteger(floor.number)) return undefined;
    const after = this.readBoundAfter(floor.end, 'floor');
    const bound = after?.bound ?? floor.bound ?? lead?.meaning;
    if (bound === undefined || bound === 'around') return undefined;
    const end = after?.end ?? floor.end;
    if (bound === 'max' || bound === 'less') return { kind: 'left', end };
    return { kind: 'filter', end, filters: { min_floor: bound === 'more' ? floor.number + 1 : floor.number } };
  }

  /** 'floor 20', 'floors 10 to 20' */
  private numberedFloor(at: number): { number: number; end: number; bound?: Bound } | undefined {
    const from = this.markAt(at + 1) === '#' ? at + 2 : at + 1;
    const number = this.tokens[from]?.number;
    if (number == null) return undefined;
    const isRange =
      /^(?:-|to|hanggang)$/.test(this.wordAt(from + 1) ?? '') && this.tokens[from + 2]?.number != null;
    const end = isRange ? from + 3 : from + 1;
    const isEnd = isRange || isBreak(this.tokens[end]) || boundsAfter.find(this.wordAt, end) !== undefined;
    return isEnd ? { number, end, ...(isRange && { bound: 'min' }) } : undefined;
  }

  /** '15th floor', 'the tenth floor', 'ika-10 palapag', '15th and above floor' */
  private nthFloor(at: number): { number: number; end: number; bound?: Bound } | undefined {
    const word = this.wordAt(at) ?? '';
    const isNth = this.wordAt(at - 1) === 'ika';
    const number = ORDINALS.get(word) ?? this.tokens[at]?.number ?? (isNth ? NUMBER_WORDS.get(word) : undefined);
    if (number == null) return undefined;
    const behind = this.skip(at + 1, ORDINAL_ENDS, 2);
    const early = boundsAfter.find(this.wordAt, behind);
    for (const noun of [behind, early?.end ?? behind])
      if (FLOORS.has(this.wordAt(noun) ?? '') && !/^(?:area|plans?|size)$/.test(this.wordAt(noun + 1) ?? ''))
        return { number, end: noun + 1, ...(early && noun > behind && { bound: early.meaning }) };
    return undefined;
  }

  /** 'price per sqm below 100k' */
  private readPriceOfEach(start: number): Found | undefined {
    const from = /^(?:price|presyo|rate|cost)$/.test(this.wordAt(start) ?? '') ? start + 1 : start;
    const unit = PER.has(this.wordAt(from) ?? '') ? nouns.find(this.wordAt, from + 1) : undefined;
    if (unit?.meaning.noun !== 'area' || /^(?:a|each|every|isang)$/.test(this.wordAt(from) ?? ''))
      return undefined;
    const bound = boundsBefore.find(this.wordAt, this.skipLinks(unit.end));
    const quantity = this.readNumbers(this.skipLinks(bound?.end ?? unit.end), bound?.meaning ?? null, false);
    if (!quantity || quantity.noun || quantity.low.value < LEAST_PRICE_OF_EACH) return undefined;
    return this.money({ ...quantity, isPerSquareMetre: true }, true);
  }

  /** 'Bedrooms: 2', 'parking x2' */
  protected labelledNoun(start: number): { noun: Noun; size: number; end: number } | undefined {
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
      isPlus &&
      !low.isMoney &&
      this.tokens[low.end + 1]?.number === 1 &&
      this.readNoun(low.end + 2)?.noun === 'beds';
    // '3 or more bedrooms'
    const above = isPlus ? undefined : boundsAfter.find(this.wordAt, low.end);
    const isAbove =
      above?.meaning === 'min' &&
      !low.isMoney &&
      /^(?:beds|baths|parking)$/.test(this.readNoun(above.end)?.noun ?? '') &&
      this.wordAt(low.end) !== 'up';
    // '3M+ cubao', and no '25k + dues'
    const isPlusSign = isPlus && low.isMoney && !!this.tokens[low.end]?.isGlued && !!this.tokens[low.end]?.isMark;
    const next = isPlusSign ? this.readAmount(low.end + 1) : undefined;
    const isMoneyUp =
      isPlusSign &&
      !this.tokens[low.end + 1]?.isGlued &&
      (!next || (!next.isMoney && this.readNoun(next.end) !== undefined)) &&
      !terms.find(this.wordAt, low.end + 1);
    const isOrMore =
      isMoneyUp ||
      (isPlus && (this.readNoun(low.end + 1) !== undefined || isBreak(this.tokens[low.end + 1])) && !isPlusRoom);
    let at = isAbove ? above.end : low.end + (isPlusRoom ? 2 : Number(isOrMore));
    let noun = labelled
      ? { ...labelled, end: at }
      : (this.readNoun(at) ?? (lead ? this.ordinalFloor(at) : undefined));
    // '8k room'
    if (low.isMoney && /^(?:beds|baths|parking)$/.test(noun?.noun ?? '')) noun = undefined;
    let high = this.readUpTo(noun?.end ?? at, isBetween, low, noun?.noun ?? null);
    // '60,000 - 1 bedroom'
    const ofHigh = high && this.readNoun(high.end)?.noun;
    // '1000-2000 sqm' is a range.
    const isOfArea = ofHigh === 'area' && high && high.value > low.value;
    if (high && !noun && (low.isMoney || low.value >= LEAST_PRICE) && !high.isMoney && ofHigh && !isOfArea)
      high = undefined;
    // '2br or 20k' are two things.
    if (high && noun && (high.isMoney || (noun.noun !== this.readNoun(high.end)?.noun && !labelled)))
      high = undefined;
    if (high) {
      at = high.end;
      const behind = this.readNoun(at);
      // '7k-9k room'
      const isPriced = high.isMoney && /^(?:beds|baths|parking)$/.test(behind?.noun ?? '');
      noun = isPriced ? noun : (behind ?? noun);
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
    if (!noun && !high && lead && low.value < LEAST_PRICE && !low.isMoney) noun = this.nounOfNext(at, lead, low);
    if ((low.isWord || high?.isWord) && !noun && low.scale === 1 && !(high && high.scale > 1)) return undefined;

    const each = this.skip(at, new Set(['lang', 'only', 'na']), 1);
    const unit = !noun && PER.has(this.wordAt(each) ?? '') ? nouns.find(this.wordAt, each + 1) : undefined;
    const isPerSquareMetre = unit?.meaning.noun === 'area';
    const month = noun || isPerSquareMetre ? undefined : this.endOfMonth(each, low);
    const head = noun || isPerSquareMetre || month !== undefined ? undefined : this.endOfHead(each, low);
    at = (isPerSquareMetre ? unit?.end : (month ?? head)) ?? at;
    const after = this.readBoundAfter(at, noun?.noun ?? null);
    return {
      low,
      high: high ?? null,
      bound: after?.bound ?? (isOrMore || isAbove ? 'min' : lead),
      noun: noun ?? null,
      isPerSquareMetre,
      isPerMonth: month !== undefined || head !== undefined,
      isBudget: !!after && this.words.slice(at, after.end).includes('budget'),
      end: after?.end ?? at,
    };
  }

  /** Behind 'a month', 'monthly' or 'pm' of an amount; 'pm' behind others asks for a message. */
  protected endOfMonth(at: number, { value }: Amount): number | undefined {
    const word = this.wordAt(at) ?? '';
    if (PER.has(word) && MONTHS.has(this.wordAt(at + 1) ?? '')) return at + 2;
    const isMessage = word === 'pm' && (value < LEAST_PRICE || value >= MILLION);
    return MONTHLY.has(word) && !isMessage ? at + 1 : undefined;
  }

  /** '3500 each', '2.5k per head': a bedspace. */
  private endOfHead(at: number, { value }: Amount): number | undefined {
    if (value < LEAST_PER_HEAD) return undefined;
    if (PER.has(this.wordAt(at) ?? '') && HEADS.test(this.wordAt(at + 1) ?? '')) return at + 2;
    return /^(?:each|isa)$/.test(this.wordAt(at) ?? '') ? at + 1 : undefined;
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

  /** 'more than 2 but less than 5 bedrooms', 'min 2 max 3 bedrooms' */
  private nounOfNext(at: number, lead: Bound, low: Amount): { noun: Noun; size: number; end: number } | undefined {
    const link = this.skip(at, new Set(['but', 'and', 'pero', 'at', ',']), 1);
    const next = boundsBefore.find(this.wordAt, link);
    const amount = next && this.readAmount(this.skipLinks(next.end));
    const isRange = lead === 'min' && next?.meaning === 'max' && (amount?.value ?? 0) >= low.value;
    if (!amount || amount.isMoney || (link === at && !isRange)) return undefined;
    const noun = this.readNoun(amount.end);
    return noun && { ...noun, end: at };
  }

  protected readUpTo(at: number, isBetween: boolean, low: Amount, noun: Noun | null): Amount | undefined {
    const word = this.wordAt(at) ?? this.markAt(at);
    const leads =
      word === '-' ||
      word === 'to' ||
      word === 'hanggang' ||
      word === 'or' ||
      word === 'o' ||
      (isBetween && (word === 'and' || word === 'at'));
    if (word === 'up' && this.wordAt(at + 1) === 'to' && (low.isMoney || noun === 'area'))
      return this.readAmount(at + 2);
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
        const inSquareMetres = (value: number) => Math.round(value * noun.size * 100) / 100;
        // '150k sqm' is a price of each.
        if (low.hasCurrency || (low.scale > 1 && low.value > MOST_AREA_IN_THOUSANDS)) return undefined;
        const [from, to] = [inSquareMetres(low.value), inSquareMetres((high ?? low).value)];
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
    // 'P18' is no price of a home.
    if (!isPerSquareMetre && !isBounded && !bound && Math.max(from, to) < LEAST_PESOS) return undefined;
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
    const isMost = !high && (bound === 'max' || bound === 'less');
    return { kind: 'money', end, filters, ...(assumes && { assumes }), ...(isMost && { isMost }) };
  }
}

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
