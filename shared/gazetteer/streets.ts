import rowsJson from '../geography/streets.json' with { type: 'json' };

/** Main streets that people search by; their course is drawn from shared/geography/roads.json. */
export interface Street {
  slug: string;
  name: string;
  /** Slugs of the cities it runs through, the best known part first. */
  cities: string[];
  /** Other spellings, folded. */
  aliases: string[];
}

type StreetRow = [slug: string, name: string, cities: string, aliases?: string[]];

const rows = rowsJson as unknown as StreetRow[];

export const streets: readonly Street[] = rows.map(([slug, name, cities, aliases = []]) => ({
  slug,
  name,
  cities: cities.split(' '),
  aliases,
}));
