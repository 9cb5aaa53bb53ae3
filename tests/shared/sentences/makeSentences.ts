import type { Meaning } from './meaning.ts';
import {
  addresses,
  amountsInWords,
  areas,
  completions,
  everydayWords,
  features,
  forRent,
  forRentFilipino,
  forSale,
  forSaleFilipino,
  forWhom,
  forWhomFilipino,
  furnishings,
  furtherAreas,
  furtherLandmarks,
  homes,
  homesFilipino,
  landmarks,
  lands,
  otherNumbers,
  parkings,
  parkingsFilipino,
  pets,
  petsFilipino,
  rentTerms,
  type Spoken,
  saleTerms,
  small,
  workplaces,
} from './vocabulary.ts';

export interface MadeSentence {
  shape: string;
  text: string;
  means: Meaning;
}

/** A run of words and the terms that it means. */
interface Piece {
  text: string;
  means: Meaning;
}

/** Chances of one seed: the same seed makes the same sentences. */
export class Chance {
  private state: number;
  constructor(seed: number) {
    this.state = seed >>> 0;
  }
  /** From 0 up to 1, as the generator known as mulberry32 draws it. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  in(share: number): boolean {
    return this.next() < share;
  }
  below(count: number): number {
    return Math.floor(this.next() * count);
  }
  of<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('Nothing to choose from');
    return item;
  }
  someOf<Item>(items: readonly Item[], count: number): Item[] {
    return this.shuffled(items).slice(0, count);
  }
  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.map(() => left.splice(this.below(left.length), 1)[0] as Item);
  }
}

const piece = (text: string, means = ''): Piece => ({ text, means });

const joined = (pieces: readonly Piece[], between: string): Piece => ({
  text: pieces
    .map(({ text }) => text)
    .filter(Boolean)
    .join(between),
  means: pieces
    .map(({ means }) => means)
    .filter(Boolean)
    .join(' '),
});

/** Words with pieces between them: the meanings of the pieces add up. */
const of = (words: TemplateStringsArray, ...pieces: (Piece | string)[]): Piece => ({
  text: words
    .map((word, at) => {
      const piece = pieces[at] ?? '';
      return word + (typeof piece === 'string' ? piece : piece.text);
    })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim(),
  means: pieces
    .map((piece) => (typeof piece === 'string' ? '' : piece.means))
    .filter(Boolean)
    .join(' '),
});

const NUMBER_WORDS = ['', 'one', 'two', 'three', 'four', 'five'];
const NUMBER_WORDS_FILIPINO = ['', 'isang', 'dalawang', 'tatlong', 'apat na', 'limang'];
const BETWEEN_WAYS = /\s*\|\s*/;

type Tongue = 'english' | 'filipino' | 'mixed';
type Deal = 'rent' | 'sale';

/** Pieces of sentences, said in one tongue. */
class Speaker {
  constructor(
    readonly chance: Chance,
    readonly tongue: Tongue,
  ) {}

  maybe(share: number, make: () => Piece): Piece[] {
    return this.chance.in(share) ? [make()] : [];
  }

  get isFilipino(): boolean {
    return this.tongue === 'filipino' || (this.tongue === 'mixed' && this.chance.in(0.5));
  }

  pick(...says: string[]): string {
    return this.chance.of(says);
  }

  /** One of the ways to say it, parted by '|' where they are short. */
  say(english: string | readonly string[], filipino: string | readonly string[]): string {
    const says = this.isFilipino ? filipino : english;
    return typeof says === 'string' ? this.one(says) : this.chance.of(says);
  }

  one(says: string): string {
    return this.chance.of(says.split(BETWEEN_WAYS));
  }

  spoken([meaning, ...says]: Spoken, key = ''): Piece {
    return { text: this.chance.of(says), means: key ? `${key}=${meaning}` : meaning };
  }

  place(key = 'location'): Piece {
    return this.spoken(this.chance.of(areas), key);
  }

  /** Different places that do not hold each other. */
  places(count: number, key = 'location'): Piece[] {
    const apart = areas.filter(([slug]) => CITIES.includes(slug));
    return this.chance.someOf(apart, count).map((area) => this.spoken(area, key));
  }

  landmark(): Piece {
    return this.spoken(this.chance.of(landmarks), 'near');
  }

  home(): Piece {
    return this.spoken(this.chance.of(this.isFilipino ? homesFilipino : homes), 'type');
  }

  condo(): Piece {
    return this.spoken(homes[0] as Spoken, 'type');
  }

  forDeal(deal: Deal): Piece {
    const says = deal === 'rent' ? [forRent, forRentFilipino] : [forSale, forSaleFilipino];
    return { text: this.say(says[0] as string[], says[1] as string[]), means: `listing_type=${deal}` };
  }

  count(count: number): string {
    return this.pick(
      `${count}BR`,
      `${count}BR`,
      `${count} BR`,
      `${count}br`,
      `${count}-bedroom`,
      `${count} bedroom${count > 1 ? 's' : ''}`,
      `${NUMBER_WORDS[count]} bedroom`,
      `${NUMBER_WORDS[count]}-bedroom`,
      ...(this.isFilipino ? [`${NUMBER_WORDS_FILIPINO[count]} kwarto`, `may ${count} kwarto`] : []),
    );
  }

  /** So short that it stands before a type: '2BR condo'. */
  shortCount(count: number): string {
    return this.one(`${count}BR|${count} BR|${count}br|${count}-bedroom|${count} bedroom
          |${NUMBER_WORDS[count]}-bedroom`);
  }

  rooms(): Piece {
    const count = this.chance.below(5);
    return count === 0
      ? { text: this.one('studio|studio|studio type'), means: 'beds_exact=0' }
      : { text: this.shortCount(count), means: `beds_exact=${count}` };
  }

  /** Rooms behind 'may': 'dalawang kwarto'. */
  room(): Piece {
    const count = 1 + this.chance.below(4);
    return piece(
      this.one(`${NUMBER_WORDS_FILIPINO[count]} kwarto|${count} kwarto|${count} na kwarto|${count} bedroom`),
      `beds_exact=${count}`,
    );
  }

  /** Pesos, as they are written. */
  pesos(amount: number): string {
    const grouped = amount.toLocaleString('en-US');
    const sign = this.pick('₱', 'P', 'Php ', 'PHP', 'Php', '₱ ');
    if (amount >= 1_000_000) {
      const millions = amount / 1_000_000;
      return this.pick(
        `${millions}M`,
        `${millions}M`,
        `${millions}m`,
        `${millions} million`,
        `${millions} million`,
        `${sign}${millions}M`,
        `${sign}${grouped}`,
        grouped,
        ...(this.isFilipino ? [`${millions} milyon`] : []),
      );
    }
    const thousands = amount / 1_000;
    return this.pick(
      `${thousands}k`,
      `${thousands}k`,
      `${thousands}K`,
      `${sign}${thousands}k`,
      grouped,
      `${sign}${grouped}`,
      String(amount),
      `${thousands} thousand`,
      ...(this.isFilipino ? [`${thousands} libo`, `${thousands}k pesos`] : [`${thousands}k pesos`]),
    );
  }

