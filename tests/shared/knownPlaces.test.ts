import { describe, expect, test } from 'vitest';
import {
  knownPlaceAt,
  knownPlaceBySlug,
  knownPlaces,
  knownPlacesNamed,
  metresTo,
  nearestStation,
} from '#shared/gazetteer/knownPlaces.ts';
import { stations } from '#shared/gazetteer/stations.ts';
import tables from '#shared/geography/knownPlaces.json' with { type: 'json' };
import rows from '#shared/geography/nearbyPlaces.json' with { type: 'json' };
import { foldText, placeBySlug } from '#shared/places.ts';
import { isOnLand } from '#tests/support/land.ts';

/** The first known place in a text, by slugs parted by blanks; '~' before a name that needs 'near'. */
function read(text: string): string | null {
  const words = foldText(text).split(' ');
  for (let start = 0; start < words.length; start++) {
    const named = knownPlaceAt(words, start);
    if (named) return `${named.needsNear ? '~' : ''}${named.places.map(({ slug }) => slug).join(' ')}`;
  }
  return null;
}

describe('the table of known places', () => {
  test('has unique slugs, and names that are folded and each once', () => {
    expect(new Set(knownPlaces.map(({ slug }) => slug)).size).toBe(knownPlaces.length);
    for (const { slug, names, nearNames } of knownPlaces) {
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      for (const name of names) expect(name).toBe(foldText(name));
      expect(new Set(names).size, slug).toBe(names.length);
      for (const name of nearNames) expect(names).toContain(name);
      expect(knownPlaceBySlug(slug)?.slug).toBe(slug);
    }
  });

  test('names only places that are listed', () => {
    const listed = new Set(Object.values(rows).flatMap((some) => some.map(([name]) => name)));
    expect(Object.keys(tables.names).filter((name) => !listed.has(name))).toEqual([]);
  });

  test('stands on land, in Metro Manila or just beside it', () => {
    const bounds = placeBySlug('metro-manila')?.bounds;
    if (!bounds) throw new Error('no bounds');
    for (const { points, slug } of knownPlaces)
      for (const { lat, lng } of points) {
        expect(isOnLand(lat, lng), slug).toBe(true);
        expect(lat > bounds.south && lat < bounds.north && lng > bounds.west && lng < bounds.east, slug).toBe(
          true,
        );
      }
  });

  test('has every station, also of the lines', () => {
    for (const { slug } of stations) expect(knownPlaceBySlug(slug)?.kind).toBe('station');
    const sizes = ['mrt', 'lrt-1', 'lrt-2', 'lrt', 'train'].map((slug) => knownPlaceBySlug(slug)?.points.length);
    expect(sizes).toEqual([13, 25, 13, 38, 51]);
  });
});

