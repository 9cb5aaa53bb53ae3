import { describe, expect, test } from 'vitest';
import { columns, readAddresses, readList, writeList } from '#server/features/properties/csvColumns.ts';
import { readImportFile } from '#server/features/properties/importFile.ts';
import { readHeading, suggestColumn } from '#server/features/properties/importHeadings.ts';
import { english, type Message } from '#shared/messages.ts';
import type { CsvColumn } from '#shared/propertyCsv.ts';

const HABITS = { decimalMark: undefined };

describe('a heading', () => {
  const spellings: Record<string, string[]> = {
    title: ['Title', 'TITLE', 'Listing Title', 'Property title', 'Headline', 'Titulo', 'Pamagat'],
    description: ['Description', 'Desc', 'Property Description', 'Paglalarawan', 'Ad Text'],
    price: [
      'Price',
      'Price (₱)',
      'Price (PHP)',
      'PRICE IN PESOS',
      'Asking Price',
      'List price',
      'Presyo (₱)',
      'Amount',
    ],
    'price sale': ['Selling Price', 'Sale Price (PHP)', 'TCP'],
    'price rent': ['Monthly Rent', 'Rent', 'Rental Rate', 'Rent/month', 'Price per month', 'Upa'],
    'price M': ['Price (in millions)', 'Price (M)'],
    type: [
      'Type',
      'Property Type',
      'property_type',
      'propertyType',
      'Category',
      'Uri ng property',
      'Type of property',
    ],
    listing_type: ['Listing Type', 'Offer', 'Transaction Type', 'Sale/Rent', 'For Sale or Rent', 'Uri ng listing'],
    status: ['Status', 'Availability', 'Listing Status'],
    address: ['Address', 'Complete Address', 'Street Address', 'Address Line 1', 'Tirahan'],
    'address part': ['Street', 'Barangay', 'Brgy.', 'Village', 'Subdivision', 'Address Line 2'],
    city: ['City', 'Municipality', 'City/Municipality', 'Lungsod', 'Town'],
    province: ['Province', 'Lalawigan', 'Province/State'],
    building: ['Building', 'Building or project', 'Building Name', 'Project', 'Condo Name', 'Gusali o proyekto'],
    latitude: ['Latitude', 'Lat', 'GPS Latitude'],
    longitude: ['Longitude', 'Lng', 'Long', 'Lon'],
    'latitude pair': ['Coordinates', 'Lat/Long', 'Google Maps Link', 'GPS', 'Map Pin'],
    bedrooms: [
      'Bedrooms',
      'Beds',
      'BR',
      'No. of Bedrooms',
      '# of Bedrooms',
      'Mga kuwarto',
      'Bedroom(s)',
      'Kwarto',
    ],
    bathrooms: ['Bathrooms', 'Bath', 'T&B', 'CR', 'Toilet and Bath', 'Number of Baths', 'Mga banyo'],
    area_sqm: ['Area', 'Area (sqm)', 'Area (m²)', 'area_sqm', 'Size in sqm', 'Total Area', 'sqm'],
    'area_sqm floor': ['Floor Area', 'Floor_area (sqm)', 'floorArea', 'Floor Area (sq.m.)'],
    'area_sqm lot': ['Lot Area', 'Land area (sqm)', 'LOT SIZE', 'Lot Area in square meters'],
    'area_sqm ha': ['Area (ha)', 'Hectares'],
    furnished: ['Furnished', 'Furnishing', 'May muwebles', 'Is furnished', 'Furnished (yes/no)'],
    floor_level: ['Floor Level', 'Floor', 'Unit Floor', 'Palapag', 'Floor No.'],
    parking_slots: ['Parking Slots', 'Parking', 'No. of Parking Slots', 'Garage', 'Mga paradahan'],
    completion: ['Completion', 'Completion Status', 'RFO', 'RFO/Preselling', 'Katayuan ng konstruksiyon'],
    year_built: ['Year Built', 'Year Completed', 'Built in', 'Completion Year', 'Taon ng pagkakatayo'],
    images: ['Images', 'Photos', 'Photo 1', 'Picture 12', 'Image URLs', 'Main Photo', 'Photo link'],
    image_descriptions: ['Image descriptions', 'Photo captions', 'Alt text'],
    video_url: ['Video', 'Video Link', 'YouTube', 'Virtual Tour'],
    features: ['Features', 'Amenities', 'Features & Amenities', 'Inclusions', 'Mga katangian'],
    reference: [
      'Reference',
      'Your reference',
      'Ref. No.',
      'Listing ID',
      'Property Code',
      'MLS Number',
      'Reference mo',
    ],
    information: ['id', 'Views', 'created_at', 'agent_name'],
  };

  test.each(Object.entries(spellings))('that is %s', (expected, headings) => {
    for (const heading of headings) {
      const { column, narrower, unit } = readHeading(heading) ?? { column: null };
      expect([heading, [column, narrower, unit].filter(Boolean).join(' ')]).toEqual([heading, expected]);
    }
  });

  test.each([
    'Price per sqm',
    'Price/sqm',
    'Price (USD)',
    'Unit Type',
    'No. of floors',
    'Storeys',
    'Association Dues',
    'Notes',
    'Owner',
    '',
    '123',
  ])('is not guessed: %j', (heading) => {
    expect(readHeading(heading)).toBeNull();
  });

  test.each([
    ['Discription', 'description'],
    ['Adress', 'address'],
    ['Bedroms', 'bedrooms'],
    ['Total Price (Net)', 'price'],
    ['Location', 'address'],
    ['Region', 'province'],
    ['Name', 'title'],
    ['Remarks', 'description'],
    ['Price per sqm', null],
    ['Price (USD)', null],
    ['Owner', null],
  ])('%s is suggested as %s', (heading, column) => {
    expect(suggestColumn(heading)).toBe(column);
  });
});

