import type { CreationAttributes } from 'sequelize';
import type { PropertyModel } from '#server/db/models.ts';
import { deriveSearchFields } from '#server/features/properties/list/searchText.ts';
import { mediaFlags } from '#server/features/properties/writes/pictures.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import type { DemoClock } from '../clock.ts';
import { demoAgents } from '../people/people.ts';
import { type Rng, streamOf } from '../random.ts';
import { isSale, type ListingFacts, shortLayoutOf } from './facts.ts';
import type { PlannedListing } from './timeline.ts';

type SaleRow = CreationAttributes<PropertyModel>;

/** Later closings are those of the planned listings. */
const LAST_DAY = -440;
const MOST_YEARS = 12;
const YEAR_DAYS = 365;
/** Share by which a price was lower, for each year. */
const CHEAPER_A_YEAR = 0.03;

const nounOf: Record<PropertyType, string> = {
  condo: 'Condominium',
  apartment: 'Apartment',
  house: 'House',
  duplex: 'Duplex',
  office: 'Office',
  commercial: 'Commercial Space',
  land: 'Lot',
};

/**
 * The sales of the agents before the listings of the marketplace, up to each agent's number. They are off the site, and
 * count in the agent's figures only.
 * @param agentIds ids of demoAgents
 */
export function pastSaleRows(
  planned: readonly PlannedListing[],
  agentIds: readonly number[],
  clock: DemoClock,
): SaleRow[] {
  return demoAgents.flatMap((agent, place) => {
    const rng = streamOf(`past sales ${agent.mailbox}`);
    const own = planned.filter((listing) => listing.agent === place);
    const types = new Set(own.map(({ facts }) => facts.type));
    const around = planned.flatMap(({ facts }) =>
      isSale(facts) && agent.areas.includes(facts.area.key) ? facts : [],
    );
    const ofOwnTypes = around.filter(({ type }) => types.has(type));
    const sold = own.filter(({ status }) => status === 'sold').length;
    const days = Math.min(agent.experienceYears, MOST_YEARS) * YEAR_DAYS;
    return Array.from({ length: agent.sales - sold }, () => {
      const closed = LAST_DAY - rng.int(0, days);
      const facts = rng.pick(ofOwnTypes.length > 0 ? ofOwnTypes : around);
      return { ...saleRow(facts, closed, clock, rng), agent_id: agentIds[place] ?? null };
    });
  });
}

function saleRow(facts: ListingFacts, closedDay: number, clock: DemoClock, rng: Rng): SaleRow {
  const { area, type, bedrooms } = facts;
  const layout = bedrooms > 0 || type === 'condo' || type === 'apartment' ? `${shortLayoutOf(facts)} ` : '';
  const share = 1 + (CHEAPER_A_YEAR * closedDay) / YEAR_DAYS;
  const own = {
    title: `${layout}${nounOf[type]} in ${area.neighbourhood}`,
    description: `Sold in ${clock.dateOf(closedDay).slice(0, 4)}. Kept for the agent’s record of sales.`,
    type,
    address: `${facts.street}, ${area.neighbourhood}`,
    city: area.city,
    province: area.province,
    features: [],
  };
  const shown = { images: [], floor_plans: [] };
  const updated_at = clock.at(closedDay, rng.int(9, 18), rng.int(0, 59));
  return {
    ...own,
    ...deriveSearchFields(own),
    ...shown,
    ...mediaFlags({ ...shown, video_url: null }),
    listing_type: 'sale',
    status: 'sold',
    moderation_status: 'inactive',
    moderation_reason: 'Sold before the move to this site.',
    hidden_by: 'admin',
    price: Math.round((facts.price * share) / 10_000) * 10_000,
    latitude: facts.coordinates.lat,
    longitude: facts.coordinates.lng,
    bedrooms,
    bathrooms: facts.bathrooms,
    area_sqm: facts.areaSqm,
    parking_slots: facts.parking,
    furnished: null,
    floor_level: facts.floor,
    view_count: 0,
    created_at: clock.at(closedDay - rng.int(20, 110), 10),
    updated_at,
  };
}
