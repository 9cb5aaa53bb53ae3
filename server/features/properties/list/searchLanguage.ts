import { AREA_UNITS } from '#shared/amounts.ts';
import type { SpokenFilters } from '#shared/contracts/properties.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';

/**
 * The words people in Metro Manila ask for homes with, in English, Tagalog and between the two: tables alone.
 * In a pattern words stand one after another; `a|b` is either, and a `?` behind them says that they may be missing.
 */

export type UnderstoodFilters = SpokenFilters;

/** A run of words without a number. */
export type Meaning =
  | { kind: 'type'; type: PropertyType; preferred?: string }
  | { kind: 'studio' }
  | { kind: 'filter'; filters: SpokenFilters; words?: string }
  /** Searched as text: as typed, or in the words that listings use. `excludes`: the features that 'no …' leaves out. */
  | { kind: 'text'; words?: string; excludes?: string[] }
  /** Kinds that are no type: text of a short search, else the type, and listings that have the word come first. */
  | { kind: 'text'; words: string; ofType: PropertyType }
  /** Listings that have the words come first. */
  | { kind: 'preferred'; words?: string }
  /** A wish that cannot be searched. */
  | { kind: 'left' }
  /** The thing of the same kind that stands before is not meant. */
  | { kind: 'instead' }
  /** Asks for nothing. */
  | { kind: 'talk' };

/** Verbs are said by their stems: see searchWordForms.ts. */
const RENT = 'rent|rental|rentals|renting|renta|rnt|upa|umupa';
const SALE = 'sale|benta';
const WITH = 'with|may|has|have|having|plus|w|merong|mayroong';
const UNIT = 'unit|units|type';
export const BIG = 'big|bigger|large|huge|wide|spacious|malaki|malaking|malawak|maluwag';

const filter = (filters: SpokenFilters, ...says: string[]): [string[], Meaning] => [
  says,
  { kind: 'filter', filters },
];
const type = (meant: PropertyType, ...says: string[]): [string[], Meaning] => [
  says,
  { kind: 'type', type: meant },
];
const text = (words: string | undefined, ...says: string[]): [string[], Meaning] => [
  says,
  { kind: 'text', ...(words !== undefined && { words }) },
];
const kindOfHouse = (words: string, ...says: string[]): [string[], Meaning] => [
  says,
  { kind: 'text', words, ofType: 'house' },
];
const feature = (words: string | undefined, excludes: string[], ...says: string[]): [string[], Meaning] => [
  says,
  { kind: 'text', excludes, ...(words !== undefined && { words }) },
];
const preferred = (words: string | undefined, ...says: string[]): [string[], Meaning] => [
  says,
  { kind: 'preferred', ...(words !== undefined && { words }) },
];
const left = (...says: string[]): [string[], Meaning] => [says, { kind: 'left' }];
const instead = (...says: string[]): [string[], Meaning] => [says, { kind: 'instead' }];
const talk = (...says: string[]): [string[], Meaning] => [says, { kind: 'talk' }];