describe('a cell', () => {
  const read = (column: CsvColumn, cell: string | number, habits: { decimalMark: ',' | undefined } = HABITS) =>
    columns[column].read(cell, habits);

  test.each<[CsvColumn, string, unknown]>([
    ['price', '12.5M', 12_500_000],
    ['price', 'P12,500,000', 12_500_000],
    ['price', '12,500,000 PHP', 12_500_000],
    ['price', '45,000/month', 45_000],
    ['price', '1.25E+07', 12_500_000],
    ['price', '12.500.000', 12_500_000],
    ['area_sqm', '54.5 sq.m.', 54.5],
    ['area_sqm', '54,5', 54.5],
    ['area_sqm', '1/2 hectare', 5_000],
    ['bedrooms', '3BR', 3],
    ['bedrooms', 'Studio', 0],
    ['bedrooms', 'dalawa', 2],
    ['bathrooms', '2 T&B', 2],
    ['bathrooms', '2.0', 2],
    ['floor_level', '12th floor', 12],
    ['floor_level', '12/F', 12],
    ['floor_level', 'G/F', 1],
    ['floor_level', 'N/A', null],
    ['parking_slots', '2 car garage', 2],
    ['parking_slots', 'none', 0],
    ['year_built', 'Dec 2027', 2027],
    ['year_built', '2018', 2018],
    ['type', 'House and Lot', 'house'],
    ['type', 'condominium', 'condo'],
    ['type', 'Town house', 'house'],
    ['type', 'bahay', 'house'],
    ['type', 'lote', 'land'],
    ['type', '2-storey house', 'house'],
    ['type', 'Condominum', 'condo'],
    ['type', 'Residential lot', 'land'],
    ['listing_type', 'For Rent', 'rent'],
    ['listing_type', 'paupahan', 'rent'],
    ['listing_type', 'Ibinebenta', 'sale'],
    ['status', 'Reserved', 'pending'],
    ['status', 'Active', 'available'],
    ['completion', 'RFO', 'ready'],
    ['completion', 'Pre-selling', 'preselling'],
    ['furnished', 'Fully furnished', true],
    ['furnished', 'Bare', false],
    ['furnished', 'oo', true],
    ['features', 'Pool, Gym (24h, free), 1,200 sqm garden', ['Pool', 'Gym (24h, free)', '1,200 sqm garden']],
    ['features', '- Pool\n- Gym', ['Pool', 'Gym']],
    ['features', 'Pool; Gym', ['Pool', 'Gym']],
    ['features', 'Pool, heated|Gym', ['Pool, heated', 'Gym']],
    ['features', 'N/A', []],
  ])('of %s %j is understood', (column, cell, value) => {
    expect(read(column, cell)).toMatchObject({ value });
  });

  test.each<[CsvColumn, string]>([
    ['type', 'House / Condo'],
    ['type', 'warehouse'],
    ['listing_type', 'for sale or rent'],
    ['furnished', 'Semi-furnished'],
    ['bedrooms', '3+1'],
    ['parking_slots', 'yes'],
  ])('of %s %j is passed on to be refused', (column, cell) => {
    expect(read(column, cell).value).toBe(cell);
  });

  test.each<[CsvColumn, string, RegExp]>([
    ['price', '12.500', /“12.500” can mean 12,500 or 12.5/],
    ['price', '85,000/sqm', /cannot be read as one price/],
    ['price', '4.5M - 6M', /cannot be read as one price/],
    ['price', '$250,000', /cannot be read as one price/],
    ['area_sqm', '1.200', /“1.200” can mean 1,200 or 1.2/],
    ['area_sqm', '10 x 12', /cannot be read as one area/],
  ])('of %s %j is asked about', (column, cell, sentence) => {
    const { issue, value } = read(column, cell);
    expect([value, issue && english(issue as Message)]).toEqual([undefined, expect.stringMatching(sentence)]);
  });

  test('is read by the decimals of its file, and a number as it is', () => {
    const comma = { decimalMark: ',' as const };
    expect(read('price', '12.500', comma).value).toBe(12_500);
    expect(read('area_sqm', '1.200', comma).value).toBe(1_200);
    expect(read('area_sqm', 54.125).value).toBe(54.125);
  });

  test('says what was read', () => {
    const said = (column: CsvColumn, cell: string) => {
      const words = read(column, cell).read;
      return words === undefined || typeof words === 'string' ? words : english(words);
    };
    expect(said('price', '12.5M')).toBe('₱12,500,000');
    expect(said('area_sqm', '1/2 hectare')).toBe('5,000 sqm');
    expect(said('area_sqm', '54.5')).toBeUndefined();
    expect(said('type', 'House and Lot')).toBe('House');
    expect(said('type', 'House')).toBeUndefined();
    expect(said('features', 'Pool, Gym')).toBe('Pool | Gym');
  });
});

