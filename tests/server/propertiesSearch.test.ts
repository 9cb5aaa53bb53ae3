// @databases both

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSearchText, deriveSearchFields, parseSearch } from '#server/features/properties/list/searchText.ts';
import { identityOf } from '#server/features/properties/writes/buildings.ts';
import { buildAgent } from '#tests/support/factories/agents.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
const ids = new Map<number, string>();

/** Newest last. */
const listings = {
  fort: { title: 'Garden loft', city: 'Taguig', address: '26th Street, Fort Bonifacio' },
  mckinley: { title: 'Tuscan studio', city: 'Taguig City', address: 'Upper McKinley Road, McKinley Hill' },
  paranaque: { title: 'House in Parañaque', type: 'house', city: 'Parañaque', address: 'Sucat Road' },
  qc: {
    title: 'Hilltop home',
    type: 'house',
    city: 'Quezon City',
    address: 'Matino Street',
    description: 'Jardín, BBQ.',
  },
  malate: { title: 'Bay view', city: 'Manila', address: 'Mabini Street, Malate' },
  cebu: { title: 'Sea breeze', type: 'house', city: 'Cebu City', province: 'Cebu', address: 'Mango Avenue' },
  pool: { title: 'Quiet corner', description: 'The poolside bar.', features: ['Lap Pool'] },
  poolTitle: { title: 'Pool villa', description: 'Two floors.', features: [] },
  poolhouse: { title: 'Quiet court', description: 'A poolhouse behind.', features: [] },
  avenue: {
    title: 'Loft',
    city: 'Quezon City',
    address: '12 Quezon Ave.',
    description: 'Corner unit, rent-to-own.',
  },
  otherAvenue: {
    title: 'Attic',
    city: 'Quezon City',
    address: 'Mother Ignacia Avenue',
    description: 'A unit at the corner, to own and rent.',
  },
  hidden: { title: 'Pool house to come', moderation_status: 'pending' },
  quoted: { title: `O'Brien "the 100%" \\ flat_1`, description: '★ 東京 flat 🏊 ½ off' },
} as const;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  for (const [name, { ...draft }] of Object.entries(listings)) {
    const row = await buildProperty(server.context, { agent_id: null, ...draft } as object);
    ids.set(row.id, name);
  }
});

afterAll(() => server.close());

async function find(query: Record<string, string>) {
  const { status, body } = await server.request('GET', `/api/properties?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const names = body.data.properties.map((found: { id: number }) => ids.get(found.id));
  expect(body.data.pagination.total).toBe(names.length);
  return names as string[];
}
const search = async (text: string) => (await find({ search: text })).sort();

describe('a search', () => {
  test.each([
    ['ignores accents and case', 'PARANAQUE', ['paranaque']],
    ['typed with accents finds the plain word', 'pàra', ['paranaque']],
    ['finds accented text by plain letters', 'jardin', ['qc']],
    ['matches the beginning of words', 'poolh', ['poolhouse']],
    ['matches no middle of a word', 'lside', []],
    ['wants all words, wherever they stand', 'quezon hilltop bbq', ['qc']],
    ['finds a street by its name, not by the words of it', 'quezon avenue', ['avenue']],
    ['finds a term of homes however it is parted', 'rent to own', ['avenue']],
    ['finds the words of a term that is not whole', 'corner uni', ['avenue', 'otherAvenue']],
    ['wants them in any order', 'bbq hilltop', ['qc']],
    ['with a word that is nowhere finds nothing', 'hilltop zzz', []],
    ['reads features', 'lap', ['pool']],
    ['reads the province', 'cebu', ['cebu']],
    ['knows the type’s label', 'condominium malate', ['malate']],
    ['does not see hidden listings', 'come', []],
    ['reads other scripts', '東京', ['quoted']],
    ['reads a quote inside a word as its end', "o'brien", ['quoted']],
    ['takes no notice of marks around words', '"100%" -flat', ['quoted']],
  ])('%s', async (_, text, expected) => {
    expect(await search(text)).toEqual(expected);
  });

  test.each([
    ['BGC', ['fort', 'mckinley']],
    ['bgc condo', ['fort', 'mckinley']],
    ['bonifacio global city', ['fort', 'mckinley']],
    ['the fort garden', ['fort']],
    ['fort boni', ['fort']],
    ['qc house', ['qc']],
    ['mnl', ['malate']],
    ['taguig', ['fort', 'mckinley']],
  ])('%j understands what places are called', async (text, expected) => {
    expect(await search(text)).toEqual(expected);
  });

  test('of a number also means the listing with that id', async () => {
    const [[id] = [0]] = [...ids].filter(([, name]) => name === 'cebu');
    expect(await search(`#${id}`)).toContain('cebu');
    expect(await search(`${id}`)).toContain('cebu');
    expect(await find({ search: `${id}`, type: 'condo' })).not.toContain('cebu');
    expect(await search(`${id} zzz`)).toEqual([]);
    const [[hiddenId] = [0]] = [...ids].filter(([, name]) => name === 'hidden');
    expect(await search(`#${hiddenId}`)).not.toContain('hidden');
  });

  test('by relevance puts titles before texts and whole words before beginnings', async () => {
    expect(await find({ search: 'pool', sort: 'relevance' })).toEqual(['poolTitle', 'pool', 'poolhouse']);
    expect(await find({ search: 'pool' })).toEqual(['poolhouse', 'poolTitle', 'pool']);
  });

  test('by relevance puts the listing whose id was given first', async () => {
    const { id } = await buildProperty(server.context, { title: 'Plain', agent_id: null });
    await buildProperty(server.context, { title: `Unit ${id}`, agent_id: null });
    const { body } = await server.request('GET', `/api/properties?search=${id}&sort=relevance`);
    expect(body.data.properties.map((found: { id: number }) => found.id)).toEqual([id, id + 1]);
  });

  test('relevance without words is the newest first', async () => {
    const newest = await find({ type: 'house' });
    expect(await find({ type: 'house', sort: 'relevance' })).toEqual(newest);
  });
});

