import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { type Rng, sample, shuffled, streamOf } from '../random.ts';
import { counted, inWords, isSale, type ListingFacts, pesos, type Sentence } from './facts.ts';
import { amenitiesOf } from './features.ts';
import {
  apartmentInteriors,
  apartmentOpenings,
  condoInteriors,
  condoOpenings,
  duplexInteriors,
  duplexOpenings,
  houseInteriors,
  houseOpenings,
} from './homeProse.ts';
import { associationDues } from './sizesAndPrices.ts';
import {
  commercialInteriors,
  commercialOpenings,
  landInteriors,
  landOpenings,
  officeInteriors,
  officeOpenings,
} from './workspaceProse.ts';

function list(items: readonly string[]): string {
  const lower = items.map((item) => item.toLowerCase());
  return lower.length < 2 ? (lower[0] ?? '') : `${lower.slice(0, -1).join(', ')} and ${lower.at(-1)}`;
}

const withArticles = (items: readonly string[]) => items.map((item) => `a ${item}`);

function dues(building: string, tier: keyof typeof associationDues): number {
  return streamOf(`dues ${building}`).int(...associationDues[tier]);
}

const buildingSentences: Sentence[] = [
  (f) =>
    f.building ? `Residents share ${list(withArticles(amenitiesOf(f.building[0]).slice(0, 4)))}.` : null,
  (f) =>
    f.building
      ? `${f.building[0]} has ${withArticles(amenitiesOf(f.building[0]).slice(1, 4)).join(', ').toLowerCase()}, a staffed lobby and full backup power.`
      : null,
  (f) =>
    f.building
      ? `The building is ${f.storeys} storeys high, well run, and its ${list(amenitiesOf(f.building[0]).slice(0, 2))} are seldom crowded on weekdays.`
      : null,
];

const nearbySentences: Sentence[] = [
  (f, rng) => {
    const [first, second] = [rng.pick(f.area.landmarks), rng.pick(f.area.landmarks)];
    return first === second ? null : `You can walk to ${first} and ${second}.`;
  },
  (f, rng) =>
    `${rng.pick(['Nearest neighbour worth mentioning:', 'Around the corner:', 'A few minutes away:'])} ${rng.pick(f.area.landmarks)}.`,
  (f, rng) =>
    `It is ${rng.pick(['a short walk', 'five minutes on foot', 'an easy stroll', 'ten minutes on foot'])} to ${rng.pick(f.area.landmarks)}.`,
];

const saleTerms: Sentence[] = [
  (f) =>
    f.building && f.type !== 'office'
      ? `Association dues are about ${pesos(dues(f.building[0], f.area.tier))} per sqm a month.`
      : null,
  (f) =>
    f.type === 'condo' && f.parking === 0
      ? 'No parking slot is included; one can be leased in the building.'
      : null,
  (f) =>
    f.building && f.parking > 0 && f.type !== 'office'
      ? `The price includes ${counted(inWords(f.parking), 'parking slot')} on a separate title.`
      : null,
  () =>
    'Clean title in the seller’s name; capital gains tax is for the seller’s account, transfer costs for the buyer’s.',
  () => 'Bank financing and spot cash are both fine; the price is slightly negotiable for a quick closing.',
  () => 'Real property tax is paid up to this year, and copies of the documents are ready for your lawyer.',
  (f) =>
    f.price > 30_000_000
      ? 'Viewing by appointment with proof of funds or a bank’s pre-approval, please.'
      : null,
  (f) => (f.price < 8_000_000 && f.type !== 'land' ? 'Qualified for Pag-IBIG or bank housing loans.' : null),
  (f) => (f.traits.has('brandNew') ? 'Builder’s warranty still applies.' : null),
];

/** Said of every rental, one way or another. */
const deposits: Sentence[] = [
  () => 'Minimum stay of one year: two months’ deposit, one month in advance.',
  () => 'Two months’ deposit and one month’s advance with post-dated checks for the rest of the year.',
  () => 'One-year contract, renewable; one month in advance and two months’ security deposit.',
];

const rentTerms: Sentence[] = [
  (facts, rng) => rng.pick(deposits)(facts, rng),
  (f) =>
    f.building
      ? `Association dues (about ${pesos(Math.round((dues(f.building[0], f.area.tier) * f.areaSqm) / 100) * 100)} a month) are included in the rent.`
      : null,
  (f) =>
    f.parking > 0
      ? `Rent includes ${counted(inWords(f.parking), 'parking slot')}.`
      : 'Parking is not included but can be arranged nearby.',
  (f) =>
    f.traits.has('pets')
      ? 'Pets are fine with the owner and with the house rules.'
      : 'No smoking inside, please; the owner prefers tenants without pets.',
  () => 'Water, power and internet are for the tenant’s account.',
  (f) =>
    f.area.tier === 'value' && f.type !== 'house' ? 'Students are welcome with a parent as co-signer.' : null,
  (f) => (f.price > 90_000 ? 'Corporate leases are welcome; official receipts can be issued.' : null),
  () => 'Available for move-in within two weeks of signing.',
];

