import { describe, expect, test } from 'vitest';
import { demoAreas } from '#server/demo/areas.ts';
import { demoAgents } from '#server/demo/people/people.ts';
import { areas } from '#shared/areas.ts';
import { foldAddress, foldBuildingName, mainPlaces } from '#shared/gazetteer/names.ts';
import { stations } from '#shared/gazetteer/stations.ts';
import { streets } from '#shared/gazetteer/streets.ts';
import roads from '#shared/geography/roads.json' with { type: 'json' };
import { nearbyPlaceList } from '#shared/nearbyPlaces.ts';
import {
  findPlace,
  findPlaces,
  foldText,
  locatePlaces,
  METRO_MANILA_CITIES,
  PLACES,
  PROPERTY_LIST_LOCATIONS,
  PROVINCES,
  placeBySlug,
  placeMatches,
  shortNameOf,
} from '#shared/places.ts';

function found(search: string, listing: Parameters<typeof locatePlaces>[0]): boolean {
  const place = findPlace(search);
  if (!place) throw new Error(`no place for ${search}`);
  return placeMatches(place)(locatePlaces(listing));
}

describe('the gazetteer', () => {
  test('holds the seventeen cities and unique slugs and names', () => {
    expect(METRO_MANILA_CITIES).toHaveLength(17);
    expect(new Set(PLACES.map((place) => place.slug)).size).toBe(PLACES.length);
    const names = PLACES.flatMap((place) => [foldText(place.name), ...place.aliases]);
    const own = new Set(PLACES.map((place) => foldText(place.name)));
    const repeated = names.filter((name, at) => names.indexOf(name) !== at && !own.has(name));
    expect(repeated).toEqual([]);
  });

  test('keeps aliases folded and districts in cities that exist', () => {
    for (const place of PLACES) {
      for (const alias of place.aliases) expect(alias).toBe(foldText(alias));
      for (const city of place.cities ?? [place.city]) expect(placeBySlug(city), place.slug).toBeDefined();
      if (place.parent) expect(placeBySlug(place.parent)?.kind).toBe('district');
      if (place.bounds) {
        expect(place.center.lat).toBeGreaterThan(place.bounds.south);
        expect(place.center.lat).toBeLessThan(place.bounds.north);
        expect(place.center.lng).toBeGreaterThan(place.bounds.west);
        expect(place.center.lng).toBeLessThan(place.bounds.east);
      }
    }
  });

  test('is led to by every name and alias', () => {
    // 'Dasmariñas' and the like are found by the name, which is one place's alone.
    for (const place of PLACES)
      for (const name of [place.name, shortNameOf(place), place.slug, ...place.aliases])
        expect(findPlace(name)?.slug, name).toBe(place.slug);
  });

  test('has districts inside the bounds of a city they lie in', () => {
    for (const { slug, kind, cities, city, center } of PLACES) {
      if (kind !== 'district') continue;
      const inside = (cities ?? [city]).some((name) => {
        const bounds = placeBySlug(name)?.bounds;
        return (
          bounds !== undefined &&
          center.lat > bounds.south &&
          center.lat < bounds.north &&
          center.lng > bounds.west &&
          center.lng < bounds.east
        );
      });
      expect(inside, slug).toBe(true);
    }
  });

  test('knows the entries of every list', () => {
    for (const [slug, name] of Object.entries(mainPlaces))
      expect(shortNameOf(placeBySlug(slug) as (typeof PLACES)[number])).toBe(name);
    for (const { slug, nearby } of areas)
      for (const known of [slug, ...nearby]) expect(placeBySlug(known), known).toBeDefined();
    for (const { city, province, district } of demoAreas) {
      expect(findPlace(city)?.kind, city).toBe('city');
      expect(PROVINCES).toContain(province);
      if (district) expect(placeBySlug(district)?.kind, district).toBe('district');
    }
    for (const { location } of demoAgents) expect(findPlace(location)?.kind, location).toBe('city');
    for (const { province } of PLACES) expect(PROVINCES).toContain(province);
  });

  test('knows every location the specification offers', () => {
    for (const name of PROPERTY_LIST_LOCATIONS) expect(findPlace(name), name).toBeDefined();
    for (const slug of ['makati', 'pasay', 'taguig']) expect(placeBySlug(slug)?.kind).toBe('city');
  });
});

