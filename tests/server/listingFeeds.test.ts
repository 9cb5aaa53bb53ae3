// @databases full

import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportReport, OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { type Outside, startOutside } from '#tests/support/outside.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let outside: Outside;
let server: TestServer;
let agent: Person;

beforeAll(async () => {
  outside = await startOutside();
  server = await startTestServer({ data: 'empty', outsideNetwork: outside.network });
});

afterAll(async () => {
  await server.close();
  await outside.close();
});

beforeEach(async () => {
  agent = await enter(server, { role: 'agent' });
});

const send = (body: object, query = '', person = agent) =>
  person.post(`/api/properties/my/import${query}`, { drafts: false, ...body });

async function imported(body: object, query = '', person = agent): Promise<ImportReport> {
  const answer = await send(body, query, person);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data;
}

const listed = async (person = agent): Promise<OwnProperty[]> =>
  (await person.get('/api/properties/my/list?limit=100')).body.data.properties;

const loft = {
  reference: 'A-1',
  title: 'Loft in Salcedo',
  description: 'Quiet.',
  price: 9_000_000,
  type: 'condo',
  address: '1 Ayala Avenue',
  city: 'Makati',
  province: 'Metro Manila',
  area_sqm: 60,
  bedrooms: 2,
  features: ['Pool', 'Gym | sauna'],
};
const house = { ...loft, reference: 'A-2', title: 'House', type: 'house', price: '₱12,500,000' };

const actionsOf = ({ rows }: ImportReport) => rows.map(({ action }) => action);