/** The longest phrase at a place in the sentence counts. */
export const PHRASES: [says: string[], meaning: Meaning][] = [
  // Offers.
  filter(
    { listing_type: 'rent' },
    `for|to|pa|pang|4? ${RENT}`,
    'forrent',
    'for rental',
    'want to rent',
    'wtr',
    'rent only|lang',
    'monthly rent|rental|upa?',
    'buwanang upa',
    `home|homes|property|properties for ${RENT}`,
    'per|a|kada|bawat|isang|each|/ month|mo|mos|buwan',
    'monthly|buwanan|buwanang',
    'umuupa|nangungupahan|ipaupa|ipapaupa|ipauupa|iparenta|ipaparenta',
    'rather? rent|renting|umupa than|instead|kaysa of|sa? buy|buying|bumili',
    `for? ${RENT} or|and|/ lease`,
    `for? lease or|and|/ ${RENT}`,
  ),
  filter(
    { listing_type: 'sale' },
    `for|on|4? ${SALE}`,
    'forsale',
    'for|4 sell|selling',
    'to? buy|purchase',
    'buying|purchasing',
    'want to buy',
    'wtb',
    'for purchase',
    'bili|bumili|selling',
    'rather? buy|buying|bumili than|instead|kaysa of|sa? rent|renting|umupa',
    `rush ${SALE}`,
    `home|homes|property|properties for ${SALE}`,
  ),
  filter({ listing_type: 'lease' }, 'for|to? lease|leasing'),
  // Both: neither is excluded.
  talk(
    `for? ${SALE} or|and|/ for? ${RENT}`,
    `for? ${RENT} or|and|/ for? ${SALE}`,
    'rent or|/ buy',
    'buy or|/ rent',
  ),

  // Kinds of homes.
  type('condo', `condo|condos|condominium|condominiums|kondo|kondominyum|kondominium ${UNIT}?`, 'condotel'),
  type(
    'house',
    'house|houses|hous|haus|bahay',
    'house|haus and|n|an|at|with|plus|/ lot',
    'houses and lots',
    'house|haus lot',
    'hauslot|houselot',
    'h and|n? l',
    'hnl',
    'bahay at|and lupa|lote',
    'bahay bahay',
    'single detached|attached house?',
    'staff|workers house|housing',
  ),
  type('apartment', `apartment|apartments|apt|apts|apartelle ${UNIT}?`),
  type('duplex', `duplex|duplexes ${UNIT}?`, 'duplex house|houses|home', 'house|bahay na? duplex'),
  type('office', 'office|offices|opisina|ofc|ofis space|spaces|unit|units|for?', 'office space|spaces'),
  type(
    'commercial',
    'commercial space|spaces|property|properties|unit|units|building|buildings?',
    'retail|store|shop|stall|kiosk space|spaces|unit|units',
    'stall|stalls',
    'retail shop|store|outlet',
    'pwestong|puwesto|pwesto pang? negosyo?',
  ),
  type('land', 'vacant|residential|bakanteng? lot|lots|land|lupa|lote only?', 'raw land', 'lupain'),
  type('land', `${BIG} na? ang? lot|lots|land|lupa|lote`),
  [['commercial lot|lots|land'], { kind: 'type', type: 'land', preferred: 'commercial' }],
  [['corner lot|lots'], { kind: 'type', type: 'land', preferred: 'corner' }],
  ...['clinic', 'restaurant', 'salon'].map((use): [string[], Meaning] => [
    [`${use} space|spaces|unit`],
    { kind: 'type', type: 'commercial', preferred: use },
  ]),

  [[`studio|studios ${UNIT}?`, 'studio type? unit'], { kind: 'studio' }],

  // Furniture.
  filter(
    { furnished: true },
    'furnished',
    'fully|full|completely furnished',
    'ff',
    'fully|full|completely? furnish',
    'complete furnished|furnishings|furniture',
    `${WITH} furniture|furnitures|furnishings`,
    'may gamit na?',
    'kumpleto|kompleto ang? sa? gamit',
  ),
  filter(
    { furnished: false },
    'unfurnished|unfurnish|unfurn',
    'no|without furniture|furnitures|furnishings',
    'un|non furnished',
    `bare ${UNIT}|shell?`,
    'bareshell',
    'walang|wala gamit',
  ),
  talk(
    'to|will|can furnish',
    'may gamit na kami|ako',
    'may sarili? kaming|akong gamit',
    'have|got our|my own? furniture',
  ),

  // Ready or not.
  filter(
    { completion: 'ready' },
    'rfo unit|units?',
    'ready for|to occupancy|occupy',
    'ready for|to move in?',
    'move in ready',
    'ready for|to turnover',
    'lipat agad',
    'pwede ng? lipatan',
    'tapos|yari na',
  ),
  filter(
    { completion: 'preselling' },
    'preselling unit|units?',
    'pre selling|sell|sale|seling|sellin unit|units?',
    'presale|presell',
    'offplan',
    'ginagawa|itinatayo|tinatayo pa lang?',
    'ginagawa|itinatayo|tinatayo palang',
    'off plan',
  ),

  filter(
    { parking: 1 },
    `${WITH}? own|free|a|one|my? parking|pkg|prkg slot|slots|space|spaces|stall|stalls|lot|included|area?`,
    `${WITH}? own|a|sariling? garage|garahe|carport|paradahan|parkingan`,
    `${WITH}? car port`,
    `${WITH}? sariling parking`,
  ),
  filter(
    { pets: true },
    'pet|pets|dog|cat friendly',
    'petfriendly',
    'pet|pets|dog|dogs|cat|cats is|are? allowed|ok|okay|welcome|friendly',
    'allows|allow|allowing|allowed pets|pet|dogs|cats',
    'with? pets',
    'ok|okay for|with? pets',
    'pwede|pwedeng|puwede|puwedeng|ok|okay ang|sa|ng? mga? pet|pets|aso|pusa|alaga',
    'tumatanggap|tatanggap ng pet|pets|aso|alaga',
    'with|may|have|has a|my|our|small? dog|cat|aso|pusa|pet|pets|alaga',
    'pet|pets|dog|dogs|cat|cats|aso|pusa|alaga',
    'puppy|kitten|kittens|puppies|shihtzu|poodle|labrador|retriever|husky|chihuahua|pomeranian|corgi|beagle|aspin|puspin allowed|ok|okay|welcome?',
    'golden retriever allowed|ok|okay|welcome?',
    'shih tzu allowed|ok|okay|welcome?',
    'alagang hayop|aso|pusa',
    'i|we have a? dog|cat|pet|pets',
  ),
  filter(
    { media: 'video' },
    `${WITH} a? video|videos tour|tours|walkthrough|walkthroughs?`,
    'video tour|tours|walkthrough|walkthroughs',
  ),
  filter(
    { media: 'plan' },
    `${WITH} a? plan|plans|plano`,
    `${WITH}? a? floor plan|plans`,
    `${WITH}? a? floorplan|floorplans`,
  ),
  filter(
    { media: 'video,plan' },
    `${WITH} video|videos and|at|plus floor? plan|plans`,
    `${WITH} floor? plan|plans and|at|plus video|videos`,
  ),
  filter({ licensed: true }, 'licensed|prc|verified licensed? agent|agents|broker|brokers only?'),
  filter({ listed_within: 1 }, 'listed|posted|new today', 'listed|posted ngayon'),
  filter({ listed_within: 7 }, 'listed|posted? this week', 'listed|posted last week', 'ngayong linggo'),
  filter({ listed_within: 30 }, 'listed|posted? this month', 'ngayong buwan'),
  talk(
    'move in? to? this|next week|month',
    'lilipat|lipat ngayong|next? linggo|buwan|week|month',
    'this week only',
    'within this week|month',
  ),

  // Features, in the words that listings use.
  feature(undefined, ['Swimming Pool', 'Lap Pool'], 'swimming? pool|pools'),
  feature(undefined, ['Fitness Gym'], 'gym', 'fitness gym', 'fitness center|centre'),
  feature('balcony', ['Balcony'], 'balcony|balconies|balkonahe'),
  feature(
    'air conditioning',
    ['Split-Type Air-conditioning'],
    'aircon|aircons|airconditioned|airconditioning|airconditioner|ac|aircond',
    'air con|conditioned|conditioning|conditioner',
    'a c',
  ),
  feature(
    'internet',
    ['Fiber Internet Ready'],
    'wifi',
    'wi fi',
    'internet ready|connection?',
    'fiber internet ready?',
  ),
  feature('elevator', ['High-Speed Elevators'], 'elevator|elevators|lift'),
  feature('cctv', ['CCTV'], 'cctv|cctvs'),
  preferred(
    'security',
    'security guard?',
    '24 hour|hours|hrs|7 security',
    '24 /? 7 security|guard?',
    '24 security',
    'gwardya|guwardiya|guard|guards|sekyu',
  ),
  feature('maid', ['Maid’s Room'], 'maid|maids|helper|helpers s? room|quarter|quarters?'),
  feature('generator', ['Generator Set'], 'backup|standby? generator|genset set?'),
  feature('backup power', ['Backup Power'], 'backup|back power', 'back up power'),
  feature('garden', ['Garden', 'Pocket Garden'], 'garden|gardens|hardin'),
  feature('washer', ['Washer-Dryer'], 'washer|washer dryer?', 'washing machine'),
  feature('laundry', ['Laundry Area'], 'laundry area|room?'),
  feature('roof deck', ['Roof Deck'], 'roof deck', 'roofdeck', 'rooftop'),
  feature(undefined, [], 'bay|city|sea|ocean|golf|mountain|skyline|amenity|lake view|views'),
  preferred('view', 'nice|good|great|beautiful|maganda|magandang|ganda ang? view|views|tanawin', 'overlooking'),
  preferred(
    'brand new',
    'newly built|constructed',
    'new built|build',
    'brand new',
    'brandnew',
    'bagong gawa|gawang|tayo',
  ),
  preferred('quiet', 'quiet|peaceful|tahimik na?'),
  preferred('clean', 'clean|malinis'),
  preferred('safe', 'safe|secure|secured|ligtas'),
  preferred('cozy', 'cozy|comfy|comfortable'),
  preferred(
    undefined,
    'high|higher|upper|mataas|mid|middle|low|lower|top floor|floors|level',
    'mataas na palapag',
  ),
  preferred('ground floor', 'ground|first|1st|lobby floor|level', 'unang palapag', 'street level'),
  preferred('high floor', 'high floor unit', 'mataas na floor'),
  preferred(undefined, 'luxury|luxurious|executive|modern|elegant|classy|premium|spacious|bright|airy'),
  preferred(undefined, 'coffee|milk|tea|repair|barber|flower|laundry shop', 'yard|backyard'),
  preferred('office', 'with|may a|an|small|own? office|opisina space?'),
  preferred('airbnb', 'as|for an|a|my|our? airbnb'),
  preferred(
    'bay view',
    'tanaw|kita|tanawin|overlooking|facing ang|sa|the|ng? manila? dagat|sea|bay|ocean',
    'view|tanawin ng|of the? dagat|bay|sea',
  ),
  preferred('city view', 'tanaw|kita|overlooking ang|sa|the? lungsod|syudad|city|skyline'),
  preferred('amenities', 'with complete|full? amenities', 'complete|full? amenities'),
  preferred('appliances', 'with|complete appliances'),
  left(
    'pwede|pwedeng|puwedeng|can|to|be? i? renovate|ayusin',
    'for|needs|need renovation|repair',
    'flood|baha free area?',
    'floodfree',
    'hindi|di binabaha|bahain|bumabaha',
    'walang|wala baha',
    'baha|flood|flooded area?',
    'not flood|flooded prone?',
    'hindi|di flood prone',
  ),

  // Listings are written in English.
  // The developer, as in 'The Grove by Rockwell'.
  preferred('rockwell', 'by rockwell land?'),
  preferred('room', 'rooms'),
  text('room', 'kwarto|kuwarto|silid'),
  text('rent to own', 'for? rent|lease to own', 'rto', 'rent2own'),
  kindOfHouse(
    'townhouse',
    'townhouse|townhouses|townhome|townhomes|th unit|units?',
    'town house|houses|haus|home|homes unit|units?',
  ),
  kindOfHouse('bungalow', 'bungalow|bungalows type|house|houses?'),
  kindOfHouse('row house', 'rowhouse|rowhouses', 'row house|houses'),
  kindOfHouse('mansion', 'mansion|mansions'),
  kindOfHouse('villa', 'villa|villas'),
  text('bedspace', 'bedspace|bedspaces|bedspacer|bedspacers', 'bed space|spacer'),
  text(undefined, 'semi furnished'),
  text('warehouse', 'whse|wrhse'),
  text('building', 'gusali'),
  text('semi furnished', 'semifurnished', 'semi furnish', 'partially|partly furnished|furnish'),
  text(undefined, 'yoga|recording|dance|photo|art studio'),
  text(undefined, 'bike|customer|guest|visitor|covered parking'),
  text(undefined, 'corner unit|units', 'end unit', 'loft type?', 'penthouse', 'warehouse', 'dormitory|dorm'),
  text(undefined, 'under construction'),
  text(undefined, 'house rules', 'guest|club|pent|ware|light house', 'clubhouse'),
  text(undefined, 'open floor? plan|plans'),
  text(undefined, 'video intercom|doorbell|door|phone|surveillance|security|camera|conference|game|games'),
  text(undefined, 'home office'),
  text('room', 'single|double|shared|sharing room'),
  text(undefined, 'studio type? apartment for? artists'),
  text(
    undefined,
    'newly? renovated',
    'foreclosed|foreclosure',
    'dirty kitchen',
    'walk in closet',
    'own electric|water meter',
    'high ceiling|ceilings',
  ),

  // Subjects of a size or a price, without a filter.
  talk('lot|floor|land|total|floor area|size|sukat', 'unit|lot|floor size', 'price range', 'presyo|price|worth'),
  talk(
    '2|two|3|three|4|four storey? building',
    'hospital nurse|worker|staff',
    'currently|presently renting|living|staying',
    'living|staying|residing in|at|sa|here|dito',
    'nag aaral|work|trabaho',
  ),

  // Persons and purposes are no filter.
  talk(
    'for|expat|foreign|foreigner|japanese|korean|chinese|american|corporate tenant|tenants|client|clients|guest|guests',
    'para|for|pang sa? family|pamilya|couple|couples|student|students|estudyante|professional|professionals|employee|employees|workers|expat|expats|ofw|investment|staycation|dalawa|isa|amin|akin|me|us|sarili',
    'for my|our|a|the|small|big|growing family|parents|kids|wife|husband|daughter|son|client|clients|boss|sister|brother|friend',
    'my|our|small|big family|parents|kids|wife|husband|asawa|client|clients',
    'kami ng|lang asawa|pamilya|jowa|anak? ko?',
    'working professional|professionals|student|students',
  ),
  left('male|males|female|females|ladies|boys|girls only|lang?', 'for male|female|ladies|lady|boys|girls'),
  left('no|non|walang smoking|smoker|smokers', 'non smoker'),
  left('no|walang|hindi agent|agents|broker|brokers|middleman po|please|pls|allowed?'),
  talk('direct owner|buyer|client only|lang|please|pls?', 'direct to|sa owner', 'owner only'),

  instead(
    'ay? teka|wait|hala lang?',
    'sorry|oops|wait|no|or? i mean|meant',
    'no|oops|ay wait|sorry actually?',
    'sorry|oops|wait i? mean|meant',
    'sorry|oops|correction|este|actually|pala|rather|instead',
    'or rather',
    'make|scratch that|it',
    'change that|it to',
    'ay? mali pala|po|yata?',
    'ay? hindi|di|no pala',
    'i? take that back',
    'on second thought',
  ),

  // How it is paid, and for how long.
  left(
    'long|short term contract|lease|stay|only|tenant?',
    'longterm|shortterm',
    'month to month',
    'negotiable|nego|neg|negotiate',
    'bank|pag|in house|inhouse ibig? financing|loan|loanable',
    'pag ibig|pagibig loan|financing|accredited|ok|ready?',
    'rent? freeze|increase',
    'company|corporate|corp lease|leasing|contract',
    'monthly amortization|amort|equity|dues',
    'inclusive|including|inclusive|exclusive|plus|with of? association|condo|assoc|monthly? dues|fees|fee',
    'clean title',
    'title on hand',
    'pdc|pdcs',
    'post dated checks|cheques',
    'spot cash',
    'association|condo|assoc|monthly? dues|fees|utilities|bills is|are|na|already? included|incl|inclusive|kasama na?',
    'installment|installments|hulugan|terms',
    'no? cashout|downpayment|dp|equity|spot|reservation|deposit',
    'no? cash out|down',
    'no? down payment',
    'assume|assumed|pasalo balance?',
    'pasalo',
  ),

  // Plans of the buyer are no wish.
  talk(
    'to|for|and|then|can|will|could|we? rent|lease|sublet|sublease it|this|them|the? unit|condo|house? out',
    'renting|leasing it|them? out',
    'as|for a|an|my|our? rental|passive|extra|additional|monthly income|business|yield|investment|property',
    'income generating',
    'balak|plano|gusto|para|pwede ko|kong|namin|naming|na|rin|ring? ipaupa|ipapaupa|ipauupa|iparenta|ipaparenta',
    'for? our|my|an|a? online selling|resell|reselling|shop|store|business business|store|shop?',
    'for? our|my|a? selling|reselling|trading|rental|buy business|negosyo',
    'to flip|resell',
    'bank|banks s? selling',
    'build|construct|magpatayo|patayuan|magtayo ng? a|an|our|my|the? small|new|dream? house|home|townhouse|bungalow|bahay|apartment|farmhouse|warehouse',
  ),

  // Talk.
  talk(
    'fwd|fw|forwarded message?',
    'ma am',
    'hi|hello|hey|gandang|magandang|good po|umaga|hapon|gabi|araw|day|morning|afternoon|evening|there?',
    'looking|look|searching|search|hunting for|around',
    'pm|dm|message|chat|text|call|contact|comment|email me|us|nyo|mo? ako|na|po|lang|please|below?',
    'how much',
    'any leads|lead|recommendation|recommendations|suggestion|suggestions|reco|recos?',
    'meron|mayroon|may|baka po|ba|kayo|bang|kayong|kaming? ba|po|available?',
    'as soon as possible',
    'thank you',
    'salamat po?',
    'maraming salamat',
    'in advance',
    'god bless',
    'na|nyo po|ba',
    'kahit saan|san',
    'kahit ano',
    'anywhere|somewhere|saan man in|sa?',
    'near|malapit|close|walking|beside|far|away sa|to|from|by? my|our|the|aking|ang|yung? trabaho|work|office|workplace|school|opisina ko|namin?',
    'from|to the|my|our office|work|workplace|opisina',
    'near|malapit sa? lahat|everything|establishments|schools|malls|work|trabaho|transportation|transpo|terminal|highway',
    'malapit|lapit|near sa|ng|the? mga? bili|benta|pamilihan',
    'near|along|malapit main|the|sa road|highway|avenue',
    'walkable|accessible|close|near|malapit to|sa? offices|schools|malls|establishments|restaurants|restos|stores|groceries',
    'my|our|ang current|present? lease|contract|kontrata',
    'lease starts|start|begins|beginning|ends|term|period|contract|agreement',
    'budget friendly',
    'open to offers|offer|negotiation',
    'below|at market value|price',
    'lots of',
    'a lot of|more|better|cheaper|bigger',
    'thanks|thank|salamat you? a lot',
    'tapos na po? ako|kami|siya|mag',
    'tapos na po? ang|yung? contract|kontrata|lease|upa|rent',
    'team building|buildings',
    'in|within|inside|sa a|an|the|any? same? building|bldg',
    'in|within|inside the? same village|subdivision',
    'in|within|inside the village',
    'the|new|newer|old|older|nice|good|any|isang building|bldg',
    'building|bldg na? with|may|has|that',
    'work|working|works from home',
    'can|could|will|to be|become|serve|double|used|use as? a|an|my|our? home? office|study|workspace',
    'as|into a|an|my|our home? office|study|workspace',
    'use|used|convert|converted|turn|turned it? as|into a|an|my|our? home? office|study|workspace',
    'gawing|gagawing home? office|opisina',
    'my|our|ang office|opisina ko|namin? is|ay|at? in|at|sa',
    'accessible to? public? transportation|transpo|everything|lahat?',
    'walking|walkable distance?',
    'price range',
    'selling price',
    'rush lang?',
    'move in|ready now|asap|agad',
    'move in date?',
    'lipat na?',
    'gusto ko|namin|kong|naming',
    'hanap ako|kami|ko|namin|po|kong',
    'interested in|buyer|tenant',
    'i|we am|are|m|re|need|want|would|d|like|prefer|can|have to? like|prefer|afford|need?',
    'serious buyer|tenant|buyers',
    'willing to? pay|negotiate|wait',
    'can you|u help|assist? me?',
    'para sa',
    'is|are there',
    'do you have',
    'what is|are',
    'hindi|di lang',
    'not only|just',
    'kami|kaming|tao sa bahay',
    'kung meron|pwede|maaari',
    'property|properties|unit|units|listing|listings available|details|info?',
    'real estate',
    'metro|the philippines',
    'ph|philippines',
    'preferably|prefer|prefered|preferred in|sa|near|around?',
    'if possible',
    'kung pwede',
    'any area|location|size|floor',
    'per? month to month',
  ),
];

