import type { CreationAttributes } from 'sequelize';
import type { PropertyModel } from '#server/db/models/properties.ts';
import { deriveSearchFields } from '#server/features/properties/searchText.ts';
import { descriptionOf } from './descriptions.ts';
import type { ListingFacts } from './facts.ts';
import { featuresOf } from './features.ts';
import type { PlannedListing } from './timeline.ts';
import { titleWriter } from './titles.ts';

export type ListingRow = CreationAttributes<PropertyModel>;

/**
 * Rows of all listings, in the given order.
 * @param agentIds ids of demoAgents @param images addresses of each listing's pictures @param views of each listing
 */
export function listingRows(
  planned: readonly PlannedListing[],
  agentIds: readonly number[],
  images: readonly string[][],
  views: readonly number[],
): ListingRow[] {
  const writeTitle = titleWriter();
  return planned.map((listing, index) => {
    const { facts } = listing;
    const own = {
      title: writeTitle(facts),
      description: descriptionOf(facts),
      type: facts.type,
      address: `${facts.street}, ${facts.area.neighbourhood}`,
      city: facts.area.city,
      province: facts.area.province,
      features: featuresOf(facts),
    };
    return {
      ...own,
      ...deriveSearchFields(own),
      agent_id: agentIds[listing.agent] ?? null,
      listing_type: facts.listingType,
      status: listing.status,
      moderation_status: listing.moderation,
      hidden_by: listing.moderation === 'active' ? null : 'admin',
      price: facts.price,
      latitude: facts.coordinates.lat,
      longitude: facts.coordinates.lng,
      bedrooms: facts.bedrooms,
      bathrooms: facts.bathrooms,
      area_sqm: facts.areaSqm,
      parking_slots: facts.parking,
      furnished: isFurnished(facts),
      floor_level: facts.floor,
      images: images[index] ?? [],
      view_count: views[index] ?? 0,
      created_at: listing.createdAt,
      updated_at: listing.updatedAt,
    };
  });
}

function isFurnished({ furnishing }: ListingFacts): boolean | null {
  return furnishing === null ? null : furnishing === 'fully';
}