describe('a location', () => {
  test.each([
    ['BGC', ['fort', 'mckinley']],
    ['Taguig City', ['fort', 'mckinley']],
    ['Manila', ['malate']],
    ['Malate', ['malate']],
    ['Cebu', ['cebu']],
    ['mango ave', ['cebu']],
    ['Cebu zzz', []],
    ['sea', []],
    ['%', []],
    ['🏊', []],
  ])('%j', async (location, expected) => {
    expect((await find({ location })).sort()).toEqual(expected);
  });

  test('that is no known place goes together with a search', async () => {
    expect(await find({ location: 'cebu', search: 'breeze' })).toEqual(['cebu']);
    expect(await find({ location: 'cebu', search: 'garden' })).toEqual([]);
    const [[id] = [0]] = [...ids].filter(([, name]) => name === 'cebu');
    expect(await find({ location: 'cebu', search: `${id}` })).toEqual(['cebu']);
    expect(await find({ location: 'mango', search: `${id + 1}` })).toEqual([]);
  });
});

describe('the search text', () => {
  test('follows the listing', async () => {
    const listing = await buildProperty(server.context, { title: 'Windmill', agent_id: null });
    const save = async (change: { search_text?: string; moderation_status?: 'active' | 'inactive' }) => {
      await server.context.db.transaction((transaction) => listing.update(change, { transaction }));
      server.context.bus.publish('listingChanged', { propertyId: listing.id });
    };
    const totals = async () => {
      const words = ['windmil', 'lighthous', 'watertow'];
      const answers = words.map((word) => server.request('GET', `/api/properties?search=${word}`));
      return (await Promise.all(answers)).map(({ body }) => body.data.pagination.total);
    };
    expect(await totals()).toEqual([1, 0, 0]);
    await save({ search_text: 'lighthouse' });
    expect(await totals()).toEqual([0, 1, 0]);
    await save({ moderation_status: 'inactive' });
    expect(await totals()).toEqual([0, 0, 0]);
    await save({ search_text: 'watertower' });
    expect(await totals()).toEqual([0, 0, 0]);
    await save({ moderation_status: 'active', search_text: 'watertower lighthouse' });
    expect(await totals()).toEqual([0, 1, 1]);
    await server.context.db.transaction((transaction) => listing.destroy({ transaction }));
    server.context.bus.publish('listingChanged', { propertyId: listing.id });
    expect(await totals()).toEqual([0, 0, 0]);
  });

  test('goes together with what kind of listing is meant, as it is now', async () => {
    const listing = await buildProperty(server.context, {
      title: 'Windmill',
      city: 'Taguig',
      address: 'McKinley Hill',
      agent_id: null,
      type: 'condo',
      listing_type: 'sale',
      status: 'available',
      bedrooms: 2,
    });
    const save = async (change: Partial<Parameters<typeof listing.update>[0]>) => {
      await server.context.db.transaction((transaction) => listing.update(change, { transaction }));
      server.context.bus.publish('listingChanged', { propertyId: listing.id });
    };
    const kinds = [
      'type=condo',
      'type=house&location=BGC',
      'listing_type=sale',
      'listing_type=rent&location=Makati',
      'status=available&location=BGC',
      'status=sold',
      'beds_exact=2',
      'beds_exact=0',
      'bedrooms=2',
      'bedrooms=3&location=Taguig',
      'bedrooms=25',
    ];
    const found = async () => {
      const answers = kinds.map((kind) => server.request('GET', `/api/properties?search=windmil&${kind}`));
      const lists = (await Promise.all(answers)).map(({ body }) => body.data);
      for (const { properties, pagination } of lists) expect(pagination.total).toBe(properties.length);
      return kinds.filter((_, at) => lists[at].pagination.total === 1);
    };
    expect(await found()).toEqual([
      'type=condo',
      'listing_type=sale',
      'status=available&location=BGC',
      'beds_exact=2',
      'bedrooms=2',
    ]);
    await save({ type: 'house', listing_type: 'rent', status: 'sold', bedrooms: 0 });
    expect(await found()).toEqual(['type=house&location=BGC', 'status=sold', 'beds_exact=0']);
    await save({ bedrooms: 30, status: 'available' });
    expect(await found()).toEqual([
      'type=house&location=BGC',
      'status=available&location=BGC',
      'bedrooms=2',
      'bedrooms=3&location=Taguig',
      'bedrooms=25',
    ]);
    await save({ moderation_status: 'inactive', status: 'sold' });
    expect(await found()).toEqual([]);
    await server.context.db.transaction((transaction) => listing.destroy({ transaction }));
    server.context.bus.publish('listingChanged', { propertyId: listing.id });
    expect(await found()).toEqual([]);
  });

  test('holds each word once and bounds what one listing can hold', async () => {
    const listing = {
      title: 'Big BIG big',
      description: `${'x'.repeat(3_000)} ${Array.from({ length: 20_000 }, (_, at) => `w${at}`).join(' ')}`,
      type: 'condo' as const,
      address: 'A Street',
      city: 'Makati',
      province: 'Metro Manila',
      features: [],
    };
    const words = buildSearchText(listing).split(' ');
    expect(new Set(words).size).toBe(words.length);
    expect(words.filter((word) => word === 'big')).toHaveLength(1);
    const { id } = await buildProperty(server.context, { ...listing, agent_id: null });
    const { body } = await server.request('GET', `/api/properties?search=${'x'.repeat(190)}`);
    expect(body.data.properties.map((found: { id: number }) => found.id)).toEqual([id]);
  });

  test('streets and terms of homes are one word, where they are whole', () => {
    const wordsOf = (text: string) => parseSearch(text).terms.flatMap((term) => term.words);
    expect(wordsOf('Quezon Ave corner units')).toEqual(['¶¶quezon¶avenue¶', '¶¶corner¶unit¶']);
    expect(wordsOf('quezon av corner uni')).toEqual(['¶¶quezon¶avenue¶', 'corner', 'uni']);
    expect(wordsOf('quezon mapa corner uni')).toEqual(['quezon', 'mapa', 'corner', 'uni']);
  });

  test('short forms of words are sought as the long ones, and by their own beginning', () => {
    const wordsOf = (text: string) => parseSearch(text).terms.flatMap((term) => term.words);
    expect(wordsOf('Sto. Niño St.')).toEqual(['santo', 'nino', 'st']);
    expect(wordsOf('Brgy. Malamig')).toEqual(['malamig']);
    expect(wordsOf('Barangay 128')).toEqual(['barangay', '128']);
    expect(wordsOf('brgy')).toEqual([]);
    expect(wordsOf('gen set')).toEqual(['gen', 'set']);
    expect(wordsOf('Saint Jude, Doctor Sixto')).toEqual(['saint', 'jude', 'doctor', 'sixto']);
    expect(wordsOf('Hi-way Homes')).toEqual(['highway', 'homes']);
  });

  test('a word that begins another one sought is left out', () => {
    const wordsOf = (text: string) => parseSearch(text).terms.flatMap((term) => term.words);
    expect(wordsOf('con condo condo pool')).toEqual(['condo', 'pool']);
    expect(parseSearch('99999999999').id).toBeNull();
    expect(parseSearch('0').id).toBeNull();
  });
});