/** The home that somebody had, up to the wish that follows. */
export const TALES = [
  'is|are selling|leaving|vacating his|her|their|our|my|the',
  'i|we already own|have|bought a|an|our|the',
  'i|we own|bought a|an|our|the',
  'my|our current|present apartment|condo|unit|place|house|home',
  'i|we|am|m|are|re? am|m|are|re? selling|leaving|vacating|disposing my|our|the',
  'my|our? i|we|kami|parents|they|family just|recently|already|have|ve? just|recently? sold|left|vacated|lost my|our|the|a|an|their',
  'just|recently? sold my|our',
  'nabenta|naibenta|ibinenta|binenta na? namin|ko|nila? na? ang|yung|iyong|dati|lumang',
];
export const WISH_BEGINS = /^(?:and|but|so|now|then|pero|kaya|ngayon|at|tapos|hanap|looking|want|need)$/;

export type Noun = 'beds' | 'baths' | 'area' | 'parking' | 'floor' | 'days';

/** Floors in words. */
export const ORDINALS = new Map(
  [
    'ground',
    'first una unang',
    'second ikalawa ikalawang pangalawa pangalawang',
    'third ikatlo ikatlong pangatlo pangatlong',
    'fourth ikaapat pangapat',
    'fifth ikalima ikalimang panlima panlimang',
    'sixth ikaanim',
    'seventh ikapito ikapitong',
    'eighth ikawalo ikawalong',
    'ninth ikasiyam',
    'tenth ikasampu ikasampung',
  ]
    .flatMap((words, at) => words.split(' ').map((word): [string, number] => [word, Math.max(at, 1)]))
    .concat([
      ['twelfth', 12],
      ['fifteenth', 15],
      ['twentieth', 20],
      ['thirtieth', 30],
    ]),
);
export const FLOORS = new Set('floor floors flr flrs fl palapag level levels'.split(' '));

