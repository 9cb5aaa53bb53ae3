// @databases both

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedNamesOf } from '#shared/places.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

/** Homes whose addresses hold a place's name, in the place and elsewhere. */
const addresses = {
  cruz: ['1 Ongpin St., Sta. Cruz', 'Manila'],
  cruzMakati: ['7 Brgy. Sta. Cruz', 'Makati'],
  cruzAntipolo: ['8 Sitio Bato, Santa Cruz', 'Antipolo', 'Rizal'],
  cruzStreet: ['9 Santa Cruz St.', 'Pasig'],
  cruzHomes: ['10 Santa Cruz Homes', 'Pasig'],
  nearCruz: ['11 Mabini St., near Santa Cruz', 'Pasig'],
  antonio: ['1 Kamagong St., San Antonio Village', 'Makati'],
  antonioPasig: ['2 Bgy. San Antonio', 'Pasig'],
  antonioStreet: ['3 San Antonio Ave.', 'Parañaque'],
  miguel: ['1 Nagtahan St., San Miguel', 'Manila'],
  miguelPasig: ['2 Barangay San Miguel', 'Pasig City'],
  miguelAvenue: ['3 San Miguel Avenue', 'Pasig'],
  poblacion: ['1 Felipe St., Poblacion', 'Makati'],
  poblacionMuntinlupa: ['2 Rizal St., Brgy. Pob.', 'Muntinlupa'],
  nicolas: ['3 Brgy. San Nicolás', 'Pasig'],
  andres: ['4 Brgy. San Andres', 'Cainta', 'Rizal'],
  anaTaguig: ['5 Sta. Ana', 'Taguig'],
  rosario: ['6 Bgy. Rosario', 'Cainta', 'Rizal'],
  isidro: ['7 Brgy. San Isidro', 'Parañaque'],
  isidroTaytay: ['8 San Isidro', 'Taytay', 'Rizal'],
  nino: ['9 Brgy. Sto. Niño', 'Marikina'],
  juan: ['1 P. Guevarra St.', 'San Juan'],
  juanCainta: ['2 Brgy. San Juan', 'Cainta', 'Rizal'],
  valenzuela: ['3 Brgy. Valenzuela', 'Makati'],
  valenzuelaStreet: ['4 Valenzuela St.', 'Mandaluyong'],
  acacia: ['5 Acacia Estates', 'Taguig'],
  makatiAve: ['6 Makati Ave.', 'Pasig'],
} as const;
type Name = keyof typeof addresses;

/** Homes that a text finds, as a search and as a location. */
const meant: [text: string, ...found: Name[]][] = [
  ...['Santa Cruz', 'Sta. Cruz', 'sta cruz', 'Brgy. Santa Cruz', 'Bgy Sta. Cruz', 'Barangay Sta Cruz'].map(
    (text): [string, ...Name[]] => [text, 'cruz', 'cruzAntipolo', 'cruzMakati'],
  ),
  ['Santa Cruz, Manila', 'cruz'],
  ['San Antonio', 'antonio', 'antonioPasig'],
  ['Brgy. San Antonio', 'antonio', 'antonioPasig'],
  ['Sn. Antonio', 'antonio', 'antonioPasig'],
  ['San Miguel', 'miguel', 'miguelPasig'],
  ['SAN MIGUEL, Metro Manila', 'miguel', 'miguelPasig'],
  ['Brgy. San Miguel', 'miguel', 'miguelPasig'],
  ['Poblacion, Makati', 'poblacion'],
  ['poblacion makati', 'poblacion'],
  ['San Nicolas', 'nicolas'],
  ['San Nicolás', 'nicolas'],
  ['San Andres', 'andres'],
  ['Santa Ana', 'anaTaguig'],
  ['Sta. Ana', 'anaTaguig'],
  ['San Isidro', 'isidro', 'isidroTaytay'],
  ['Brgy. San Isidro', 'isidro', 'isidroTaytay'],
  ['Santo Niño', 'nino'],
  ['Sto. Nino', 'nino'],
  ['San Juan', 'juan', 'juanCainta'],
  ['San Juan City', 'juan'],
  ['Valenzuela', 'valenzuela'],
  ['Valenzuela City'],
  ['Makati', ...(['antonio', 'cruzMakati', 'poblacion', 'valenzuela'] as const)],
];

