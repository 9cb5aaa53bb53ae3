import type { Rule } from './searchParser.ts';

/**
 * How sentences are read, in this order at each place of a sentence. The examples are the table of docs/search.md and are
 * checked against the reader: filters as in an address, then `words`, `preferred` and `left_out`.
 */
export const RULES: readonly Rule[] = [
  {
    name: 'Quotation',
    reads: 'up to five words in quotation marks stand together in a listing',
    examples: [
      ['condo "rent to own"', 'type=condo words="rent to own"'],
      ['"2br condo in bgc below 40k pls"', 'beds_exact=2 type=condo location=BGC max_price=40000'],
    ],
    read: (sentence, at) => sentence.readQuoted(at),
  },
  {
    name: 'Label',
    reads: 'labels of pasted posts; lines about dates, persons and contacts ask for nothing',
    examples: [
      [
        'LF: 1BR condo Loc: BGC/Makati Budget: 25k Move in: asap Pax: 2',
        'beds_exact=1 type=condo location=BGC,Makati max_price=25000',
      ],
      ['Type: studio\nBudget: 15k\nTerm: 1 year', 'beds_exact=0 max_price=15000 left_out=Term: 1 year'],
    ],
    read: (sentence, at) => sentence.readLabel(at),
  },
  {
    name: 'Minutes and distances',
    reads: 'a time or a distance to a place is no number of anything',
    examples: [
      ['2br 5 mins to makati cbd', 'beds_exact=2 location=Makati'],
      ['30 mins away from bgc studio', 'location=BGC beds_exact=0'],
    ],
    read: (sentence, at) => sentence.readDistance(at),
  },
  {
    name: 'Persons',
    reads: 'for how many, whom or what is no filter',
    examples: [
      ['2br for 3 pax makati', 'beds_exact=2 location=Makati'],
      ['lot for our dream house', 'type=land'],
      ['space for my milk tea shop in cubao', 'location=Cubao preferred=milk tea shop'],
      ['family of three looking for house qc', 'type=house location=Quezon City'],
    ],
    read: (sentence, at) => sentence.readPersons(at) ?? sentence.readPurpose(at),
  },
  {
    name: 'Tales',
    reads: 'a home that was sold or left is not asked for',
    examples: [['we sold our house in Bulacan and now want a condo in Pasig', 'type=condo location=Pasig']],
    read: (sentence, at) => sentence.readTale(at),
  },
  {
    name: 'Terms of payment',
    reads: 'what is paid besides, or over how long, is no price',
    examples: [
      ['condo bgc 350k cashout 14k monthly', 'type=condo location=BGC left_out=350k cashout 14k monthly'],
      [
        'studio makati 2 months deposit 1 month advance',
        'beds_exact=0 location=Makati left_out=2 months deposit 1 month advance',
      ],
      ['house 10% down', 'type=house left_out=10% down'],
      ['condo pasig less than 1M down payment', 'type=condo location=Pasig left_out=less than 1M down payment'],
      ['studio 25k assoc dues included', 'beds_exact=0 max_price=25000 left_out=assoc dues included'],
      ['preselling condo monthly 15k', 'completion=preselling type=condo left_out=monthly 15k'],
      ['lot with 10m wide road', 'type=land left_out=10m wide road'],
    ],
    read: (sentence, at) => sentence.readTerms(at),
  },
  {
    name: 'Year built',
    reads: 'a year from which on a home was built',
    examples: [
      ['house built 2019 up', 'type=house built_since=2019'],
      ['condo built after 2015', 'type=condo built_since=2015'],
    ],
    read: (sentence, at) => sentence.readBuilt(at),
  },
  {
    name: 'Storeys',
    reads: 'storeys are words, and no floor',
    examples: [['2-storey house', 'type=house words=2 storey']],
    read: (sentence, at) => sentence.readStoreys(at),
  },
  {
    name: 'Amounts',
    reads:
      'money, area, rooms, floors and days, with bounds, ranges and lists; millions are a sale, a price a month a rent',
    examples: [
      ['condo 12-18k', 'type=condo min_price=12000 max_price=18000'],
      ['condo kinse mil', 'type=condo max_price=15000'],
      ['house 5m', 'type=house max_price=5000000 listing_type=sale?'],
      ['1br bgc 35k-ish', 'beds_exact=1 location=BGC min_price=28000 max_price=42000'],
      ['8k room makati', 'max_price=8000 location=Makati words=room'],
      ['1br/2br', 'bedrooms=1 max_bedrooms=2'],
      ['2 bedrooms, but 3 is fine', 'bedrooms=2 max_bedrooms=3'],
      ['a studio in makati or a 1br in pasig', 'max_bedrooms=1 location=Makati,Pasig'],
      ['studio or 1br', 'max_bedrooms=1'],
      ['studio ok, 1br better', 'max_bedrooms=1'],
      ['2br makati, ay 3br pala', 'location=Makati beds_exact=3'],
      ['for sale i mean for rent', 'listing_type=rent'],
      ['condo — house rather', 'type=house'],
      ['budget 20k, max 25k', 'max_price=25000'],
      ['bathrooms 2 bedrooms 3', 'bathrooms=2 beds_exact=3'],
      ['price per sqm below 100k condo', 'max_price_per_sqm=100000 listing_type=sale? type=condo'],
      ['more than 2 but less than 5 bedrooms', 'bedrooms=3 max_bedrooms=4'],
      ['lot 200 sqm at least', 'type=land min_area=200'],
      ['lot below 100 sqm', 'type=land max_area=100'],
      ['lot 1k-2k sqm', 'type=land min_area=1000 max_area=2000'],
      ['2br condo, 3br townhouse', 'bedrooms=2 max_bedrooms=3 type=condo,house preferred=townhouse'],
      ['condo 3M+', 'type=condo min_price=3000000 listing_type=sale?'],
      ["isa't kalahating milyon na lote", 'max_price=1500000 listing_type=sale? type=land'],
      ['30F up condo', 'min_floor=30 type=condo'],
      ['condo floor 20 up', 'type=condo min_floor=20'],
      ['at least the tenth floor', 'min_floor=10'],
      ['isang daan at limampung metro kuwadrado', 'min_area=127 max_area=173'],
      ['lot 1/2 hectare up', 'type=land min_area=5000'],
      ['commercial space 650/sqm', 'type=commercial max_price_per_sqm=650'],
    ],
    read: (sentence, at) => sentence.readFloor(at) ?? sentence.readQuantity(at),
  },
  {
    name: 'Places',
    reads:
      'areas, known places, streets as phrases, and provinces without homes here as words, in a list of places as locations; the office and the home of today are not asked for',
    examples: [
      ['makati, bgc or ortigas', 'location=Makati,BGC,Ortigas'],
      ['kwarto ermita 4k', 'location=Ermita max_price=4000 words=room'],
      ['studio malapit sa BGC pero sa Pateros', 'beds_exact=0 location=Pateros left_out=BGC'],
      ['near u s t hospital', 'near=ust-hospital'],
      ['condo manila not along taft', 'type=condo location=Manila exclude_location=Taft Avenue'],
      ['studio near UST', 'beds_exact=0 near=ust'],
      ['Loc: Shaw/Boni', 'location=Shaw Boulevard,Boni'],
      ['i work in bgc, looking for 1br in pasig', 'beds_exact=1 location=Pasig'],
      ['renting in makati now but want to buy in pasig', 'listing_type=sale location=Pasig'],
      ['1br in Ayala', 'beds_exact=1 near=ayala-mrt-3'],
      ['condo along Katipunan Avenue', 'type=condo words=katipunan avenue'],
      ['studio taft manila', 'beds_exact=0 location=Manila preferred=taft'],
      ['house cavite or laguna', 'type=house location=Cavite,Laguna'],
      ['condo in batangas', 'type=condo words=batangas'],
    ],
    read: (sentence, at) => sentence.readPlace(at),
  },
  {
    name: 'Kinds, offers and features',
    reads: 'phrases with a meaning; features in the words of listings',
    examples: [
      ['condo or house', 'type=condo,house'],
      ['townhouse', 'words=townhouse'],
      ['condo or townhouse', 'type=condo,house preferred=townhouse'],
      ['3br bungalow las pinas', 'beds_exact=3 type=house location=Las Piñas preferred=bungalow'],
      ['condo to rent out as airbnb', 'type=condo preferred=airbnb'],
      ['rather buy than rent, 2br', 'listing_type=sale beds_exact=2'],
      ['store space cubao', 'type=commercial location=Cubao'],
      ['corner lot', 'type=land preferred=corner'],
      ['house with a big lot', 'type=house'],
      ['luxury condo', 'type=condo preferred=luxury'],
      ['quiet condo', 'type=condo preferred=quiet'],
      ['bgc condo, gym or pool', 'location=BGC type=condo preferred=gym pool'],
      ['2br condo, unfurnished ok', 'beds_exact=2 type=condo'],
      ['w/ parking pet friendly', 'parking=1 pets=true'],
      ['condo with aircon and wifi', 'type=condo words=air conditioning internet'],
      ['condo corner unit', 'type=condo words=corner unit'],
      ['pinauupahang bahay sa pasig', 'listing_type=rent type=house location=Pasig'],
      ['bilihan ng lupa', 'listing_type=sale type=land'],
      ["bahay't lupa na may paparadahan", 'type=house parking=1'],
      ['aprtmnt in paranyake', 'type=apartment location=Parañaque'],
    ],
    read: (sentence, at) => {
      const phrase = sentence.readPhrase(at);
      const negation = sentence.readNegation(at);
      return negation && negation.end >= (phrase?.end ?? 0) ? negation : phrase;
    },
  },
  {
    name: 'Negation',
    reads: 'the thing that follows, or a list of such things, is left out; of two choices the other one is meant',
    examples: [
      ['rather a house than a condo', 'type=house exclude_type=condo'],
      ['not preselling rfo only', 'completion=ready'],
      ['hindi sa makati, bgc pwede', 'exclude_location=Makati location=BGC'],
      ['house not condo', 'type=house exclude_type=condo'],
      ['condo except bgc and makati', 'type=condo exclude_location=BGC,Makati'],
      ['hindi furnished na condo', 'furnished=false type=condo'],
      ['condo? no, house in pasig', 'exclude_type=condo type=house location=Pasig'],
      ['condo no parking', 'type=condo left_out=no parking'],
      ["condo that isn't on the ground floor", 'type=condo min_floor=2'],
    ],
    read: (sentence, at) => sentence.readNegation(at),
  },
  {
    name: 'Consent',
    reads: 'a thing that is welcome ends a negation',
    examples: [['hindi na Manila, Pasay na lang', 'exclude_location=Manila location=Pasay']],
    read: (sentence, at) => sentence.readWanted(at),
  },
];