/** The things that a number counts. The last item is the size of each. */
export const NOUNS: [noun: Noun, says: string, size?: number][] = [
  [
    'beds',
    'br|brs|bd|bdr|bdrs|bdrm|bdrms|bedrm|bedrms|rm|rms|bed|beds|bedroom|bedrooms|rooms|room|kwarto|kuwarto|kwartos|silid|bedder|bhk unit|units|type?',
  ],
  ['beds', 'bed room|rooms'],
  ['beds', 'b r'],
  ['beds', 'silid tulugan'],
  ['baths', 'ba|bath|baths|bathroom|bathrooms|banyo|palikuran|kubeta|paliguan|cr|crs|tb|tnb|toilet|toilets'],
  ['baths', 't|toilet|toilets and|n|/? b|bath|baths'],
  ['baths', 'comfort room|rooms'],
  ...AREA_UNITS.flatMap(([size, ...says]) =>
    says.map((unit): [Noun, string, number] => ['area', `${unit} floor? area? total?`, size]),
  ),
  ['area', 'sqm|sqms lot|land area|size'],
  ['parking', 'car? parking|parkings|pkg|prkg slot|slots|space|spaces?'],
  ['parking', 'car? garage|garahe|carport'],
  ['parking', 'car park|port'],
  ['parking', 'slot|slots parking'],
  ['floor', 'th|st|nd|rd? floor|flr|palapag'],
  ['floor', 'f'],
  ['days', 'day|days|araw'],
  ['days', 'week|weeks|linggo', 7],
  ['days', 'month|months|buwan', 30],
];