describe('pictures in a cell', () => {
  test.each([
    ['https://a.b/1.jpg, https://a.b/2.jpg,https://a.b/3.jpg', 3],
    ['https://a.b/1.jpg\nhttps://a.b/2.jpg', 2],
    ['https://a.b/1.jpg\r\n/media/abc', 2],
    ['https://a.b/1.jpg;https://a.b/2.jpg;', 2],
    ['https://a.b/1.jpg https://a.b/2.jpg', 2],
    ['https://a.b/1.jpg|https://a.b/2.jpg', 2],
    ['https://a.b/1.jpg|https://a.b/2.jpg, https://a.b/3.jpg', 3],
    ['https://a.b/w_300,h_200/front,door.jpg', 1],
    ['https://a.b/fetch/w_1,h_2/https://c.d/1.jpg', 1],
    ['', 0],
  ])('%j are %i', (cell, count) => {
    expect(readAddresses(cell)).toHaveLength(count);
  });

  test.each([
    [['https://a.b/1.jpg', 'https://a.b/fetch,https://c.d/2.jpg']],
    [['https://a.b/x;https://c.d/2.jpg']],
    [['https://a.b/w_1,h_2/a.jpg', '/media/x']],
  ])('come back as they were written: %j', (addresses) => {
    expect(readAddresses(writeList(addresses))).toEqual(addresses);
  });

  test.each([[['Pool, heated']], [['a;b']], [['C:\\, x', 'y | z']], [['Pool', 'Gym, sauna']]])(
    'so do features: %j',
    (features) => {
      expect(columns.features.read(writeList(features), HABITS).value).toEqual(features);
      expect(readList(writeList(features)).filter(Boolean)).toEqual(features);
    },
  );
});

