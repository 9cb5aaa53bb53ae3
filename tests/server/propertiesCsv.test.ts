import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readList, writeList } from '#server/features/properties/csvColumns.ts';
import { readImportFile } from '#server/features/properties/importFile.ts';
import { guardCell, unguardCell } from '#server/http/csv.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { ImportReport, ImportRow, OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { buildPicture } from '#tests/support/factories/pictures.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { settle } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let agent: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date('2026-03-17T17:30:00.000Z') });
  agent = await enter(server, { role: 'agent', name: 'Luz Agent' });
});

afterAll(() => server.close());

const HEADER = 'title,description,price,address,city,province,area_sqm';
const good = (title: string, more = '') =>
  `${title},Bright and quiet.,4500000,1 Ayala Avenue,Makati City,Metro Manila,60${more}`;
const file = (...lines: string[]) => lines.join('\r\n');

const send = (csv: string, mode: string, person = agent, key?: string) =>
  server.request('POST', '/api/properties/my/import', {
    token: person.token,
    body: { csv, mode, drafts: false },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });

async function check(csv: string): Promise<ImportReport> {
  const { status, body } = await send(csv, 'check');
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

const issuesOf = (row: ImportRow | undefined) => row?.issues.map(({ column, message }) => `${column}: ${message}`);

const exported = async (person: Person, query = ''): Promise<string> =>
  (await person.get(`/api/properties/my/export${query}`)).body;

const listed = async (person: Person): Promise<OwnProperty[]> =>
  (await person.get('/api/properties/my/list?limit=100')).body.data.properties;

const countOwn = (person: Person) => server.context.db.models.Property.count({ where: { agent_id: person.id } });

/** The fields of a listing in a file. */
const carried = ({
  id,
  reference: _reference,
  agent: _agent,
  views,
  moderation_status,
  created_at,
  updated_at,
  ...rest
}: OwnProperty) => rest;

describe('cells', () => {
  test.each(['=1+1', '+63 917', '-5', '@cmd', "'=1", "''=1", '\tx', '＝1', "'plain", 'plain', ''])(
    'guarding %j is undone exactly',
    (text) => {
      expect(guardCell(text)).not.toMatch(/^[=+\-@＝\t]/);
      expect(unguardCell(guardCell(text))).toBe(text);
    },
  );

  test('a list comes back whatever stands in it', () => {
    const items = ['Pool', 'Gym | sauna', 'C:\\plans', 'ends in \\', '\\|'];
    expect(readList(writeList(items))).toEqual(items);
    expect(readList('')).toEqual([]);
    expect(readList(' a | b ||')).toEqual(['a', 'b']);
  });
});

describe('export and import', () => {
  test('give equal listings, in the same order', async () => {
    const seller = await enter(server, { role: 'agent' });
    const buyer = await enter(server, { role: 'agent' });
    const form = new FormData();
    const picture = await sharp({
      create: { width: 64, height: 48, channels: 3, background: '#0b6b5b' },
    })
      .png()
      .toBuffer();
    form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png');
    const upload = await fetch(`${server.url}/api/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${seller.token}` },
      body: form,
    }).then((answer) => answer.json());
    const second = await buildPicture(server.context, seller.id);
    await seller.post('/api/properties', {
      title: '=HYPERLINK("https://evil.example")',
      description: 'First line, with "quotes"\nsecond; line\n\n– Parañaque 🏠',
      price: '12500000.55',
      type: 'condo',
      listing_type: 'rent',
      status: 'pending',
      location: {
        address: "'+63 Street",
        city: 'Parañaque',
        province: 'Metro Manila',
        coordinates: { lat: 14.5547, lng: 121.0244 },
      },
      details: {
        bedrooms: 0,
        bathrooms: 2,
        area_sqm: 54.25,
        furnished: true,
        floor_level: 12,
        parking_slots: 1,
        completion: 'preselling',
        year_built: 2030,
      },
      images: [upload.data.url, second.url],
      image_descriptions: ['', 'C:\\ | =1+1, the "pool"'],
      video_url: 'https://youtu.be/dQw4w9WgXcQ',
      features: ['Pool | heated', '@ the park', 'C:\\view'],
    });
    await seller.post('/api/properties', {
      title: 'Bare lot',
      description: '- no house',
      price: 1,
      type: 'land',
      location: { address: 'Lot 4', city: 'Taguig', province: 'Metro Manila' },
      details: { area_sqm: 0.01, furnished: null, floor_level: null },
    });
    const before = await listed(seller);
    const csv = await exported(seller);
    const answer = await send(csv, 'all', buyer);
    expect(answer.body).toMatchObject({
      success: true,
      data: { imported: 2, problems: [], columns: { unknown: [], leftOut: [] } },
    });
    const after = await listed(buyer);
    expect(after.map(carried)).toEqual(before.map(carried));
    expect(after.map(({ agent: owner }) => owner?.id)).toEqual([buyer.id, buyer.id]);
  });

  test('the file is UTF-8 with its mark, has a dated name, and runs nothing in a spreadsheet', async () => {
    const seller = await enter(server, { role: 'agent' });
    await buildProperty(server.context, { agent_id: seller.id, title: '=cmd|calc', city: '@Makati' });
    const answer = await fetch(`${server.url}/api/properties/my/export`, {
      headers: { authorization: `Bearer ${seller.token}` },
    });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    // In Manila the day after.
    expect(answer.headers.get('content-disposition')).toContain('silong-properties-2026-03-18.csv');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const { data } = Papa.parse<string[]>(bytes.toString().slice(1));
    expect(data.flat().filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    expect(data[1]?.[0]).toBe("'=cmd|calc");
  });

  test('export keeps to the filters, and to one’s own', async () => {
    const seller = await enter(server, { role: 'agent' });
    await buildProperty(server.context, { agent_id: seller.id, title: 'Sold loft', status: 'sold' });
    await buildProperty(server.context, { agent_id: seller.id, title: 'Free loft' });
    await buildProperty(server.context, {
      agent_id: seller.id,
      title: 'Free villa',
      moderation_status: 'rejected',
    });
    const titles = async (query: string) =>
      Papa.parse<{ title: string }>((await exported(seller, query)).replace('\uFEFF', ''), {
        header: true,
      }).data.map(({ title }) => title);
    expect(await titles('')).toEqual(['Free villa', 'Free loft', 'Sold loft']);
    expect(await titles('?search=loft')).toEqual(['Free loft', 'Sold loft']);
    expect(await titles('?search=loft&status=sold')).toEqual(['Sold loft']);
    expect((await server.request('GET', '/api/properties/my/export')).status).toBe(401);
  });
});

