import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { type Rng, streamOf } from '../random.ts';
import {
  amenitiesOf,
  article,
  capitalised,
  counted,
  inWords,
  isSale,
  type ListingFacts,
  layoutOf,
  ordinal,
  pesos,
  sharedRoomOf,
  shortLayoutOf,
  traits,
} from './facts.ts';
import { associationDues } from './sizesAndPrices.ts';

/**
 * A text of `texts/titles.json` or `texts/descriptions.json` with words in braces: the name of a word below (capitalised where the name is),
 * or alternatives, `{a short walk|five minutes on foot}`, of which one is drawn.
 */
export interface Phrase {
  /** `sale and bedrooms >= 2 and not corner`: traits, claims and comparisons that are all true of the listing. */
  when?: string;
  text: string;
}

/** Variants stand for one phrase: the first one that is true of the listing. */
export type PhraseEntry = Phrase | readonly Phrase[];

/** The texts of a type; 'shared': of a room or a bed in a home with other tenants. */
export type TextKind = PropertyType | 'shared';
export const textKindOf = ({ type, traits: own }: ListingFacts): TextKind => (sharedRoomOf(own) ? 'shared' : type);

/** Landmarks with a name of their own: 'near Rizal Park', but not 'near the riverside path'. */
export const namedLandmarks = ({ area }: ListingFacts): string[] =>
  area.landmarks
    .map((landmark) => landmark.replace(/^the /, ''))
    .filter(
      (name) => name.length < 30 && name.split(' ').every((word) => /^(?:\p{Lu}|\d|of$|de$|and$)/u.test(word)),
    );

const studentAreas = new Set(['sampaloc', 'katipunan', 'malate', 'ermita']);
const isBay = ({ view }: ListingFacts) => /\bbay\b/i.test(view ?? '') && !/Laguna/.test(view ?? '');
const isCity = ({ view }: ListingFacts) => /skyline|lights/i.test(view ?? '');

const claims: Readonly<Record<string, (facts: ListingFacts) => boolean>> = {
  sale: isSale,
  view: ({ view }) => view !== null,
  bayView: isBay,
  cityView: isCity,
  building: ({ building }) => building !== null,
  namedLandmark: (facts) => namedLandmarks(facts).length > 0,
  students: ({ area }) => studentAreas.has(area.key),
  upscale: ({ area }) => area.tier === 'luxury' || area.tier === 'prime',
  ...Object.fromEntries(traits.map((trait) => [trait, (facts: ListingFacts) => facts.traits.has(trait)])),
  workspace: ({ type }) => type === 'office' || type === 'commercial',
};

const values: Readonly<Record<string, (facts: ListingFacts) => string | number | null>> = {
  ...Object.fromEntries(
    (
      ['bedrooms', 'bathrooms', 'areaSqm', 'floor', 'storeys', 'parking', 'price', 'furnishing', 'type'] as const
    ).map((name) => [name, (facts: ListingFacts) => facts[name]]),
  ),
  listingType: ({ listingType }) => listingType,
  area: ({ area }) => area.key,
  tier: ({ area }) => area.tier,
};

const list = (items: readonly string[]) => `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`.toLowerCase();
const buildingOf = ({ building }: ListingFacts) => building?.[0] ?? '';
const amenities = (facts: ListingFacts, from: number, to: number) =>
  amenitiesOf(buildingOf(facts)).slice(from, to);
const withArticles = (items: readonly string[]) => items.map((item) => `a ${item}`);
const duesOf = (facts: ListingFacts) =>
  streamOf(`dues ${buildingOf(facts)}`).int(...associationDues[facts.area.tier]);

