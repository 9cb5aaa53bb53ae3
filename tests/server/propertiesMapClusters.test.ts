// @databases both

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Rng } from '#server/demo/random.ts';
import { CellGrid, priceBand, unitX, unitY } from '#server/features/properties/list/clusters.ts';
import { type PropertyMapClusters, propertyMapClusters } from '#shared/contracts/properties.ts';
import { boundsOfTiles, tilesOf } from '#shared/mapTiles.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import {
  expectedIds,
  type Listing,
  type Query,
  readAllListings,
  readScene,
} from '#tests/support/listingOracle.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let listings: Listing[];
let scene: Awaited<ReturnType<typeof readScene>>;

beforeAll(async () => {
  server = await startTestServer({ data: 'demo' });
  listings = await readAllListings(server.context);
  scene = await readScene(server.context);
});

afterAll(() => server.close());

const request = (query: Query) =>
  server.request(
    'GET',
    `/api/properties/map/clusters?${new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
    )}`,
  );

async function ask(query: Query): Promise<PropertyMapClusters> {
  const { status, body } = await request(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return propertyMapClusters.strict().parse(body.data);
}

/** All that match and have coordinates, by the oracle alone. */
function expected(query: Query): Listing[] {
  const ids = new Set(expectedIds(listings, query, scene));
  return listings.filter(({ id, latitude, longitude }) => ids.has(id) && latitude !== null && longitude !== null);
}

const positionOf = ({ latitude, longitude }: Listing) => ({ lat: Number(latitude), lng: Number(longitude) });
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const countOf = ({ clusters, points }: PropertyMapClusters) =>
  clusters.reduce((sum, { count }) => sum + count, points.length);

/** On the screen at a zoom, in pixels from the world's north-west; by the formula of every map's manual. */
function pixelOf({ lat, lng }: { lat: number; lng: number }, zoom: number) {
  const size = 256 * 2 ** zoom;
  const sine = Math.sin((lat * Math.PI) / 180);
  return { x: (0.5 + lng / 360) * size, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size };
}

/** Assigns each listing to the mark whose bounds contain it, and compares the mark's figures with its listings. */
function expectMarksOf(marks: PropertyMapClusters, rows: readonly Listing[]): void {
  const left = new Map(rows.map((row) => [row.id, row]));
  for (const point of marks.points) {
    const row = left.get(point.id);
    expect(row && { ...positionOf(row), price: Number(row.price), title: row.title }).toEqual({
      lat: point.lat,
      lng: point.lng,
      price: point.price,
      title: point.title,
    });
    left.delete(point.id);
  }
  const holding = (bounds: PropertyMapClusters['clusters'][number]['bounds']) =>
    [...left.values()].filter((row) => {
      const { lat, lng } = positionOf(row);
      return lng >= bounds.west && lng <= bounds.east && lat >= bounds.south && lat <= bounds.north;
    });
  // Bounds of joined cells may overlap: clusters without any other in their bounds are handled first.
  let pending = [...marks.clusters];
  while (pending.length > 0) {
    const decided = pending.filter(({ bounds, count }) => holding(bounds).length === count);
    expect(decided.length, 'clusters that hold as many listings as they say').toBeGreaterThan(0);
    for (const cluster of decided) {
      const held = holding(cluster.bounds);
      if (held.length !== cluster.count) continue;
      expect(cluster.lat).toBeCloseTo(mean(held.map((row) => positionOf(row).lat)), 3);
      expect(cluster.lng).toBeCloseTo(mean(held.map((row) => positionOf(row).lng)), 5);
      expect(cluster.min_price).toBe(Math.min(...held.map(({ price }) => Number(price))));
      expect(cluster.monthly).toBe(held.filter(({ listing_type }) => listing_type !== 'sale').length);
      const isPremium = ({ listing_type, price }: Listing) =>
        Number(price) > (listing_type === 'sale' ? 10_000_000 : 60_000);
      const isAffordable = ({ listing_type, price }: Listing) =>
        Number(price) <= (listing_type === 'sale' ? 5_000_000 : 25_000);
      const premium = held.filter(isPremium).length;
      const affordable = held.filter(isAffordable).length;
      expect(cluster.price_tiers).toEqual({
        affordable,
        mid_range: held.length - premium - affordable,
        premium,
      });
      for (const { id } of held) left.delete(id);
    }
    pending = pending.filter((cluster) => !decided.includes(cluster));
  }
  expect([...left.keys()]).toEqual([]);
}

const filters: Query[] = [
  {},
  { location: 'Makati' },
  { bbox: '121.00,14.53,121.06,14.58', type: 'condo' },
  { listing_type: 'rent', max_price: 50_000 },
  { area: '14.53,121.00;14.60,121.03;14.53,121.07' },
  { search: 'pool', exact: 1 },
  { status: 'available', features: 'Swimming Pool' },
];
const oracleQuery = ({ exact, ...query }: Query) => query;

const NATION = { west: 116, south: 4, east: 128, north: 21 };
const viewText = ({ west, south, east, north }: typeof NATION) => [west, south, east, north].join();

describe('the marks', () => {
  test.each(filters)('of %j hold each match once, whatever the zoom', async (query) => {
    const rows = expected(oracleQuery(query));
    expect(rows.length).toBeGreaterThan(0);
    const { total } = (await server.request('GET', `/api/properties/map?${new URLSearchParams(query as never)}`))
      .body.data;
    for (const [zoom, view] of [
      [0, null],
      [4, null],
      [6, NATION],
      [8, { west: 118, south: 12, east: 123, north: 17 }],
    ] as const) {
      const marks = await ask({ ...query, zoom, ...(view && { view: viewText(view) }) });
      expect(marks.total).toBe(total);
      expect(marks.total).toBe(rows.length);
      const inView = view
        ? rows.filter((row) => {
            const { lat, lng } = positionOf(row);
            return lng >= view.west && lng <= view.east && lat >= view.south && lat <= view.north;
          })
        : rows;
      if (inView.length === rows.length) expectMarksOf(marks, rows);
      else expect(countOf(marks)).toBeGreaterThanOrEqual(inView.length - rows.length / 10);
    }
  });

  test.each([10, 11, 13])(
    'of neighbouring tiles at zoom %i add up, and agree with a view across them',
    async (zoom) => {
      const around = tilesOf({ west: 120.9, south: 14.35, east: 121.15, north: 14.8 }, zoom);
      // At 13 the middle is enough.
      const whole = zoom === 13 ? { ...around, east: around.west + 3, south: around.north + 3 } : around;
      const across = await ask({ zoom, view: viewText(boundsOfTiles(whole)) });
      const seen: PropertyMapClusters = { clusters: [], points: [], total: across.total };
      for (let x = whole.west; x <= whole.east; x++)
        for (let y = whole.north; y <= whole.south; y++) {
          const tile = { zoom, west: x, east: x, north: y, south: y };
          // As an address writes it, and from somewhere inside of it.
          const { west, south, east, north } = boundsOfTiles(tile);
          const inner = { west: west + (east - west) / 4, south: south + (north - south) / 4, east, north };
          const marks = await ask({ zoom, view: viewText(x % 2 === 0 ? inner : boundsOfTiles(tile)) });
          seen.clusters.push(...marks.clusters);
          seen.points.push(...marks.points);
        }
      const sorted = ({ clusters, points }: PropertyMapClusters) => ({
        clusters: clusters.map((cluster) => JSON.stringify(cluster)).sort(),
        points: points.map(({ id }) => id).sort((one, other) => one - other),
      });
      expect(seen.clusters.length + seen.points.length).toBeGreaterThan(3);
      expect(sorted(seen)).toEqual(sorted(across));
    },
  );

  test('of one tile lie in it, or in the next to it by less than a cell', async () => {
    const zoom = 12;
    const { x, y } = pixelOf({ lat: 14.5547, lng: 121.0244 }, zoom);
    const [column, row] = [Math.floor(x / 256), Math.floor(y / 256)];
    const tile = { zoom, west: column, east: column, north: row, south: row };
    const marks = await ask({ zoom, view: viewText(boundsOfTiles(tile)) });
    expect(marks.clusters.length).toBeGreaterThan(0);
    for (const mark of [...marks.clusters, ...marks.points]) {
      const pixel = pixelOf(mark, zoom);
      expect(Math.abs(pixel.x - (column + 0.5) * 256)).toBeLessThan(128 + 64);
      expect(Math.abs(pixel.y - (row + 0.5) * 256)).toBeLessThan(128 + 64);
    }
  });

  test('do not lie on each other', async () => {
    const zoom = 11;
    const { clusters, points } = await ask({ zoom, view: '120.8,14.3,121.3,14.9' });
    const pixels = [...clusters, ...points].map((mark) => pixelOf(mark, zoom));
    const near = pixels.flatMap((one, at) =>
      pixels.slice(at + 1).filter((other) => Math.hypot(one.x - other.x, one.y - other.y) < 32),
    );
    expect(pixels.length).toBeGreaterThan(5);
    expect(near.length).toBeLessThanOrEqual(1);
  });

  test('of several at one place are one cluster at every zoom, and the map call lists them by its bounds', async () => {
    const spot = { latitude: 9.7392, longitude: 118.7353 };
    const made = [];
    for (let unit = 0; unit < 3; unit++)
      made.push(await buildProperty(server.context, { ...spot, title: `Tower unit ${unit} zyxspot` }));
    for (const zoom of [8, 18, 22]) {
      const view = `${spot.longitude - 0.0001},${spot.latitude - 0.0001},${spot.longitude + 0.0001},${spot.latitude + 0.0001}`;
      const { clusters, points, total } = await ask({ search: 'zyxspot', exact: 1, zoom, view });
      expect([clusters.length, points.length, total]).toEqual([1, 0, 3]);
      const [cluster] = clusters;
      expect(cluster?.lat).toBeCloseTo(spot.latitude, 5);
      expect(cluster?.lng).toBeCloseTo(spot.longitude, 5);
      const bbox = viewText(cluster?.bounds as typeof NATION);
      const { body } = await server.request('GET', `/api/properties/map?search=zyxspot&exact=1&bbox=${bbox}`);
      expect(body.data.points.map(({ id }: { id: number }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
    }
    // Elsewhere none of them is shown, and all are counted.
    const elsewhere = await ask({ search: 'zyxspot', exact: 1, zoom: 12, view: '121,14.5,121.1,14.6' });
    expect(elsewhere).toEqual({ clusters: [], points: [], total: 3 });
    const cut = await ask({ search: 'zyxspot', exact: 1, zoom: 4, bbox: '121,14,122,15' });
    expect(cut).toEqual({ clusters: [], points: [], total: 0 });
  });

  test('at the ends of the world are there', async () => {
    const ends = [
      [90, 180],
      [-90, -180],
      [0, 180],
    ] as const;
    for (const [latitude, longitude] of ends)
      await buildProperty(server.context, { latitude, longitude, title: 'End zyxend' });
    const views: Query[] = [{ zoom: 0 }, { zoom: 4 }, { zoom: 3, view: '-180,-90,180,90' }];
    for (const query of views) {
      const marks = await ask({ search: 'zyxend', exact: 1, ...query });
      expect(countOf(marks)).toBe(3);
    }
  });
});

test.each([
  [{}, 'zoom'],
  [{ zoom: '' }, 'zoom'],
  [{ zoom: 'x' }, 'zoom'],
  [{ zoom: '1.5' }, 'zoom'],
  [{ zoom: -1 }, 'zoom'],
  [{ zoom: 23 }, 'zoom'],
  [{ zoom: 10, view: '1,2,3' }, 'view'],
  [{ zoom: 10, view: '121,14,120,15' }, 'view'],
  [{ zoom: 10, view: '120,NaN,121,15' }, 'view'],
  [{ zoom: 10, view: "120,14,121,15'; DROP TABLE properties; --" }, 'view'],
  [{ zoom: 10, bbox: '1,2' }, 'bbox'],
  [{ zoom: 5 }, 'view'],
  [{ zoom: 22 }, 'view'],
  [{ zoom: 22, view: '120,14,121,15' }, 'view'],
  [{ zoom: 4, min_price: 'cheap' }, 'min_price'],
])('%j is refused at %s', async (query, field) => {
  const { status, body } = await request(query as Query);
  expect(status).toBe(400);
  expect(body).toMatchObject({ success: false, code: 'invalid_input' });
  expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([field]);
});

test.each(['-1e300,-1e300,1e300,1e300', '500,14,600,15', '-720,-500,-500,-400', '121,14.5,121,14.5'])(
  'a view beyond the world is answered: %s',
  async (view) => {
    expect((await request({ zoom: 3, view })).status).toBe(200);
  },
);

describe('a grid', () => {
  const random = new Rng(7);
  const homes = Array.from({ length: 3_000 }, (_, at) => ({
    id: at + 1,
    lat: 14.4 + random.next() * 0.4,
    lng: 120.9 + random.next() * 0.3,
    price: Math.round(random.next() * 20_000_000),
  }));
  const grouped = (zoom: number, view: typeof NATION) => {
    const grid = new CellGrid(tilesOf(view, zoom));
    for (const { id, lat, lng, price } of homes)
      grid.add(id, unitX(lng), unitY(lat), price, priceBand('sale', price));
    return grid.readMarks();
  };
  const ALL = { west: 120.8, south: 14.3, east: 121.3, north: 14.9 };

  test.each([6, 8, 10, 11, 12])('takes each home once at zoom %i', (zoom) => {
    const { clusters, lone } = grouped(zoom, ALL);
    const all = clusters.reduce((sum, { count }) => sum + count, lone.length);
    expect(all).toBe(homes.length);
    expect(new Set(lone).size).toBe(lone.length);
    for (const { lat, lng, bounds, count } of clusters) {
      expect(count).toBeGreaterThan(1);
      expect(lat >= bounds.south && lat <= bounds.north && lng >= bounds.west && lng <= bounds.east).toBe(true);
    }
  });

  test('shows the same marks in two views that overlap', () => {
    const zoom = 12;
    const west = grouped(zoom, { ...ALL, east: 121.05 });
    const east = grouped(zoom, { ...ALL, west: 120.98 });
    const keys = ({ clusters }: typeof west) => clusters.map((cluster) => JSON.stringify(cluster));
    const inBoth = (key: string) => {
      const { lng } = JSON.parse(key);
      return lng > 121 && lng < 121.03;
    };
    const [one, other] = [keys(west).filter(inBoth), keys(east).filter(inBoth)];
    expect(one.length).toBeGreaterThan(5);
    expect(one.sort()).toEqual(other.sort());
  });
});
