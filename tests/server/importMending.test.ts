import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportReport, ImportRow, OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let agent: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date('2026-03-17T17:30:00.000Z') });
});

afterAll(() => server.close());

beforeEach(async () => {
  agent = await enter(server, { role: 'agent' });
});

const send = (body: object) => agent.post('/api/properties/my/import', body);

async function report(body: object): Promise<ImportReport> {
  const answer = await send({ ...body });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data;
}
const check = (body: object) => report({ ...body, dry_run: true });

const listed = async (query = 'limit=100'): Promise<OwnProperty[]> =>
  (await agent.get(`/api/properties/my/list?${query}`)).body.data.properties;

const home = {
  title: 'Loft',
  description: 'Bright.',
  price: 4_500_000,
  address: '1 Ayala Avenue',
  city: 'Makati',
  province: 'Metro Manila',
  area_sqm: 60,
};

const said = (row: ImportRow | undefined) =>
  [...(row?.issues ?? []), ...(row?.notes ?? [])].map(({ column, message }) => `${column}: ${message}`);

const csvOf = (...rows: Record<string, string>[]) => {
  const names = Object.keys({ ...home, ...Object.assign({}, ...rows) });
  const line = (row: Record<string, unknown>) =>
    names.map((name) => `"${String(row[name] ?? '').replaceAll('"', '""')}"`).join(',');
  return [names.join(','), ...rows.map((row) => line({ ...home, ...row }))].join('\n');
};