describe('checking a file', () => {
  test('reads what people write', async () => {
    const person = await enter(server, { role: 'agent' });
    const csv = [
      'Title;Description;Price;Type;Listing Type;Address;City;Province;Area (sqm);Furnished;Floor Level;Notes',
      'Loft;Bright;₱12,500,000.50;Condominium;for rent;1 Ayala Avenue;Makati;Metro Manila;1,250 sqm;Yes;;x',
      ';;;;;;;;;;;',
      'Lot;Flat;PHP 900000;LAND;;Lot 2;Taguig;Metro Manila;80;no;3;',
    ].join('\n');
    const { body } = await send(csv, 'all', person);
    expect(body.data).toMatchObject({
      imported: 2,
      columns: { unknown: ['Notes'], leftOut: expect.arrayContaining(['status', 'bedrooms', 'images']) },
      rows: [
        { row: 2, title: 'Loft' },
        { row: 4, title: 'Lot', price: 'PHP 900000' },
      ],
    });
    expect((await listed(person)).map(carried)).toMatchObject([
      {
        title: 'Loft',
        type: 'condo',
        listing_type: 'rent',
        price: 12_500_000.5,
        details: { area_sqm: 1250, furnished: true, floor_level: null, bedrooms: 1, bathrooms: 1 },
      },
      {
        title: 'Lot',
        type: 'land',
        listing_type: 'sale',
        price: 900_000,
        details: { furnished: false, floor_level: 3 },
      },
    ]);
  });

  test('names each fault of each row, by the rules of the form, and stores nothing', async () => {
    const before = await countOwn(agent);
    const report = await check(
      file(
        `${HEADER},type,bedrooms,latitude,longitude,furnished,images`,
        good('Good', ',condo,2,,,yes,'),
        good('', ',castle,1.5,14.5,,perhaps,nowhere'),
        'No price,x,free,,Makati,Metro Manila,0,,,,,,',
        good('Lost', `,,,,,,/media/${'a'.repeat(64)}`),
        good('Too, many', ',condo,2,,,yes,'),
        good('Far, too, many', ',condo,2,,,yes,'),
        good('Padded', ',condo,2,,,yes,,,'),
      ),
    );
    expect(report.counts).toEqual({ rows: 7, good: 2, bad: 5 });
    const [first, second, third, fourth, fifth, sixth] = report.rows;
    expect(first).toMatchObject({ row: 2, title: 'Good', city: 'Makati City', price: '4500000', issues: [] });
    expect(issuesOf(second)).toEqual([
      'title: Title is required',
      'type: Type must be one of: apartment, house, condo, duplex, office, commercial, land',
      'longitude: Longitude must be a number from -180 to 180. Fill in both coordinates or neither',
      'bedrooms: Bedrooms must be a whole number',
      'furnished: Furnished must be yes, no or empty',
      'images: Image 1: An image must be an uploaded file or a web address',
    ]);
    expect(issuesOf(third)).toEqual([
      'price: Valid price is required',
      'address: Address is required',
      'area_sqm: Area must be greater than 0',
    ]);
    expect(issuesOf(fourth)).toEqual(['images: Image 1: This uploaded image does not exist']);
    const shifted = expect.stringMatching(/^null: There are more cells than headings/);
    expect(issuesOf(fifth)).toContainEqual(shifted);
    expect(issuesOf(sixth)).toContainEqual(shifted);
    expect(await countOwn(agent)).toBe(before);
  });

  test('refuses pictures that are no addresses', async () => {
    const report = await check(
      file(
        `${HEADER},images`,
        good('Bad pictures', ',"nowhere|data:image/png;base64,AA|https://ok.example/a.jpg"'),
      ),
    );
    expect(issuesOf(report.rows[0])).toEqual([
      'images: Image 1: An image must be an uploaded file or a web address',
      'images: Image 2: An image must be an uploaded file or a web address',
    ]);
  });

  test.each([
    ['nothing', ' \n', 'The file is empty.'],
    ['headings only', HEADER, 'There are no properties below the headings.'],
    ['no headings', 'a,b\n1,2', /^The first row must contain the column names: at least title, /],
    ['a column missing', file(HEADER.replace(',city', ''), 'A'), 'The column "city" is missing.'],
    [
      'columns missing',
      file('title,price', 'A,1'),
      'These columns are missing: description, address, city, province, area_sqm.',
    ],
    ['a column twice', file(`${HEADER},Price`, good('A', ',1')), 'The column "price" appears more than once.'],
    ['an open quotation mark', file(HEADER, good('A'), good('"B')), /^Row 3: a cell starts with a quotation mark/],
    ['a lone quotation mark', file(HEADER, good('"A" B')), /^Row 2: write a quotation mark inside/],
    [
      'letters that were lost everywhere',
      file(HEADER, good('Para\uFFFDaque'), good('Pe\uFFFDa'), good('Ni\uFFFDo')),
      /^Some characters in this file cannot be read/,
    ],
    [
      'too many rows',
      file(HEADER, ...Array.from({ length: 501 }, () => good('A'))),
      'The file has 501 properties. You can import at most 500 at once.',
    ],
    [
      'rows without end',
      `${HEADER}\n${'a,1\n'.repeat(200_000)}`,
      'The file is too long. You can import at most 500 properties at once.',
    ],
    [
      'blank rows without end',
      `${HEADER}${'\n'.repeat(200_000)}${good('A')}`,
      'The file is too long. You can import at most 500 properties at once.',
    ],
    [
      'columns without end',
      file(`${HEADER}${',a'.repeat(100_000)}`, good('A')),
      'The first row has 100007 columns. A file can have at most 500.',
    ],
  ])('says of a file with %s what is wrong, and imports nothing of it', async (_name, csv, problem) => {
    const report = await check(csv);
    expect(report.problems[0]).toMatch(problem);
    expect(report.counts.good).toBe(0);
    for (const mode of ['all', 'good']) {
      const refused = await send(csv, mode);
      expect([refused.status, refused.body.code]).toEqual([422, 'import_refused']);
      expect(refused.body.error).toMatch(problem);
    }
  });

  test('looks at no more of it than is needed to say so', () => {
    const counted = (given: Parameters<typeof readImportFile>[0]) => readImportFile(given).records.length;
    expect(counted({ csv: `${HEADER}\n${'a,1\n'.repeat(200_000)}` })).toBe(0);
    expect(counted({ json: Array(5_001).fill({ title: 'A' }) })).toBe(0);
    expect(counted({ xml: `<listings>${'<listing/>'.repeat(50_000)}` })).toBe(0);
    const { unknown } = readImportFile({ csv: `${HEADER}${',a'.repeat(400)}\n${good('A')}` });
    expect(unknown).toHaveLength(100);
  });

  test('takes rows and columns that a spreadsheet hung on for nothing', async () => {
    const empty = ','.repeat(600);
    const csv = file(`${HEADER}${empty}`, good('A', empty), ...Array.from({ length: 1_500 }, () => empty));
    expect((await check(csv)).counts).toEqual({ rows: 1, good: 1, bad: 0 });
  });

  test('takes a megabyte, and not a byte more', async () => {
    const start = `${file(HEADER, good('Large'))}\r\n`;
    const filled = start + '\n'.repeat(1_048_576 - start.length);
    expect((await check(filled)).counts).toEqual({ rows: 1, good: 1, bad: 0 });
    const refused = await send(`${filled}\n`, 'check');
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatch(/^The file is larger than 1 MB/);
    expect((await send('"'.repeat(2_000_000), 'check')).status).toBe(413);
  });
});