describe('by relevance among many', () => {
  const RANKED = 500;
  const DAY_MS = 86_400_000;
  const NOW = Date.UTC(2026, 9, 1);
  interface Listing {
    id: number;
    title: string;
    description: string;
    city: string;
    price: number;
    status: string;
    createdAt: number;
  }
  let many: TestServer;
  let rows: Listing[] = [];

  beforeAll(async () => {
    many = await startTestServer({ data: 'empty', now: () => new Date(NOW) });
    const { db } = many.context;
    const first = await buildProperty(many.context, { title: 'Other', description: 'Other', agent_id: null });
    const { id: _, ...template } = first.get();
    // The listings added first, which no look at the latest finds, have the word in the title, and more than are
    // ranked.
    const drafts = Array.from({ length: 1_500 }, (_each, at) => ({
      title: at < 600 && at % 20 > 0 ? `Narra home ${at % 7}` : `Home ${at}`,
      description:
        ['By a narra tree', 'Narrabundah street', 'Old narra', 'No tree'][at % 11 === 0 ? 3 : at % 3] ?? '',
      city: at % 5 === 0 ? 'Taguig' : 'Makati',
      address: at % 5 === 0 ? 'Fort Bonifacio' : 'Ayala Avenue',
      price: 1_000_000 + ((at * 7_919) % 5_000) * 1_000,
      status: at % 4 === 0 ? ('pending' as const) : ('available' as const),
      created_at: new Date(NOW - ((at * 104_729) % 120) * DAY_MS - at * 1_000),
    }));
    await db.transaction(async () => {
      await db.models.Property.bulkCreate(
        drafts.map((draft) => {
          const listing = { ...template, ...draft, type: 'condo' as const };
          return { ...listing, ...deriveSearchFields(listing) };
        }),
      );
    });
    many.context.bus.publish('listingChanged', { propertyId: first.id });
    rows = (await db.models.Property.findAll()).map((row) => ({
      id: row.id,
      title: row.title,
      description: row.description,
      city: row.city,
      price: Number(row.price),
      status: row.status,
      createdAt: new Date(row.created_at).getTime(),
    }));
  });

  afterAll(() => many.close());

  const begins = (text: string, word: string) =>
    text.split(' ').some((other) => other.toLowerCase().startsWith(word));
  const holds = (text: string, word: string) => text.split(' ').some((other) => other.toLowerCase() === word);
  const newestFirst = (one: Listing, other: Listing) => other.createdAt - one.createdAt || other.id - one.id;
  const latest = (of: Listing[]) => of.toSorted((one, other) => other.id - one.id).slice(0, RANKED);
  const isStale = ({ status, createdAt }: Listing) => status === 'available' && NOW - createdAt >= 60 * DAY_MS;

  async function readAllPages(query: Record<string, string>): Promise<number[]> {
    const found: number[] = [];
    for (let page = 1; ; page += 1) {
      const all = new URLSearchParams({
        ...query,
        sort: 'relevance',
        limit: '90',
        page: String(page),
        exact: '1',
      });
      const { status, body } = await many.request('GET', `/api/properties?${all}`);
      expect(status).toBe(200);
      found.push(...body.data.properties.map(({ id }: { id: number }) => id));
      if (page >= body.data.pagination.pages) {
        expect(body.data.pagination.total).toBe(found.length);
        return found;
      }
    }
  }

  function expectedOrder(
    matching: Listing[],
    isNamed: (one: Listing) => boolean,
    points: (one: Listing) => number,
  ) {
    const ranked = new Set([...latest(matching), ...latest(matching.filter(isNamed))]);
    const score = (one: Listing) => points(one) - (isStale(one) ? 1 : 0);
    const first = [...ranked].sort((one, other) => score(other) - score(one) || newestFirst(one, other));
    const rest = matching.filter((one) => !ranked.has(one)).sort(newestFirst);
    return { ids: [...first, ...rest].map(({ id }) => id), restCount: rest.length };
  }

  test.each([{}, { max_price: '4500000' }])(
    'the latest, and those that say it in the title, are ranked: every page goes on where the one before ended (%j)',
    async (filters: { max_price?: string }) => {
      const matching = rows.filter(
        ({ title, description, price }) =>
          begins(`${title} ${description}`, 'narra') && price <= Number(filters.max_price ?? 1e9),
      );
      const { ids: expected, restCount } = expectedOrder(
        matching,
        ({ title }) => begins(title, 'narra'),
        ({ title, description }) =>
          (begins(title, 'narra') ? 2 : 0) + (holds(`${title} ${description}`, 'narra') ? 1 : 0),
      );
      expect(restCount).toBeGreaterThan(90);
      expect(await readAllPages({ search: 'narra', ...filters })).toEqual(expected);
    },
  );

  test('what lies in the place that was named is among the ranked, wherever it was added', async () => {
    const isThere = ({ city }: Listing) => city === 'Taguig';
    const found = await readAllPages({ search: 'taguig' });
    const { ids: expected } = expectedOrder(rows.filter(isThere), isThere, () => 0);
    expect(found).toEqual(expected);
  });
});