export type Bound = 'max' | 'min' | 'around' | 'more' | 'less';

/** `more` and `less` do not hold the number itself: 'more than 3 bedrooms' are 4. */
export const BOUNDS_BEFORE: [bound: Bound, says: string][] = [
  ['max', 'max|maximum|upto|within|hanggang|until|budget|bababa|kaya|afford'],
  ['less', 'below|under|underneath'],
  ['less', 'less|lower|cheaper|lesser|fewer|smaller than'],
  [
    'max',
    'but|pero? not|no|nothing|never|wont|t more|higher|bigger|larger|greater|over|above|exceeding|exceed|go|beyond|lalampas|lampas over|above|beyond? than?',
  ],
  ['max', 'up to|until'],
  ['max', 'at most'],
  ['max', 'a? ceiling|cap|limit of|is?'],
  ['max', 'di|hindi|wag|huwag na? lalampas|lalagpas|hihigit|tataas|lumampas|lumagpas|aabot|lampas|sosobra sa|ng?'],
  ['less', 'mas mababa|mura|maliit pa? sa|kaysa|kesa? sa?'],
  [
    'max',
    'my|our|ang? budget of|is|ko|namin|around|range|max|maximum|up|ay|lang|nasa|po|for|ko? lang|ay|is|to|nasa?',
  ],
  ['max', 'my|our? max|maximum|monthly budget|price|rent of|is?'],
  ['max', 'pasok|kasya|swak|abot sa?'],
  ['less', 'priced? at? below|under'],
  ['more', 'above|over|higit|lampas|lagpas|mahigit sa?'],
  ['min', 'min|minimum|mula|simula|from|frm|starting|starts|atleast'],
  ['min', 'starting|starts at|from|price'],
  ['more', 'more|higher|greater|bigger|larger|newer|later than'],
  ['min', 'not|no|hindi|di less|lower|smaller|below|under|fewer than?'],
  ['min', 'at least'],
  ['min', 'kahit at least'],
  ['more', 'mas mataas|mahal|malaki|marami pa? sa|kaysa|kesa? sa?'],
  ['min', 'hindi|di bababa sa?'],
  ['around', 'around|about|approx|approximately|roughly|mga|nasa|bandang|banda|circa|humigit kumulang?'],
  ['around', 'more or less'],
  ['around', 'nasa mga|around|bandang'],
  ['around', 'price|budget around|about|mga|nasa'],
];