describe('knownPlaceAt', () => {
  test.each([
    ['UST', 'ust'],
    ['University of Santo Tomas', 'ust'],
    ['UP Diliman', '~up-diliman'],
    ['U.P.', '~up-diliman'],
    ['UP Manila', 'up-manila'],
    ['Ateneo de Manila University', 'ateneo'],
    ['ADMU', 'ateneo'],
    ['Katipunan Ateneo', 'ateneo'],
    ['DLSU', 'dlsu'],
    ['La Salle Taft', 'dlsu'],
    ['la salle', '~dlsu'],
    ['PUP', 'pup'],
    ['FEU', 'feu'],
    ['FEU Tech', 'feu-tech'],
    ['UE', '~ue-manila'],
    ['NU', '~nu-manila'],
    ['Mapúa', 'mapua'],
    ['Benilde', 'csb'],
    ['TIP', '~tip-manila'],
    ['UA&P', 'uap'],
    ['ICA', '~ica-greenhills'],
    ['Xavier School', 'xavier-school'],
    ['SM Megamall', 'megamall'],
    ['SM North', 'sm-north'],
    ['SM City North EDSA', 'sm-north'],
    ['MOA', '~moa'],
    ['Trinoma', '~trinoma'],
    ['Rob Gal', 'robinsons-galleria'],
    ['Robinson Galleria', 'robinsons-galleria'],
    ['the podium', '~podium'],
    ['Market! Market!', 'market-market'],
    ['UP Town Center', 'up-town-center'],
    ["St. Luke's BGC", 'st-lukes-bgc'],
    ['St Lukes QC', 'st-lukes-qc'],
    ['st. luke’s', 'st-lukes-qc st-lukes-bgc'],
    ['Saint Lukes Hospital', 'st-lukes-qc st-lukes-bgc'],
    ['Makati Med', 'makati-med'],
    ['The Medical City', 'medical-city'],
    ['TMC', 'medical-city'],
    ['PGH', 'pgh'],
    ['UST Hospital', 'ust-hospital'],
    ['NAIA', 'naia'],
    ['airport', 'naia'],
    ['NAIA 3', 'naia-terminal-3'],
    ['t3', '~naia-terminal-3'],
    ['Cubao MRT', 'araneta-center-cubao-mrt-3'],
    ['MRT-3 Cubao', 'araneta-center-cubao-mrt-3'],
    ['LRT 2 Cubao station', 'araneta-center-cubao-lrt-2'],
    ['cubao station', 'araneta-center-cubao-lrt-2 araneta-center-cubao-mrt-3'],
    ['LRT Katipunan', 'katipunan-lrt-2'],
    ['katipunan lrt-2 station', 'katipunan-lrt-2'],
    ['MRT Katipunan', 'katipunan-lrt-2'],
    ['MRT Shaw', 'shaw-boulevard-mrt-3'],
    ['mrt ayala station', 'ayala-mrt-3'],
    ['Ayala', '~ayala-mrt-3'],
    ['EDSA Taft MRT', 'taft-avenue-mrt-3'],
    ['buendia station', 'gil-puyat-lrt-1 buendia-mrt-3'],
    ['LRT Buendia', 'gil-puyat-lrt-1'],
    ['MRT', 'mrt'],
    ['MRT-3', 'mrt'],
    ['LRT', 'lrt'],
    ['LRT-1', 'lrt-1'],
    ['LRT2', 'lrt-2'],
    ['MRT/LRT', 'train'],
    ['train station', 'train'],
    ['Luneta', 'luneta'],
    ['Quiapo Church', 'quiapo-church'],
    ['US Embassy', 'us-embassy'],
    ['UP Technohub', 'up-technohub'],
    ['PITX', 'pitx-lrt-1 pitx'],
  ])('%j is %s', (text, place) => {
    expect(read(text)).toBe(place);
  });

  test.each(['Cubao', 'Ortigas', 'Katipunan', 'EDSA', 'Taft Avenue', 'Marikina Pasig', 'Makati', 'condo'])(
    '%j alone is none',
    (text) => {
      expect(read(text)).toBeNull();
    },
  );

  test('takes the longest name, and says where it ends', () => {
    expect(knownPlaceAt(['near', 'ust', 'hospital', 'manila'], 1)).toMatchObject({ end: 3, needsNear: false });
    expect(knownPlaceAt(['near', 'ust', 'hospital'], 0)).toBeUndefined();
    expect(knownPlaceAt([], 0)).toBeUndefined();
    expect(knownPlacesNamed('st lukes')?.places).toHaveLength(2);
  });
});

describe('distances', () => {
  test('are those from the nearest point', () => {
    const airport = knownPlaceBySlug('naia');
    const terminal = knownPlaceBySlug('naia-terminal-3');
    if (!airport || !terminal) throw new Error('no airport');
    expect(metresTo(airport, terminal)).toBe(0);
    expect(metresTo(terminal, airport)).toBeGreaterThan(300);
  });

  test('to the nearest station are on foot, and end at three kilometres', () => {
    expect(nearestStation({ lat: 14.5508, lng: 121.0254 })).toEqual({
      slug: 'ayala-mrt-3',
      name: 'Ayala Station (MRT-3)',
      metres: 287,
      minutes: 4,
    });
    expect(nearestStation({ lat: 14.408, lng: 121.023 })).toBeNull();
  });
});