  amount(deal: Deal): number {
    if (deal === 'rent')
      return (
        this.chance.of([6, 8, 10, 12, 15, 18, 20, 22, 25, 28, 30, 35, 40, 45, 50, 60, 75, 80, 90, 120, 150]) *
        1_000
      );
    return (
      this.chance.of([1.5, 1.8, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 25, 30, 45]) *
      1_000_000
    );
  }

  /** A rent that says so, or that leaves it open; millions are a sale. */
  perMonth(deal: Deal, share = 0.4): Piece {
    if (deal === 'sale' || !this.chance.in(share))
      return { text: '', means: deal === 'sale' ? 'listing_type=sale' : '' };
    const text = this.say('a month|per month|/month|monthly|/mo', 'kada buwan|per month|a month|buwanan');
    return { text, means: 'listing_type=rent' };
  }

  atMost(deal: Deal): Piece {
    const amount = this.amount(deal);
    const per = this.perMonth(deal);
    const pesos = `${this.pesos(amount)}${per.text.startsWith('/') ? '' : ' '}${per.text}`.trim();
    const filipino = [
      `${pesos} pababa`,
      `hanggang ${pesos}`,
      `hindi lalagpas ng ${pesos}`,
      `budget ko ${pesos}`,
      `budget ${pesos} lang`,
      `wag lalampas ng ${pesos}`,
      `hanggang ${pesos} lang`,
      `di lalampas sa ${pesos}`,
      `budget is ${pesos} po`,
      `kaya ko lang ${pesos}`,
    ];
    const english = [
      `below ${pesos}`,
      `under ${pesos}`,
      `max ${pesos}`,
      `budget ${pesos}`,
      `budget: ${pesos}`,
      `up to ${pesos}`,
      `less than ${pesos}`,
      `${pesos} max`,
      `${pesos} and below`,
      `not more than ${pesos}`,
      `budget is ${pesos}`,
      `my budget is ${pesos}`,
      `${pesos} budget`,
      `no more than ${pesos}`,
      `within ${pesos}`,
      `at most ${pesos}`,
      `maximum of ${pesos}`,
      `budget of up to ${pesos}`,
      `<${pesos}`,
      `${pesos} or less`,
    ];
    return { text: this.say(english, filipino), means: `max_price=${amount} ${per.means}` };
  }

  atLeast(deal: Deal): Piece {
    const amount = this.amount(deal);
    const per = this.perMonth(deal, 0.7);
    const pesos = `${this.pesos(amount)}${per.text.startsWith('/') ? '' : ' '}${per.text}`.trim();
    const text = this.say(
      `above ${pesos}|over ${pesos}|at least ${pesos}|${pesos} and up|${pesos} and above|from ${pesos}
          |more than ${pesos}|minimum ${pesos}`,
      `${pesos} pataas|mula ${pesos}|higit sa ${pesos}|${pesos} pataas po`,
    );
    return { text, means: `min_price=${amount} ${per.means}` };
  }

  between(deal: Deal): Piece {
    const unit = deal === 'rent' ? 1_000 : 1_000_000;
    const low = this.chance.of(
      deal === 'rent' ? [8, 10, 12, 15, 18, 20, 25, 30, 40] : [2, 2.5, 3, 4, 5, 6, 8, 10, 15],
    );
    const high = low + this.chance.of(deal === 'rent' ? [3, 5, 7, 10, 20] : [0.5, 1, 2, 3, 5]);
    const letter = deal === 'rent' ? this.pick('k', 'K') : this.pick('M', 'm');
    const word = deal === 'rent' ? this.say('thousand', 'libo|thousand') : this.say('million', 'milyon|million');
    const [from, to] = [low * unit, high * unit].map((amount) => amount.toLocaleString('en-US'));
    const per = this.perMonth(deal);
    const range = this.say(
      `${low}-${high}${letter}|${low}${letter}-${high}${letter}|${low}${letter} to ${high}${letter}
          |${low} to ${high} ${word}|${from} to ${to}|₱${from} - ₱${to}
          |between ${low}${letter} and ${high}${letter}|from ${low}${letter} to ${high}${letter}
          |${low}${letter} – ${high}${letter}|P${from}-P${to}`,
      `${low}-${high}${letter}|${low}${letter} hanggang ${high}${letter}
          |mula ${low}${letter} hanggang ${high}${letter}|${low}-${high} ${word}
          |nasa ${low}${letter}-${high}${letter}`,
    );
    const text = `${this.pick('', '', 'budget ', 'budget range ', 'price range ', 'budget: ')}${range}${per.text.startsWith('/') ? '' : ' '}${per.text}`;
    return { text: text.trim(), means: `min_price=${low * unit} max_price=${high * unit} ${per.means}` };
  }

  around(deal: Deal): Piece {
    const amount = this.amount(deal);
    const pesos = this.pesos(amount);
    const text = this.say(
      `around ${pesos}|about ${pesos}|approx ${pesos}|budget around ${pesos}|roughly ${pesos}`,
      `mga ${pesos}|bandang ${pesos}|nasa ${pesos}|around ${pesos}|siguro mga ${pesos}`,
    );
    return {
      text,
      means: `max_price=${amount}..${Math.round(amount * 1.3)} min_price?=${Math.round(amount * 0.6)}..${amount} ${deal === 'sale' ? 'listing_type=sale' : ''}`,
    };
  }

  /** Behind a label that says that it is the budget. */
  priceAlone(deal: Deal): Piece {
    if (this.chance.in(0.4)) {
      const { text, means } = this.between(deal);
      return { text: text.replace(/^(budget|price)( range)?:? /, ''), means };
    }
    const amount = this.amount(deal);
    const per = this.perMonth(deal);
    return {
      text: `${this.pesos(amount)}${per.text.startsWith('/') ? '' : ' '}${per.text}`.trim(),
      means: `max_price=${amount} ${per.means}`,
    };
  }

  price(deal: Deal): Piece {
    return this.chance.in(0.75) ? this.atMost(deal) : this.between(deal);
  }

  area(): Piece {
    const size = this.chance.of([20, 22, 25, 30, 35, 40, 45, 50, 60, 75, 80, 100, 120, 150, 200, 250, 300, 500]);
    const more = size + this.chance.of([10, 20, 50, 100]);
    const unit = this.pick('sqm', 'sqm', ' sqm', ' sq.m.', ' sqm', 'm2', ' square meters');
    return this.chance.of<Piece>([
      {
        text: this.say(
          `at least ${size}${unit}|${size}${unit} up|${size}${unit} and above|minimum ${size}${unit}`,
          `${size}${unit} pataas|at least ${size}${unit}`,
        ),
        means: `min_area=${size}`,
      },
      {
        text: this.say(
          `up to ${size}${unit}|below ${size}${unit}|max ${size}${unit}|not bigger than ${size}${unit}`,
          `hanggang ${size}${unit}|${size}${unit} pababa`,
        ),
        means: `max_area=${size}`,
      },
      {
        text: this.one(`${size}-${more}${unit}|${size} to ${more}${unit}|between ${size} and ${more}${unit}`),
        means: `min_area=${size} max_area=${more}`,
      },
      {
        text: `${size}${unit}`,
        means: `min_area?=${Math.floor(size * 0.6)}..${size} max_area?=${size}..${Math.ceil(size * 1.4)} min_area=*||max_area=*`,
      },
    ]);
  }

