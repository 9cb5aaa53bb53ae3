import { PER, SCALES } from '#shared/amounts.ts';
import { knownPlaceAt, type NamedPlaces } from '#shared/gazetteer/knownPlaces.ts';
import { foldAddress, shortFormsOf, writtenOut } from '#shared/gazetteer/names.ts';
import { MAX_NEAR_METRES, MIN_NEAR_METRES } from '#shared/limits.ts';
import { distanceBetween } from '#shared/nearbyPlaces.ts';
import {
  addressNameOf,
  findPlace,
  foldText,
  isSharedName,
  type Mention,
  mentionsIn,
  type Place,
  placeBySlug,
  reachesInto,
  sharedNameIn,
  shortNameOf,
} from '#shared/places.ts';
import { type Amount, isYear, LEAST_BARE_PRICE, LEAST_PRICE, SentenceAmounts } from './searchAmounts.ts';
import {
  EITHER_OR,
  LIGHT,
  LINKS,
  NEAR_WORDS,
  NUMBER_WORDS,
  OR,
  PERSONS,
  TALK,
  WISH_BEGINS,
} from './searchLanguage.ts';
import {
  affirmed,
  boundsAfter,
  boundsBefore,
  built,
  elsewhere,
  familyOf,
  forPersons,
  LANGUAGE_WORDS,
  negatedAfter,
  negators,
  phrases,
  STREET_ENDS,
  streetBook,
  tales,
  terms,
} from './searchPhrases.ts';
import type { Claim, Found } from './searchSentence.ts';
import { isBreak, type Token, textOf } from './searchTokens.ts';

/** A way of saying things. The first rule that reads something at a place of the sentence counts. */
export interface Rule {
  name: string;
  /** In docs/search.md. */
  reads: string;
  /** A sentence and what it means, as `meaningText` writes it. */
  examples: [typed: string, meaning: string][];
  read(sentence: Sentence, at: number): Found | undefined;
}

const isBarangay = (word: string | undefined) => word !== undefined && writtenOut([word])[0] === 'barangay';

const AREA_ENDS = new Set(['subdivision', ...shortFormsOf('subdivision'), ...shortFormsOf('village')]);

const LEADS_TO_PLACE = /^(?:in|sa|within|around)$/;
const SAINTS_BEGIN = new Set(['san', 'santo', 'santa']);
/** Saints of the barangays of many cities, which the gazetteer does not know: 'San Isidro', 'Sto. Niño'. */
const SAINTS = new Set(
  `agustin bartolome carlos dionisio domingo fabian felipe fernando francisco gabriel gregorio ildefonso isidro jacinto
   joaquin jose joseph lucas luis manuel marcelino martin mateo nino pablo pascual policarpio rafael ramon roque sebastian
   simon vicente barbara catalina clara cristina elena isabel lucia maria monica quiteria rita rosalia teresa teresita
   tomas cristo rosario`.split(/\s+/),
);
/** Places whose names are everyday words or trees. */
const EVERYDAY_PLACES = new Set(['parang', 'acacia', 'nangka', 'tala']);

/** Common names of quarters that behind 'for rent' or 'studio', or standing alone, mean the one of Metro Manila. */
const WELL_KNOWN_PLACES = new Set(
  'sampaloc ermita boni palanan bangkal guadalupe bel-air la-loma balintawak moonwalk sun-valley vertis-north hulo potrero'.split(
    ' ',
  ),
);

const LONGEST_QUOTATION = 5;

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
const PURPOSE = [['for'], ['para', 'sa'], ['pang']];
const LONGEST_PURPOSE = 4;
/** Behind 'for' they are what a home or a space is for. */
const TRADES = new Set(
  'store shop business negosyo tindahan karinderya salon spa bakery restaurant resto cafe clinic pharmacy laundromat carwash franchise startup showroom kiosk'.split(
    ' ',
  ),
);
const HOUSES = new Set('house home bahay bungalow townhouse resthouse farm'.split(' '));
/** 'we own a dog' and 'I already have a budget' are no tales of a home. */
const HOMES = /^(?:home|homes|place|unit|units|property|br|bedroom|bedrooms)$/;
const WITH_WORDS = new Set(['with', 'may', 'has', 'have', 'having', 'plus', 'merong', 'mayroong']);
const MOVING = new Set(
  'moving relocating relocate transferring transfer upgrade upgrading downsizing downsize lilipat lumipat coming move'.split(
    ' ',
  ),
);

