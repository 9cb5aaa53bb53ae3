import type { UnderstoodSearch } from '#shared/contracts/properties.ts';

/**
 * The words people in Metro Manila ask for homes with, in English, Tagalog and between the two: tables alone.
 * In a pattern words stand one after another; `a|b` is either, and a `?` behind them says that they may be missing.
 */

export type UnderstoodFilters = UnderstoodSearch['filters'];

interface PhraseRule {
  says: string[];
  filters: UnderstoodFilters;
  /** The words of it that are still searched as text. */
  words?: string;
}

const RENT = 'rent|rental|rentals|renta|upa|upahan|paupahan|paupa|pinapaupahan|mauupahan|uupahan|nirerentahan';
const SALE = 'sale|benta|ibinebenta|binebenta|pinagbibili|ipinagbibili';
const WITH = 'with|may|has|have|plus';
const UNIT = 'unit|units|type';

/** Longer phrases go before the shorter ones they hold. */
export const PHRASES: PhraseRule[] = [
  {
    says: [`for|to|pa? ${RENT}`, 'forrent', 'per|a|kada|bawat|isang|each|/ month|mo|mos|buwan', 'monthly|buwanan'],
    filters: { listing_type: 'rent' },
  },
  { says: [`home|homes|property|properties for ${RENT}`], filters: { listing_type: 'rent' } },
  {
    says: [`for|on? ${SALE}`, 'forsale', 'to? buy', 'for purchase', 'bibilhin|bilhin|mabibili'],
    filters: { listing_type: 'sale' },
  },
  { says: [`home|homes|property|properties for ${SALE}`], filters: { listing_type: 'sale' } },
  { says: ['for|to? lease|leasing'], filters: { listing_type: 'lease' } },
  { says: [`for? ${RENT} or|and|/ lease`, 'for? lease or|and|/ rent'], filters: { listing_type: 'rent' } },
  // Both: neither is excluded.
  { says: [`for? ${SALE} or|and|/ for? ${RENT}`, `for? ${RENT} or|and|/ for? ${SALE}`], filters: {} },

  { says: [`condo|condos|condominium|condominiums|kondo|kondominyum ${UNIT}?`], filters: { type: 'condo' } },
  {
    says: [
      'house|houses|bahay',
      'house and|n|at|with|plus|/ lot',
      'house lot',
      'h and|n? l',
      'hnl',
      'bahay at|and lupa|lote',
    ],
    filters: { type: 'house' },
  },
  { says: [`apartment|apartments|apt|apts|apartment ${UNIT}?`], filters: { type: 'apartment' } },
  { says: [`duplex|duplexes ${UNIT}?`], filters: { type: 'duplex' } },
  { says: [`office|offices|opisina space|spaces|unit|units?`], filters: { type: 'office' } },
  {
    says: ['commercial space|spaces|property|properties|unit|units|building|buildings?'],
    filters: { type: 'commercial' },
  },
  { says: ['vacant|residential? lot|lots|land|lupa|lote only?', 'raw land'], filters: { type: 'land' } },
  { says: ['commercial lot|lots|land'], filters: { type: 'land' }, words: 'commercial' },

  { says: [`studio|studios ${UNIT}?`], filters: { beds_exact: 0 } },

  {
    says: ['fully|full? furnished', 'ff', 'complete furnished|furnishings', 'may gamit na?'],
    filters: { furnished: true },
  },
  {
    says: [
      'unfurnished',
      'no|without furniture|furnishings',
      'un|not|non furnished',
      `bare ${UNIT}|shell?`,
      'bareshell',
      'walang|wala gamit',
    ],
    filters: { furnished: false },
  },

  {
    says: [
      'rfo',
      'ready for|to occupancy|occupy',
      'ready for|to move in?',
      'move in ready',
      'ready for|to turnover',
      'lipat agad',
    ],
    filters: { completion: 'ready' },
  },
  {
    says: ['preselling', 'pre selling|sell|sale', 'presale|presell', 'offplan', 'off plan'],
    filters: { completion: 'preselling' },
  },

  {
    says: [
      `${WITH}? own|free? parking slot|slots|space|spaces|lot|included|area?`,
      `${WITH}? own? garage|garahe|carport`,
      `${WITH}? car port`,
    ],
    filters: { parking: 1 },
  },

  {
    says: [
      'pet|pets|dog|cat friendly',
      'petfriendly',
      'pet|pets|dogs|cats allowed|ok|okay|welcome',
      'allows|allow pets',
      'with? pets',
      'pwede|pwedeng|puwede|puwedeng ang? mga? pet|pets|aso|pusa',
    ],
    filters: { pets: true },
  },

  {
    says: [
      `${WITH} a? video|videos tour|tours|walkthrough|walkthroughs?`,
      'video tour|tours|walkthrough|walkthroughs',
    ],
    filters: { media: 'video' },
  },
  {
    says: [`${WITH} a? plan|plans|plano`, `${WITH}? a? floor plan|plans`, `${WITH}? a? floorplan|floorplans`],
    filters: { media: 'plan' },
  },
  {
    says: [
      `${WITH} video|videos and|at|plus floor? plan|plans`,
      `${WITH} floor? plan|plans and|at|plus video|videos`,
    ],
    filters: { media: 'video,plan' },
  },

  // Listings are written in English.
  { says: ['kwarto|kuwarto|silid'], filters: {}, words: 'room' },
  // Words for the subject of a size, without a filter.
  { says: ['lot|floor|land|total area|size'], filters: {} },
  {
    says: ['licensed|prc|verified licensed? agent|agents|broker|brokers only?'],
    filters: { licensed: true },
  },
  { says: ['listed|posted|new today', 'listed|posted ngayon'], filters: { listed_within: 1 } },
  {
    says: ['listed|posted? this week', 'listed|posted last week', 'ngayong linggo'],
    filters: { listed_within: 7 },
  },
  { says: ['listed|posted? this month', 'ngayong buwan'], filters: { listed_within: 30 } },
];

