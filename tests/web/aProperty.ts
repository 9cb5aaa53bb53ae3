import type { Property } from '#shared/contracts/properties.ts';

type Changes = Partial<Omit<Property, 'details' | 'location'>> & {
  details?: Partial<Property['details']>;
  location?: Partial<Property['location']>;
};

/** A condominium for sale in Makati, with the test's changes. */
export function aProperty({ details, location, ...rest }: Changes = {}): Property {
  return {
    id: 1,
    title: 'Corner Unit & Balcony',
    description: 'Bright.',
    type: 'condo',
    listing_type: 'sale',
    status: 'available',
    price: 12_500_000,
    images: [],
    image_descriptions: [],
    floor_plans: [],
    video_url: null,
    features: [],
    location: {
      address: '12 Legazpi Street',
      city: 'Makati City',
      province: 'Metro Manila',
      coordinates: null,
      ...location,
    },
    nearest_station: null,
    details: {
      bedrooms: 2,
      bathrooms: 1,
      area_sqm: 50,
      parking_slots: 0,
      furnished: null,
      floor_level: null,
      completion: null,
      year_built: null,
      ...details,
    },
    building: null,
    agent: null,
    views: 0,
    confirmed_at: null,
    fresh_at: '2026-02-01T00:00:00.000Z',
    created_at: '2026-01-31T17:30:00.000Z',
    updated_at: '2026-02-01T00:00:00.000Z',
    ...rest,
  };
}
