import type { CreationAttributes } from 'sequelize';
import type { BuildingModel } from '#server/db/models.ts';
import { cityKey } from '#server/features/properties/writes/buildings.ts';
import { foldBuildingName } from '#shared/gazetteer/names.ts';
import type { DemoClock } from '../clock.ts';
import { streamOf } from '../random.ts';
import { buildingAge, siteOf } from './buildFacts.ts';
import type { ListingFacts } from './facts.ts';
import type { PlannedListing } from './timeline.ts';

type BuildingRow = CreationAttributes<BuildingModel>;

/** The buildings with the most listings have complete rows; the others have a name and an address. */
const FILLED_IN = 12;
const MOST_PLANS = 6;

/** Invented, as the buildings are. */
const developers = ['Hagdanan Homes (demo)', 'Balangay Land (demo)', 'Tatlong Bituin Builders (demo)'];
const usualAmenities = ['24-Hour Security', 'Backup Power', 'CCTV', 'Fitness Gym', 'Swimming Pool'];
const furtherAmenities = [
  'Function Room',
  'Children’s Play Area',
  'Sky Garden',
  'Co-Working Lounge',
  'Bike Parking',
];
const movingHours = ['Monday to Saturday, 9 AM to 5 PM', 'Weekdays, 8 AM to 4 PM'];

/** A name is unique to one place. */
export const buildingNameOf = ({ building }: ListingFacts): string | null => building?.[0] ?? null;

/** Rows of all buildings with listings. @param plansOf addresses of the floor plans among a listing's pictures */
export function buildingRows(
  planned: readonly PlannedListing[],
  plansOf: (listing: number) => readonly string[],
  clock: DemoClock,
): BuildingRow[] {
  const units = new Map<string, number[]>();
  planned.forEach(({ facts }, at) => {
    const name = buildingNameOf(facts);
    if (name !== null) units.set(name, [...(units.get(name) ?? []), at]);
  });
  const homes = [...units].filter(([, own]) => own.some((at) => planned[at]?.facts.type === 'condo'));
  const mostFirst = homes.toSorted(([, one], [, other]) => other.length - one.length);
  const filledIn = new Set(mostFirst.slice(0, FILLED_IN).map(([name]) => name));
  return [...units].flatMap(([name, own]) => {
    const listings = own.flatMap((at) => planned[at] ?? []);
    const [first] = listings;
    if (!first?.facts.building) return [];
    const { area, building } = first.facts;
    const [, street, floors] = building;
    const address = `${street}, ${area.neighbourhood}`;
    const site = siteOf(area, building);
    const row: BuildingRow = {
      name,
      folded_name: foldBuildingName(name),
      address,
      city: area.city,
      city_slug: cityKey({ city: area.city, address }),
      district_slug: area.district,
      latitude: site.lat,
      longitude: site.lng,
      floors,
      amenities: [],
      floor_plans: [],
      year_built: clock.today.getUTCFullYear() - buildingAge(building),
      created_at: clock.at(-300, 9, 0),
      updated_at: clock.at(-300, 9, 0),
    };
    if (!filledIn.has(name)) return [row];
    const rng = streamOf(`building ${name}`);
    const welcomesPets = listings.some(({ facts }) => facts.traits.has('pets'));
    return [
      {
        ...row,
        developer: rng.pick(developers),
        description: `${floors} storeys on ${street.replace(/^\d+ /, '')}, ${area.neighbourhood}. ${rng.pick(area.character)}`,
        amenities: [...usualAmenities, ...furtherAmenities.filter(() => rng.chance(0.5))],
        pets: welcomesPets ? 'allowed' : 'limited',
        short_lets: rng.pick(['limited', 'not_allowed'] as const),
        smoking: 'not_allowed',
        moving_hours: rng.pick(movingHours),
        floor_plans: [...new Set(own.flatMap(plansOf))].slice(0, MOST_PLANS),
      },
    ];
  });
}