describe('what is written otherwise', () => {
  test('is read and shown; a row that says two things is asked about', async () => {
    const csv = csvOf(
      {
        price: '12.5M',
        area_sqm: '54.5 sq.m.',
        type: 'House and Lot',
        listing_type: 'paupahan',
        features: 'Pool, Gym',
      },
      { price: '12.500' },
      { price: '#REF!' },
      { title: 'Para\uFFFDaque home' },
      { title: 'Bahay sa ParaÃ±aque' },
      { price: '13', type: 'condo' },
      { price: '45,000/month' },
      { type: 'House for rent', price: '30000' },
      { bedrooms: 'N/A', type: 'Lot' },
    );
    const { rows } = await check({ csv });
    expect(rows[0]).toMatchObject({ price: '12.5M', action: 'create', issues: [] });
    expect(rows[0]?.read).toEqual(
      expect.arrayContaining([
        { column: 'price', given: '12.5M', read: '₱12,500,000' },
        { column: 'area_sqm', given: '54.5 sq.m.', read: '54.5 sqm' },
        { column: 'type', given: 'House and Lot', read: 'House' },
        { column: 'listing_type', given: 'paupahan', read: 'For Rent' },
        { column: 'features', given: 'Pool, Gym', read: 'Pool | Gym' },
      ]),
    );
    expect(said(rows[1])).toEqual([expect.stringMatching(/^price: “12.500” can mean 12,500 or 12.5/)]);
    expect(said(rows[2])).toEqual([expect.stringMatching(/^price: “#REF!” is an error of the spreadsheet/)]);
    expect(said(rows[3])).toEqual([expect.stringMatching(/^title: A letter could not be read \(“Para/)]);
    expect(said(rows[4])).toEqual(['title: Some letters look garbled']);
    expect(said(rows[5])).toEqual(['price: ₱13 is an unusual price. Was ₱13,000,000 meant?']);
    expect(rows[5]).toMatchObject({ action: 'create', notes: [{ is_question: true }] });
    expect(rows[5]?.cells).toMatchObject({ price: '13', type: 'condo' });
    for (const rented of [rows[6], rows[7]])
      expect(rented?.read).toContainEqual(expect.objectContaining({ column: 'listing_type', read: 'For Rent' }));
    expect(rows[8]).toMatchObject({
      action: 'create',
      read: expect.arrayContaining([{ column: 'bedrooms', given: 'N/A', read: '0' }]),
    });
    await report({ csv, mode: 'good' });
    const stored = await listed();
    expect(stored.find(({ price }) => price === 12_500_000)).toMatchObject({
      type: 'house',
      listing_type: 'rent',
      details: { area_sqm: 54.5 },
      features: ['Pool', 'Gym'],
    });
    expect(stored.find(({ price }) => price === 45_000)?.listing_type).toBe('rent');
  });

  test('of a pin is none where nothing lies, and one in the country', async () => {
    const { rows } = await check({
      json: [
        { ...home, latitude: 0, longitude: 0 },
        { ...home, latitude: 48.85, longitude: 2.35 },
        { ...home, coordinates: '14.5547, 121.0244' },
        { ...home, latitude: 121.0244, longitude: 14.5547 },
        { ...home, latitude: '14.7', longitude: '121.1' },
        { ...home, latitude: 'north', longitude: 121 },
        { ...home, latitude: '-', longitude: '-' },
      ],
    });
    expect(rows.map(said)).toEqual([
      ['latitude: 0, 0 is no position: imported without a pin'],
      ['latitude: The pin is outside the Philippines: imported without a pin'],
      [],
      ['latitude: Latitude and longitude were the other way round'],
      ['latitude: The pin is outside Makati. Please check its position.'],
      ['latitude: Latitude must be a number from -90 to 90. Fill in both coordinates or neither'],
      [],
    ]);
    expect(rows[2]?.read).toContainEqual({
      column: 'latitude',
      given: '14.5547, 121.0244',
      read: '14.5547, 121.0244',
    });
    await report({
      json: [
        { ...home, 'Lat/Lng': '14.5547, 121.0244' },
        { ...home, latitude: '0', longitude: '0.0' },
      ],
    });
    expect((await listed()).map(({ location }) => location.coordinates)).toEqual([
      { lat: 14.5547, lng: 121.0244 },
      null,
    ]);
  });
});

describe('a file of one’s own headings', () => {
  const csv =
    'Name,Remarks,Cost,Street,City,Province,Size\nLoft,Bright.,4500000,1 Ayala Avenue,Makati,Metro Manila,60';
  const mapping = { Name: 'title', Remarks: 'description', Cost: 'price' };

  test('is told what its headings may be, and read as they are matched', async () => {
    const first = await check({ csv });
    expect(first.problems).toEqual([expect.stringMatching(/^These columns are missing: title, description/)]);
    expect(first.columns.headings.map(({ suggestion }) => suggestion)).toEqual([
      'title',
      'description',
      'price',
      null,
      null,
      null,
      null,
    ]);
    const second = await check({ csv, mapping });
    expect(second).toMatchObject({ problems: [], columns: { unknown: [] }, counts: { good: 1 } });
    expect(await report({ csv, mapping })).toMatchObject({ imported: 1 });
    const [stored] = await listed();
    expect(stored).toMatchObject({ title: 'Loft', price: 4_500_000, location: { address: '1 Ayala Avenue' } });
  });

  test('a known heading can be left out; a column that does not exist is refused', async () => {
    const known = { csv: csvOf({ features: 'Pool' }), mapping: { features: null } };
    expect(await check(known)).toMatchObject({ columns: { unknown: ['features'] } });
    const wrong = await send({ csv, mapping: { Name: 'colour' } });
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'mapping.Name']);
  });
});

describe('rows that are mended', () => {
  test('are checked and stored with the cells that were written anew', async () => {
    const csv = csvOf({ price: 'ask', type: 'castle' }, { title: 'Second' });
    expect((await check({ csv })).counts).toMatchObject({ good: 1, bad: 1 });
    const edits = [{ row: 2, cells: { price: '5M', type: 'House and lot', title: 'Mended' } }];
    const { rows, counts } = await check({ csv, edits });
    expect(counts).toMatchObject({ good: 2, bad: 0 });
    expect(rows[0]).toMatchObject({ title: 'Mended', price: '5M', action: 'create' });
    await report({ csv, edits });
    expect((await listed()).map(({ title, price, type }) => [title, price, type])).toContainEqual([
      'Mended',
      5_000_000,
      'house',
    ]);
  });

  test.each([
    [[{ row: 0, cells: {} }], 'edits.0.row'],
    [[{ row: 2, cells: { colour: 'red' } }], 'edits.0.cells'],
    [[{ row: 2, cells: { title: 7 } }], 'edits.0.cells.title'],
    [Array.from({ length: 501 }, (_item, at) => ({ row: at + 2, cells: {} })), 'edits'],
  ])('%# in another form is refused', async (edits, path) => {
    const answer = await send({ csv: csvOf({}), edits });
    expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, expect.stringContaining(path)]);
  });

  test('of several formats are the ones of their number', async () => {
    const json = [{ ...home, city: '' }, home];
    expect((await check({ json, edits: [{ row: 1, cells: { city: 'Pasig' } }] })).counts.good).toBe(2);
  });
});