export const BOUNDS_AFTER: [bound: Bound, says: string][] = [
  ['max', 'pababa|below|max|maximum|budget|paibaba|under|limit|tops|ceiling|cap'],
  ['max', 'and|or|at|& below|under|down|less|lower|pababa|smaller|cheaper|fewer'],
  ['max', 'only|lang|budget? max|budget|pababa'],
  ['max', 'max|maximum budget'],
  ['max', 'ba ang|yung? budget'],
  ['max', 'ang|yung|lang? budget|max ko|namin|po?'],
  ['min', 'pataas|up|above|plus|min|minimum|upwards|upward|onwards|onward|paitaas|newer|later'],
  ['min', 'and|or|at up|above|more|higher|over|larger|bigger|pataas|upwards|newer|later|plus'],
  ['min', 'at? least|minimum'],
  ['min', 'man lang'],
  ['max', 'at most|maximum'],
  ['around', 'more or less'],
  ['around', 'or so'],
  ['around', 'range|ish'],
];

/** Words between a bound and its number, and between a number and its noun. */
export const LINKS = new Set('of is ng na sa ay the ko lang only just price namin po ang about pa are'.split(' '));
/** Before a number of days or weeks. */
export const RECENTLY = 'listed|posted|added? in|within? the? last|past|within|nakaraang';
export const BUILT =
  'built|completed|finished|constructed|build|turnover|year|itinayo|ginawa|turned over? since|after|from|mula|in|noong|nung|built?';

/** Payments besides or instead of a price: an amount beside one of these is none. */
export const TERMS =
  'salary|income|sahod|sweldo|utilities|electricity|bills|kuryente|fee|fees|penalty|cashout|dp|downpayment|equity|deposit|deposits|dep|advance|adv|reservation|amort|amortization|amortisation|installment|hulog|interest|down|discount|commission|promo|frontage|wide|depth|lapad|road|street|kalsada|daan|alley|driveway|easement|extra|additional';
export const LONG_TERMS = [
  'cash out',
  'down payment',
  'spot dp|down',
  'monthly? amort|amortization|amortisation|equity|dues',
  'association|assoc|condo? dues',
  'reservation fee',
  'monthly dp|downpayment|equity',
  'security deposit',
  'month|months|mo|mos|buwan|buwang deposit|deposits|dep|advance|adv|security|down',
  'year|years|yr|yrs|month|months|mo|mos|taon|taong|buwan|buwang of|na|lang? lease|contract|stay|rental|term|terms|minimum|min|kontrata contract|lease|stay|term|terms|only?',
  'year|years|yr|yrs|month|months to|na? pay|payable',
  'yr|yrs|year|years|month|months minimum|min|lease|lang contract|lease|stay|term?',
  'year|years|yr|yrs|taon|taong',
  'meter|meters|metre|metres|metro|mtr|mtrs|m wide|na? lapad|road|street|kalsada|daan|alley|driveway|easement|frontage|depth|high|tall road|street|kalsada|daan|ceiling|ceilings?',
  'wide|high|tall road|street|ceiling|ceilings',
  'ceiling|ceilings height|high',
];
/** Of an offer whose instalments a month are no rent. */
export const OWNING = new Set(
  'cashout pasalo assume assumed dp downpayment equity amort amortization amortisation installment hulog hulugan rto spot'.split(
    ' ',
  ),
);

const numbered = (start: number, step: number, ...rows: string[]) =>
  rows.flatMap((words, at) => words.split(' ').map((word): [string, number] => [word, start + at * step]));

/** Of Spanish, as prices are said: 'kinse mil' are thousands. */
export const SPANISH_NUMBERS = new Map<string, number>([
  ...numbered(
    1,
    1,
    'uno',
    'dos',
    'tres',
    'kwatro kuwatro',
    'singko sinko',
    'sais',
    'siyete syete',
    'otso',
    'nwebe nuwebe',
    'diyes dyes dyis diyis dies',
    'onse',
    'dose',
    'trese',
    'katorse',
    'kinse',
    'disisais',
    'disisyete',
    'disiotso',
    'disinwebe',
  ),
  ...numbered(
    20,
    10,
    'bente beinte baynte bente',
    'trenta treinta',
    'kwarenta kuwarenta',
    'singkwenta sinkwenta singkuwenta',
    'sisenta saisenta sesenta',
    'sitenta setenta',
    'otsenta otchenta',
    'nobenta nubenta',
  ),
  ['bentesingko', 25],
  ['siyento', 100],
  ['syento', 100],
]);

export const NUMBER_WORDS = new Map<string, number>([
  ...SPANISH_NUMBERS,
  ...numbered(
    0,
    1,
    'zero',
    'one isa isang single',
    'two dalawa dalawang double',
    'three tatlo tatlong triple',
    'four apat',
    'five lima limang',
    'six anim',
    'seven pito pitong',
    'eight walo walong',
    'nine siyam',
    'ten sampu sampung',
    'eleven labingisa labingisang',
    'twelve labindalawa labindalawang',
    'thirteen labintatlo labintatlong',
    'fourteen labingapat',
    'fifteen labinlima labinlimang',
    'sixteen',
    'seventeen',
    'eighteen labingwalo labingwalong',
    'nineteen',
  ),
  ...numbered(
    20,
    10,
    'twenty dalawampu dalawampung',
    'thirty tatlumpu tatlumpung',
    'forty apatnapu apatnapung',
    'fifty limampu limampung',
    'sixty animnapu animnapung',
    'seventy pitumpu pitumpung',
    'eighty walumpu walumpung',
    'ninety siyamnapu siyamnapung',
  ),
  ...numbered(
    100,
    100,
    'isandaan isandaang sandaan sandaang',
    'dalawandaan dalawandaang',
    'tatlondaan tatlondaang',
    'apatnaraan apatnaraang',
    'limandaan limandaang',
    'animnaraan animnaraang',
    'pitondaan pitondaang',
    'walondaan walondaang',
    'siyamnaraan siyamnaraang',
  ),
  ['half', 0.5],
  ['kalahati', 0.5],
  ['kalahating', 0.5],
]);

