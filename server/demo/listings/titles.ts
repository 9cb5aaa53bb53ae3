import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { Deck, streamOf } from '../random.ts';
import { capitalised, inWords, type ListingFacts, layoutOf, ordinal, shortLayoutOf } from './facts.ts';

interface TitleForm {
  /** Where it would be untrue, it is not used. */
  when?: (facts: ListingFacts) => boolean;
  text: (facts: ListingFacts, landmark: string) => string;
}

/** Only what has a name of its own: 'near Rizal Park', but not 'near the riverside path'. */
const namedLandmarks = ({ area }: ListingFacts) =>
  area.landmarks
    .map((landmark) => landmark.replace(/^the /, ''))
    .filter(
      (name) =>
        name.length < 30 && name.split(' ').every((word) => /^(?:\p{Lu}|\d|of$|de$|and$)/u.test(word)),
    );
const hasLandmark = (facts: ListingFacts) => namedLandmarks(facts).length > 0;
const studentAreas = new Set(['sampaloc', 'katipunan', 'malate', 'ermita']);

const place = (facts: ListingFacts) => facts.area.neighbourhood.replace(/ Subdivision$/, '');
const tower = (facts: ListingFacts) => facts.building?.[0] ?? '';
const has = (trait: Parameters<ListingFacts['traits']['has']>[0]) => (facts: ListingFacts) =>
  facts.traits.has(trait);
const isFully = (facts: ListingFacts) => facts.furnishing === 'fully';
const isStudio = (facts: ListingFacts) => facts.bedrooms === 0;
const isSale = (facts: ListingFacts) => facts.listingType === 'sale';
const viewWord = (facts: ListingFacts) =>
  /\bbay\b/i.test(facts.view ?? '') && !/Laguna/.test(facts.view ?? '')
    ? 'Bay'
    : /skyline|lights/i.test(facts.view ?? '')
      ? 'Skyline'
      : 'Open';

const condoTitles: TitleForm[] = [
  { text: (f) => `${layoutOf(f)} at ${tower(f)}, ${place(f)}` },
  { text: (f) => `${tower(f)}: ${f.areaSqm} sqm ${shortLayoutOf(f)}` },
  { when: hasLandmark, text: (f, near) => `${layoutOf(f)} Condo near ${near}` },
  { when: (f) => f.view !== null, text: (f) => `${viewWord(f)}-View ${shortLayoutOf(f)} in ${place(f)}` },
  {
    when: (f) => f.view !== null,
    text: (f) => `${ordinal(f.floor ?? 0)}-Floor ${shortLayoutOf(f)} with ${viewWord(f)} View, ${place(f)}`,
  },
  { when: has('corner'), text: (f) => `Corner ${shortLayoutOf(f)} with Light on Two Sides, ${tower(f)}` },
  { when: has('corner'), text: (f) => `Corner ${layoutOf(f)} in ${place(f)}` },
  { when: has('highFloor'), text: (f) => `High-Floor ${layoutOf(f)} at ${tower(f)}` },
  { when: has('balcony'), text: (f) => `${layoutOf(f)} with Balcony, ${tower(f)}` },
  { when: has('balcony'), text: (f) => `${place(f)} ${shortLayoutOf(f)} with a Balcony for Morning Coffee` },
  { when: has('pets'), text: (f) => `Pet-Friendly ${shortLayoutOf(f)} in ${place(f)}` },
  { when: isFully, text: (f) => `Fully Furnished ${shortLayoutOf(f)}, ${tower(f)}` },
  { when: isFully, text: (f) => `Bring Only Your Suitcase: Furnished ${shortLayoutOf(f)} in ${place(f)}` },
  { when: has('renovated'), text: (f) => `Newly Renovated ${layoutOf(f)} in ${place(f)}` },
  { when: has('brandNew'), text: (f) => `Never Lived In: ${layoutOf(f)} at ${tower(f)}` },
  { when: has('penthouse'), text: (f) => `Penthouse at ${tower(f)}` },
  { when: has('penthouse'), text: (f) => `${shortLayoutOf(f)} Penthouse above ${place(f)}` },
  { when: isStudio, text: (f) => `Compact Studio, Big Windows, ${place(f)}` },
  { when: (f) => isStudio(f) && isSale(f), text: (f) => `Starter Studio at ${tower(f)}` },
  { when: (f) => isStudio(f) && studentAreas.has(f.area.key), text: (f) => `Student Studio in ${place(f)}` },
  { when: (f) => f.bedrooms === 2, text: (f) => `Family-Size 2BR at ${tower(f)}` },
  {
    when: (f) => f.bedrooms >= 3,
    text: (f) => `${capitalised(inWords(f.bedrooms))}-Bedroom Home in the Sky, ${place(f)}`,
  },
  { when: (f) => f.parking > 0 && isSale(f), text: (f) => `${shortLayoutOf(f)} with Parking, ${tower(f)}` },
  {
    when: (f) => f.parking > 0 && !isSale(f),
    text: (f) => `${place(f)} ${shortLayoutOf(f)} for Rent, Parking Included`,
  },
  {
    when: (f) => !isSale(f) && f.bedrooms <= 1,
    text: (f) => `Walk to Work: ${shortLayoutOf(f)} in ${place(f)}`,
  },
  {
    when: (f) => isSale(f) && f.bedrooms <= 1 && isFully(f),
    text: (f) => `Income-Ready ${shortLayoutOf(f)}, ${tower(f)}`,
  },
];

