import { buildWorkbook } from '../support/workbook.ts';
import { MyProperties } from './pages/myProperties.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const PHONE = { width: 390, height: 844 };

async function ownTitles(
  baseUrl: string,
  search: string,
): Promise<[title: string, price: number, draft: boolean][]> {
  const { token } = await openSession(baseUrl, 'agent');
  const { data } = await fetch(`${baseUrl}/api/properties/my/list?limit=100&search=${search}`, {
    headers: { authorization: `Bearer ${token}` },
  }).then((answer) => answer.json());
  return data.properties.map((own: { title: string; price: number; draft: boolean }) => [
    own.title,
    own.price,
    own.draft,
  ]);
}

test('a list of an office’s own columns is matched once, and remembered', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'agent');
  const mine = new MyProperties(page);
  await mine.open();
  const listOf = (title: string) =>
    `My list of November\n\nName;Story;Asking Price;Street;Brgy.;City;Province;Floor Area (sqm);Owner\n${title};Bright;12,5M;12 Rizal St;San Antonio;Makati;Metro Manila;54,5;Ana`;
  await mine.chooseFile(listOf('Tarsier Loft'));
  await expect(mine.dialog.getByRole('alert')).toContainText('These columns are missing: title, description');
  await expect(mine.dialog.getByRole('combobox', { name: 'Name' })).toHaveValue('title');
  await mine.dialog.getByRole('combobox', { name: 'Story' }).selectOption({ label: 'Description' });
  await expectAccessible(page);
  await mine.dialog.getByRole('button', { name: 'Use These Columns' }).click();
  const home = mine.dialog.getByRole('row', { name: /Tarsier Loft/ });
  await expect(home.getByRole('rowheader')).toHaveText('4');
  await expect(home).toContainText('Makati · 12,5M → ₱12,500,000');
  await expect(home).toContainText('12 Rizal St, San Antonio');
  await expect(home).toContainText('New draft: it has no photo');
  await expect(mine.dialog).toContainText('Ignored columns: Owner');

  await mine.dialog.getByRole('button', { name: 'Choose Another File' }).click();
  await mine.chooseFile(listOf('Tarsier House'));
  await expect(mine.dialog.getByRole('row', { name: /Tarsier House/ })).toBeVisible();
  await mine.dialog.getByRole('button', { name: 'Import All (1)' }).click();
  await expect(mine.dialog.getByRole('heading', { name: '1 property imported' })).toBeVisible();
  await expect(mine.dialog).toContainText('1 draft without a photo');
  expect(await ownTitles(server.url, 'tarsier')).toEqual([['Tarsier House', 12_500_000, true]]);
});

test('rows are corrected in place, by keyboard and on a phone', { tag: '@journey' }, async ({ page, server }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, server.url, 'agent');
  const mine = new MyProperties(page);
  await mine.open();
  const row = (title: string, price: string, type: string) =>
    `${title},Quiet street.,"${price}",${type},8 Aguirre Avenue,Parañaque City,Metro Manila,140`;
  await mine.chooseFile(
    [
      'title,description,price,type,address,city,province,area_sqm',
      row('Cloudrat House', '12.500', 'castle'),
      row('Cloudrat Villa', '13', 'House and Lot'),
      row('Cloudrat Loft', '9.4M', 'condo'),
    ].join('\r\n'),
  );
  await expect(mine.dialog).toContainText('3 properties found, 1 row with problems');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await mine.dialog.getByRole('button', { name: 'Correct row 2' }).press('Enter');
  const form = mine.dialog.getByRole('form', { name: 'Row 2' });
  await expect(form.getByRole('textbox', { name: 'Price (₱)' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('12.5M');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('townhouse');
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(mine.dialog).toContainText('3 properties found, no problems');
  // The question about ₱13 is still open.
  const villa = mine.dialog.getByRole('row', { name: /Cloudrat Villa/ });
  await expect(villa).toContainText('₱13 is an unusual price. Was ₱13,000,000 meant?');
  await mine.dialog.getByRole('button', { name: 'Import All (3)' }).click();
  await expect(mine.dialog).toContainText('1 question is still open.');
  await villa.getByRole('button', { name: 'Correct row 3' }).click();
  await mine.dialog.getByRole('textbox', { name: 'Price (₱)' }).fill('13M');
  await mine.dialog.getByRole('button', { name: 'Check Again' }).click();
  await mine.dialog.getByRole('button', { name: 'Import All (3)' }).click();
  await expect(mine.dialog.getByRole('heading', { name: '3 properties imported' })).toBeVisible();
  expect(await ownTitles(server.url, 'cloudrat')).toEqual([
    ['Cloudrat House', 12_500_000, true],
    ['Cloudrat Villa', 13_000_000, true],
    ['Cloudrat Loft', 9_400_000, true],
  ]);
});

test('a workbook is read, and named where it cannot be', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const mine = new MyProperties(page);
  await mine.open();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const choose = (name: string, bytes: Uint8Array) =>
    mine.dialog.getByLabel('Choose a file').setInputFiles({
      name,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(bytes),
    });
  await choose('old.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]));
  await expect(mine.dialog.getByRole('alert')).toContainText('a workbook of an older Excel');
  const head = [
    'Title',
    'Description',
    'Selling Price',
    'Property Type',
    'Address',
    'City',
    'Province',
    'Area (sqm)',
  ];
  await choose(
    'homes.xlsx',
    buildWorkbook([
      [['Our homes']],
      [
        head,
        [
          'Pilandok House',
          'Quiet',
          12_500_000,
          'House and Lot',
          '8 Aguirre Avenue',
          'Parañaque',
          'Metro Manila',
          54.125,
        ],
        [
          'Pilandok Lot',
          'Flat',
          { formula: 'A1/0', value: '#DIV/0!' },
          'lote',
          'Lot 4',
          'Taguig',
          'Metro Manila',
          80,
        ],
      ],
    ]),
  );
  await expect(mine.dialog.getByRole('row', { name: /Pilandok Lot/ })).toContainText(
    '“#DIV/0!” is an error of the spreadsheet',
  );
  await mine.dialog.getByRole('button', { name: 'Import Valid Rows (1)' }).click();
  await expect(mine.dialog.getByRole('heading', { name: '1 property imported' })).toBeVisible();
  const download = page.waitForEvent('download');
  await mine.dialog.getByRole('button', { name: 'Download Skipped Rows' }).click();
  expect((await download).suggestedFilename()).toBe('homes-to-mend.csv');
  expect(await ownTitles(server.url, 'pilandok')).toEqual([['Pilandok House', 12_500_000, true]]);
});