/** Phrases read as text only, though their words have a meaning elsewhere, with the text to search instead. */
export const KEPT_PHRASES: [says: string, words?: string][] = [
  ['for? rent|lease to own', 'rent to own'],
  ['rto', 'rent to own'],
  ['townhouse|townhouses|townhome|townhomes|th', 'townhouse'],
  ['town house|houses', 'townhouse'],
  ['bedspace|bedspaces|bedspacer', 'bedspace'],
  ['bed space', 'bedspace'],
  ['semi furnished'],
  ['yoga|recording|dance|photo|art studio'],
  ['bike|customer|guest|visitor|covered parking'],
  ['corner lot'],
  ['under construction'],
  ['house rules'],
  ['guest|club|pent|ware house'],
  ['monthly amortization|amort|equity|dues'],
  ['open floor? plan|plans'],
  ['video intercom|doorbell|door|phone|surveillance|security|camera|conference|game|games'],
  ['home office'],
];

const LACKING = 'no|not|without|walang|wala|bawal';

/** Phrases for missing features: without a filter, and the words alone would find homes with the features. */
export const UNUSED_PHRASES = [
  `${LACKING} any|ang|need|own? for|of? parking|garage|garahe|carport slot|slots|space|spaces|lot|required|needed?`,
  'parking|garage not required|needed|included',
  'hindi|di kailangan ng? parking|garahe',
  `${LACKING} any|ang|ng? pet|pets|dog|dogs|cat|cats|aso|pusa allowed|friendly?`,
  'pet|pets|dogs|cats not allowed',
  'hindi|di pwede|puwede ang? mga? pet|pets|aso|pusa',
  `${LACKING} any|ang? swimming? pool`,
  `${LACKING} any|ang? balcony|elevator|gym`,
  `${LACKING} any|ang? video|videos|plan|plans|floorplan|floorplans`,
  `${LACKING} any|ang? floor plan|plans`,
];

export type Noun = 'beds' | 'baths' | 'area' | 'parking' | 'floor' | 'days';