describe('a feed in JSON', () => {
  test('sent again changes nothing; with other words it changes what differs', async () => {
    const first = await imported({ json: [loft, house] });
    expect(first).toMatchObject({ imported: 2, actions: { create: 2, update: 0, unchanged: 0, refuse: 0 } });
    const before = await listed();
    expect(before.map(({ reference, price }) => [reference, price])).toEqual([
      ['A-1', 9_000_000],
      ['A-2', 12_500_000],
    ]);
    const again = await imported({ json: { listings: [house, loft] } });
    expect(again).toMatchObject({ imported: 0, actions: { unchanged: 2 } });
    expect(await listed()).toEqual(before);

    const cheaper = { ...loft, price: 8_000_000, status: 'pending', bedrooms: 3 };
    const dry = await imported({ json: [cheaper, { ...house, reference: 'A-3' }], dry_run: true });
    expect(actionsOf(dry)).toEqual(['update', 'create']);
    expect(dry.rows[0]?.changes.toSorted()).toEqual(['bedrooms', 'price', 'status']);
    expect(dry.imported).toBe(0);
    expect(await listed()).toEqual(before);

    const done = await imported({ json: JSON.stringify([cheaper]) });
    expect(done).toMatchObject({ imported: 1, actions: { update: 1 } });
    const [changed] = await listed();
    expect(changed).toMatchObject({
      id: before[0]?.id,
      price: 8_000_000,
      status: 'pending',
      features: loft.features,
    });
    const { events } = (await agent.get(`/api/properties/${changed?.id}/history`)).body.data;
    expect(events.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['listed', 'price', 'status']);
  });

  test('leaves what it does not speak of, and another agent’s listings, as they are', async () => {
    await imported({ json: [loft] });
    const { type: _type, features: _features, ...less } = loft;
    expect(actionsOf(await imported({ json: [less] }))).toEqual(['unchanged']);
    const other = await enter(server, { role: 'agent' });
    expect(actionsOf(await imported({ json: [loft] }, '', other))).toEqual(['create']);
    const [own] = await listed();
    const foreign = { ...loft, reference: `silong-${own?.id}` };
    expect(actionsOf(await imported({ json: [foreign], dry_run: true }, '', other))).toEqual(['create']);
    expect(actionsOf(await imported({ json: [{ ...foreign, price: 1 }] }))).toEqual(['update']);
    expect((await listed())[0]).toMatchObject({ id: own?.id, reference: 'A-1', price: 1 });
  });

  test('names what is wrong with each, and stores nothing of it', async () => {
    const rows = [loft, { ...house, price: 'a lot', city: '' }, { ...loft, title: 'Twice' }];
    const dry = await imported({ json: rows }, '?dry_run=true');
    expect(actionsOf(dry)).toEqual(['create', 'refuse', 'refuse']);
    expect(dry.rows.map(({ issues }) => issues.map(({ column }) => column))).toEqual([
      [],
      ['price', 'city'],
      ['reference'],
    ]);
    const refused = await send({ json: rows });
    expect([refused.status, refused.body.code]).toEqual([422, 'import_refused']);
    expect(await listed()).toEqual([]);
    expect(await imported({ json: rows, mode: 'good' })).toMatchObject({ imported: 1 });
  });

  test.each([
    ['{', /not valid JSON/],
    ['{"a": 1}', /must contain a list/],
    ['[1]', /Property 1 of the file is not an object/],
    ['[{"title": {"en": "Loft"}}]', /Property 1: "title" must be text/],
    ['[]', /no properties in the file/],
    ['', /file is empty/],
    [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, /not an object/],
  ])('%# that is none is refused', async (json, problem) => {
    expect((await imported({ json, dry_run: true })).problems[0]).toMatch(problem);
    expect((await send({ json })).status).toBe(422);
  });

  test('with pictures elsewhere fetches them once', async () => {
    const withPictures = {
      ...loft,
      images: ['http://pictures.example/a.png', 'http://pictures.example/b.png'],
      image_descriptions: ['', 'Pool'],
    };
    await imported({ json: [withPictures] });
    await server.context.jobs.flush();
    const [before] = await listed();
    expect(before?.images).toEqual([expect.stringMatching(/^\/media\//), expect.stringMatching(/^\/media\//)]);
    expect(before?.image_descriptions).toEqual(['', 'Pool']);
    const asked = outside.asked.length;
    expect(await imported({ json: [withPictures] })).toMatchObject({
      imported: 0,
      actions: { unchanged: 1 },
    });
    await server.context.jobs.flush();
    expect(outside.asked).toHaveLength(asked);
    const other = { ...loft, images: ['http://pictures.example/c.png'] };
    const report = await imported({ json: [other] });
    expect(report.rows[0]?.changes).toEqual(['images']);
    await server.context.jobs.flush();
    const [after] = await listed();
    expect(after?.images).toEqual([expect.stringMatching(/^\/media\//)]);
    expect(before?.images).not.toContain(after?.images[0]);
  });

  test('sent twice at once makes each listing once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send({ json: [loft, house] })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.data.imported).toSorted()).toEqual([0, 0, 2]);
    expect(await listed()).toHaveLength(2);
  });
});

test('a reference is one listing’s, also where it is given by hand', async () => {
  const draft = {
    reference: 'B-1',
    title: 'Lot',
    description: 'Flat.',
    price: 1,
    location: { address: 'Lot 4', city: 'Taguig', province: 'Metro Manila' },
    details: { area_sqm: 10 },
  };
  const { id } = (await agent.post('/api/properties', draft)).body.data;
  const second = await agent.post('/api/properties', draft);
  expect(second.status).toBe(400);
  expect(second.body.issues).toEqual([
    { path: 'reference', message: 'Another of your listings has this reference' },
  ]);
  const other = (await agent.post('/api/properties', { ...draft, reference: 'B-2' })).body.data;
  expect((await agent.put(`/api/properties/${other.id}`, { reference: 'B-1' })).status).toBe(400);
  expect((await agent.put(`/api/properties/${id}`, { reference: 'B-3' })).body.data.reference).toBe('B-3');
  expect((await agent.put(`/api/properties/${other.id}`, { reference: 'B-1' })).status).toBe(200);
});

describe('a feed in XML', () => {
  const xmlOf = (fields: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<listings>\n  <listing>${fields}</listing>\n</listings>`;
  const fields = `<reference>X-1</reference><title>Loft &amp; <![CDATA[<garden>]]></title>
    <description>First&#10;second</description><price>100</price><address>1 A</address><city>Makati</city>
    <province>Metro Manila</province><area_sqm>10</area_sqm><views>7</views><colour>red</colour>
    <features><feature>Pool</feature><feature>a|b</feature></features>`;

  test('is read as the other formats are', async () => {
    const report = await imported({ xml: xmlOf(fields) });
    expect(report).toMatchObject({ imported: 1, columns: { unknown: ['colour'] } });
    expect((await listed())[0]).toMatchObject({
      reference: 'X-1',
      title: 'Loft & <garden>',
      description: 'First\nsecond',
      features: ['Pool', 'a|b'],
    });
  });

  test.each([
    ['a document type', `<!DOCTYPE listings [<!ENTITY a "aaaa">]>${xmlOf('<title>&a;</title>')}`, /DOCTYPE/],
    ['an entity of its own', xmlOf('<title>&secret;</title>'), /not valid XML: there is a mistake in line 3/],
    ['a tag left open', '<listings><listing><title>Loft</title>', /not valid XML/],
    ['another root', '<homes/>', /Line 1: <listings> was expected here, not <homes>/],
    ['too deep', xmlOf(`<features>${'<b>'.repeat(12)}x${'</b>'.repeat(12)}</features>`), /<b> stands too deep/],
    ['depth without end', '<listings>'.repeat(20_000), /<listing> was expected/],
    ['no listing', '<listings/>', /no properties/],
    ['no XML', 'title,price', /not valid XML/],
  ])('with %s is refused', async (_what, xml, problem) => {
    const report = await imported({ xml, dry_run: true });
    expect(report.problems[0]).toMatch(problem);
    expect((await send({ xml })).status).toBe(422);
  });
});

describe('a feed out', () => {
  const feedOf = (format: string, query = '', headers: Record<string, string> = {}, person = agent) =>
    server.request('GET', `/api/feeds/listings.${format}${query}`, { token: person.token, headers });

  /** Words that break a text put together carelessly, in every text field. */
  const nasty = [
    '=HYPERLINK("https://evil.example")',
    "'=1+1 and +2, -3, @4",
    'First, with "quotes"\nsecond; line\r\nthird\ttabbed',
    '<b>&amp; ]]> <!-- & --></listing>',
    'Parañaque 🏠 \u2028 {"a": [1]}',
  ];

  test.each(['json', 'xml', 'csv'] as const)('as %s comes back without a change', async (format) => {
    for (const [at, words] of nasty.entries())
      await agent.post('/api/properties', {
        ...(at % 2 === 0 ? {} : { reference: `${words.slice(0, 20)} ${at}` }),
        title: words,
        description: `${words} ${words}`,
        price: 1_234_567.89,
        type: 'condo',
        listing_type: 'rent',
        status: 'pending',
        location: {
          address: words,
          city: 'Parañaque',
          province: words,
          ...(at === 0 && { coordinates: { lat: 14.5547, lng: 121.0244 } }),
        },
        details: {
          bedrooms: 0,
          bathrooms: 2,
          area_sqm: 54.25,
          furnished: [true, false, null][at % 3],
          floor_level: null,
          parking_slots: 1,
          completion: at === 0 ? 'preselling' : null,
          year_built: at === 0 ? 2027 : null,
        },
        features: [words, 'C:\\view | pool', `${at}`],
      });
    const before = await listed();
    expect(before).toHaveLength(nasty.length);
    const { status, body, headers } = await feedOf(format);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`silong-listings-.*\\.${format}`));
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    if (format === 'csv')
      expect(
        Papa.parse<string[]>(text.slice(1))
          .data.flat()
          .filter((cell) => /^[=+@]/.test(cell)),
      ).toEqual([]);
    const dry = await imported({ [format]: text, dry_run: true });
    expect(dry).toMatchObject({ problems: [], columns: { unknown: [], leftOut: [] }, counts: { bad: 0 } });
    expect(dry.rows.map(({ action, changes }) => [action, changes])).toEqual(nasty.map(() => ['unchanged', []]));
    expect(await imported({ [format]: text })).toMatchObject({ imported: 0 });
    expect(await listed()).toEqual(before);
    // Another agent's file makes the same listings.
    const other = await enter(server, { role: 'agent' });
    expect(await imported({ [format]: text }, '', other)).toMatchObject({ imported: nasty.length });
    const carried = ({ title, description, price, location, details, features }: OwnProperty) => ({
      title,
      description,
      price,
      location,
      details,
      features,
    });
    expect((await listed(other)).map(carried)).toEqual(before.map(carried));
  });

  test('tells whether there is anything new, and only what is new', async () => {
    await imported({ json: [loft, house] });
    const first = await feedOf('json');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.body.map(({ reference }: { reference: string }) => reference)).toEqual(['A-1', 'A-2']);
    expect((await feedOf('json', '', { 'if-none-match': etag })).status).toBe(304);
    const modified = first.headers.get('last-modified') ?? '';
    expect((await feedOf('json', '', { 'if-modified-since': modified })).status).toBe(304);
    const [own] = await listed();
    const since = new Date(Date.now() + 1).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await agent.put(`/api/properties/${own?.id}`, { price: 5 });
    const second = await feedOf('json', '', { 'if-none-match': etag });
    expect([second.status, second.body.length]).toEqual([200, 2]);
    const changed = await feedOf('json', `?updated_since=${since}`);
    expect(changed.body).toMatchObject([{ id: own?.id, reference: 'A-1', price: 5 }]);
    expect((await feedOf('json', '?updated_since=yesterday')).body.issues[0].path).toBe('updated_since');
    const other = await enter(server, { role: 'agent' });
    expect((await feedOf('json', '', { 'if-none-match': etag }, other)).body).toEqual([]);
    expect((await feedOf('xml', '', {}, other)).body).toContain('<listings>');
    expect((await feedOf('json', '', {}, await enter(server))).status).toBe(403);
  });
});

test.each([
  [{}, 'csv'],
  [{ csv: 'title', xml: '<listings/>' }, 'csv'],
  [{ json: 7 }, 'json'],
  [{ xml: 'x'.repeat(1_048_577) }, 'xml'],
])('%# is refused', async (body, path) => {
  const answer = await send(body);
  expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, path]);
});
