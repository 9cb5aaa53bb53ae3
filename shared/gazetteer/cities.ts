/** The cities and municipalities of Metro Manila and those around it. */
import { mainPlaces } from './names.ts';

/** Bounds of the places, where known. */
export type CityRow = [
  slug: string,
  name: string,
  lat: number,
  lng: number,
  aliases?: string[],
  bounds?: [south: number, west: number, north: number, east: number],
];

// biome-ignore format: a table, one place a row
export const METRO_CITIES: CityRow[] = [
  ['manila', mainPlaces.manila, 14.5995, 120.9842, ['mnl', 'maynila'], [14.554, 120.938, 14.639, 121.027]],
  ['quezon-city', mainPlaces['quezon-city'], 14.6505, 121.0494, ['qc', 'q c', 'kyusi'], [14.589, 120.989, 14.777, 121.136]],
  ['caloocan', 'Caloocan', 14.6507, 120.9737, ['kalookan', 'caloocan north'], [14.636, 120.948, 14.786, 121.086]],
  ['las-pinas', 'Las Piñas', 14.4446, 120.9939, ['las pinas'], [14.408, 120.954, 14.489, 121.024]],
  ['makati', mainPlaces.makati, 14.5547, 121.0244, ['makati cbd'], [14.526, 120.997, 14.583, 121.072]],
  ['malabon', 'Malabon', 14.668, 120.963, [], [14.646, 120.927, 14.702, 121.004]],
  ['mandaluyong', mainPlaces.mandaluyong, 14.5794, 121.0359, ['manda'], [14.566, 121.019, 14.601, 121.062]],
  ['marikina', 'Marikina', 14.6507, 121.1029, ['markina'], [14.617, 121.076, 14.676, 121.131]],
  ['muntinlupa', 'Muntinlupa', 14.4081, 121.0415, ['muntinglupa', 'munti'], [14.346, 120.997, 14.459, 121.07]],
  ['navotas', 'Navotas', 14.658, 120.9485, [], [14.632, 120.907, 14.715, 120.96]],
  ['paranaque', 'Parañaque', 14.4793, 121.0198, ['paranque', 'pque', 'p que'], [14.441, 120.975, 14.537, 121.047]],
  ['pasay', mainPlaces.pasay, 14.5378, 121.0014, [], [14.506, 120.974, 14.557, 121.025]],
  ['pasig', mainPlaces.pasig, 14.5764, 121.0851, [], [14.537, 121.053, 14.621, 121.111]],
  ['pateros', 'Pateros', 14.5454, 121.0687, ['municipality of pateros'], [14.536, 121.06, 14.556, 121.078]],
  ['san-juan', 'San Juan', 14.6019, 121.0355, ['san juan del monte'], [14.59, 121.018, 14.615, 121.057]],
  ['taguig', mainPlaces.taguig, 14.5176, 121.0509, ['tagig'], [14.468, 121.023, 14.569, 121.1]],
  ['valenzuela', 'Valenzuela', 14.7011, 120.983, [], [14.667, 120.909, 14.757, 121.025]],
];

export const NEIGHBOUR_CITIES: Record<string, CityRow[]> = {
  Rizal: [
    ['antipolo', 'Antipolo', 14.5865, 121.1753],
    ['cainta', 'Cainta', 14.578, 121.1165],
    ['taytay', 'Taytay', 14.5573, 121.1325],
    ['angono', 'Angono', 14.5266, 121.1536],
    ['binangonan', 'Binangonan', 14.4645, 121.192],
    ['san-mateo', 'San Mateo', 14.6969, 121.1219],
    ['rodriguez', 'Rodriguez', 14.7328, 121.1444, ['montalban']],
  ],
  Cavite: [
    ['bacoor', 'Bacoor', 14.459, 120.929],
    ['imus', 'Imus', 14.4297, 120.9367],
    ['dasmarinas', 'Dasmariñas', 14.3294, 120.9367, ['dasma']],
    ['general-trias', 'General Trias', 14.3869, 120.8817, ['gen trias', 'gentri']],
    ['kawit', 'Kawit', 14.4447, 120.9017],
    ['cavite-city', 'Cavite City', 14.4791, 120.897],
    ['tagaytay', 'Tagaytay', 14.1153, 120.9621],
    ['silang', 'Silang', 14.2306, 120.975],
  ],
  Laguna: [
    ['san-pedro', 'San Pedro', 14.3583, 121.0583],
    ['binan', 'Biñan', 14.3386, 121.0845],
    ['santa-rosa', 'Santa Rosa', 14.3119, 121.1114, ['sta rosa']],
    ['cabuyao', 'Cabuyao', 14.2726, 121.1262],
    ['calamba', 'Calamba', 14.2117, 121.1653],
  ],
  Bulacan: [
    ['meycauayan', 'Meycauayan', 14.7369, 120.9603],
    ['marilao', 'Marilao', 14.758, 120.948],
    ['bocaue', 'Bocaue', 14.7984, 120.9261],
    ['san-jose-del-monte', 'San Jose del Monte', 14.8139, 121.0453, ['sjdm', 'csjdm']],
    ['malolos', 'Malolos', 14.8433, 120.8114],
  ],
};