/** The things that a number counts. The last item is the size of each. */
export const NOUNS: [noun: Noun, says: string, size?: number][] = [
  ['beds', 'br|brs|bd|bdr|bdrm|bdrms|bed|beds|bedroom|bedrooms|rooms|kwarto|kuwarto|silid|bedder'],
  ['beds', 'bed room|rooms'],
  ['beds', 'silid tulugan'],
  ['baths', 'ba|bath|baths|bathroom|bathrooms|banyo|cr|crs|tb|tnb|toilet|toilets'],
  ['baths', 't|toilet|toilets and|n|/? b|bath|baths'],
  ['baths', 'comfort room|rooms'],
  ['area', 'sqm|sqms|sqmt|sqmtr|sqmtrs|sqmeter|sqmeters|sm floor? area?'],
  ['area', 'sq|square m|mt|mtr|mtrs|meter|meters|metre|metres floor? area?'],
  ['area', 'sqm lot area'],
  ['area', 'm 2'],
  ['area', 'metro kuwadrado'],
  ['area', 'hectare|hectares|ha|ektarya', 10_000],
  ['parking', 'car? parking|parkings slot|slots|space|spaces?'],
  ['parking', 'car? garage|garahe|carport'],
  ['parking', 'car park|port'],
  ['floor', 'th|st|nd|rd? floor|palapag'],
  ['days', 'day|days|araw'],
  ['days', 'week|weeks|linggo', 7],
  ['days', 'month|months|buwan', 30],
];

export type Bound = 'max' | 'min' | 'around';

export const BOUNDS_BEFORE: [bound: Bound, says: string][] = [
  ['max', 'below|under|underneath|max|maximum|upto|within|hanggang|until|budget|bababa'],
  ['max', 'less|lower|cheaper|lesser than'],
  ['max', 'not|no|never more|higher|over|above|exceeding|exceed than?'],
  ['max', 'up to'],
  ['max', 'at most'],
  ['max', 'di|hindi lalampas|lalagpas|hihigit|tataas'],
  ['max', 'mas mababa|mura'],
  ['max', 'my? budget of|is|ko|namin|around'],
  ['max', 'my max|maximum? budget'],
  ['max', 'pasok|kasya'],
  ['max', 'priced? at? below|under'],
  ['min', 'above|over|min|minimum|mula|simula|higit|lampas|lagpas|from|starting|starts|atleast'],
  ['min', 'starting|starts at|from'],
  ['min', 'more|higher|greater|bigger|larger than'],
  ['min', 'not|no less|lower|smaller|below|under than?'],
  ['min', 'at least'],
  ['min', 'mas mataas|mahal|malaki'],
  ['min', 'hindi|di bababa'],
  ['around', 'around|about|approx|approximately|roughly|mga|nasa|circa'],
];

export const BOUNDS_AFTER: [bound: Bound, says: string][] = [
  ['max', 'pababa|below|max|maximum|budget|paibaba|under'],
  ['max', 'and|or|at|& below|under|down|less|lower|pababa|smaller|cheaper'],
  ['max', 'only|lang|budget? max|budget'],
  ['min', 'pataas|up|above|plus|min|minimum|upwards|onwards|paitaas'],
  ['min', 'and|or|at up|above|more|higher|over|larger|bigger|pataas|upwards'],
];

/** Words between a bound and its number, and between a number and its noun. */
export const LINKS = new Set('of is ng na sa ay the ko lang only just price'.split(' '));
export const CURRENCIES = new Set(['php', 'peso', 'pesos', 'piso']);
export const PER = new Set(['per', '/', 'a', 'kada', 'bawat', 'isang', 'each']);
export const MONTHS = new Set(['month', 'mo', 'mos', 'mon', 'buwan']);
/** Before a number of days or weeks. */
export const RECENTLY = 'listed|posted|added? in|within? the? last|past|within|nakaraang';
export const BUILT_SINCE = 'built|completed|finished|year since|after|from|mula|in';

