import type { ListingType, PropertyType } from '#shared/contracts/properties.ts';
import type { LatLng } from '#shared/places.ts';
import { demoAreas } from '../areas/all.ts';
import { type Building, type DemoArea, listingTypesOfMix } from '../areas/area.ts';
import type { Rng } from '../pictures/rng.ts';
import { Deck, streamOf } from '../random.ts';
import type { Draft } from './draft.ts';
import type { ListingFacts } from './facts.ts';
import { condoDraft, duplexDraft, houseDraft, walkUpDraft } from './homeDrafts.ts';
import { priceOf } from './prices.ts';
import { viewsByArea } from './sizes.ts';
import { commercialDraft, landDraft, officeDraft } from './workDrafts.ts';

const METRES_A_DEGREE = 111_320;

/** The facts of every demo listing, area by area. */
export function buildAllFacts(): ListingFacts[] {
  return demoAreas.flatMap(buildAreaFacts);
}

function buildAreaFacts(area: DemoArea): ListingFacts[] {
  const rng = streamOf(`facts ${area.key}`);
  const towers = new Deck(rng, area.buildings ?? []);
  const offices = new Deck(rng, area.offices ?? []);
  const streets = new Deck(rng, area.streets);
  const takenStreets = new Set<string>();
  const all: ListingFacts[] = [];

  for (const [type, counts] of Object.entries(area.mix) as [PropertyType, readonly number[]][]) {
    listingTypesOfMix.forEach((listingType, column) => {
      for (let index = 0; index < (counts[column] ?? 0); index++) {
        const key = `${area.key} ${type} ${listingType} ${index}`;
        const own = streamOf(key);
        const building = type === 'condo' ? towers.deal() : type === 'office' ? offices.deal() : null;
        const draft = draftOf(area, type, listingType, building, own);
        const street = building ? building[1] : ownStreet(streets.deal(), takenStreets, own);
        const unpriced = {
          ...draft,
          key,
          area,
          type,
          listingType,
          street,
          coordinates: building ? unitPoint(area, building, own) : pointWithin(area.center, area.radius, own),
          view: viewOf(area, draft, own),
        };
        all.push({ ...unpriced, price: priceOf(unpriced, own) });
      }
    });
  }
  return all;
}

function draftOf(
  area: DemoArea,
  type: PropertyType,
  listingType: ListingType,
  building: Building | null,
  rng: Rng,
): Draft {
  switch (type) {
    case 'condo':
      return condoDraft(area, listingType, building, rng);
    case 'apartment':
      return walkUpDraft(listingType, rng);
    case 'house':
      return houseDraft(area, listingType, rng);
    case 'duplex':
      return duplexDraft(area, listingType, rng);
    case 'office':
      return officeDraft(building, rng);
    case 'commercial':
      return commercialDraft(area, listingType, rng);
    case 'land':
      return landDraft(area, rng);
  }
}

function viewOf(area: DemoArea, { floor, storeys }: Draft, rng: Rng): string | null {
  const views = viewsByArea[area.key];
  if (!views) return null;
  const isHigh = floor === null ? area.key === 'antipolo' : floor > 8 && floor > storeys * 0.35;
  return isHigh && rng.chance(0.62) ? rng.pick(views) : null;
}

/** A number at that street which no other listing of the area has. */
function ownStreet(street: string, taken: Set<string>, rng: Rng): string {
  for (;;) {
    const address = `${rng.int(3, 189)} ${street}`;
    if (!taken.has(address)) {
      taken.add(address);
      return address;
    }
  }
}

/** Where the building stands, a few metres off for each of its units, so that markers can be told apart. */
function unitPoint(area: DemoArea, [name]: Building, rng: Rng): LatLng {
  const site = pointWithin(area.center, area.radius * 0.85, streamOf(`site ${name}`));
  return pointWithin(site, 14, rng);
}

function pointWithin({ lat, lng }: LatLng, radius: number, rng: Rng): LatLng {
  const distance = radius * Math.sqrt(rng.next());
  const angle = rng.range(0, 2 * Math.PI);
  const east = METRES_A_DEGREE * Math.cos((lat * Math.PI) / 180);
  return {
    lat: Number((lat + (distance * Math.sin(angle)) / METRES_A_DEGREE).toFixed(6)),
    lng: Number((lng + (distance * Math.cos(angle)) / east).toFixed(6)),
  };
}