describe.each([true, false])('names that no listing says, with listings in memory: %s', (hasListingsInMemory) => {
  let own: TestServer;
  const homes: Record<'tower' | 'agents' | 'other' | 'condo', number> = {
    tower: 0,
    agents: 0,
    other: 0,
    condo: 0,
  };

  beforeAll(async () => {
    own = await startTestServer({ data: 'empty', env: { hasListingsInMemory } });
    const { context } = own;
    const { id: building_id } = await context.db.models.Building.create({
      ...{ name: 'Molave Heights', folded_name: 'molave heights', city: 'Makati', city_slug: 'makati' },
      ...{
        address: 'Ayala Avenue',
        amenities: [],
        floor_plans: [],
        created_at: new Date(),
        updated_at: new Date(),
      },
    });
    const agent = await buildAgent(context, { name: 'Andrea Villamor' });
    const called = await buildAgent(context, { name: 'House Pasig' });
    const add = async (draft: Parameters<typeof buildProperty>[1]) => (await buildProperty(context, draft)).id;
    homes.tower = await add({ agent_id: null, building_id });
    homes.agents = await add({ agent_id: agent.id });
    homes.other = await add({ agent_id: null, city: 'Pasay', address: 'Newport City' });
    homes.condo = await add({ agent_id: called.id });
  });
  afterAll(() => own.close());

  const idsOf = async (query: Record<string, string>) => {
    const { body } = await own.request('GET', `/api/properties?${new URLSearchParams(query)}`);
    expect(body.data.pagination.total).toBe(body.data.properties.length);
    return body.data.properties.map(({ id }: { id: number }) => id);
  };

  test.each([
    ['a building', 'molave heights', 'tower'],
    ['a building in a sentence', '2br condo molave heights below 6m', 'tower'],
    ['an agent whose name is a place, too', 'Andrea Villamor', 'agents'],
  ] as const)('%s', async (_what, search, name) => {
    expect(await idsOf({ search })).toEqual([homes[name]]);
    expect(await idsOf({ search, type: 'house' })).toEqual([]);
  });

  test('word by word, too', async () => {
    expect(await idsOf({ search: 'andrea villamor', exact: '1' })).toEqual([homes.agents]);
  });

  test('nobody takes a search by calling themselves like it', async () => {
    expect(await idsOf({ search: 'house pasig' })).toEqual([]);
  });
});