const words: Readonly<Record<string, (facts: ListingFacts, rng: Rng) => string | number | null>> = {
  aSize: ({ areaSqm }) => article(`${areaSqm} sqm`),
  aStoried: ({ storeys }) => article(`${inWords(storeys)}-story`),
  area: ({ area }) => area.neighbourhood,
  bathrooms: ({ bathrooms }) => counted(inWords(bathrooms), 'bathroom'),
  bedroomCount: ({ bedrooms }) => inWords(bedrooms),
  bedrooms: ({ bedrooms }) => counted(inWords(bedrooms), 'bedroom'),
  building: buildingOf,
  cars: ({ parking }) => counted(inWords(parking), 'car'),
  clients: (facts) => (isSale(facts) ? 'buyers' : 'tenants'),
  doors: ({ storeys }) => inWords(storeys * 2),
  duesPerSqm: (facts) => pesos(duesOf(facts)),
  elevators: ({ storeys }) => inWords(Math.max(2, Math.round(storeys / 5))),
  floor: ({ floor }) => ordinal(floor ?? 1),
  fourAmenities: (facts) => list(withArticles(amenities(facts, 0, 4))),
  groundOrFloor: ({ floor }) => (floor === 1 ? 'ground' : ordinal(floor ?? 1)),
  house: ({ storeys }) => (storeys === 1 ? 'bungalow' : `${inWords(storeys)}-story house`),
  landmark: ({ area }, rng) => rng.pick(area.landmarks),
  layout: (facts) => layoutOf(facts).toLowerCase(),
  layoutTitle: layoutOf,
  lotSqm: ({ lotSqm }) => lotSqm,
  meetingRooms: ({ areaSqm }) => counted(inWords(Math.max(1, Math.round(areaSqm / 90))), 'meeting room'),
  monthlyDues: (facts) => pesos(Math.round((duesOf(facts) * facts.areaSqm) / 100) * 100),
  namedLandmark: (facts, rng) => rng.pick(namedLandmarks(facts)),
  parkingCount: ({ parking }) => inWords(parking),
  parkingSlots: ({ parking }) => counted(inWords(parking), 'parking slot'),
  place: ({ area }) => area.neighbourhood.replace(/ Subdivision$/, ''),
  seats: ({ areaSqm }) => Math.round(areaSqm / 6),
  shortLayout: shortLayoutOf,
  sqm: ({ areaSqm }) => areaSqm,
  storeyCount: ({ storeys }) => inWords(storeys),
  storeys: ({ storeys }) => storeys,
  street: ({ street }) => street.replace(/^\d+ /, ''),
  threeAmenities: (facts) =>
    withArticles(amenities(facts, 1, 4))
      .join(', ')
      .toLowerCase(),
  twoAmenities: (facts) => list(amenities(facts, 0, 2)),
  view: ({ view }) => view,
  viewWord: (facts) => (isBay(facts) ? 'Bay' : isCity(facts) ? 'Skyline' : 'Open'),
};

function compare(value: string | number | null, operator: string, wanted: string): boolean {
  if (operator === '=') return String(value) === wanted;
  if (operator === '!=') return String(value) !== wanted;
  const difference = Number(value) - Number(wanted);
  if (operator === '>=') return difference >= 0;
  if (operator === '<=') return difference <= 0;
  return operator === '>' ? difference > 0 : difference < 0;
}

/** @param when of a phrase. @throws {RangeError} for an unknown name. */
export function isTrueOf(when: string | undefined, facts: ListingFacts): boolean {
  return (when?.split(' and ') ?? []).every((condition) => {
    const [, not, name = '', operator, wanted = ''] =
      /^(not )?(\w+)(?: (=|!=|>=|<=|>|<) (\w+))?$/.exec(condition) ?? [];
    const value = values[name];
    if (operator && value) return compare(value(facts), operator, wanted);
    const claim = claims[name];
    if (operator || !claim) throw new RangeError(`The condition '${condition}' is unknown`);
    return claim(facts) !== Boolean(not);
  });
}

/** @returns null where the phrase is not true of the listing, or would name one landmark twice. */
export function sayPhrase(entry: PhraseEntry, facts: ListingFacts, rng: Rng): string | null {
  const variants: readonly Phrase[] = 'text' in entry ? [entry] : entry;
  const phrase = variants.find(({ when }) => isTrueOf(when, facts));
  if (!phrase) return null;
  const landmarks: string[] = [];
  const text = phrase.text.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    if (name.includes('|')) return rng.pick(name.split('|'));
    const plain = name.charAt(0).toLowerCase() + name.slice(1);
    const word = words[plain];
    if (!word) throw new RangeError(`There is no word {${name}}`);
    const said = String(word(facts, rng));
    if (plain === 'landmark') landmarks.push(said);
    return plain === name ? said : capitalised(said);
  });
  return new Set(landmarks).size < landmarks.length ? null : text;
}