/** Not the thing that follows. `except` reaches over a whole list. */
export const NEGATORS: [strength: 'not' | 'except' | 'indifferent', says: string][] = [
  ['not', 'no|not|non|never|hindi|hinde|di|wag|huwag|wag|ayaw|ayoko|ayoq|without|walang|wala|bawal|avoid|skip'],
  ['not', 'hindi|di|wag|huwag|ayaw|ayoko na|ko|po|namin|ng|sa|sana|yung|ako ng|na|ko|yung|sana?'],
  ['not', 'not|no|hindi|di interested|gusto|okay|ok|too|necessarily|need|needed|kailangan|open in|ng|to|for|ang?'],
  [
    'not',
    'don|dont|do|doesn|doesnt|does|didn|wouldn t|not? want|need|like|prefer|require|wanna|accept|show|include|send any|a|to|me?',
  ],
  ['not', 'not|no need for|of|ng|to?'],
  ['except', 'neither in|near?'],
  ['not', 'hindi|di|no|not ko|namin|po|na|naman? kailangan|need ng|ang|for|of?'],
  ['not', 'isn|isnt|aren|arent|wasn t? on|in|at|near?'],
  ['not', 'instead of'],
  ['not', 'rather than'],
  ['not', 'kaysa|kesa sa|ang|mag|yung?'],
  ['not', 'other than'],
  ['except', 'except|excluding|exclude|excl|minus|maliban in|sa|for|ang?'],
  ['except', 'but except|not in|sa?'],
  ['except', 'maliban|bukod lang? sa|ng'],
  ['not', 'nothing|none in|near|from?'],
  ['not', 'hindi|di pwede|puwede|pwedeng|puwedeng sa|ang|ng?'],
  ['not', 'not|no at all in?'],
  ['except', 'with? the? exception of'],
  ['except', 'steer|stay clear|away of|from'],
  ['not', 'wag|huwag|hindi|di na lang|nalang|muna|sana po? sa|yung|ang?'],
  ['not', 'not a? fan|fond|keen|big of|on|into?'],
  ['not', 'hate|dislike'],
  [
    'not',
    'ayaw|hindi ng|ni|gusto asawa|mister|misis|nanay|mama|tatay|papa|boss|jowa|anak|client|kapatid|kasama ko|namin? sa|ng?',
  ],
  ['not', 'hindi|di ko|namin gusto|trip|type|bet|hanap|kailangan ng|sa|ang?'],
  ['not', 'not|aren looking|searching for?'],
  ['not', 'wag|huwag lang na? sa|yung|ang?'],
  ['except', 'other than'],
  ['except', 'anywhere|anything|any|all|everywhere but|except|maliban in|sa?'],
  ['except', 'kahit saan|san basta? but|except|maliban|wag|huwag|hindi in|sa|lang? sa?'],
  ['except', 'pero hindi|wag|di sa|yung|ang|na?'],
  ['except', 'outside of?'],
  ['except', 'aside|apart from'],
  ['indifferent', 'never|don|do|wouldn|dont|not t? not? mind|care about? a|an|the|if|yung?'],
  ['indifferent', 'never mind yung?'],
  ['indifferent', 'nevermind yung?'],
  ['indifferent', 'kahit hindi|wala|walang|di|no|not|without'],
  ['indifferent', 'even if not|no|without'],
  ['indifferent', 'with or without'],
  ['indifferent', 'may|meron o|or wala|walang'],
];

/** Behind the thing: it is not wanted, or not asked for. */
export const NEGATED_AFTER = [
  'is|are? not|no needed|required|necessary|allowed|included|important|wanted',
  'is|are? not|no a must',
  'isn|aren|isnt|arent|wasn t? needed|required|necessary|important|wanted|included|allowed',
  'isn|aren|isnt|arent t? a must',
  'doesn|doesnt|don|dont t? matter',
  'is|are? too big|small|far|expensive|much|many',
  'is|are? masyado|masyadong na? malaki|maliit|malayo|mahal',
  'optional|unnecessary',
  'hindi|di na|naman? kailangan|required|importante|mahalaga|pwede|puwede|kasama',
];
/** Behind the thing, at an end: 'studio ayoko'. */
export const REFUSALS = 'ayoko|ayaw|wag|huwag|hindi|no|not ko|na|namin|po|please?';
/** Behind the thing: it is wanted, and a negation before it ends. */
export const AFFIRMED = 'pwede|puwede|ok|okay|na? lang|nalang|only|sana|instead|please|fine|gusto|will';

/** Persons that a home is for. */
export const PERSONS = new Set(
  'pax person persons people tao katao occupant occupants adult adults kid kids child children anak tenant tenants worker workers girls boys ladies nurses employees roommates friends head heads persona family families student students'.split(
    ' ',
  ),
);
export const FOR_PERSONS = 'for|good|ok|okay|fit|para|sa|pang|pangtatluhang? for|sa|na|of?';
export const FAMILY_OF = 'family|families|group|pamilya|pamilyang of|na|with';

/** Between a negation and what it is about. */
export const LIGHT = new Set(
  'sa in on the a an ang ng na yung any at for naman po near of lang muna mga as to be is type with may type types so by po ung live stay go namin ko anywhere somewhere really gusto banda bandang part parts side sanang kaming kami akong dapat pa rin din own talaga located from area malapit along around ni even'.split(
    ' ',
  ),
);
export const OR = new Set(['or', 'o', '/']);
export const JOINS = new Set([...OR, 'nor', 'ni', 'and', 'at']);
/** The same, and the words beside them. */
export const EITHER_OR = new Set(
  'or o / , and at nor ni kaya to - either pwede saka tsaka plus even maybe also kahit hanggang including man any puwede pwedeng otherwise same then both'.split(
    ' ',
  ),
);

/** Behind 'near' they say nothing. */
export const GENERIC_PLACES = new Set(
  'mall malls school schools hospital church market palengke eskwelahan simbahan park gym groceries grocery supermarket university college restaurants bank banks airport station terminal mrt lrt bus stop'.split(
    ' ',
  ),
);

/** 'near' and its like: what follows is a known place, or an area. */
export const NEAR_WORDS = new Set(
  'near|nr|nearby|beside|behind|close|closest|nearest|malapit|katabi|tabi|likod|harap|tapat|tabing|along|adjacent|opposite|facing|across|infront|front|vicinity|palapit|lapit|distance|walking|walkable|from|to|away'.split(
    '|',
  ),
);

