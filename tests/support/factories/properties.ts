import type { CreationAttributes } from 'sequelize';
import type { PropertyModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { deriveSearchFields } from '#server/features/properties/list/searchText.ts';
import { mediaFlags } from '#server/features/properties/writes/pictures.ts';
import { buildAgent } from './agents.ts';

let made = 0;

/** A public listing. Its agent is made when none is named; `agent_id: null` is none. */
export async function buildProperty(
  context: ServerContext,
  overrides: Partial<CreationAttributes<PropertyModel>> = {},
): Promise<PropertyModel> {
  made += 1;
  const listing = {
    title: `Listing ${made}`,
    description: 'A quiet place with a view.',
    type: 'condo' as const,
    listing_type: 'sale' as const,
    price: 5_000_000,
    address: '1 Ayala Avenue',
    city: 'Makati',
    province: 'Metro Manila',
    latitude: 14.5547,
    longitude: 121.0244,
    bedrooms: 2,
    bathrooms: 1,
    area_sqm: 60,
    furnished: null,
    floor_level: null,
    images: ['/media/cover', '/media/second'],
    floor_plans: [] as string[],
    video_url: null,
    features: ['Balcony'],
    ...overrides,
  };
  const agentId = overrides.agent_id === undefined ? (await buildAgent(context)).id : overrides.agent_id;
  return context.db.transaction((transaction) =>
    context.db.models.Property.create(
      { ...deriveSearchFields(listing), ...mediaFlags(listing), ...listing, agent_id: agentId },
      { transaction },
    ),
  );
}
