/** Main streets that people search by; their course is drawn from shared/geography/roads.json. */
export interface Street {
  slug: string;
  name: string;
  /** Slugs of the cities it runs through, the best known part first. */
  cities: string[];
  /** Other spellings, folded. */
  aliases: string[];
  /** The words of the search in place of the name: the two words of 'C-5' begin half of all others. */
  words?: string;
}

type StreetRow = [slug: string, name: string, cities: string, aliases?: string[], words?: string];

// biome-ignore format: a table, one street a row
const STREETS: StreetRow[] = [
  ['edsa', 'EDSA', 'quezon-city mandaluyong makati pasay caloocan', ['epifanio de los santos avenue', 'e d s a']],
  ['c-5', 'C-5', 'taguig pasig quezon-city', ['c5', 'c5 road', 'c 5 road', 'circumferential road 5', 'carlos p garcia avenue'], 'C5'],
  ['roxas-boulevard', 'Roxas Boulevard', 'manila pasay paranaque', ['roxas blvd', 'dewey boulevard']],
  ['taft-avenue', 'Taft Avenue', 'manila pasay', ['taft ave', 'taft']],
  ['espana-boulevard', 'España Boulevard', 'manila', ['espana blvd', 'espana']],
  ['rizal-avenue', 'Rizal Avenue', 'manila caloocan', ['rizal ave', 'avenida rizal', 'avenida']],
  ['recto-avenue', 'Recto Avenue', 'manila', ['recto ave', 'claro m recto avenue', 'c m recto avenue']],
  ['lacson-avenue', 'Lacson Avenue', 'manila', ['lacson ave']],
  ['pedro-gil-street', 'Pedro Gil Street', 'manila', ['pedro gil']],
  ['adriatico-street', 'Adriatico Street', 'manila', ['adriatico', 'm adriatico street']],
  ['united-nations-avenue', 'United Nations Avenue', 'manila', ['un avenue', 'un ave', 'u n avenue']],
  ['quezon-avenue', 'Quezon Avenue', 'quezon-city', ['quezon ave', 'q ave']],
  ['commonwealth-avenue', 'Commonwealth Avenue', 'quezon-city', ['commonwealth ave']],
  ['aurora-boulevard', 'Aurora Boulevard', 'quezon-city san-juan', ['aurora blvd']],
  ['katipunan-avenue', 'Katipunan Avenue', 'quezon-city', ['katipunan ave', 'katip']],
  ['timog-avenue', 'Timog Avenue', 'quezon-city', ['timog ave', 'timog']],
  ['tomas-morato-avenue', 'Tomas Morato Avenue', 'quezon-city', ['tomas morato ave', 'tomas morato', 'morato']],
  ['e-rodriguez-sr-avenue', 'E. Rodriguez Sr. Avenue', 'quezon-city', ['e rodriguez', 'e rodriguez avenue', 'e rodriguez ave']],
  ['banawe-street', 'Banawe Street', 'quezon-city', ['banawe']],
  ['west-avenue', 'West Avenue', 'quezon-city', ['west ave']],
  ['north-avenue', 'North Avenue', 'quezon-city', ['north ave']],
  ['east-avenue', 'East Avenue', 'quezon-city', ['east ave']],
  ['visayas-avenue', 'Visayas Avenue', 'quezon-city', ['visayas ave']],
  ['mindanao-avenue', 'Mindanao Avenue', 'quezon-city', ['mindanao ave']],
  ['congressional-avenue', 'Congressional Avenue', 'quezon-city', ['congressional ave', 'congressional']],
  ['tandang-sora-avenue', 'Tandang Sora Avenue', 'quezon-city', ['tandang sora ave']],
  ['quirino-highway', 'Quirino Highway', 'quezon-city', ['quirino hi way']],
  ['maginhawa-street', 'Maginhawa Street', 'quezon-city', ['maginhawa']],
  ['ayala-avenue', 'Ayala Avenue', 'makati', ['ayala ave']],
  ['makati-avenue', 'Makati Avenue', 'makati', ['makati ave']],
  ['gil-puyat-avenue', 'Gil Puyat Avenue', 'makati pasay', ['buendia', 'buendia avenue', 'buendia ave', 'gil puyat', 'gil puyat ave', 'sen gil puyat avenue', 'senator gil puyat avenue']],
  ['chino-roces-avenue', 'Chino Roces Avenue', 'makati', ['chino roces', 'chino roces ave', 'pasong tamo']],
  ['paseo-de-roxas', 'Paseo de Roxas', 'makati', ['paseo']],
  ['arnaiz-avenue', 'Arnaiz Avenue', 'makati pasay', ['arnaiz ave', 'arnaiz', 'pasay road']],
  ['jupiter-street', 'Jupiter Street', 'makati', ['jupiter', 'jupiter st']],
  ['kalayaan-avenue', 'Kalayaan Avenue', 'makati taguig', ['kalayaan ave', 'kalayaan']],
  ['jp-rizal-avenue', 'J.P. Rizal Avenue', 'makati', ['jp rizal', 'j p rizal', 'jp rizal avenue', 'j p rizal street']],
  ['osmena-highway', 'Osmeña Highway', 'makati manila', ['south superhighway', 'osmena hi way']],
  ['mckinley-road', 'McKinley Road', 'makati taguig', []],
  ['lawton-avenue', 'Lawton Avenue', 'taguig makati', ['lawton ave']],
  ['shaw-boulevard', 'Shaw Boulevard', 'mandaluyong pasig', ['shaw blvd', 'shaw']],
  ['boni-avenue', 'Boni Avenue', 'mandaluyong', ['boni ave']],
  ['ortigas-avenue', 'Ortigas Avenue', 'pasig san-juan quezon-city', ['ortigas ave']],
  ['julia-vargas-avenue', 'Julia Vargas Avenue', 'pasig mandaluyong', ['julia vargas', 'dona julia vargas avenue']],
  ['meralco-avenue', 'Meralco Avenue', 'pasig', ['meralco ave']],
  ['emerald-avenue', 'Emerald Avenue', 'pasig', ['emerald ave', 'f ortigas jr road']],
  ['wilson-street', 'Wilson Street', 'san-juan', ['wilson st']],
  ['marcos-highway', 'Marcos Highway', 'marikina pasig antipolo', ['marikina infanta highway']],
  ['macapagal-boulevard', 'Macapagal Boulevard', 'pasay paranaque', ['macapagal', 'macapagal blvd', 'macapagal avenue', 'diosdado macapagal boulevard']],
  ['dr-a-santos-avenue', 'Dr. A. Santos Avenue', 'paranaque', ['sucat road', 'dr santos avenue']],
  ['dona-soledad-avenue', 'Doña Soledad Avenue', 'paranaque', ['dona soledad']],
  ['aguirre-avenue', 'Aguirre Avenue', 'paranaque', ['aguirre ave']],
  ['alabang-zapote-road', 'Alabang–Zapote Road', 'las-pinas muntinlupa', ['alabang zapote rd']],
  ['daang-hari', 'Daang Hari', 'muntinlupa las-pinas', ['daang hari road']],
  ['macarthur-highway', 'MacArthur Highway', 'valenzuela caloocan', ['mc arthur highway']],
];

export const streets: readonly Street[] = STREETS.map(([slug, name, cities, aliases = [], words]) => ({
  slug,
  name,
  cities: cities.split(' '),
  aliases,
  ...(words && { words }),
}));