/** Talk of single words: in neither list of what was read. */
export const TALK = new Set(
  `a an the of in at on to by from for and or with w within near nearby around along is are am was were be been im i m we my me our us you your u ur he she it its they this that these those there here
   na ng nang ang mga sa pero but if kung kong may mayroon meron merong mayroong ko po lang yung ung iyong kaya ba nasa malapit dito doon diyan dyan ay si ni kay kina din rin pa nga naman sana kasi muna pala daw raw talaga naka nyo niyo natin namin amin kami tayo kayo sila ako ikaw akin niya nila mo ka o eh e ha hi hello hey hoy opo yes yep oo sige
   presyo murang mura cheap cheaper cheapest affordable affordably pinakamura budget reasonable sulit
   looking look find search searching hanap naghahanap hinahanap hanapan naghanap maghanap nahanap want wanted need needed needs please pls plz plss help paki pakisuyo patulong tulong
   unit units property properties listing listings available avail area areas only type types price prices priced pricing worth home homes place places bahayan
   below under above over up upto less more than least most max min maximum minimum
   tanong itanong mairerekomenda marerekomenda whatever across close iba negotiable
   lf hm asap rush thanks thank ty tysm salamat thankyou pm dm pmed msg message inbox send comment call text viber whatsapp number contact details detail info inquire inquiry inquiries interested legit owner owners direct agent agents broker brokers buyer buyers seller tenant tenants renter client clients lessee lessor
   now today soon immediately agad kaagad ngayon bukas move moving lipat lilipat relocating relocate transfer transferring relocation ready viewing visit schedule sched tour
   good great nice best better ok okay fine magandang maganda ganda gandang lovely beautiful decent convenient convenience strategic nakatira nagtatrabaho nagwowork study studies studying mas accessible access perfect ideal suitable preferably prefer preferred preference recommended recommend possible possibly maybe probably just really very so too also even still already about
   philippines ph phil pilipinas pinas location loc town barangay brgy district nearest closest walking distance walk walkable drive ride away minute minutes mins hour hours hr hrs km kms meters
   pax person persons people tao katao couple couples single singles family families pamilya student students estudyante professional professionals employee employees expat expats foreigner foreigners tourist staff team kids kid child children anak baby babies parents wife husband asawa friends friend kaibigan kapatid mag magasawa occupant occupants
   any anything something someone anyone else other others another some all every both either same saan san ano alin kailan paano magkano magkanu pwede pwedeng puwede puwedeng maaari pede pedeng gusto gustong kailangan kelangan kaso habang para pang parang tulad gaya like
   when where what which who how why can could would should will shall might do does did done have has had having get got getting give given go going gonna wanna let lets make take see know think
   term long short year years yr yrs month months contract stay working work trabaho wfh job
   offer offers offering list old simple basic lumipat hunting hunt start starting starts end first last next pasok kasya swak approx per each sir maam mam madam boss ate kuya sis bro guys admin group page post posted posting
   then because since while upon into out off as well etc such via re regarding subject yun yan iyon iyan ito eto heto anyway btw fyi nalang lng lg nlng sna skl pbp poh namn nmn kc d2 dun dn q aq po2 cno bang kahit yong tsaka saka atsaka bale basta gamit budgeted budgets cash php pesos peso range ranges
   mom mommy mama dad daddy papa mother father lola lolo tita tito nanay tatay parent fiancee fiance girlfriend boyfriend misis mister sister brother son daughter wants needs wanting prefers likes expecting show must iso hoping pref inquiring asking definitely ideally absolute absolutely kapag nais nagbabakasakali oh um uh nor neither frm live banda bandang taga ofw balak investor ask solo setup attendant title
   until planning plan plans recommendation bakante bakanteng rather nurse nars
   mabilis mabilisan madali easy quick urgent urgently urgente seriously serious seryoso honest trusted verified verify real sure sureball happy new christmas merry xmas
   kind sort size sizes square deal deals steal promo discount dapat week weeks day days anong picture pictures pics photo photos tomorrow anywhere somewhere everywhere saanman sanang january february march april june july august september october november december jan feb apr jun jul aug sept sep oct nov dec enero pebrero hunyo hulyo agosto setyembre oktubre nobyembre disyembre kayong kaming alam alamin cars car upgrade upgrading downsize downsizing space spaces beside behind likod tabi katabi harap tapat closer pad crib tirahan titirhan matitirhan malilipatan lipatan paglilipatan`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words of homes that listings are written with: they stay required. */
export const HOME_WORDS = new Set(
  `swimming pool gym fitness garden elevator gated village subdivision subd compound corner
   view views skyline tower towers penthouse loft bungalow villa warehouse townhouse terrace veranda
   maid driver quarters laundry kitchen kitchenette dining living clubhouse playground lobby fiber internet generator
   renovated storey storeys storied ceiling ceilings lanai patio solar panels
   rooftop roof deck sauna concierge lounge function coworking meter
   restaurant resto retail store shop dormitory dorm transient staycation foreclosed bathtub jacuzzi attic basement mezzanine
   industrial overlooking hotel beach beachfront resort farm cctv wifi pantry closet den bidet fireplace jogging court basketball tennis golf clinic salon showroom kiosk stall eskwela bodega building bldg room bedspace`
    .split(/\s+/)
    .filter(Boolean),
);

/** Places without homes here: known, and searched as text. */
export const ELSEWHERE = [
  'batangas|cebu|clark|pampanga|angeles|baguio|subic|davao|iloilo|palawan|boracay|siargao|bohol|bataan|benguet|zambales|tarlac|bulacan|laguna|cavite|rizal|bicol|legaspi|naga|dumaguete|bacolod|dagupan|pangasinan|nasugbu|lipa|tanza|trece|bauan|vigan|olongapo|mactan|mandaue|lapulapu|leyte|tacloban|mindoro province?',
  'quezon province',
  'la union',
  'cagayan de oro',
  'general santos',
  'negros occidental|oriental',
  'misamis oriental',
  'davao del sur',
  'nueva ecija|vizcaya',
  'angeles city',
  'clark pampanga|freeport',
];