const apartmentTitles: TitleForm[] = [
  { text: (f) => `${layoutOf(f)} Walk-Up Apartment in ${place(f)}` },
  { text: (f) => `Quiet ${shortLayoutOf(f)} Apartment on ${streetName(f)}` },
  { when: hasLandmark, text: (f, near) => `${layoutOf(f)} Apartment near ${near}` },
  { when: has('renovated'), text: (f) => `Freshly Renovated ${shortLayoutOf(f)} in ${place(f)}` },
  { when: has('balcony'), text: (f) => `${shortLayoutOf(f)} Apartment with Balcony, ${place(f)}` },
  { when: has('pets'), text: (f) => `Pets Welcome: ${shortLayoutOf(f)} on ${streetName(f)}` },
  { when: (f) => f.parking > 0, text: (f) => `${shortLayoutOf(f)} Apartment with Garage in ${place(f)}` },
  { when: (f) => f.floor === 1, text: (f) => `Ground-Floor ${shortLayoutOf(f)}, ${place(f)}` },
  { when: (f) => f.bedrooms >= 2, text: (f) => `Roomy ${layoutOf(f)} for a Small Family, ${place(f)}` },
  { when: isStudio, text: (f) => `Studio with Own Meter, ${place(f)}` },
];

const houseTitles: TitleForm[] = [
  { text: (f) => `${layoutOf(f)} House in ${place(f)}` },
  { text: (f) => `${streetName(f)} Family Home, ${place(f)}` },
  { when: (f) => f.storeys === 1, text: (f) => `Bungalow on ${f.lotSqm} sqm, ${place(f)}` },
  {
    when: (f) => f.storeys === 2,
    text: (f) => `Two-Storey Home with ${capitalised(inWords(f.parking))}-Car Garage, ${place(f)}`,
  },
  { when: (f) => f.storeys === 3, text: (f) => `Three-Level House in ${place(f)}` },
  { when: has('pool'), text: (f) => `${place(f)} Home with Swimming Pool` },
  {
    when: has('pool'),
    text: (f) => `Pool, Garden and ${capitalised(inWords(f.bedrooms))} Bedrooms in ${place(f)}`,
  },
  { when: has('garden'), text: (f) => `${shortLayoutOf(f)} House with Garden, ${place(f)}` },
  { when: has('corner'), text: (f) => `Corner-Lot House on ${streetName(f)}` },
  { when: has('brandNew'), text: (f) => `Brand-New ${layoutOf(f)} House, ${place(f)}` },
  { when: has('renovated'), text: (f) => `Renovated ${shortLayoutOf(f)} on a Quiet ${place(f)} Street` },
  { when: has('solar'), text: (f) => `Solar-Powered ${shortLayoutOf(f)} House in ${place(f)}` },
  {
    when: (f) => f.area.tier === 'luxury' && isSale(f),
    text: (f) => `Well-Kept Village Residence, ${place(f)}`,
  },
  { when: (f) => !isSale(f), text: (f) => `House for a Family Posting, ${place(f)}` },
  { when: (f) => f.view !== null, text: (f) => `Overlooking Home above the City, ${place(f)}` },
  {
    when: (f) => f.area.tier === 'value' && isSale(f),
    text: (f) => `Ready-to-Occupy House and Lot in ${place(f)}`,
  },
];

const duplexTitles: TitleForm[] = [
  { text: (f) => `${layoutOf(f)} Duplex in ${place(f)}` },
  { text: (f) => `Duplex Half on ${streetName(f)}` },
  { when: has('brandNew'), text: (f) => `Newly Built Duplex, ${place(f)}` },
  { when: (f) => f.storeys === 3, text: (f) => `Three-Storey Duplex with Roof Deck, ${place(f)}` },
  { when: has('balcony'), text: (f) => `${shortLayoutOf(f)} Duplex with Balcony, ${place(f)}` },
  {
    when: (f) => f.area.tier === 'value' && isSale(f),
    text: (f) => `First-Home Duplex near ${place(f)} Schools`,
  },
  { when: (f) => f.parking > 1, text: (f) => `Duplex with Two-Car Garage, ${place(f)}` },
];

