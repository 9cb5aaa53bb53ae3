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
// biome-ignore format: a table, one station a row
const STATIONS: Record<Line, StationRow[]> = {
  'LRT-1': [
    ['Fernando Poe Jr.', 14.6576, 121.0211, ['roosevelt', 'fpj']],
    ['Balintawak', 14.6574, 121.0039],
    ['Monumento', 14.6543, 120.9838],
    ['5th Avenue', 14.6444, 120.9836],
    ['R. Papa', 14.6361, 120.9823],
    ['Abad Santos', 14.6306, 120.9814],
    ['Blumentritt', 14.6227, 120.9829],
    ['Tayuman', 14.6167, 120.9827],
    ['Bambang', 14.6112, 120.9825],
    ['Doroteo Jose', 14.6054, 120.982, ['d jose']],
    ['Carriedo', 14.5991, 120.9813],
    ['Central Terminal', 14.5928, 120.9816, ['central', 'lawton']],
    ['United Nations', 14.5826, 120.9846, ['un avenue', 'un ave']],
    ['Pedro Gil', 14.5765, 120.9881],
    ['Quirino', 14.5703, 120.9916],
    ['Vito Cruz', 14.5634, 120.9948, ['p ocampo']],
    ['Gil Puyat', 14.5542, 120.9971, ['buendia']],
    ['Libertad', 14.5477, 120.9986],
    ['EDSA', 14.5386, 121.0006, ['pasay']],
    ['Baclaran', 14.5343, 120.9983],
    ['Redemptorist–Aseana', 14.5303, 120.9932, ['redemptorist', 'aseana']],
    ['MIA Road', 14.518, 120.9926],
    ['PITX', 14.5093, 120.9914, ['asia world']],
    ['Ninoy Aquino Avenue', 14.4987, 120.994],
    ['Dr. Santos', 14.4855, 120.9896, ['sucat', 'dr a santos']],
  ],
  'LRT-2': [
    ['Recto', 14.6037, 120.9836],
    ['Legarda', 14.6009, 120.9925],
    ['Pureza', 14.6017, 121.0052],
    ['V. Mapa', 14.6041, 121.0172, ['vmapa', 'victorino mapa']],
    ['J. Ruiz', 14.6106, 121.0262, ['jruiz']],
    ['Gilmore', 14.6135, 121.0342],
    ['Betty Go-Belmonte', 14.6186, 121.0428, ['betty go']],
    ['Araneta Center–Cubao', 14.6228, 121.0527, ['cubao']],
    ['Anonas', 14.628, 121.0647],
    ['Katipunan', 14.631, 121.0727, ['katip']],
    ['Santolan', 14.6222, 121.0859],
    ['Marikina–Pasig', 14.6204, 121.1003, ['emerald', 'marikina']],
    ['Antipolo', 14.6248, 121.1213],
  ],
  'MRT-3': [
    ['North Avenue', 14.6524, 121.0323, ['north ave', 'north edsa']],
    ['Quezon Avenue', 14.6427, 121.0387, ['quezon ave']],
    ['GMA–Kamuning', 14.6353, 121.0433, ['kamuning', 'gma']],
    ['Araneta Center–Cubao', 14.6194, 121.0511, ['cubao']],
    ['Santolan–Annapolis', 14.6078, 121.0564, ['santolan']],
    ['Ortigas', 14.5879, 121.0567],
    ['Shaw Boulevard', 14.5812, 121.0537, ['shaw', 'shaw blvd']],
    ['Boni', 14.5738, 121.0482],
    ['Guadalupe', 14.5668, 121.0455],
    ['Buendia', 14.5544, 121.0346, ['gil puyat']],
    ['Ayala', 14.5495, 121.0277],
    ['Magallanes', 14.542, 121.0195],
    ['Taft Avenue', 14.5377, 121.0013, ['taft', 'taft ave', 'pasay rotonda']],
  ],
};

/** Diacritics and dashes do not occur in a slug: 'GMA–Kamuning' → 'gma-kamuning'. */
function buildSlug(name: string, line: Line): string {
  return `${foldText(name)} ${line.toLowerCase()}`.replaceAll(' ', '-');
}

export const stations: readonly Station[] = (Object.keys(STATIONS) as Line[]).flatMap((line) =>
  STATIONS[line].map(([name, lat, lng, aliases = []]) => ({
    slug: buildSlug(name, line),
    line,
    name,
    lat,
    lng,
    aliases,
  })),
);