/** The tokens of a sentence, and what the rules read. */
export class Sentence extends SentenceAmounts {
  readonly claims: Claim[] = [];
  private readonly mentions: ReadonlyMap<number, Mention>;
  private readonly isMoving: boolean;

  constructor(
    tokens: readonly Token[],
    /** Runs of tokens that are the name of something. */
    private readonly names: readonly { start: number; end: number }[] = [],
  ) {
    super(tokens);
    this.mentions = new Map(mentionsIn(this.words).map((mention) => [mention.start, mention]));
    this.isMoving = this.hasAny(MOVING);
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

  // ——— Names, numbers of listings, quotations

  /** A few words between quotation marks; a whole message between them is read as it is. */
  readQuoted(start: number): Found | undefined {
    if (this.markAt(start) !== '"') return undefined;
    const marks = this.tokens.flatMap((_, at) => (this.markAt(at) === '"' ? at : []));
    const index = marks.indexOf(start);
    const end = marks[index + 1];
    if (index % 2 !== 0 || end === undefined || end === start + 1 || end - start - 1 > LONGEST_QUOTATION)
      return undefined;
    return { kind: 'text', end: end + 1, words: `"${textOf(this.tokens, start + 1, end)}"`, isCertain: true };
  }

  // ——— Labels

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
  private readAmountOfTerm(
    start: number,
    amount: Amount,
    leadEnd: number | undefined,
  ): Found | 'price' | undefined {
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
      const month = this.endOfMonth(at, amount);
      const isExtra = month !== undefined && /^(?:extra|additional)$/.test(this.wordAt(month) ?? '');
      // '20k + 3k parking'
      if (amount.isMoney && this.wordAt(start - 1) === 'plus' && this.readNoun(at)?.noun === 'parking')
        return { kind: 'left', end: this.readNoun(at)?.end ?? at };
      return month !== undefined && (this.isOwning || isExtra)
        ? { kind: 'left', end: terms.find(this.wordAt, month)?.end ?? month }
        : undefined;
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
    // 'block 5 lot 12'
    const isBlock =
      /^(?:block|blk|phase)$/.test(this.wordAt(start) ?? '') && this.tokens[start + 1]?.number != null;
    if (isBlock) {
      const lot = this.markAt(start + 2) === ',' ? start + 3 : start + 2;
      const isLot = this.wordAt(lot) === 'lot' && this.tokens[lot + 1]?.number != null;
      return { kind: 'left', end: isLot ? lot + 2 : start + 2 };
    }
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

  private get isOfLot(): boolean {
    return this.claims.some(({ type }) => type === 'land');
  }

  /** 'lot for our dream house'; 'for my milk tea shop', which ranks; no 'for rent store' and no 'for a store space'. */
  readPurpose(start: number): Found | undefined {
    const lead = PURPOSE.find((words) => words.every((word, at) => this.wordAt(start + at) === word));
    if (!lead) return undefined;
    const offer = phrases.find(this.wordAt, start)?.meaning;
    if (offer?.kind === 'filter' && offer.filters.listing_type) return undefined;
    const from = this.skip(start + lead.length, FOR_WHOM, 3);
    for (let at = from; at < from + LONGEST_PURPOSE; at++) {
      const word = this.wordAt(at);
      if (word === undefined || NEAR_WORDS.has(word) || LEADS_TO_PLACE.test(word) || WITH_WORDS.has(word))
        return undefined;
      if (this.isOfLot && HOUSES.has(word)) return { kind: 'talk', end: at + 1 };
      if (!TRADES.has(word)) continue;
      const isRoom = /^(?:space|spaces|unit|units|lot|building|for)$/.test(this.wordAt(at + 1) ?? '');
      return isRoom ? undefined : { kind: 'preferred', end: at + 1, words: textOf(this.tokens, from, at + 1) };
    }
    return undefined;
  }

  /** 'we sold our old house in Bulacan and now want a condo' */
  readTale(start: number): Found | undefined {
    const tale = tales.find(this.wordAt, start);
    if (!tale) return undefined;
    let end = tale.end;
    let isOfHome = false;
    while (this.wordAt(end) !== undefined && !WISH_BEGINS.test(this.wordAt(end) ?? '')) {
      const phrase = phrases.find(this.wordAt, end);
      const { kind } = phrase?.meaning ?? {};
      isOfHome ||= kind === 'type' || kind === 'studio' || (phrase && 'ofType' in phrase.meaning) === true;
      isOfHome ||= HOMES.test(this.wordAt(end) ?? '');
      end = phrase?.end ?? end + 1;
    }
    return isOfHome && end + 1 < this.tokens.length ? { kind: 'talk', end } : undefined;
  }

  readBuilt(start: number): Found | undefined {
    const before = this.tokens[start]?.number ?? 0;
    // '2019 built'
    if (isYear(before) && /^(?:built|constructed|build)$/.test(this.wordAt(start + 1) ?? ''))
      return { kind: 'filter', end: start + 2, filters: { built_since: before } };
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
    if (area) return { kind: 'place', ...area };
    // A name common elsewhere says nothing until its city is named.
    const isCommon = mention && (mention.place.isCommonName || isSharedName(mention.place, mention.name));
    if (isCommon && (mention.length > 1 || !TALK.has(this.words[start] ?? '')))
      return {
        kind: 'text',
        end: start + mention.length,
        words: textOf(this.tokens, start, start + mention.length),
        isCertain: true,
      };
    const saint = this.wordAt(start + 1);
    if (
      saint !== undefined &&
      SAINTS.has(saint) &&
      SAINTS_BEGIN.has(writtenOut([this.wordAt(start) ?? ''])[0] ?? '')
    )
      return { kind: 'text', end: start + 2, words: textOf(this.tokens, start, start + 2) };
    // 'Brgy. 128' is the barangay's name.
    const behind = this.tokens[start + 2];
    const isCounted = behind?.isGlued === true && !behind.isMark;
    const isNumbered = /^\d{1,3}$/.test(this.wordAt(start + 1) ?? '') && !isCounted;
    if (isBarangay(this.words[start]) && isNumbered) {
      const words = `barangay ${this.words[start + 1]}`;
      return { kind: 'text', end: start + 2, words, isCertain: true, location: titled(words) };
    }
    if (this.wordAt(start) === 'lungsod') {
      const at = this.wordAt(start + 1) === 'ng' ? start + 2 : start + 1;
      const city = findPlace(`${this.words[at]} city`);
      if (city?.kind === 'city') return { kind: 'place', end: at + 1, place: city };
    }
    const far = elsewhere.find(this.wordAt, start);
    if (far && /^(?:from|taga|galing)$/.test(this.words[start - 1] ?? '')) return { kind: 'talk', end: far.end };
    // 'Imus, Cavite'
    const before = this.claims.at(-1)?.place;
    const isOr = OR.has(this.tokens[start - 1]?.text ?? '');
    if (far && before && !isOr && foldText(before.province) === this.words.slice(start, far.end).join(' '))
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

  private areaOf(mention: Mention): { place: Place; end: number; called?: string } | undefined {
    const { place, name, start, length, isStreet } = mention;
    // 'M. H. del Pilar'
    if (isStreet || (length === 1 && /^(?:de|del|dela|delos)$/.test(this.words[start - 1] ?? '')))
      return undefined;
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
    // 'BF Homes Subd.'
    if (place.kind === 'district' && AREA_ENDS.has(this.wordAt(end) ?? '')) end++;
    const isShared = isSharedName(place, name);
    if (isShared && place.kind === 'district' && this.isElsewhere(mention)) return undefined;
    const isPlaced = (place.isCommonName || isShared) && this.isPlaced(mention);
    if (place.isCommonName && length === 1) {
      const isMeant =
        isPlaced ||
        this.isInListOfPlaces(mention) ||
        (this.isPlaceAsked(start) && !EVERYDAY_PLACES.has(place.slug)) ||
        (WELL_KNOWN_PLACES.has(place.slug) && (this.isBehindHome(start) || this.isAlone(mention)));
      if (!isMeant) return undefined;
    }
    if (!isShared || isPlaced) return { place, end };
    return { place, end, called: foldAddress(place.name) === name ? place.name : titled(name) };
  }

  /** A city, a quarter or a known place beside it says which place of a common name is meant. */
  private isPlaced({ place, start }: Mention): boolean {
    const isBeside = [...this.mentions.values()].some(
      ({ place: other, start: otherStart, length }) =>
        otherStart !== start &&
        ((other.kind === 'city' && reachesInto(place, other.slug)) ||
          (other.kind === 'district' && (!other.isCommonName || length > 1) && reachesInto(other, place.city))),
    );
    return (
      isBeside ||
      this.words.some((_, at) =>
        knownPlaceAt(this.words, at)?.places.some((known) => distanceBetween(known, place.center) < BESIDE),
      )
    );
  }

  /** 'San Antonio, Pasig' is no San Antonio Village of Makati. */
  private isElsewhere({ place, start, length }: Mention): boolean {
    const behind = start + length;
    const city = this.mentions.get(behind) ?? (this.markAt(behind) === ',' && this.mentions.get(behind + 1));
    return !!city && city.place.kind === 'city' && !city.isStreet && !reachesInto(place, city.place.slug);
  }

  /** 'paupahan sampaloc' */
  private isBehindHome(start: number): boolean {
    const before = this.claims.at(-1);
    const isHome = before?.kind === 'type' || before?.kind === 'rooms' || !!before?.filters?.listing_type;
    return before?.end === start && isHome;
  }

  private isHomeAt(at: number): boolean {
    const kind = phrases.find(this.wordAt, at)?.meaning.kind;
    const count = this.readAmount(at);
    return kind === 'type' || kind === 'studio' || (!!count && this.readNoun(count.end)?.noun === 'beds');
  }

  /** 'kwarto, Ermita, 4k', 'staff house Guadalupe', 'Sampaloc 8k', 'ermita condo' */
  private isAlone({ start, length }: Mention): boolean {
    const end = start + length;
    const before = this.wordAt(start - 1);
    // 'fort boni'
    if (this.claims.some(({ kind, end: behind }) => kind === 'place' && behind === start)) return false;
    const isKnown =
      before === undefined ||
      LANGUAGE_WORDS.has(before) ||
      /\d/.test(before) ||
      this.claims.some((claim) => claim.end === start);
    const bound = boundsBefore.find(this.wordAt, end);
    const price = this.readAmount(bound ? this.skipLinks(bound.end) : end);
    const isPrice = price !== undefined && (price.isMoney || price.value >= LEAST_PRICE);
    const isEnd = isBreak(this.tokens[end]) || isPrice || this.wordAt(end) === 'area' || this.isHomeAt(end);
    return isKnown && isEnd && this.words.length > length;
  }

  /** 'guadalupe or boni': two names of places say that both are. */
  private isInListOfPlaces({ start, length }: Mention): boolean {
    const isOr = (at: number) => OR.has(this.tokens[at]?.text ?? '');
    return [...this.mentions.values()].some(
      (other) =>
        other.start !== start &&
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
        const isOfCars = cars && /^(?:car|cars|sasakyan|vehicles)$/.test(this.wordAt(cars.end) ?? '');
        if (cars && !cars.isMoney && (isOfCars || isBreak(this.tokens[cars.end])))
          return { kind: 'filter', end: cars.end + Number(isOfCars), filters: { parking: cars.value } };
        return { kind: 'filter', end, filters: meaning.filters };
      }
      case 'text':
        return {
          kind: 'text',
          end,
          words: meaning.words ?? typed(),
          ...('excludes' in meaning && { excludes: meaning.excludes }),
          ...('ofType' in meaning && { ofType: meaning.ofType }),
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
    // 'we would rather have a house than a condo'
    if (this.words[start] === 'than' && this.words.slice(0, start).some((word) => PREFERS.test(word)))
      return { kind: 'not', end: start + 1, strength: 'not' };
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

const PREFERS = /^(?:rather|prefer|prefers|preferably)$/;
const SILENT_LABELS =
  /^(?:pax|(?:no|number|num) of (?:pax|occupants|persons|tenants)|occupants?|occupancy|tenants?|persons?|name|contact|contact (?:no|number|person|details)|cp|cp no|email|mobile|viber|whatsapp|number|work|occupation|profile|move in|move in date|movein|movein date|target move in|date|start|start date|schedule|viewing|viewing date|when|nationality|company|reason|client)$/;
const LEFT_LABELS =
  /^(?:term|terms|lease term|lease|contract|lease period|contract term|payment|payment terms|terms of payment|mode of payment|length of stay|duration|stay)$/;
const OPEN_LABELS =
  /^(?:lf|fwd|fw|forwarded|fwd message|re|looking for|need|wanted|type|unit type|property type|type of (?:unit|property)|kind|unit|loc|location|locations|preferred (?:location|locations|area|areas|unit|type)|area|areas|city|place|lugar|features|amenities|remarks|note|notes|requirements|preferred|preference|specs|details|inquiry|price|presyo|size|floor area|lot area|must have|must haves|offer|hanap|furnishing|status|condition|transaction)$/;

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
  const names = [shortNameOf(place), place.name, addressNameOf(place), `${place.name}, ${city}`];
  return names.find((name) => findPlace(name) === place && sharedNameIn(name) === undefined) ?? place.slug;
}