describe('a file', () => {
  const cellsOf = (file: Parameters<typeof readImportFile>[0]) =>
    readImportFile(file).records.map(({ cells }) => Object.fromEntries(cells));
  const issuesOf = (file: Parameters<typeof readImportFile>[0]) =>
    readImportFile(file).records.flatMap(({ issues }) =>
      issues.map(({ column, message }) => `${column}: ${english(message as Message)}`),
    );
  const BASE = 'title,description,price,address,city,province,area_sqm';
  const row = (title: string) => `${title},d,1000000,1 St,Makati,Metro Manila,50`;

  test('may have a banner and blank lines above its headings; rows count as in the spreadsheet', () => {
    const { records, table } = readImportFile({
      csv: `sep=,\r\n\r\nHomes, November\r\n\r\n${BASE}\r\n${row('A')}`,
    });
    expect(records.map(({ row: number }) => number)).toEqual([5]);
    expect(table).toEqual({ separator: ',', headingsRow: 4 });
  });

  test.each([
    ['price,area_sqm', '12.500;54,5', ','],
    ['price,area_sqm', '12.500.000;54', ','],
    ['price,area_sqm', '12.500;54', undefined],
    ['price,area_sqm', '12.500;54.5', undefined],
    ['price,area_sqm', '12,500,000;54,5', undefined],
    ['price,area_sqm', '4.500.000,50;54', ','],
  ])('has the decimals that its cells show: %s %s', (_names, cells, mark) => {
    const [price, area] = cells.split(';');
    const csv = `title;description;price;address;city;province;area_sqm\nA;d;${price};1 St;Makati;Metro Manila;${area}`;
    expect(readImportFile({ csv }).habits.decimalMark).toBe(mark);
  });

  test('is refused for its encoding only where most rows have lost letters', () => {
    const lost = (...titles: string[]) => readImportFile({ csv: [BASE, ...titles.map(row)].join('\n') }).problems;
    expect(lost('A', 'B', 'Caf\uFFFD')).toEqual([]);
    expect(lost('A', 'Caf\uFFFD', 'Pe\uFFFDa', '\uFFFD').map(({ id }) => id)).toEqual([
      expect.stringMatching(/^Some characters in this file cannot be read/),
    ]);
  });

  test('may say one column in several headings', () => {
    const head = 'Title,Description,Selling Price,Monthly Rent,Listing Type,Type,Street,Barangay,City,Province';
    const line = (price: string, rent: string, offer: string, type: string, areas: string) =>
      `A,d,${price},${rent},${offer},${type},12 Rizal St,Brgy. San Antonio,Makati,Metro Manila,${areas}`;
    const csv = [
      `${head},Floor Area,Lot Area,Photo 1,Photo 2`,
      line('5000000', '', 'For Sale', 'House', '120,200,https://a.b/1.jpg,https://a.b/2.jpg'),
      line('5000000', '30000', 'rent', 'Lot', '0,200,,'),
      line('', '30000', '', 'Condo', ',200,,https://a.b/2.jpg'),
      line('5000000', '30000', '', 'Condo', '40,,,'),
    ].join('\n');
    expect(cellsOf({ csv })).toMatchObject([
      {
        price: '5000000',
        area_sqm: '120',
        address: '12 Rizal St, Brgy. San Antonio',
        images: 'https://a.b/1.jpg|https://a.b/2.jpg',
      },
      { price: '30000', area_sqm: '200' },
      { price: '30000', listing_type: 'rent', area_sqm: '200', images: 'https://a.b/2.jpg' },
      { price: '' },
    ]);
    expect(issuesOf({ csv })).toEqual([expect.stringMatching(/^price: It is not clear which price is meant/)]);
    const [, , third] = readImportFile({ csv }).records;
    expect(third?.notes.map(({ column }) => column)).toEqual(['area_sqm']);
    expect(third?.understood).toContainEqual(
      expect.objectContaining({ column: 'listing_type', given: 'Monthly Rent' }),
    );
  });

  test('is read by the columns that a person chose, and by the cells that one mended', () => {
    const csv = `Name,Remarks,Cost,Street,City,Province,Size\nA,d,1,2,3,4,5`;
    const file = { csv, mapping: { Name: 'title', remarks: 'description', Cost: 'price', Size: null } as const };
    const { headings, unknown, problems } = readImportFile(file);
    expect(headings.map(({ column }) => column)).toEqual([
      'title',
      'description',
      'price',
      'address',
      'city',
      'province',
      null,
    ]);
    expect(headings.filter(({ is_chosen }) => is_chosen)).toHaveLength(4);
    expect(unknown).toEqual(['Size']);
    expect(problems.map((problem) => english(problem))).toEqual(['The column "area_sqm" is missing.']);
    const mended = readImportFile({
      csv: `${BASE}\n${row('A')},too,many`,
      edits: [{ row: 2, cells: { title: 'B', bedrooms: '2' } }],
    });
    expect(mended.records[0]).toMatchObject({ beyond: 'none' });
    expect(cellsOf({ csv: `${BASE}\n${row('A')}`, edits: [{ row: 2, cells: { title: 'B' } }] })).toMatchObject([
      { title: 'B', city: 'Makati' },
    ]);
  });
});

