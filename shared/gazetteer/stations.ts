import rowsJson from '../geography/stations.json' with { type: 'json' };
import { foldText } from './names.ts';

/** Rail stations in service, along their lines. Positions are good to about 150 m. */
export interface Station {
  /** Unique: 'edsa-lrt-1'. */
  slug: string;
  line: Line;
  name: string;
  lat: number;
  lng: number;
  /** Other names and spellings, folded. */
  aliases: string[];
}

export type Line = 'LRT-1' | 'LRT-2' | 'MRT-3';

type StationRow = [name: string, lat: number, lng: number, aliases?: string[]];

// The PNR's trains are suspended; MRT-7 and the subway are not open.
const rows = rowsJson as unknown as Record<Line, StationRow[]>;

/** Diacritics and dashes do not occur in a slug: 'GMA–Kamuning' → 'gma-kamuning'. */
function buildSlug(name: string, line: Line): string {
  return `${foldText(name)} ${line.toLowerCase()}`.replaceAll(' ', '-');
}

export const stations: readonly Station[] = (Object.keys(rows) as Line[]).flatMap((line) =>
  rows[line].map(([name, lat, lng, aliases = []]) => ({
    slug: buildSlug(name, line),
    line,
    name,
    lat,
    lng,
    aliases,
  })),
);