const leaseTerms: Sentence[] = [
  () => 'Lease of three to five years with five percent yearly escalation from the second year.',
  () => 'Three months’ deposit and three months in advance; a fit-out period can be agreed.',
  (f) =>
    f.type === 'office' || f.type === 'commercial'
      ? 'The figure is before VAT and common-area charges.'
      : 'Minimum of two years; diplomatic clause accepted.',
  (f) =>
    f.parking > 0
      ? `${counted(inWords(f.parking), 'parking slot').replace(/^./, (letter) => letter.toUpperCase())} included.`
      : null,
  () => 'Company documents and a letter of intent start the paperwork, which usually takes a week.',
];

const termsOf = { sale: saleTerms, rent: rentTerms, lease: leaseTerms };

const invitations: Sentence[] = [
  () => 'Message me for a schedule; weekday evenings and Saturdays are easiest.',
  (f) => (f.building ? 'Viewings need a day’s notice because of the building’s guest registration.' : null),
  (f) => `I can send a video walk-through to ${isSale(f) ? 'buyers' : 'tenants'} abroad.`,
  (f) => (isSale(f) ? 'The owner is realistic and would like this settled within the quarter.' : null),
  (f) =>
    !isSale(f)
      ? 'The current tenant leaves at the end of the month; come and see it before it is listed elsewhere.'
      : null,
  () => 'Keys are with me, so a visit on short notice is usually possible.',
];

const proseByType: Record<PropertyType, { openings: Sentence[]; interiors: Sentence[] }> = {
  condo: { openings: condoOpenings, interiors: condoInteriors },
  apartment: { openings: apartmentOpenings, interiors: apartmentInteriors },
  house: { openings: houseOpenings, interiors: houseInteriors },
  duplex: { openings: duplexOpenings, interiors: duplexInteriors },
  office: { openings: officeOpenings, interiors: officeInteriors },
  commercial: { openings: commercialOpenings, interiors: commercialInteriors },
  land: { openings: landOpenings, interiors: landInteriors },
};

/** Two to four paragraphs, parted by blank lines: the home, the place, the terms. */
export function descriptionOf(facts: ListingFacts): string {
  const rng = streamOf(`description ${facts.key}`);
  if (facts.completion === 'preselling') return preSellingDescription(facts, rng);
  const { openings, interiors } = proseByType[facts.type];
  const home = [...say(openings, facts, rng, 1), ...say(interiors, facts, rng, rng.int(2, 3))];
  const building = facts.type === 'condo' ? say(buildingSentences, facts, rng, 1) : [];
  const place = [
    ...sample(rng, facts.area.character, rng.int(1, 2)),
    ...say(nearbySentences, facts, rng, 1),
    ...sample(rng, facts.area.transport, 1),
  ];
  const terms = say(termsOf[facts.listingType], facts, rng, rng.int(2, 3));
  const invitation = rng.chance(0.45) ? say(invitations, facts, rng, 1) : [];

  const isShort = facts.bedrooms === 0 && facts.type !== 'office' && rng.chance(0.45);
  const paragraphs = isShort
    ? [
        [...home, ...building],
        [...place.slice(0, 2), ...terms],
      ]
    : rng.chance(0.35) && building.length > 0
      ? [home, building.concat(place.slice(-2)), place.slice(0, -2), [...terms, ...invitation]]
      : [home, [...building, ...place], [...terms, ...invitation]];
  return paragraphs
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => sentences.join(' '))
    .join('\n\n');
}

function preSellingDescription(facts: ListingFacts, rng: Rng): string {
  const years = -(facts.age ?? 0);
  const layout = facts.bedrooms === 0 ? 'studio' : `${inWords(facts.bedrooms)}-bedroom unit`;
  const home = [
    `Pre-selling: a ${facts.areaSqm} sqm ${layout} in the second tower of ${facts.building?.[0]}, which is being built beside the first.`,
    `The developer plans to turn it over in ${counted(inWords(years), 'year')}, bare, with kitchen and bathroom fixtures complete.`,
  ];
  const place = [...sample(rng, facts.area.character, 1), ...say(nearbySentences, facts, rng, 1)];
  const terms = [
    rng.chance(0.5)
      ? 'Twenty percent is paid month by month until turnover, the balance by bank loan or cash.'
      : 'A reservation fee holds the unit for thirty days; the down payment is spread over the months until turnover.',
    'The license to sell and the floor plans can be seen at the showroom.',
  ];
  return [home, place, terms].map((sentences) => sentences.join(' ')).join('\n\n');
}

function say(pool: readonly Sentence[], facts: ListingFacts, rng: Rng, count: number): string[] {
  const said: string[] = [];
  for (const sentence of shuffled(rng, pool)) {
    if (said.length === count) break;
    const text = sentence(facts, rng);
    if (text) said.push(text);
  }
  return said;
}
