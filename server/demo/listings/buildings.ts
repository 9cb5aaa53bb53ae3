import type { CreationAttributes } from 'sequelize';
import type { BuildingModel } from '#server/db/models.ts';
import { identityOf } from '#server/features/properties/writes/buildings.ts';
import type { DemoClock } from '../clock.ts';
import { streamOf } from '../random.ts';
import { buildingAge, siteOf } from './buildFacts.ts';
import type { ListingFacts } from './facts.ts';
import type { PlannedListing } from './timeline.ts';

type BuildingRow = CreationAttributes<BuildingModel>;

const MOST_PLANS = 6;

/** Invented, as the buildings are. */
const developers = ['Hagdanan Homes (demo)', 'Balangay Land (demo)', 'Tatlong Bituin Builders (demo)'];
const amenitiesByUse = {
  homes: {
    usual: ['24-Hour Security', 'Backup Power', 'CCTV', 'Fitness Gym', 'Swimming Pool'],
    further: ['Function Room', 'Children’s Play Area', 'Sky Garden', 'Co-Working Lounge', 'Bike Parking'],
  },
  offices: {
    usual: ['24-Hour Security', 'Backup Power', 'CCTV', 'Keycard Access'],
    further: ['Conference Center', 'Food Hall', 'Bike Parking', 'Roof Deck', 'Showers'],
  },
};
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
  return [...units].flatMap(([name, own]) => {
    const listings = own.flatMap((at) => planned[at] ?? []);
    const [first] = listings;
    if (!first?.facts.building) return [];
    const { area, building } = first.facts;
    const [, street, floors] = building;
    const address = `${street}, ${area.neighbourhood}`;
    const site = siteOf(area, building);
    const rng = streamOf(`building ${name}`);
    const { usual, further } = amenitiesByUse[first.facts.type === 'office' ? 'offices' : 'homes'];
    const row: BuildingRow = {
      ...identityOf({ name, city: area.city, address }),
      address,
      district_slug: area.district,
      latitude: site.lat,
      longitude: site.lng,
      floors,
      developer: rng.pick(developers),
      description: `${floors} stories on ${street.replace(/^\d+ /, '')}, ${area.neighbourhood}. ${rng.pick(area.character)}`,
      amenities: [...usual, ...further.filter(() => rng.chance(0.5))],
      smoking: 'not_allowed',
      moving_hours: rng.pick(movingHours),
      floor_plans: [...new Set(own.flatMap(plansOf))].slice(0, MOST_PLANS),
      year_built: clock.today.getUTCFullYear() - buildingAge(building),
      created_at: clock.at(-300, 9, 0),
      updated_at: clock.at(-300, 9, 0),
    };
    if (first.facts.type === 'office') return [row];
    const welcomesPets = listings.some(({ facts }) => facts.traits.has('pets'));
    return [
      {
        ...row,
        pets: welcomesPets ? ('allowed' as const) : ('limited' as const),
        short_lets: rng.pick(['limited', 'not_allowed'] as const),
      },
    ];
  });
}