describe('rows without a picture', () => {
  test('become drafts in a session, and are published for a program', async () => {
    const dry = await check({ json: [home] });
    expect(dry).toMatchObject({ drafts: 1, actions: { create: 1 }, rows: [{ action: 'create', draft: true }] });
    expect(await report({ json: [home] })).toMatchObject({ drafts: 1, imported: 1 });
    expect(await listed('draft=1')).toMatchObject([{ title: 'Loft', draft: true, missing: [] }]);
    expect(await report({ json: [home], drafts: false })).toMatchObject({ drafts: 0, imported: 1 });
    const { token } = (await agent.post('/api/tokens', { name: 'CRM', scopes: ['listings:write'] })).body.data;
    const byProgram = await server.request('POST', '/api/properties/my/import', { token, body: { json: [home] } });
    expect(byProgram.body.data).toMatchObject({ drafts: 0, imported: 1 });
    expect(await listed('draft=0')).toHaveLength(2);
  });

  test('that name a draft change it, and it stays one', async () => {
    await report({ json: [{ ...home, reference: 'D-1' }] });
    expect(await report({ json: [{ reference: 'D-1', price: 5_000_000 }] })).toMatchObject({
      actions: { update: 1 },
    });
    expect(await listed()).toMatchObject([{ price: 5_000_000, draft: true }]);
  });
});

describe('a listing that is known', () => {
  test('may be sent in part, and stays whole', async () => {
    await report({ json: [{ ...home, reference: 'P-1', features: ['Pool'] }], drafts: false });
    const answer = await report({ json: [{ reference: 'P-1', price: 4_000_000 }] });
    expect(answer).toMatchObject({ actions: { update: 1 }, rows: [{ changes: ['price'] }] });
    const refused = await check({ json: [{ reference: 'P-1', description: '', city: ' ' }] });
    expect(said(refused.rows[0])).toEqual(['description: Description is required', 'city: City is required']);
    expect(await listed()).toMatchObject([{ price: 4_000_000, features: ['Pool'], description: 'Bright.' }]);
  });

  test('is found by its reference, composed or decomposed', async () => {
    await report({ json: [{ ...home, reference: 'PEÑA-1'.normalize('NFD') }], drafts: false });
    expect((await listed())[0]?.reference).toBe('PEÑA-1');
    for (const form of ['NFC', 'NFD'] as const)
      expect(await check({ json: [{ ...home, reference: 'PEÑA-1'.normalize(form) }] })).toMatchObject({
        actions: { unchanged: 1 },
      });
    const twice = await check({
      json: ['NFC', 'NFD'].map((form) => ({ ...home, reference: 'Ñ'.normalize(form) })),
    });
    expect(twice.actions).toMatchObject({ create: 1, refuse: 1 });
  });

  test('is not asked about for what does not change', async () => {
    await report({ json: [{ ...home, reference: 'Q-1', price: 13, type: 'condo' }], drafts: false });
    const again = await check({
      json: [{ ...home, reference: 'Q-1', price: 13, type: 'condo', title: 'Loft II' }],
    });
    expect(again.rows[0]).toMatchObject({ action: 'update', changes: ['title'], notes: [] });
  });

  test('that was deleted meanwhile is not made from a part', async () => {
    await report({ json: [{ ...home, reference: 'X-1' }], drafts: false });
    const [own] = await listed();
    await server.request('DELETE', `/api/properties/${own?.id}`, { token: agent.token });
    const answer = await send({ json: [{ reference: 'X-1', price: 1_000_000 }] });
    expect([answer.status, answer.body.code]).toEqual([422, 'import_refused']);
    expect(answer.body.issues.map(({ path }: { path: string }) => path)).toContain('rows.1.title');
  });

  test('faults of a file are said of the field that has it', async () => {
    for (const [field, text] of [
      ['json', 'nope'],
      ['xml', '<a>'],
      ['csv', ''],
    ] as const) {
      const answer = await send({ [field]: text });
      expect([field, answer.body.issues[0].path]).toEqual([field, field]);
    }
  });
});