  wishes(count: number): Piece[] {
    const isFilipino = this.isFilipino;
    const kinds: (() => Piece)[] = [
      () => this.spoken(this.chance.of(furnishings)),
      () => this.spoken(this.chance.of(isFilipino ? parkingsFilipino : parkings)),
      () => this.spoken(this.chance.of(isFilipino ? petsFilipino : pets)),
    ];
    return this.chance.someOf(kinds, count).map((make) => make());
  }

  whom(): string {
    return this.say(forWhom, forWhomFilipino);
  }

  deal(): Deal {
    return this.chance.in(0.65) ? 'rent' : 'sale';
  }

  inPlace(place = this.place()): Piece {
    return of`${this.say('in|in|at|around|within', 'sa|sa|sa may|dito sa')} ${place}`;
  }

  /** Either of several: 'Makati or BGC', 'Pasig/Ortigas', 'condo, house, or duplex'. */
  anyOf(pieces: readonly Piece[]): Piece {
    const or = this.say([' or ', ' or ', ' and ', ' / ', '/', ' & '], [' o ', ' or ', ' o kaya ', '/', ' at ']);
    // 'BGC, Makati' and 'Pasay, Manila' may be addresses.
    const isAddress = pieces.some(({ means }) => /=(bgc|manila)$/.test(means));
    if (pieces.length === 2) return joined(pieces, this.chance.in(0.15) && !isAddress ? ', ' : or);
    const last = pieces.at(-1) ?? { text: '', means: '' };
    const first = joined(pieces.slice(0, -1), or.includes('/') ? or : ', ');
    return joined(
      [first, last],
      this.chance.in(0.3) && !or.includes('/') ? ', ' : this.chance.in(0.5) && !or.includes('/') ? `,${or}` : or,
    );
  }