export const SCALES = new Map<string, number>(
  [
    ['k thousand thousands libo libong', 1_000],
    ['m mil mill mils mln mn million millions milyon milyong', 1_000_000],
  ].flatMap(([words, scale]) =>
    String(words)
      .split(' ')
      .map((word): [string, number] => [word, Number(scale)]),
  ),
);

export const NUMBER_WORDS = new Map<string, number>(
  [
    'zero',
    'one isa isang single',
    'two dalawa dalawang double dos',
    'three tatlo tatlong triple tres',
    'four apat',
    'five lima limang',
    'six anim',
    'seven pito pitong',
    'eight walo walong',
    'nine siyam',
    'ten sampu sampung',
  ].flatMap((words, value) => words.split(' ').map((word): [string, number] => [word, value])),
);

/** Words that a listing need not contain; they stay only when there are no others. */
export const PARTICLES = new Set(
  `a an the of in at on to by from for and or with w within near nearby around along is are am i im i'm we my me our
   na ng nang ang mga sa pero but may mayroon meron ko po lang yung kung ba nasa malapit dito doon at
   presyo murang mura cheap cheaper cheapest affordable affordably pinakamura budget reasonable
   looking look find search hanap naghahanap hinahanap want wanted need needed please pls po
   unit units property properties listing listings available area areas only type price priced
   below under above over up upto less more than least most max min maximum minimum`
    .split(/\s+/)
    .filter(Boolean),
);

/** Common in listings: known without a look-up in the listings, and near misses of them are corrected. */
export const COMMON_WORDS =
  `swimming pool gym fitness balcony garden elevator security guarded gated village subdivision compound corner
   view skyline city tower residences residence penthouse loft bungalow villa warehouse townhouse building terrace
   maid room driver quarters laundry kitchen dining living clubhouse playground lobby mall school hospital university
   station train airport church market park beach fiber internet generator aircon airconditioned renovated modern
   spacious brand new house with storey storeys floor ground high low ceiling lanai patio solar panels furnished
   rooftop roof deck sauna concierge lounge function coworking wifi water electric meter restaurant retail store shop
   dormitory dorm transient staycation foreclosed pasalo assume installment downpayment financing pagibig student
   students family executive luxury exclusive residential industrial beside walking distance overlooking flood free title clean`
    .split(/\s+/)
    .filter(Boolean);

function waysToSay(pattern: string): string[][] {
  let ways: string[][] = [[]];
  for (const part of pattern.split(' ')) {
    const isOptional = part.endsWith('?');
    const choices = (isOptional ? part.slice(0, -1) : part).split('|');
    ways = ways.flatMap((way) => [...(isOptional ? [way] : []), ...choices.map((choice) => [...way, choice])]);
  }
  return ways;
}

/** Looks up the meaning of a run of words, the longest first. */
export class PhraseBook<Meaning> {
  private readonly meanings = new Map<string, Meaning>();
  /** Nearly every look-up ends at the first word. */
  private readonly firstWords = new Set<string>();
  private longest = 0;

  constructor(entries: Iterable<readonly [pattern: string, meaning: Meaning]>) {
    for (const [pattern, meaning] of entries)
      for (const way of waysToSay(pattern)) {
        this.meanings.set(way.join(' '), meaning);
        this.firstWords.add(way[0] ?? '');
        this.longest = Math.max(this.longest, way.length);
      }
  }

  /** The meaning of the words from `start` on. @param wordAt undefined for a word that may not be used */
  find(wordAt: (at: number) => string | undefined, start: number): { meaning: Meaning; end: number } | undefined {
    if (!this.firstWords.has(wordAt(start) ?? '')) return undefined;
    const words: string[] = [];
    for (let at = start; words.length < this.longest; at++) {
      const word = wordAt(at);
      if (word === undefined) break;
      words.push(word);
    }
    for (; words.length > 0; words.pop()) {
      const meaning = this.meanings.get(words.join(' '));
      if (meaning !== undefined) return { meaning, end: start + words.length };
    }
    return undefined;
  }

  *words(): Iterable<string> {
    for (const phrase of this.meanings.keys()) yield* phrase.split(' ');
  }
}
