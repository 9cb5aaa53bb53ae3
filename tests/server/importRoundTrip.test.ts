// @databases both
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportReport, OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { completions, listingTypes, propertyStatuses, propertyTypes } from '#shared/listing/vocabulary.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

/** The same numbers each time (mulberry32), from 0 up to 1. */
function randomNumbers(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Pieces that break what is put together carelessly: in spreadsheets, in lists, in XML, in other directions. */
const PIECES = [
  ...[
    '"',
    '""',
    '|',
    '\\',
    '\\|',
    ',',
    ';',
    '=',
    '-',
    '+',
    '@',
    "'",
    "'=",
    '&',
    '<',
    '>',
    ']]>',
    '&amp;',
    '#',
    '%',
  ],
  ...['=1+1', '-5', '="00123"', '#REF!', '#N/A', 'N/A', 'sep=;', '12.500', '54,5', 'true', 'null', '1E5'],
  ...[
    'Ñ',
    'N\u0303',
    'é',
    'Parañaque',
    'שלום',
    'مرحبا',
    '🏠',
    '👨‍👩‍👧',
    '½',
    'm²',
    '’',
    '\u00a0',
    '\u202e',
    '\u200b',
    '\ufffd',
  ],
  ...['ParaÃ±aque', ', https://a.b/1', ' /media/x', '(a, b)', 'pool', 'Gym', 'House and Lot', ' ', '  '],
];
const LINES = ['\n', '\r\n', '\n\n', '\t', '\r', '\n- '];

function makeListings(seed: number) {
  const random = randomNumbers(seed);
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const maybe = <Value>(value: () => Value): Value | null => (random() < 0.5 ? value() : null);
  const text = (most: number, more: readonly string[] = []) =>
    Array.from({ length: 1 + below(8) }, () => oneOf([...PIECES, ...more]))
      .join(oneOf(['', ' ']))
      .slice(0, most);
  return (at: number) => ({
    reference: maybe(() => `${text(20)}${at}`),
    title: oneOf([text(80), `${text(60)} home`, `home ${text(60)}`]),
    description: `${text(200, LINES)}${oneOf(['', 'x'])}`,
    price: oneOf([1, 13, 12_500, 999.99, 4_500_000.5, 12_345_678.9, 12_500_000]),
    type: oneOf(propertyTypes),
    listing_type: oneOf(listingTypes),
    status: oneOf(propertyStatuses),
    location: {
      address: `${text(60)} St`,
      city: oneOf(['Makati', 'Parañaque', 'Para\u006e\u0303aque City', 'Quezon City', `x${text(10)}`]),
      province: oneOf(['Metro Manila', `x${text(10)}`]),
      coordinates: maybe(() => ({ lat: 14 + below(1_000) / 1_000, lng: 121 + random() / 10 })),
    },
    details: {
      bedrooms: below(5),
      bathrooms: below(4),
      area_sqm: oneOf([0.01, 54.25, 1_200, 12.5, 999_999]),
      furnished: oneOf([true, false, null]),
      floor_level: maybe(() => below(60)),
      parking_slots: below(3),
      completion: maybe(() => oneOf(completions)),
      year_built: maybe(() => 1990 + below(30)),
    },
    video_url: maybe(() => 'https://youtu.be/dQw4w9WgXcQ'),
    features: Array.from({ length: below(4) }, () => text(30)),
  });
}

const carried = ({
  title,
  description,
  price,
  type,
  listing_type,
  status,
  location,
  details,
  features,
  video_url,
}: OwnProperty) => ({
  title,
  description,
  price,
  type,
  listing_type,
  status,
  location,
  details,
  features,
  video_url,
});

const listed = async (person: Person): Promise<OwnProperty[]> =>
  (await person.get('/api/properties/my/list?limit=100')).body.data.properties;

const FILES = [
  ['csv', '/api/properties/my/export'],
  ['csv', '/api/feeds/listings.csv'],
  ['json', '/api/feeds/listings.json'],
  ['xml', '/api/feeds/listings.xml'],
] as const;

async function fileOf(person: Person, path: string): Promise<string> {
  const { body } = await person.get(path);
  return typeof body === 'string' ? body : JSON.stringify(body);
}

async function imported(person: Person, body: object): Promise<ImportReport> {
  const answer = await person.post('/api/properties/my/import', body);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data;
}

/** Rows about which an import says anything, or does. */
const surprises = ({ rows }: ImportReport) =>
  rows.filter(({ action, issues, notes }) => action !== 'unchanged' || issues.length + notes.length > 0);

describe('whatever the API accepts', () => {
  test.each([1, 2, 3])('comes back unchanged from each of its exports (%i)', async (seed) => {
    const agent = await enter(server, { role: 'agent' });
    const make = makeListings(seed);
    let accepted = 0;
    for (let at = 0; at < 40; at++) {
      const { status } = await agent.post('/api/properties', make(at));
      expect([201, 400]).toContain(status);
      if (status === 201) accepted += 1;
    }
    expect(accepted).toBeGreaterThan(12);
    const before = await listed(agent);
    for (const [format, path] of FILES) {
      const text = await fileOf(agent, path);
      const dry = await imported(agent, { [format]: text, dry_run: true });
      expect({ path, problems: dry.problems, surprises: surprises(dry) }).toEqual({
        path,
        problems: [],
        surprises: [],
      });
      expect(dry.counts.rows).toBe(accepted);
      expect(await imported(agent, { [format]: text })).toMatchObject({
        imported: 0,
        actions: { unchanged: accepted },
      });
    }
    expect(await listed(agent)).toEqual(before);
  });

  test.each(['csv', 'json', 'xml'] as const)(
    'is made equal by another agent’s import of it as %s',
    async (format) => {
      const [seller, buyer] = [await enter(server, { role: 'agent' }), await enter(server, { role: 'agent' })];
      const make = makeListings(7);
      // Lost letters and errors of spreadsheets are refused where they are new; 'N/A' alone is nothing.
      const isRead = (text: string | null) =>
        text === null || !/\ufffd|^(?:#REF!|#N\/A|N\/A|null|-|#|##+)$/i.test(text.trim());
      const whole = ({ title, description, location, features, reference }: ReturnType<typeof make>) =>
        [title, description, location.address, location.city, location.province, reference, ...features].every(
          isRead,
        );
      for (let at = 0; at < 60; at++) {
        const listing = make(at);
        if (whole(listing)) await seller.post('/api/properties', listing);
      }
      const before = await listed(seller);
      expect(before.length).toBeGreaterThan(8);
      const path = format === 'csv' ? '/api/properties/my/export' : `/api/feeds/listings.${format}`;
      const answer = await imported(buyer, { [format]: await fileOf(seller, path), drafts: false });
      expect(answer.imported).toBe(before.length);
      expect((await listed(buyer)).map(carried)).toEqual(before.map(carried));
    },
  );
});

test('texts and pins of earlier versions, which no call takes any more, stay as they are', async () => {
  const agent = await enter(server, { role: 'agent' });
  const old = [
    { title: 'Caf\ufffd corner', description: '#N/A' },
    { title: 'x'.repeat(400), reference: 'N\u0303-1' },
    { title: 'Bell\u0007 tower', address: 'A\u202eB' },
    { latitude: 0, longitude: 0 },
    { latitude: 48.85, longitude: 2.35, city: '  Makati ' },
    { features: ['Pool, heated; lit', ''] },
    { reference: 'N/A' },
    { images: ['https://gone.example/1.jpg, https://gone.example/2.jpg'], image_descriptions: {} },
  ];
  for (const listing of old) await buildProperty(server.context, { agent_id: agent.id, ...listing });
  for (const [format, path] of FILES) {
    const dry = await imported(agent, { [format]: await fileOf(agent, path), dry_run: true });
    expect({ path, surprises: surprises(dry) }).toEqual({ path, surprises: [] });
  }
});