  not(): string {
    return this.say(
      'not|except|but not|no|excluding|anywhere but|other than',
      'hindi|wag|huwag|maliban sa|ayoko sa|ayaw ko sa',
    );
  }
}

const CITIES = [
  'makati',
  'bgc',
  'pasig',
  'mandaluyong',
  'quezon-city',
  'manila',
  'pasay',
  'paranaque',
  'las-pinas',
  'marikina',
  'san-juan',
  'caloocan',
  'valenzuela',
  'alabang',
  'antipolo',
  'cainta',
];

type Make = (speaker: Speaker) => Piece;
/** `whole` begins as a sentence of its own. `bare` lines, tags and labels stand as they are, without small talk. */
type Shape = Make | { make: Make; frame: 'whole' | 'bare' };
const whole = (make: Make): Shape => ({ make, frame: 'whole' });
const bare = (make: Make): Shape => ({ make, frame: 'bare' });

/** How people ask: short words, advertisements, posts of groups, questions, chat, lists of labels. */
export const shapes: Record<string, Shape> = {
  'a few words': whole((s) => joined(s.chance.shuffled([s.rooms(), s.condo(), s.place()]), ' ')),
  'words of an advertisement': (s) => {
    const deal = s.deal();
    return of`${s.rooms()} ${s.home()} ${s.forDeal(deal)} ${s.inPlace()} ${joined(s.wishes(1), ' ')}`;
  },
  'type, place and budget': whole((s) =>
    joined(s.chance.shuffled([s.home(), s.place(), s.price(s.deal())]), s.pick(' ', ', ', ' - ')),
  ),
  'a range of prices': (s) => of`${s.home()} ${s.inPlace()} ${s.between(s.deal())}`,
  'a lowest price': (s) =>
    of`${s.chance.of([piece('luxury', 'words=luxury'), piece('nice'), piece('')])} ${s.home()} ${s.inPlace()} ${s.atLeast(s.deal())}`,
  'about a price': (s) => of`${s.rooms()} ${s.condo()} ${s.inPlace()}, ${s.around(s.deal())}`,
  'a question': whole((s) => {
    const deal = s.deal();
    return s.isFilipino
      ? of`${s.one('meron po ba kayong|may alam po ba kayong|saan po may|may available po ba na')} ${s.rooms()} ${s.home()} ${s.forDeal(deal)} sa ${s.place()}${s.pick('?', '', ' po?')}`
      : of`${s.one('any|do you have a|is there a|anyone knows a|where can I find a|any available')} ${s.rooms()} ${s.home()} ${s.forDeal(deal)} in ${s.place()}${s.pick('?', '')}`;
  }),
  'a whole sentence': whole((s) => {
    const deal = s.deal();
    const verb =
      deal === 'rent' ? piece('rent', 'listing_type=rent') : piece(s.pick('buy', 'purchase'), 'listing_type=sale');
    const want = s.one(`I'm looking for|I am looking for|We need|I would like to find|Looking for
          |My family is looking for|We want`);
    return s.chance.in(0.5)
      ? of`${want} a ${s.rooms()} ${s.home()} ${s.inPlace()}, ${s.price(deal)}${s.pick('.', '', ' only.')}`
      : of`${s.one("I want to|We are planning to|I'd like to|Hoping to")} ${verb} a ${s.rooms()} ${s.home()} ${s.inPlace()}. ${s.price(deal)}.`;
  }),
  'a whole Filipino sentence': whole((s) => {
    const f = new Speaker(s.chance, 'filipino');
    const deal = f.deal();
    return of`${f.one('naghahanap ako ng|hanap ko|kailangan namin ng|gusto ko ng|naghahanap kami ng')} ${f.home()} na may ${f.room()} sa ${f.place()}, ${f.atMost(deal)}`;
  }),
  'a wanted post': whole((s) => {
    const deal = s.deal();
    const [tag, means] = s.chance.of<[string, string]>([
      ['LF', ''],
      ['LF', ''],
      ['Looking for', ''],
      deal === 'rent' ? ['WTR', 'listing_type=rent'] : ['WTB', 'listing_type=sale'],
    ]);
    return of`${piece(tag, means)}${s.pick(':', ' -', ':', '')} ${s.rooms()} ${s.home()} ${s.pick('', s.whom())} ${s.inPlace()}${s.pick(' ', ', ', ' | ')}${s.price(deal)}`;
  }),
  'labelled lines': bare((s) => {
    const deal = s.deal();
    const end = s.pick('\n', '\n', ' ', ', ', ' | ');
    const rooms = s.chance.below(5);
    const lines = s.chance.shuffled([
      of`${s.one('Loc:|Location:|Preferred location:|Area:|Location -')} ${s.anyOf(s.places(s.chance.in(0.3) ? 2 : 1))}`,
      of`${s.one('Budget:|Budget -|Max budget:|Budget po:')} ${s.priceAlone(deal)}`,
      ...s.maybe(0.6, () =>
        piece(
          `${s.one('Bedrooms:|BR:|No. of bedrooms:|Bedroom:')} ${rooms === 0 ? 'studio' : rooms}`,
          `beds_exact=${rooms}`,
        ),
      ),
      ...s.maybe(0.5, () => of`${s.one('Type:|Property type:|Unit:')} ${s.home()}`),
      ...s.maybe(0.4, () =>
        piece(`${s.one('Move in:|Move-in date:|Start:')} ${s.one('ASAP|Jan 15|next month|December 1')}`),
      ),
      ...s.maybe(0.4, () =>
        piece(`${s.one('Pax:|No. of pax:|Occupants:')} ${s.one('2|3|4 adults|2 adults 1 child')}`),
      ),
      ...s.maybe(0.3, () =>
        s.chance.of([
          piece('Pets: yes', 'pets=true'),
          piece('Pets: none', '!pets=true pets?=false exclude_features?=*'),
          piece('Pets: 1 dog', 'pets=true'),
        ]),
      ),
      ...s.maybe(0.3, () =>
        s.chance.of([
          piece('Parking: 1', 'parking=1'),
          piece('Parking: 2 slots', 'parking=2'),
          piece('Parking: not needed', '!parking=1'),
          piece('Parking: yes', 'parking=1'),
        ]),
      ),
      ...s.maybe(0.3, () =>
        s.chance.of([
          piece('Furnishing: fully furnished', 'furnished=true'),
          piece('Furnished: yes', 'furnished=true'),
          piece('Furnishing: bare', 'furnished=false'),
        ]),
      ),
      ...s.maybe(0.2, () => piece(`${s.pick('Lease term:', 'Contract:')} ${s.one('1 year|6 months|long term')}`)),
    ]);
    const head = s.chance.in(0.6)
      ? [
          of`${s.one('LF|Looking for|LOOKING FOR|Client looking for')} ${s.chance.in(0.5) ? s.forDeal(deal) : piece('unit')}`,
        ]
      : [];
    return joined([...head, ...lines], end);
  }),
  hashtags: bare((s) => {
    const deal = s.deal();
    const tag = (text: string) => `#${text.replace(/[^\p{L}\p{N}]/gu, '')}`;
    const [slug = '', ...says] = s.chance.of(areas.filter(([name]) => CITIES.includes(name)));
    const place = s.chance.of(says);
    const rooms = 1 + s.chance.below(3);
    const glued = s.chance.of([
      [
        piece(tag(`condo${s.pick('for', '')}${deal}`), `type=condo listing_type=${deal}`),
        piece(tag(place), `location=${slug}`),
      ],
      [
        piece(tag(`${place}Condo`), `location=${slug} type=condo`),
        piece(tag(`for${deal}`), `listing_type=${deal}`),
      ],
      [
        piece('#condo', 'type=condo'),
        piece(tag(place), `location=${slug}`),
        piece(tag(`For${deal === 'rent' ? 'Rent' : 'Sale'}`), `listing_type=${deal}`),
      ],
      [
        piece(
          tag(`CondoFor${deal === 'rent' ? 'Rent' : 'Sale'}${place}`),
          `type=condo location=${slug} listing_type=${deal}`,
        ),
      ],
    ]);
    return joined(
      s.chance.shuffled([
        ...glued,
        piece(`#${rooms}BR`, `beds_exact=${rooms}`),
        ...s.maybe(0.4, () =>
          piece(s.one('#realestateph|#LFcondo|#philippines|#urgent').replace('#LFcondo', '#LF')),
        ),
      ]),
      ' ',
    );
  }),
  'pasted chat': bare((s) => {
    const deal = s.deal();
    const hi = s.say(small.hi, small.hiFilipino);
    const bye = s.say(small.bye, small.byeFilipino);
    const middle = [
      s.price(deal),
      s.inPlace(),
      ...s.wishes(s.chance.below(2)),
      piece(s.pick(s.whom(), 'move in by January', 'asap sana', 'long term')),
    ];
    return of`${hi}${s.pick(', ', '! ', '. ', ' ')}${s.say('looking for|im looking for|need', 'hanap ako|naghahanap po ako ng|lf po')} ${s.rooms()} ${s.home()}${s.pick(', ', ' ')}${joined(s.chance.shuffled(middle), ', ')}${s.pick(', ', '. ', ' ')}${bye}`;
  }),
  'several places': (s) => {
    const places = s.anyOf(s.places(s.chance.in(0.6) ? 2 : 3));
    return of`${s.rooms()} ${s.home()} ${s.say(['in', 'in', 'either in', 'around', ''], ['sa', 'kahit sa', ''])} ${places}${s.say(['', '', ' area'], ['', ' area', ' lang'])}`;
  },
  'several types': (s) => {
    const types = s.anyOf(
      s.chance.someOf(homes, s.chance.in(0.7) ? 2 : 3).map(([slug]) => piece(slug, `type=${slug}`)),
    );
    return of`${types} ${s.forDeal(s.deal())} ${s.inPlace()}`;
  },
  'either number of rooms': (s) => {
    const least = s.chance.below(4);
    const or = s.say([' or ', ' or ', '/', ' to '], [' o ', '/', ' or ']);
    const text =
      least === 0
        ? `studio${or === ' to ' ? ' or ' : or}1BR`
        : s.one(`${least}${or}${least + 1}BR|${least}BR${or}${least + 1}BR|${least}-${least + 1} bedrooms
          |${least}-${least + 1}BR|${least} to ${least + 1} bedrooms`);
    return of`${piece(text, `${least > 0 ? `bedrooms=${least} ` : ''}max_bedrooms=${least + 1}`)} ${s.condo()} ${s.inPlace()} ${s.atMost('rent')}`;
  },
  'bounds of rooms': (s) => {
    const count = 1 + s.chance.below(4);
    const bound = s.chance.of<Piece>([
      piece(
        s.say(
          `at least ${count} bedrooms|${count}BR up|${count}BR and up|${count}+ bedrooms
          |minimum ${count} bedrooms`,
          `${count}BR pataas|at least ${count} na kwarto|${count} kwarto pataas`,
        ),
        `bedrooms=${count}`,
      ),
      piece(
        s.say(
          `up to ${count} bedrooms|max ${count} bedrooms|not more than ${count} bedrooms`,
          `hanggang ${count} kwarto|hanggang ${count}BR`,
        ),
        `max_bedrooms=${count}`,
      ),
      piece(
        s.say(`more than ${count} bedrooms|over ${count} bedrooms`, `higit sa ${count} kwarto`),
        `bedrooms=${count + 1}`,
      ),
    ]);
    return of`${s.home()} ${s.inPlace()} ${bound}`;
  },
  'rooms and baths': (s) => {
    const rooms = 1 + s.chance.below(4);
    const baths = 1 + s.chance.below(3);
    const text = s.one(`${rooms}BR/${baths}BA|${rooms}BR ${baths}T&B|${rooms} bedrooms ${baths} bathrooms
          |${rooms}BR with ${baths} CR|${rooms} bedrooms and ${baths} bath|${rooms}BR ${baths} T&B`);
    return of`${piece(text, `beds_exact=${rooms} bathrooms=${baths}`)} ${s.home()} ${s.forDeal(s.deal())} ${s.inPlace()}`;
  },
  'floor area': (s) => of`${s.home()} ${s.inPlace()} ${s.area()}`,
  'area and price': whole((s) =>
    joined(s.chance.shuffled([s.home(), s.area(), s.price(s.deal()), s.place()]), ', '),
  ),
  'not in a place': (s) => {
    const [unwanted] = s.places(1, 'exclude_location');
    const tail = s.isFilipino
      ? of`${s.one('wag sa|huwag sa|hindi sa|maliban sa|ayoko sa|bukod sa|basta hindi sa')} ${unwanted ?? ''}`
      : of`${s.one('not in|except|except in|but not in|excluding|outside|anywhere but|other than|not')} ${unwanted ?? ''}`;
    return of`${s.rooms()} ${s.home()} ${s.forDeal(s.deal())} ${tail}`;
  },
  'this place and not that': (s) => {
    const [wanted, unwanted] = s.chance.someOf(
      areas.filter(([name]) => CITIES.includes(name) && name !== 'bgc'),
      2,
    );
    const yes = s.spoken(wanted as Spoken, 'location');
    const no = s.spoken(unwanted as Spoken, 'exclude_location');
    return of`${s.home()} ${
      s.isFilipino
        ? s.chance.of([
            of`hindi sa ${no}, ${yes} pwede`,
            of`sa ${yes} wag sa ${no}`,
            of`sa ${yes} lang, ayoko sa ${no}`,
            of`${yes} po, hindi ${no}`,
          ])
        : s.chance.of([
            of`in ${yes} not ${no}`,
            of`in ${yes}, not in ${no}`,
            of`not in ${no} but in ${yes}`,
            of`${yes} only, no ${no}`,
            of`${yes} instead of ${no}`,
            of`in ${yes} but not in ${no}`,
          ])
    }`;
  },
  'the city without a part': (s) => {
    const [city = '', part = ''] = s.chance.of([
      ['makati', 'poblacion'],
      ['makati', 'rockwell'],
      ['makati', 'salcedo-village'],
      ['quezon-city', 'cubao'],
      ['quezon-city', 'fairview'],
      ['quezon-city', 'novaliches'],
      ['taguig', 'bgc'],
      ['manila', 'malate'],
      ['manila', 'binondo'],
      ['pasig', 'ortigas'],
    ]);
    const sayOf = (slug: string) => (areas.find(([name]) => name === slug) ?? [slug, slug])[1] ?? slug;
    const unwanted = part === 'poblacion' ? 'Poblacion' : sayOf(part);
    return of`${s.rooms()} ${s.home()} ${s.say('in', 'sa')} ${piece(sayOf(city), `location=${city}`)} ${s.say('but not|except|not in|excluding', 'wag sa|maliban sa|hindi sa')} ${piece(unwanted, `exclude_location=${part}`)}`;
  },
  'not a type': (s) => {
    const [wanted = '', unwanted = ''] = s.chance.someOf(['condo', 'house', 'apartment', 'duplex'], 2);
    const pair = s.isFilipino
      ? s.chance.of([
          `${wanted} hindi ${unwanted}`,
          `${wanted} po, wag ${unwanted}`,
          `${wanted} lang, ayoko ng ${unwanted}`,
        ])
      : s.chance.of([
          `${wanted} not ${unwanted}`,
          `${wanted}, not a ${unwanted}`,
          `${wanted} only, no ${unwanted}`,
          `${wanted} but not ${unwanted}`,
          `${wanted} instead of ${unwanted}`,
        ]);
    return of`${piece(pair, `type=${wanted} exclude_type?=${unwanted} !type=${unwanted}`)} ${s.inPlace()} ${s.atMost(s.deal())}`;
  },
  'any type but one': (s) => {
    const unwanted = s.chance.of(['condo', 'house', 'apartment', 'duplex']);
    return of`${s.rooms()} ${s.inPlace()} ${piece(s.say(`no ${unwanted}|not a ${unwanted}|except ${unwanted}|anything but ${unwanted}`, `ayoko ng ${unwanted}|wag ${unwanted}|hindi ${unwanted}|huwag ${unwanted}`), `exclude_type=${unwanted}`)} ${s.atMost('rent')}`;
  },
  'many ways to say no': (s) => {
    const [area] = s.places(1, 'exclude_location') as [Piece];
    const type = s.chance.of(['house', 'apartment', 'duplex']);
    const [wish = '', opposite = ''] = s.chance.of([
      ['preselling', 'completion=preselling'],
      ['furnished', 'furnished=true'],
      ['RFO', 'completion=ready'],
    ]);
    const place = of`${s.say(
      `please not in|not at all in|definitely not in|never in|nothing in|except for|apart from|with the exception of|not interested in
        |I don't want to live in|we do not want|I do not like|don't show|not anywhere in|anything except|avoid`,
      `wag na lang sa|wag po sa|hindi po sa|hindi pwede sa|ayaw po namin sa|ayoko po sa|wag lang po sa|hindi ko gusto sa
        |di pwede sa|huwag po sa|ayaw ko po sa|maliban lang sa|wag sana sa|ayaw ng mister ko sa`,
    )} ${area}`;
    const kind = piece(
      s.say(
        `please no ${type}|I don't want a ${type}|not looking for a ${type}|no ${type}s please|any type but not a ${type}|not interested in a ${type}`,
        `ayaw ko po ng ${type}|wag po ${type}|hindi po ${type}|ayaw namin ng ${type}|huwag na ${type}|di po ${type}`,
      ),
      `exclude_type=${type}`,
    );
    const state = piece(
      s.say(
        `definitely not ${wish}|please no ${wish}|I don't want ${wish}|not interested in ${wish}|must not be ${wish}|should not be ${wish}`,
        `ayaw ko po ng ${wish}|wag po ${wish}|hindi po ${wish}|ayaw namin ng ${wish}|wag sana ${wish}|di dapat ${wish}`,
      ),
      `!${opposite} completion?=* furnished?=false`,
    );
    return of`${s.rooms()} ${s.forDeal('rent')}, ${s.atMost('rent')}, ${s.chance.of([place, place, kind, state])}`;
  },
  'not before it stands': (s) => {
    const wish = s.chance.of([
      piece(
        s.one(`not preselling|no preselling|hindi preselling|ayaw ng preselling|wag preselling
          |no pre-selling please`),
        'completion?=ready !completion=preselling',
      ),
      piece(
        s.one(`not preselling rfo only|rfo only, not preselling|RFO lang, ayoko ng preselling
          |RFO hindi preselling`),
        'completion=ready',
      ),
      piece(s.one('not rfo|hindi rfo|preselling not rfo'), 'completion?=preselling !completion=ready'),
    ]);
    return of`${s.condo()} ${s.inPlace()} ${wish}`;
  },
  'without what is not wanted': (s) => {
    const wish = s.chance.of([
      piece(
        s.say('not furnished|no furniture', 'hindi furnished|wag furnished|walang gamit'),
        'furnished?=false !furnished=true',
      ),
      piece(
        s.say(
          'no parking needed|without parking|no need for parking|parking not needed',
          'walang parking|kahit walang parking|di kailangan ng parking',
        ),
        '!parking=1 exclude_features?=*',
      ),
      piece(
        s.say('no pets|non pet friendly|no dogs or cats', 'walang pets|bawal ang pets'),
        '!pets=true pets?=false exclude_features?=*',
      ),
      piece(
        s.say('no studio|not a studio|no studios please', 'ayoko ng studio|wag studio|hindi studio'),
        '!beds_exact=0 bedrooms?=1 !max_bedrooms=0',
      ),
      piece(
        s.say('no balcony|without balcony', 'walang balcony|ayoko ng may balcony'),
        'exclude_features=balcony',
      ),
      piece(
        s.say('no pool|without a pool|without swimming pool', 'walang pool|walang swimming pool'),
        'exclude_features=swimming-pool',
      ),
    ]);
    return of`${s.condo()} ${s.forDeal('rent')} ${s.inPlace()} ${wish}`;
  },
  'near a known place': (s) => {
    const deal = s.deal();
    return of`${s.rooms()} ${s.home()} ${s.say('near|near|close to|beside|nearby|next to|walking distance to', 'malapit sa|malapit sa|near|na malapit sa|katabi ng|tabi ng')} ${s.landmark()} ${s.chance.in(0.5) ? s.atMost(deal) : s.forDeal(deal)}`;
  },
  'near an area': (s) =>
    of`${s.rooms()} ${s.home()} ${s.say('near|close to|nearby', 'malapit sa|near|malapit lang sa')} ${s.spoken(s.chance.of(areas.filter(([name]) => CITIES.includes(name))), 'location')} ${s.atMost(s.deal())}`,
  'near one of several': (s) => {
    const two = s.chance
      .someOf(
        landmarks.filter(([name]) => !/mrt|lrt/.test(name)),
        2,
      )
      .map((row) => s.spoken(row, 'near'));
    return of`${s.rooms()} ${s.home()} ${s.say('near|close to', 'malapit sa|near')} ${joined(two, s.say([' or ', '/'], [' o ', ' or ']))} ${s.atMost('rent')}`;
  },
  'minutes on foot': (s) => {
    const minutes = s.chance.of([2, 3, 5, 8, 10, 15]);
    const way = s.say(
      `${minutes} mins walk to|${minutes} minutes walk from|within ${minutes} minutes walk of
          |${minutes}-min walk to|${minutes} min away from`,
      `${minutes} mins lang sa|${minutes} minuto lang lakad sa|${minutes} mins walk sa
          |lakad lang ng ${minutes} minutes sa`,
    );
    return of`${s.rooms()} ${s.condo()} ${s.forDeal('rent')} ${way} ${s.landmark()}`;
  },
  'metres from a place': (s) => {
    const metres = s.chance.of([300, 500, 800, 1_500, 2_000]);
    const way =
      metres >= 1_000
        ? s.one(`within ${metres / 1_000}km of|within ${metres / 1_000} km from
          |less than ${metres / 1_000}km from`)
        : s.one(`within ${metres}m of|within ${metres} meters of|${metres}m from|less than ${metres} m from`);
    return of`${s.rooms()} ${s.condo()} ${s.forDeal('rent')} ${piece(way, `near_m=${metres}`)} ${s.landmark()}`;
  },
  'terms of a sale': whole((s) => {
    const terms = s.chance.someOf(saleTerms, 1 + s.chance.below(2)).join(s.pick(', ', ' '));
    const price = s.chance.in(0.4) ? s.atMost('sale') : piece('', 'listing_type?=sale');
    return of`${s.pick('', 'LF', 'looking for')} ${s.spoken(s.chance.of(homes), 'type')} ${s.inPlace()}${s.pick(', ', ' ')}${price} ${terms}`;
  }),
  'rent to own': (s) => {
    const text = s.one('rent to own|rent-to-own|RTO');
    return of`${piece(text, 'words=rent,to,own,rto listing_type?=sale')} ${s.condo()} ${s.inPlace()} ${s.pick('', '10k monthly', '350k cashout', '5% dp')}`;
  },
  'terms of a rent': (s) =>
    of`${s.rooms()} ${s.home()} ${s.forDeal('rent')} ${s.inPlace()} ${s.chance.in(0.6) ? s.atMost('rent') : ''}${s.pick(', ', ' ')}${s.chance.someOf(rentTerms, 1 + s.chance.below(2)).join(', ')}`,
  'a price of each square metre': (s) => {
    const kind = s.spoken(s.chance.of([...workplaces, ...lands]), 'type');
    const amount = s.chance.of([450, 500, 650, 800, 1_200]);
    const unit = s.pick('/sqm', ' per sqm', ' / sqm', ' per square meter');
    return s.chance.in(0.5)
      ? of`${kind} ${s.inPlace()} ${piece(`${s.pick('below ', 'max ', 'up to ')}${s.pick('₱', 'P', '')}${amount}${unit}`, `max_price_per_sqm=${amount} listing_type?=rent`)}`
      : of`${kind} ${s.inPlace()} ${piece(`${s.pick('₱', 'P', '')}${amount}${unit}`, `max_price_per_sqm?=${amount}..${Math.round(amount * 1.2)} listing_type?=rent`)}`;
  },
  'for whom': (s) =>
    of`${s.rooms()} ${s.home()} ${s.forDeal('rent')} ${joined(s.chance.shuffled([s.inPlace(), piece(s.whom())]), ' ')} ${s.chance.in(0.5) ? s.atMost('rent') : ''}`,
  'pets, parking and furniture': (s) =>
    of`${s.home()} ${s.inPlace()} ${joined(s.wishes(2 + s.chance.below(2)), s.pick(', ', ' ', ' and ', ' & '))}`,
  'ready or not': whole((s) =>
    joined(s.chance.shuffled([s.condo(), s.place(), s.spoken(s.chance.of(completions)), s.atMost('sale')]), ' '),
  ),
  'a piece of land': (s) => {
    const size = s.chance.of([100, 150, 200, 250, 300, 500, 1_000]);
    return of`${s.spoken(lands[0] as Spoken, 'type')} ${s.forDeal('sale')} ${s.inPlace()} ${s.chance.in(0.5) ? piece(s.one(`at least ${size} sqm|${size} sqm up|${size}sqm and above`), `min_area=${size}`) : s.atMost('sale')}`;
  },
  'a place to work': (s) =>
    of`${s.spoken(s.chance.of(workplaces), 'type')} ${s.chance.of([s.forDeal('rent'), piece('for lease', 'listing_type=lease')])} ${s.inPlace()} ${s.chance.in(0.6) ? s.area() : ''} ${s.pick('', 'for a small team', 'for our startup', 'for 20 staff')}`,
  'what it should have': (s) => {
    const two = s.chance.someOf(features, 1 + s.chance.below(2)).map((row) => s.spoken(row));
    return of`${s.rooms()} ${s.condo()} ${s.inPlace()} ${s.say('with|w/|that has|with a', 'may|na may|yung may')} ${joined(two, s.pick(' and ', ', ', ' & '))}`;
  },
  'numbers that are no price': (s) =>
    of`${s.rooms()} ${s.home()} ${s.forDeal('rent')} ${s.inPlace()}${s.pick(', ', '. ', ' ')}${piece(s.chance.someOf(otherNumbers, 1 + s.chance.below(2)).join(', '), 'words=tower,wifi,internet')}`,
  'prices in words': (s) => {
    const [amount, ...says] = s.chance.of(amountsInWords);
    const text = s.chance.of(says);
    const bound = / thousand$/.test(text)
      ? s.one(`below ${text}|budget ${text}|up to ${text} pesos`)
      : s.one(`hanggang ${text}|${text} pababa|budget ko ${text}|budget ${text} lang`);
    return of`${s.rooms()} ${s.home()} ${s.inPlace()} ${piece(bound, `max_price=${amount}`)}`;
  },
  'parted by strokes': bare((s) =>
    joined(
      s.chance.shuffled([s.rooms(), s.condo(), s.place(), s.atMost('rent'), ...s.wishes(1)]),
      s.pick(' / ', '/', ' | ', ' - ', ' • ', '\n'),
    ),
  ),
  'anywhere in the metropolis': (s) =>
    of`${s.rooms()} ${s.home()} ${piece(s.say('anywhere in Metro Manila|Metro Manila|anywhere in NCR|within Metro Manila', 'kahit saan sa Metro Manila|kahit saan sa NCR|sa Metro Manila'), 'location=metro-manila')} ${s.atMost(s.deal())}`,
  'no matter where': (s) =>
    of`${s.rooms()} ${s.home()} ${s.say('anywhere|any location|location is flexible', 'kahit saan|kahit saan po|kahit saang lugar')} ${s.price(s.deal())}`,
  'floors and years': (s) => {
    const floor = s.chance.of([5, 10, 15, 20]);
    const year = s.chance.of([2010, 2015, 2018, 2020]);
    return of`${s.condo()} ${s.forDeal(s.deal())} ${s.inPlace()} ${s.chance.of([
      piece(
        s.one(`${floor}th floor and up|${floor}th floor or higher|at least ${floor}th floor`),
        `min_floor=${floor}`,
      ),
      piece(
        s.one(`built after ${year}|built in ${year} or later|built since ${year}|built ${year} onwards`),
        `built_since=${year}|${year + 1}`,
      ),
    ])}`;
  },
  'part of a room': (s) =>
    of`${piece(s.one('bedspace|bed space|bedspacer'), 'words=bedspace,bed,space,bedspacer listing_type?=rent')} ${s.pick('', 'for male', 'for female', 'for student')} ${s.inPlace()} ${s.atMost('rent')}`,
  'everyday words': (s) => {
    const [one, other] = s.chance.someOf(everydayWords, 2);
    return of`${s.rooms()} ${s.home()} ${s.inPlace()}, ${piece(`${one}, ${other}`, 'words=* features?=* exclude_features?=*')}`;
  },
  'an address': (s) =>
    of`${s.rooms()} ${s.home()} ${s.say('in|at|around', 'sa|dito sa')} ${s.spoken(s.chance.of(addresses), 'location')}${s.pick(', ', ' - ', ' ')}${s.atMost(s.deal())}`,
  'further places': (s) =>
    of`${s.rooms()} ${s.home()} ${s.forDeal(s.deal())} ${s.inPlace(s.spoken(s.chance.of(furtherAreas), 'location'))}`,
  'near further places': (s) =>
    of`${s.condo()} ${s.forDeal('rent')} ${s.say('near|close to|a short walk from|walking distance from|minutes from', 'malapit sa|malapit lang sa|near')} ${s.spoken(s.chance.of(furtherLandmarks), 'near')}${s.pick(', ', ' ')}${s.atMost('rent')}`,
  'other spellings of rooms': (s) => {
    const count = 1 + s.chance.below(4);
    const many = count > 1 ? 's' : '';
    const text =
      s.one(`${count}-BR|${count} bed${many}|${count} bdrm|${NUMBER_WORDS[count]} bedroom${many}|${count} bed room${many}
        |with ${count} bedroom${many}|${count} Bedroom${many}|${count}BR unit|${count}bedroom|${count} (${NUMBER_WORDS[count]}) bedroom${many}|${count} BRs`);
    return of`${s.condo()} ${s.inPlace()}, ${piece(text, `beds_exact=${count}`)}, ${s.atMost(s.deal())}`;
  },
  'other spellings of prices': (s) => {
    const rent = s.chance.of([12, 18, 25, 30, 45]);
    const sale = s.chance.of([2.5, 3, 4.5, 8]);
    const asRent = (text: string) => piece(text, `max_price=${rent * 1_000}`);
    const asSale = (text: string) => piece(text, `max_price=${sale * 1_000_000} listing_type=sale`);
    const rentRange = (text: string) => piece(text, `min_price=${rent * 1_000} max_price=${(rent + 5) * 1_000}`);
    const saleRange = (text: string) =>
      piece(text, `min_price=${sale * 1_000_000} max_price=${(sale + 1) * 1_000_000} listing_type=sale`);
    const price = s.chance.of([
      asRent(`${rent}kphp max`),
      asRent(`below P ${rent},000`),
      asRent(`${rent},000php budget`),
      asRent(`budget of ${rent}k only`),
      asRent(`maximum budget ${rent},000.00`),
      asRent(`we can afford ${rent}k`),
      asRent(`kaya namin hanggang ${rent}k`),
      asRent(`budget po namin ay ${rent}k`),
      asRent(`not exceeding ${rent}k`),
      asRent(`ang budget ko lang ay ${rent},000`),
      asRent(`up to ${rent}k only`),
      asRent(`can pay up to ${rent}k`),
      asRent(`wag sana lalagpas ng ${rent}k`),
      asRent(`${rent}k or below`),
      asSale(`below ₱ ${sale}M`),
      asSale(`${sale} Million max`),
      asSale(`Php ${sale} M and below`),
      asSale(`not over ${sale}M`),
      asSale(`budget ${sale}m only`),
      rentRange(`${rent}-${rent + 5}k/month`),
      rentRange(`${rent}k~${rent + 5}k`),
      rentRange(`₱${rent}k–₱${rent + 5}k`),
      rentRange(`budget po ${rent} to ${rent + 5}k`),
      rentRange(`anywhere from ${rent}k to ${rent + 5}k`),
      rentRange(`price between ${rent},000 and ${rent + 5},000`),
      rentRange(`${rent},000-${rent + 5},000 po`),
      saleRange(`₱${sale}M–₱${sale + 1}M`),
      saleRange(`${sale} to ${sale + 1}M`),
      saleRange(`from ${sale}M up to ${sale + 1}M`),
      saleRange(`price range: ${sale}-${sale + 1} million pesos`),
    ]);
    return of`${s.home()} ${s.inPlace()}${s.pick(', ', ' ')}${price.means.includes('sale') ? price : of`${price} ${s.forDeal('rent')}`}`;
  },
  'what it costs': whole(
    (s) =>
      of`${s.say('how much is a|how much for a|what is the price of a', 'magkano po ang|magkano|hm po ang|how much po ang')} ${s.rooms()} ${s.home()} ${s.inPlace()}${s.pick('?', '', ' po?')}`,
  ),
  'a long post': whole((s) => {
    const deal = s.deal();
    const [wanted, other, unwanted] = s.chance.someOf(
      areas.filter(([name]) => CITIES.includes(name) && !['bgc', 'manila'].includes(name)),
      3,
    ) as [Spoken, Spoken, Spoken];
    const place = s.chance.in(0.5)
      ? of`Preferably in ${s.spoken(wanted, 'location')} or ${s.spoken(other, 'location')}${s.chance.in(0.4) ? of`, but not in ${s.spoken(unwanted, 'exclude_location')}` : ''}`
      : of`${s.pick('Location', 'Area')}: ${s.spoken(wanted, 'location')}`;
    const wishes = [
      ...s.chance.someOf(
        [
          piece('Must have parking', 'parking=1'),
          piece('With parking for 2 cars', 'parking=2'),
          piece('Parking is not needed', '!parking=1'),
        ],
        1,
      ),
      ...s.chance.someOf(
        [
          piece('Pet friendly please', 'pets=true'),
          piece('We have a small dog', 'pets=true'),
          piece('We have no pets', '!pets=true pets?=false'),
        ],
        1,
      ),
      ...s.chance.someOf(
        [
          piece('Prefer fully furnished', 'furnished=true'),
          piece('Unfurnished', 'furnished=false'),
          piece('Should be furnished', 'furnished=true'),
        ],
        1,
      ),
      piece(s.one('We are 3 pax|For a family of 4|For 2 adults and 1 child|For our employee')),
      piece(s.one('Move in by February|Target move-in is January 2027|ASAP|Viewing on Saturday at 10am')),
      piece(s.one('1 year contract|Minimum 6 months lease|Can give 2 months deposit and 1 month advance')),
      piece(
        s.one(
          'Text or call 0917 555 0123|Message me here|Kindly send pictures and details|Direct owners are welcome',
        ),
      ),
    ];
    const some = s.chance.shuffled([
      place,
      of`${s.pick('Budget is', 'Our budget is', 'Budget:')} ${s.priceAlone(deal)}`,
      ...s.chance.someOf(wishes, 2 + s.chance.below(4)),
    ]);
    return joined(
      [
        of`${s.one('Looking for a|We are looking for a|Hi! I need a|In need of a')} ${s.rooms()} ${s.home()} ${s.forDeal(deal)}`,
        ...some,
        piece(s.one('Thanks!|Thank you|Salamat po')),
      ],
      s.pick('. ', '.\n', '\n', ', '),
    );
  }),
  'a long Filipino post': whole((s) => {
    const f = new Speaker(s.chance, 'filipino');
    const [wanted, unwanted] = s.chance.someOf(
      areas.filter(([name]) => CITIES.includes(name) && !['bgc', 'manila'].includes(name)),
      2,
    ) as [Spoken, Spoken];
    const wishes = [
      s.chance.of([
        piece('may parking po sana', 'parking=1'),
        piece('kahit walang parking', '!parking=1 exclude_features?=*'),
      ]),
      s.chance.of([
        piece('pwede po sana ang aso', 'pets=true'),
        piece('may pusa po kami', 'pets?=true'),
        piece('wala po kaming pets', '!pets=true pets?=false'),
      ]),
      s.chance.of([
        piece('yung fully furnished na', 'furnished=true'),
        piece('kahit bare lang', 'furnished?=false !furnished=true'),
      ]),
      piece(f.one('3 kami sa bahay|para sa pamilya ko|dalawa lang kami|estudyante po kami')),
      piece(f.one('lilipat na po sa Enero|asap po|kailangan na bago mag-Pebrero')),
      piece(f.one('1 month advance 1 month deposit sana|kahit 6 months contract|walang advance sana')),
      of`${f.pick('wag lang sa', 'basta hindi sa', 'ayaw ko sa')} ${s.spoken(unwanted, 'exclude_location')}`,
    ];
    const some = s.chance.shuffled([
      of`sa ${s.spoken(wanted, 'location')} po`,
      f.atMost('rent'),
      ...s.chance.someOf(wishes, 2 + s.chance.below(3)),
    ]);
    return joined(
      [
        of`${f.one('Naghahanap po ako ng|Hanap po namin|Baka meron po kayong|Kailangan po namin ng')} ${f.home()} na may ${f.room()}`,
        ...some,
        piece(f.one('salamat po|pa-PM na lang po|maraming salamat po')),
      ],
      s.pick(', ', '. ', '\n'),
    );
  }),
};

const EMOJI = ['🏠', '🙏', '😊', '📍', '🏢', '✨', '🔥', '💰', '👋'];
const NEIGHBOURS: Record<string, string> = {
  a: 's',
  b: 'v',
  c: 'x',
  d: 's',
  e: 'r',
  f: 'd',
  g: 'h',
  h: 'g',
  i: 'o',
  j: 'k',
  k: 'l',
  l: 'k',
  m: 'n',
  n: 'm',
  o: 'i',
  p: 'o',
  q: 'w',
  r: 't',
  s: 'a',
  t: 'y',
  u: 'i',
  v: 'b',
  w: 'e',
  x: 'c',
  y: 'u',
  z: 'x',
};
/** Words that stand for a filter, and are long enough to be known with one letter wrong. */
const MISTYPED = new Set(
  `makati mandaluyong quezon taguig paranaque marikina muntinlupa alabang caloocan valenzuela ortigas eastwood salcedo rockwell
   greenhills kapitolyo binondo fairview novaliches antipolo condominium apartment duplex bedroom bedrooms studio furnished unfurnished
   preselling commercial balcony megamall budget looking parking`.split(/\s+/),
);

/** One letter is missing, doubled or its neighbour's on the keyboard; the first is hardly ever wrong. */
function mistyped(chance: Chance, word: string): string {
  const from = word.toLowerCase().startsWith('un') ? 4 : 2;
  const at = from + chance.below(word.length - from - 1);
  const letter = word.charAt(at);
  const instead = chance.of(['', letter + letter, NEIGHBOURS[letter.toLowerCase()] ?? letter]);
  return word.slice(0, at) + instead + word.slice(at + 1);
}

function withTypingError(chance: Chance, text: string): string {
  const long = [...text.matchAll(/(?<![\p{L}\p{N}#'-])\p{L}{6,}(?![\p{L}\p{N}'-])/gu)].filter(([word]) =>
    MISTYPED.has(word.toLowerCase()),
  );
  if (long.length === 0) return text;
  const { 0: word, index } = chance.of(long);
  return text.slice(0, index) + mistyped(chance, word) + text.slice(index + word.length);
}

function withNoise(speaker: Speaker, { text }: Piece, frame?: 'whole' | 'bare'): string {
  const { chance } = speaker;
  const isBare = frame === 'bare';
  let noisy = text;
  if (!frame && chance.in(0.2)) noisy = `${speaker.say(small.lead, small.leadFilipino)} ${noisy}`;
  if (!isBare && chance.in(0.2))
    noisy = `${speaker.say(small.hi, small.hiFilipino)}${chance.of([' ', ', ', '! '])}${noisy}`;
  if (!isBare && chance.in(0.3))
    noisy = `${noisy}${chance.of([' ', ', ', '. '])}${speaker.say(small.bye, small.byeFilipino)}`;
  if (chance.in(0.12)) noisy = withTypingError(chance, noisy);
  if (chance.in(0.1))
    noisy = chance.in(0.5)
      ? `${chance.of(EMOJI)} ${noisy}`
      : `${noisy} ${chance.of(EMOJI)}${chance.in(0.3) ? chance.of(EMOJI) : ''}`;
  if (chance.in(0.15)) noisy += chance.of(['!', '!!', '...', '?', '.', ' :)']);
  const letters = chance.next();
  if (letters < 0.45) noisy = noisy.toLowerCase();
  else if (letters < 0.53 && !/\d ?m\b/.test(noisy)) noisy = noisy.toUpperCase();
  return noisy;
}

/** Sentences of all shapes in turn. */
export function makeSentences(count: number, seed: number): MadeSentence[] {
  const chance = new Chance(seed);
  const names = Object.keys(shapes);
  return Array.from({ length: count }, (_, at) => {
    const shape = names[at % names.length] ?? '';
    const kind = shapes[shape] as Shape;
    const speaker = new Speaker(chance, chance.of<Tongue>(['english', 'english', 'filipino', 'mixed']));
    const { make, frame } = typeof kind === 'function' ? { make: kind } : kind;
    const made = make(speaker);
    return { shape, text: withNoise(speaker, made, frame), means: made.means };
  });
}