const officeTitles: TitleForm[] = [
  { text: (f) => `${f.areaSqm} sqm Office at ${tower(f)}` },
  { text: (f) => `${place(f)} Office, ${ordinal(f.floor ?? 1)} Floor` },
  { when: isFully, text: (f) => `Plug-and-Play Office in ${place(f)}` },
  { when: isFully, text: (f) => `Fitted Office for ${Math.round(f.areaSqm / 6)} Seats, ${tower(f)}` },
  { when: (f) => f.furnishing === 'bare', text: (f) => `Warm-Shell Office Floor, ${tower(f)}` },
  { when: has('corner'), text: (f) => `Corner Office Suite with Glass on Two Sides, ${place(f)}` },
  { when: (f) => f.areaSqm < 110, text: (f) => `Start-Up Office in ${place(f)}` },
  { when: (f) => f.areaSqm > 200, text: (f) => `Headquarters-Size Office, ${tower(f)}` },
];

const commercialTitles: TitleForm[] = [
  { when: (f) => !isSale(f) && !has('warehouse')(f), text: (f) => `Ground-Floor Shop on ${streetName(f)}` },
  {
    when: (f) => !isSale(f) && !has('warehouse')(f),
    text: (f) => `Retail Space in ${place(f)}, ${f.areaSqm} sqm`,
  },
  {
    when: (f) => !isSale(f) && has('corner')(f),
    text: (f) => `Corner Retail Unit with Street Frontage, ${place(f)}`,
  },
  { when: (f) => !isSale(f) && !has('warehouse')(f), text: (f) => `Restaurant-Ready Space in ${place(f)}` },
  { when: has('warehouse'), text: (f) => `Warehouse with Loading Bay, ${place(f)}` },
  { when: isSale, text: (f) => `${capitalised(inWords(f.storeys))}-Storey Commercial Building, ${place(f)}` },
  { when: isSale, text: (f) => `Income-Earning Shophouse on ${streetName(f)}` },
  { when: isSale, text: (f) => `Mixed-Use Building in ${place(f)}` },
];

const landTitles: TitleForm[] = [
  { text: (f) => `${f.areaSqm} sqm Lot in ${place(f)}` },
  { text: (f) => `Residential Lot on ${streetName(f)}` },
  { when: has('corner'), text: (f) => `Corner Lot, ${place(f)}` },
  { when: (f) => f.view !== null, text: (f) => `Overlooking Lot with City Lights, ${place(f)}` },
  { text: (f) => `Build Your Own: ${f.areaSqm} sqm in ${place(f)}` },
];

const titlesByType: Record<PropertyType, TitleForm[]> = {
  condo: condoTitles,
  apartment: apartmentTitles,
  house: houseTitles,
  duplex: duplexTitles,
  office: officeTitles,
  commercial: commercialTitles,
  land: landTitles,
};

function streetName(facts: ListingFacts): string {
  return facts.street.replace(/^\d+ /, '');
}

function preSellingTitle(facts: ListingFacts, taken: Set<string>): string {
  const floor = facts.floor === null ? '' : `, ${ordinal(facts.floor)} Floor`;
  const short = `Pre-Selling ${layoutOf(facts)}, Tower 2 of ${tower(facts)}`;
  const title = taken.has(short) ? short + floor : short;
  if (taken.has(title)) throw new RangeError(`no title left for ${facts.key}`);
  taken.add(title);
  return title;
}

/** A title for each listing in turn, no two alike. */
export function titleWriter(): (facts: ListingFacts) => string {
  const decks = new Map<PropertyType, Deck<TitleForm>>();
  const taken = new Set<string>();

  return (facts) => {
    const rng = streamOf(`title ${facts.key}`);
    if (facts.completion === 'preselling') return preSellingTitle(facts, taken);
    const deck =
      decks.get(facts.type) ?? new Deck(streamOf(`titles ${facts.type}`), titlesByType[facts.type]);
    decks.set(facts.type, deck);
    for (let attempt = 0; attempt < 60; attempt++) {
      const form = deck.deal(({ when }) => when?.(facts) ?? true);
      const title = form.text(facts, hasLandmark(facts) ? rng.pick(namedLandmarks(facts)) : '');
      if (taken.has(title)) continue;
      taken.add(title);
      return title;
    }
    throw new RangeError(`no title left for ${facts.key}`);
  };
}
