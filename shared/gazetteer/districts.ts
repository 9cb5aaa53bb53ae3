import tables from '../geography/districts.json' with { type: 'json' };

/** A district, village or barangay that people search by. `cities` are slugs parted by spaces, the usual one first; `span` is half the side of the square that is shown. */
export type DistrictRow = [
  slug: string,
  name: string,
  cities: string,
  lat: number,
  lng: number,
  aliases?: string[],
  more?: { parent?: string; isCommonName?: boolean; span?: number; shortName?: string },
];

/** Sellers file Bonifacio Global City under Makati as well; the two cities long disputed it. */
export const DISTRICTS = tables.districts as unknown as DistrictRow[];

/** A city or municipality of Metro Manila or around it. */
export type CityRow = [
  slug: string,
  name: string,
  lat: number,
  lng: number,
  aliases?: string[],
  bounds?: [south: number, west: number, north: number, east: number],
];

export const METRO_CITIES = tables.metroCities as unknown as CityRow[];

/** By province. */
export const NEIGHBOUR_CITIES = tables.neighbourCities as unknown as Record<string, CityRow[]>;