/** Texts that are read otherwise in a search than as a location. */
const searches: [text: string, ...found: Name[]][] = [
  ['Poblacion', 'poblacion', 'poblacionMuntinlupa'],
  ['Brgy. Pob.', 'poblacion', 'poblacionMuntinlupa'],
  ['condo San Antonio Pasig', 'antonioPasig'],
  ['Brgy. San Antonio, Pasig', 'antonioPasig'],
  ['Sta. Cruz Makati', 'cruzMakati'],
  ['condo in San Miguel, Pasig', 'miguelAvenue', 'miguelPasig'],
  ['poblacion muntinlupa', 'poblacionMuntinlupa'],
  ['condo in San Isidro Taytay', 'isidroTaytay'],
  ['zqhome Santa Cruz', 'cruz', 'cruzAntipolo', 'cruzMakati'],
];
const locations: [text: string, ...found: Name[]][] = [
  ['Poblacion', 'poblacion', 'poblacionMuntinlupa'],
  ['Brgy. Pob.', 'poblacion', 'poblacionMuntinlupa'],
  ['Rosario', 'rosario'],
  ['Acacia'],
];

describe.each([true, false])('places of one name, with listings in memory: %s', (hasListingsInMemory) => {
  let server: TestServer;
  const names = new Map<number, string>();

  beforeAll(async () => {
    server = await startTestServer({ data: 'empty', env: { hasListingsInMemory } });
    for (const [name, [address, city, province = 'Metro Manila']] of Object.entries(addresses)) {
      const facts = {
        title: 'Home zqhome',
        description: 'Bright.',
        features: [],
        type: 'condo' as const,
        agent_id: null,
      };
      const { id } = await buildProperty(server.context, { ...facts, address, city, province });
      names.set(id, name);
    }
  });
  afterAll(() => server.close());

  const found = async (query: Record<string, string>) => {
    const { body } = await server.request(
      'GET',
      `/api/properties?${new URLSearchParams({ limit: '50', ...query })}`,
    );
    return body.data.properties.map(({ id }: { id: number }) => names.get(id)).sort();
  };

  test.each([...meant, ...searches])('the search %j', async (text, ...expected) => {
    expect(await found({ search: text })).toEqual(expected);
  });

  test.each([...meant, ...locations])('the location %j', async (text, ...expected) => {
    expect(await found({ location: text })).toEqual(expected);
  });

  test('leaves out every place of the name', async () => {
    const left = await found({ search: 'condo not santa cruz' });
    for (const name of ['cruz', 'cruzMakati', 'cruzAntipolo']) expect(left).not.toContain(name);
    for (const name of ['cruzStreet', 'cruzHomes', 'nearCruz', 'poblacion']) expect(left).toContain(name);
  });

  test('a suggested area counts the homes of its list', async () => {
    const { body } = await server.request('GET', '/api/search/suggest?q=Brgy.+Sta.+Cr');
    const [area] = body.data.suggestions.filter(({ kind }: { kind: string }) => kind === 'area');
    expect(area).toMatchObject({ text: 'Santa Cruz, Manila', count: 1 });
    const { searchParams } = new URL(area.url, 'http://list');
    expect(await found(Object.fromEntries(searchParams))).toEqual(['cruz']);
  });
});

test('an address says a shared name as a place, and no street, estate or landmark of that name', () => {
  const said = Object.entries(addresses).flatMap(([name, [address, city, province = 'Metro Manila']]) =>
    sharedNamesOf({ address, city, province }).map((shared) => `${name}: ${shared}`),
  );
  expect(said).toEqual([
    'cruzMakati: santa cruz',
    'cruzAntipolo: santa cruz',
    'antonioPasig: san antonio',
    'miguelPasig: san miguel',
    'poblacionMuntinlupa: poblacion',
    'nicolas: san nicolas',
    'andres: san andres',
    'anaTaguig: santa ana',
    'rosario: rosario',
    'juanCainta: san juan',
    'valenzuela: valenzuela',
  ]);
});