describe('a feed', () => {
  const xml = (fields: string) => `<listings><listing>${fields}</listing></listings>`;
  const only = (file: Parameters<typeof readImportFile>[0]) => {
    const { records, problems } = readImportFile(file);
    const issues = records.flatMap(({ issues: found }) => found.map(({ column }) => column));
    return {
      ...Object.fromEntries(records[0]?.cells ?? []),
      issues,
      problems: problems.map((one) => english(one)),
    };
  };

  test.each([
    ['<title>Bed <i>and</i> Bath</title>', { title: 'Bed and Bath' }],
    ['<title><b>All</b></title>', { title: 'All' }],
    ['<description>One<br/>two<p>three</p>four</description>', { description: 'One\ntwo\nthree\nfour' }],
    ['<description><ul><li>Pool</li><li>Gym</li></ul></description>', { description: '- Pool\n- Gym' }],
    ['<description>a <![CDATA[<b>]]> c</description>', { description: 'a <b> c' }],
    [
      '<images><image>https://a.b/1</image></images><images><image>https://a.b/2</image></images>',
      { images: 'https://a.b/1|https://a.b/2' },
    ],
    ['<image>https://a.b/1</image><image>https://a.b/2</image>', { images: 'https://a.b/1|https://a.b/2' }],
    ['<images><image url="https://a.b/1"/></images>', { images: 'https://a.b/1' }],
    ['<features>Pool, <b>Gym</b></features>', { features: 'Pool, Gym' }],
    ['<features><feature>Pool, <b>heated</b></feature></features>', { features: 'Pool, heated|' }],
    [
      '<location><city>Makati</city><coordinates><lat>14.5</lat><lng>121</lng></coordinates></location>',
      { city: 'Makati', latitude: '14.5', longitude: '121' },
    ],
    ['<title>A</title><Title>A</Title>', { title: 'A', issues: [] }],
    ['<title>A</title><title>B</title>', { issues: ['title'] }],
    ['<price>1</price><asking_price>2</asking_price>', { issues: ['price'] }],
  ])('in XML keeps the whole of %s', (fields, expected) => {
    expect(only({ xml: xml(fields) })).toMatchObject(expected);
  });

  test.each([
    ['[{"title":"A","Title":"B"}]', { issues: ['title'] }],
    ['[{"title":"A","title":"B"}]', { issues: ['title'] }],
    ['{"listings":[{"title":"A"},{"price":1,"price":2}]}', { issues: ['price'] }],
    ['[{"title":["A","B"]}]', { issues: ['title'] }],
    ['[{"title":["A"]}]', { title: 'A', issues: [] }],
    ['[{"photos":["https://a.b/1"],"images":"https://a.b/2"}]', { images: 'https://a.b/1|https://a.b/2' }],
    [
      '[{"location":{"address":"1 St","coordinates":{"lat":14.557,"lng":121}},"details":{"bedrooms":2,"furnished":true}}]',
      { address: '1 St', latitude: 14.557, bedrooms: 2, furnished: 'true' },
    ],
    ['[{"building":{"id":1,"name":"Tower"},"agent":{"name":"x"}}]', { building: 'Tower', problems: [] }],
    ['[{"location":{"coordinates":null}}]', { issues: [] }],
    [
      '[\n{"title":"A"},\n{"title":"B" "x"}]',
      { problems: ['This is not valid JSON: there is a mistake in line 3.'] },
    ],
    ['[\n{"title":"A"},\n', { problems: ['This is not valid JSON: there is a mistake in line 2.'] }],
    ['[{"title": "A\nB"}]', { problems: ['This is not valid JSON: there is a mistake in line 1.'] }],
    ["[{'title': 1}]", { problems: ['This is not valid JSON: there is a mistake in line 1.'] }],
  ])('in JSON is read or named: %s', (json, expected) => {
    expect(only({ json })).toMatchObject(expected);
  });
});