describe('importing', () => {
  const mixed = file(HEADER, good('First'), good(''), good('Third'));

  test('all or nothing, unless the good rows are asked for', async () => {
    const person = await enter(server, { role: 'agent' });
    const refused = await send(mixed, 'all', person);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error: '1 of 3 rows cannot be imported. Nothing was imported.',
        issues: [{ path: 'rows.3.title', message: 'Row 3: Title is required' }],
      },
    });
    expect(await countOwn(person)).toBe(0);
    const answer = await send(mixed, 'good', person);
    expect(answer.body.data).toMatchObject({ imported: 2, counts: { rows: 3, good: 2, bad: 1 } });
    expect((await listed(person)).map(({ title }) => title)).toEqual(['First', 'Third']);
    const history = await server.context.db.models.PropertyStatusChange.findAll({
      where: { changed_by: person.id },
    });
    expect(history.map(({ from_status, to_status }) => [from_status, to_status])).toEqual([
      [null, 'available'],
      [null, 'available'],
    ]);
  });

  test('is found by the public at once', async () => {
    const person = await enter(server, { role: 'agent' });
    expect((await send(file(HEADER, good('Zyzzyva Residences')), 'all', person)).body.data.imported).toBe(1);
    const { body } = await server.request('GET', '/api/properties?search=zyzzyva&location=Makati');
    expect(body.data.pagination.total).toBe(1);
  });

  test('under one key adds its listings once, however often it is sent', async () => {
    const person = await enter(server, { role: 'agent' });
    const csv = file(HEADER, good('Once'), good('Twice'));
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(csv, 'all', person, 'import-key-1')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const again = await send(csv, 'all', person, 'import-key-1');
    expect(again.body.code).toBe('already_applied');
    expect(await countOwn(person)).toBe(2);
  });

  test('tells searchers and admins once, without a mail for each listing', async () => {
    // Notifications about the earlier imports come first: this seeker would get them.
    await server.context.jobs.flush();
    const [seeker, elsewhere, admin, person] = [
      await enter(server),
      await enter(server),
      await enter(server, { role: 'admin' }),
      await enter(server, { role: 'agent', name: 'Rosa Lim' }),
    ];
    await seeker.put('/api/settings', { search: { defaultLocation: 'Makati City' } });
    await elsewhere.put('/api/settings', { search: { defaultLocation: 'Taguig' } });
    const rows = Array.from({ length: 30 }, (_, at) => good(`Unit ${at}`));
    await send(file(HEADER, ...rows), 'all', person);
    const told = async (somebody: Person) =>
      (await somebody.get('/api/notifications')).body.data.map(({ message }: Notification) => message);
    await expect
      .poll(() => told(seeker))
      .toEqual(['Rosa Lim posted 30 new properties that may match what you are looking for.']);
    await expect.poll(() => told(admin)).toContain('Rosa Lim posted 30 listings.');
    await settle();
    expect(await told(elsewhere)).toEqual([]);
    expect((await told(admin)).filter((message: string) => message.startsWith('Rosa Lim'))).toHaveLength(1);
  });

  test('is for approved agents', async () => {
    const csv = file(HEADER, good('Mine'));
    const applicant = await enter(server, { role: 'agent', application: 'pending' });
    expect((await send(csv, 'check', await enter(server))).status).toBe(403);
    expect((await send(csv, 'check', applicant)).status).toBe(403);
    const large = await send(csv + '\n'.repeat(1_100_000), 'check', applicant);
    expect(large.status).toBe(403);
  });
});

test('the template can be imported as it is', async () => {
  const person = await enter(server, { role: 'agent' });
  const { body } = await send(
    readFileSync('web/features/properties/own/import/template.csv', 'utf8'),
    'all',
    person,
  );
  expect(body.data).toMatchObject({ imported: 2, columns: { unknown: [], leftOut: [] } });
});