describe.each([true, false])(
  'addresses as they are written, with listings in memory: %s',
  (hasListingsInMemory) => {
    let own: TestServer;
    const homes = new Map<number, string>();
    /** Of each home the address, its building, and searches and locations that mean it. */
    const written: [address: string, building: string | null, ...meant: string[]][] = [
      ['7 Sto. Niño St.', null, 'Santo Nino', 'Sto. Niño', 'Sto Nino St', 'santo niño street', '7 Sto. Nino'],
      ['8 Santo Domingo Street', null, 'Sto. Domingo', 'Sto. Domingo St.', 'santo domingo'],
      [
        '9 Brgy. Sta. Maria',
        null,
        'Santa Maria',
        'Sta. Maria',
        'Barangay Santa Maria',
        'Brgy Sta Maria',
        'Bgy. Sta. Maria',
      ],
      ['10 Gen. Luna St.', null, 'General Luna', 'Gen. Luna', 'general luna street', 'Gen Luna St.'],
      ['11 General Tinio Street', null, 'Gen. Tinio', 'Gen Tinio St.'],
      ['12 Brgy. San Isidro', null, 'Barangay San Isidro', 'Brgy. San Isidro', 'San Isidro', 'Sn. Isidro'],
      ['13 Barangay San Roque', null, 'Brgy. San Roque', 'Bgy San Roque', 'San Roque'],
      ['14 Dr. Sixto Avenue', null, 'Doctor Sixto', 'Dr. Sixto Ave.', 'Dr Sixto Av'],
      ['15 Ma. Clara St.', null, 'Maria Clara', 'Ma. Clara', 'Maria Clara Street'],
      ['16 Pres. Osmeña Hi-way', null, 'President Osmena Highway', 'Pres. Osmena Hiway', 'Pres Osmeña Hi-way'],
      [
        'Blk. 5 Lot 6 Mahogany Vill., Phase II',
        null,
        'Block 5 Mahogany Village',
        'Mahogany Vill',
        'Mahogany Phase II',
      ],
      [
        '17 Kamias Rd. cor. Tindalo St.',
        null,
        'Kamias Road',
        'Kamias Rd',
        'Tindalo Street',
        'Kamias corner Tindalo',
      ],
      ["18 Peñaflor's Compound", null, 'Penaflors Compound', "Peñaflor's Compound", 'Penaflor’s Cmpd'],
      ['Barangay 128', null, 'Brgy. 128', 'Barangay 128', 'Bgy 128'],
      ['19 Mangga Ext.', 'Sta. Rosa Suites', 'Santa Rosa Suites', 'Sta. Rosa Suites', 'sta rosa suites'],
      ['20 Bayabas Extn.', 'Test Tower Building', 'Test Tower', 'Test Tower Bldg', 'test tower building'],
      ['21 Atis Blvd.', "Peñalosa's Place", 'Penalosas Place', "Peñalosa's Place", 'Penalosa’s Place'],
    ];

    beforeAll(async () => {
      own = await startTestServer({ data: 'empty', env: { hasListingsInMemory } });
      const { context } = own;
      for (const [address, name] of written) {
        const identity = name === null ? null : identityOf({ name, city: 'Makati', address });
        const made = new Date();
        const building =
          identity &&
          (await context.db.models.Building.create({
            ...identity,
            ...{ address, amenities: [], floor_plans: [], created_at: made, updated_at: made },
          }));
        const facts = { title: 'Home', description: 'Bright.', features: [], city: 'Makati', agent_id: null };
        const { id } = await buildProperty(context, { ...facts, address, building_id: building?.id ?? null });
        homes.set(id, address);
      }
    });
    afterAll(() => own.close());

    const found = async (query: Record<string, string>) => {
      const { body } = await own.request(
        'GET',
        `/api/properties?${new URLSearchParams({ limit: '50', ...query })}`,
      );
      return body.data.properties.map(({ id }: { id: number }) => homes.get(id));
    };
    const rows = written.flatMap(([address, building, ...meant]) =>
      meant.map((text) => ({ text, address, isName: building !== null })),
    );

    test.each(rows)('$text is $address', async ({ text, address, isName }) => {
      expect(await found({ search: text })).toEqual([address]);
      expect(await found({ search: text, exact: '1' })).toEqual([address]);
      if (!isName) expect(await found({ location: text })).toEqual([address]);
    });

    test('‘Brgy.’ alone counts nothing', async () => {
      expect(await found({ search: 'brgy.' })).toHaveLength(written.length);
      expect(await found({ search: 'brgy. makati' })).toHaveLength(written.length);
    });

    describe('suggestions', () => {
      beforeAll(async () => {
        for (const [address, city] of [
          ['1 Jupiter Street, Bel-Air', 'Makati'],
          ['1 Altura Street, Santa Mesa', 'Manila'],
          ['1 Calbayog Street, Highway Hills', 'Mandaluyong'],
        ] as const)
          await buildProperty(own.context, { title: 'Home', address, city, agent_id: null });
      });

      test.each([
        ['Brgy. Bel', /Bel-Air/],
        ['Barangay San Lor', /San Lorenzo/],
        ['Bgy. Pob', /Poblacion/],
        ['Sta. Me', /Santa Mesa/],
        ['sta', /Sta\. Rosa Suites/],
        ['Test Tower Bldg', /Test Tower/],
        ['Sta. Rosa Su', /Sta\. Rosa Suites/],
        ['Santa Rosa Su', /Sta\. Rosa Suites/],
        ['Hi-way Hi', /Highway Hills/],
      ])('%s suggests %s', async (q, expected) => {
        const { body } = await own.request('GET', `/api/search/suggest?${new URLSearchParams({ q })}`);
        expect(body.data.suggestions.map(({ text }: { text: string }) => text).join('; ')).toMatch(expected);
      });
    });
  },
);