test.each([
  ['Makati', ['makati']],
  ['Makati, BGC', ['makati', 'bgc']],
  ['BGC/Ortigas', ['bgc', 'ortigas']],
  ['makati or pasig; QC', ['makati', 'pasig', 'quezon-city']],
  // As addresses are written.
  ['BGC, Taguig', ['bgc']],
  ['BGC, Makati', ['bgc']],
  ['Cubao, Quezon City, Metro Manila, Philippines', ['cubao']],
  ['Makati City, Makati, NCR', ['makati']],
  ['Poblacion, Muntinlupa', ['muntinlupa']],
  ['2BR, Makati', []],
  ['Springfield, Makati', []],
  ['', []],
])('%j names the places %j', (text, slugs) => {
  expect(findPlaces(text).map(({ slug }) => slug)).toEqual(slugs);
});

describe('the streets', () => {
  test('run through known cities, with unique slugs and names of their own', () => {
    expect(new Set(streets.map(({ slug }) => slug)).size).toBe(streets.length);
    for (const { cities } of streets)
      for (const city of cities) expect(placeBySlug(city)?.kind, city).toBe('city');
    const names = streets.flatMap(({ name, aliases }) => [...new Set([foldText(name), ...aliases])]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    for (const alias of streets.flatMap(({ aliases }) => aliases)) expect(alias).toBe(foldText(alias));
  });

  test('are spelt as the base map spells them', () => {
    const drawn = new Map(roads.map(({ name }) => [foldText(name), name]));
    const known = streets.filter(({ name }) => drawn.has(foldText(name)));
    for (const { name } of known) expect(name).toBe(drawn.get(foldText(name)));
    expect(streets.length - known.length).toBeLessThanOrEqual(3);
  });
});

describe('the rail stations', () => {
  test('are those of three lines, each once, under the names of the places nearby', () => {
    const count = (line: string) => stations.filter((station) => station.line === line).length;
    expect([count('LRT-1'), count('LRT-2'), count('MRT-3')]).toEqual([25, 13, 13]);
    expect(new Set(stations.map(({ slug }) => slug)).size).toBe(stations.length);
    const nearby = nearbyPlaceList.map(({ name }) => name);
    for (const { name, line, slug, aliases } of stations) {
      expect(nearby.filter((known) => known === `${name} Station (${line})`)).toHaveLength(1);
      expect(slug).toMatch(/^[a-z0-9-]+$/);
      for (const alias of aliases) expect(alias).toBe(foldText(alias));
    }
  });

  test('follow each other along their line', () => {
    for (const [at, station] of stations.entries()) {
      const before = stations[at - 1];
      if (before?.line !== station.line) continue;
      const km = Math.hypot((station.lat - before.lat) * 111.2, (station.lng - before.lng) * 107.6);
      expect(km, station.slug).toBeGreaterThan(0.3);
      expect(km, station.slug).toBeLessThan(3);
    }
  });
});

test('foldText drops accents, case and punctuation', () => {
  expect(foldText('  Parañaque–City,  ')).toBe('paranaque city');
  expect(foldText('Dasmariñas')).toBe('dasmarinas');
});

describe('findPlace', () => {
  test.each([
    ['Makati City', 'makati'],
    ['City of Makati', 'makati'],
    ['makati', 'makati'],
    ['Makati, Metro Manila', 'makati'],
    ['Makati City, Philippines', 'makati'],
    ['BGC', 'bgc'],
    ['bgc taguig', 'bgc'],
    ['BGC, Taguig City', 'bgc'],
    ['Fort Bonifacio', 'bgc'],
    ['Paranaque', 'paranaque'],
    ['PARAÑAQUE CITY', 'paranaque'],
    ['Quezon City', 'quezon-city'],
    ['Q.C.', 'quezon-city'],
    ['qc', 'quezon-city'],
    ['quezon-city', 'quezon-city'],
    ['Ortigas Center', 'ortigas'],
    ['Ortigas, Pasig', 'ortigas'],
    ['Manila', 'manila'],
    ['Manila City', 'manila'],
    ['City of Manila', 'manila'],
    ['Metro Manila', 'metro-manila'],
    ['NCR', 'metro-manila'],
    ['Poblacion', 'poblacion'],
    ['bay-area', 'bay-area'],
    ['Dasmariñas Village', 'dasmarinas-village'],
    ['Dasmariñas', 'dasmarinas'],
  ])('%s → %s', (text, slug) => {
    expect(findPlace(text)?.slug).toBe(slug);
  });

  test.each(['', '  ', 'Cebu', '2BR in Makati', 'Ortigas Avenue', 'Manila Bay', '%'])('%j is no place', (text) => {
    expect(findPlace(text)).toBeUndefined();
  });
});

describe('locatePlaces', () => {
  test.each([
    [{ city: 'BGC' }, 'taguig', 'bgc'],
    [{ city: 'Taguig', address: '5th Ave cor 26th St, Bonifacio Global City' }, 'taguig', 'bgc'],
    [{ city: 'Taguig City', address: 'Fort Bonifacio' }, 'taguig', 'bgc'],
    [{ city: 'Taguig', address: 'Venice Grand Canal, McKinley Hill, Fort Bonifacio' }, 'taguig', 'mckinley-hill'],
    [{ city: 'Makati', address: 'Ayala Ave, Salcedo Village' }, 'makati', 'salcedo-village'],
    [{ address: 'Ayala Ave, Salcedo Village' }, 'makati', 'salcedo-village'],
    [{ city: 'Ortigas' }, 'pasig', 'ortigas'],
    [{ city: 'Ortigas', address: 'ADB Avenue, Mandaluyong' }, 'mandaluyong', 'ortigas'],
    [{ city: 'Pasig', address: '12 Ortigas Avenue Extension' }, 'pasig', null],
    [{ city: 'Las Piñas', address: 'Alabang–Zapote Road, Pamplona' }, 'las-pinas', null],
    [{ city: 'Makati', address: 'Pasay Road, San Lorenzo' }, 'makati', 'san-lorenzo'],
    [{ city: 'Muntinlupa', address: '1 Rizal St, Poblacion' }, 'muntinlupa', null],
    [{ city: 'Muntinlupa', address: 'Spectrum Midway, Filinvest City, Alabang' }, 'muntinlupa', 'filinvest-city'],
    [{ city: 'Mandaluyong', address: 'near BGC, Boni Avenue' }, 'mandaluyong', 'boni'],
    [{ city: 'Metro Manila', address: 'Taft Avenue, Malate, Manila' }, 'manila', 'malate'],
    [{ city: 'Parañaque', address: 'Entertainment City' }, 'paranaque', 'entertainment-city'],
  ])('%j lies in %s / %s', (listing, city, district) => {
    expect(locatePlaces(listing)).toEqual({
      citySlug: city,
      districtSlug: district,
      regionSlug: 'metro-manila',
    });
  });

  test('places outside Metro Manila stay outside', () => {
    expect(locatePlaces({ city: 'Antipolo', province: 'Rizal' })).toEqual({
      citySlug: 'antipolo',
      districtSlug: null,
      regionSlug: null,
    });
    const nowhere = { citySlug: null, districtSlug: null, regionSlug: null };
    expect(locatePlaces({ city: 'Cebu City', address: 'Mango Ave, Ermita', province: 'Cebu' })).toEqual(nowhere);
    expect(locatePlaces({ city: 'San Juan', province: 'La Union' })).toEqual(nowhere);
    expect(locatePlaces({})).toEqual(nowhere);
  });

  test('a province alone still places a listing in the region', () => {
    expect(locatePlaces({ city: 'Somewhere', province: 'NCR' }).regionSlug).toBe('metro-manila');
  });
});

describe('searches and listings meet', () => {
  test('a city finds its districts, a broad district the ones inside it', () => {
    expect(found('Makati City', { city: 'Makati', address: 'Salcedo Village' })).toBe(true);
    expect(found('Taguig', { city: 'BGC' })).toBe(true);
    expect(found('BGC', { city: 'Taguig', address: 'Fort Bonifacio' })).toBe(true);
    expect(found('BGC', { city: 'Taguig', address: 'McKinley Hill' })).toBe(true);
    expect(found('BGC', { city: 'Taguig', address: 'Ususan' })).toBe(false);
    expect(found('Alabang', { city: 'Muntinlupa', address: 'Ayala Alabang Village' })).toBe(true);
    expect(found('Bay Area', { city: 'Pasay', address: 'MOA Complex' })).toBe(true);
    expect(found('Ortigas', { city: 'Quezon City', address: 'Ortigas Center' })).toBe(true);
  });

  test('Manila is the City of Manila, Metro Manila is all of it', () => {
    expect(found('Manila', { city: 'Makati', province: 'Metro Manila' })).toBe(false);
    expect(found('Metro Manila', { city: 'Makati' })).toBe(true);
    expect(found('Metro Manila', { city: 'Imus', province: 'Cavite' })).toBe(false);
  });
});

describe('words of addresses', () => {
  /** Each row is one address in several spellings. */
  test.each([
    [
      '12 Santo Niño Street',
      '12 Sto. Nino St.',
      '#12 Sto. Niño St',
      'No. 12 Santo Nino St',
      '12 STO NIÑO STREET',
      '12, Sto. Nin\u0303o St.',
    ],
    ['Barangay Santa Cruz', 'Brgy. Sta. Cruz', 'Bgy Sta Cruz', 'Brg. Santa Cruz', 'Bgry. Sta. Cruz', 'Santa Cruz'],
    ['General Luna Street', 'Gen. Luna St.', 'GEN LUNA ST', 'General Luna Str.'],
    ['Doctor A. Santos Avenue', 'Dr. A. Santos Ave.', 'Dr A Santos Av', 'DR. A. SANTOS AVENUE'],
    ['Saint Francis Square', 'St. Francis Square'],
    ['Ayala Avenue corner Makati Avenue', 'Ayala Ave. cor. Makati Ave.', 'Ayala Av kanto Makati Abenida'],
    ['Shaw Boulevard', 'Shaw Blvd.', 'Shaw Blv'],
    ['Multinational Village', 'Multinational Vill.', 'Multinational Vlg'],
    ['Better Living Subdivision', 'Better Living Subd.', 'Better Living Subdv.'],
    ['Highway Hills', 'Hi-way Hills', 'Hiway Hills', 'Hi Way Hills', 'Hwy. Hills'],
    ['Ortigas Avenue Extension', 'Ortigas Ave. Ext.', 'Ortigas Av Extn'],
    ['San Lorenzo', 'Sn. Lorenzo', 'Brgy. San Lorenzo', 'Barangay San Lorenzo'],
    ['Maria Clara Street', 'Ma. Clara St.'],
    ['President Quirino Avenue', 'Pres. Quirino Ave.'],
    ['Senator Gil Puyat Avenue', 'Sen. Gil Puyat Ave.', 'SEN GIL PUYAT AV.'],
    ['Mount Carmel Road', 'Mt. Carmel Rd.'],
    ['BF Homes Phase II', 'BF Homes Phase 2', 'BF Homes, Phase Two'],
    ['Tower 1', 'Tower One', 'Twr. I', 'Tower I'],
    ['Block 5 Lot 12', 'Blk 5 Lot 12', 'Blk. 5, Lot 12'],
    ['Barangay 128', 'Brgy. 128', 'Bgy 128'],
    ['Peñaflor’s Place', "Penaflor's Place", 'Penaflors Place'],
    ['Capt. Javier St.', 'Captain Javier Street'],
    ['Governor Pascual Avenue', 'Gov. Pascual Ave.'],
  ])('%s', (...spellings) => {
    const [first = ''] = spellings;
    for (const text of spellings) expect(foldAddress(text), text).toBe(foldAddress(first));
  });

  test.each([
    ['12 Rizal St.', '13 Rizal St.'],
    ['Santa Cruz', 'Santo Cristo'],
    ['Barangay 128', 'Barangay 129'],
    ['Barangay 128', '128'],
    ['Rizal Street', 'Rizal Avenue'],
    ['Phase II', 'Phase III'],
    ['Tower 1', 'Tower 2'],
    ['Ma. Clara St.', 'M. Clara St.'],
    ['V. Mapa St.', '5 Mapa St.'],
  ])('%s is not %s', (one, other) => expect(foldAddress(one)).not.toBe(foldAddress(other)));

  test.each([
    ['Sta. Rosa Suites', 'Santa Rosa Suites', 'STA ROSA SUITES'],
    ['Test Tower', 'Test Tower Bldg.', 'Test Tower Building', 'The Test Tower', 'Test Twr. Bldg'],
    ["Peñaflor's Place", 'Penaflors Place', 'Peñaflor’s Place'],
    ['St. Luke’s Residences', "Saint Luke's Residences", 'St Lukes Residences'],
    ['Salcedo Park Condominium', 'Salcedo Park', 'Salcedo Park Condo'],
    ['Avida Tower II', 'Avida Tower 2', 'Avida Tower Two'],
    ['Park & Ride Tower', 'Park and Ride Tower'],
    ['Gen. Luna Gardens', 'General Luna Gdns.'],
    ['Ayala Center', 'Ayala Centre', 'Ayala Ctr.'],
  ])('the building %s', (...spellings) => {
    const [first = ''] = spellings;
    for (const name of spellings) expect(foldBuildingName(name), name).toBe(foldBuildingName(first));
  });

  test.each([
    ['Test Tower 1', 'Test Tower 2'],
    ['Building 5', 'Building 6'],
    ['The Building', 'The Tower'],
    ['Salcedo Park', 'Salcedo Place'],
    ['Test Building', 'Test Tower'],
  ])('the building %s is not %s', (one, other) => expect(foldBuildingName(one)).not.toBe(foldBuildingName(other)));

  test.each([
    ['Lungsod ng Makati', 'makati'],
    ['Lungsod ng Maynila', 'manila'],
    ['Brgy. Bel-Air, Lungsod ng Makati, Kalakhang Maynila, Pilipinas', 'bel-air'],
    ['Kalakhang Maynila', 'metro-manila'],
    ['Brgy. Bel-Air', 'bel-air'],
    ['Bgy. Bel-Air, Makati', 'bel-air'],
    ['Barangay Bel Air Makati City', 'bel-air'],
    ['Bel-Air, Brgy.', 'bel-air'],
    ['Brg. San Lorenzo', 'san-lorenzo'],
    ['Bgry San Lorenzo Vill.', 'san-lorenzo'],
    ['Sn. Lorenzo Village', 'san-lorenzo'],
    ['San Antonio Vlg., Makati', 'san-antonio-village'],
    ['Poblacion, Makati', 'poblacion'],
    ['Makati Poblacion', 'poblacion'],
    ['Pob. Makati', 'poblacion'],
    ['Brgy. Poblacion, Makati City, Metro Manila', 'poblacion'],
    ['BGC Taguig', 'bgc'],
    ['Taguig BGC', 'bgc'],
    ['Taguig City (BGC)', 'bgc'],
    ['Makati, Metro Manila, Philippines', 'makati'],
    ['Makati City, NCR', 'makati'],
    ['Makati City, NCR, PH', 'makati'],
    ['Makati City 1229', 'makati'],
    ['1229 Makati City', 'makati'],
    ['Makati City, 1229 Metro Manila', 'makati'],
    ['City of Makati', 'makati'],
    ['NCR', 'metro-manila'],
    ['Sta. Mesa', 'santa-mesa'],
    ['Santa Mesa, Manila', 'santa-mesa'],
    ['STA MESA MANILA', 'santa-mesa'],
    ['Sta. Ana Manila', 'santa-ana'],
    ['Sta. Cruz, Manila', 'santa-cruz'],
    ['Brgy. Sta. Cruz, Manila', 'santa-cruz'],
    ['Sta. Rosa, Laguna', 'santa-rosa'],
    ['Santa Rosa City, Laguna, Philippines', 'santa-rosa'],
    ['Gen. Trias', 'general-trias'],
    ['General Trias, Cavite', 'general-trias'],
    ['Hiway Hills', 'highway-hills'],
    ['Hi-way Hills, Mandaluyong', 'highway-hills'],
    ['Sn. Juan', 'san-juan'],
    ['Las Pinas', 'las-pinas'],
    ['LAS PIÑAS CITY 1740', 'las-pinas'],
    ['Parañaque', 'paranaque'],
    ['Paranaque, M.M.', 'paranaque'],
    ['BF Homes Subd.', 'bf-homes'],
    ['BF Homes Subdivision, Parañaque', 'bf-homes'],
    ['Dasma Vill., Makati', 'dasmarinas-village'],
  ])('%s is %s', (text, slug) => expect(findPlace(text)?.slug).toBe(slug));

  test.each(['Brgy.', 'Barangay 128', '1229', 'Makati, Cebu', 'Brgy. Nowhere', '2BR in Makati'])(
    '%s is no place',
    (text) => expect(findPlace(text)).toBeUndefined(),
  );
});
