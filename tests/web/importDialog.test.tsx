// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImportBody, ImportReport, ImportRow } from '#shared/contracts/propertyWrites.ts';
import type { CsvColumn } from '#shared/propertyCsv.ts';
import { buildWorkbook } from '#tests/support/workbook.ts';
import { ImportDialog } from '#web/features/properties/own/import/ImportDialog.tsx';
import { renderInApp, storeSignedIn, stubServer } from './rendering.tsx';

const IMPORT = 'POST /api/properties/my/import';
let sent: ImportBody[] = [];

beforeEach(() => {
  sent = [];
  window.localStorage.clear();
  storeSignedIn(7, { role: 'agent' });
});

afterEach(cleanup);

function rowOf(row: number, more: Partial<ImportRow> = {}): ImportRow {
  return {
    row,
    title: `Home ${row}`,
    city: 'Makati',
    price: '12.5M',
    reference: '',
    action: 'create',
    draft: false,
    changes: [],
    issues: [],
    notes: [],
    read: [{ column: 'price', given: '12.5M', read: '₱12,500,000' }],
    cells: {},
    ...more,
  };
}

function reportOf(rows: ImportRow[], more: Partial<ImportReport> = {}): ImportReport {
  const count = (action: ImportRow['action']) => rows.filter((row) => row.action === action).length;
  const bad = count('refuse');
  return {
    problems: [],
    columns: { unknown: [], leftOut: [], headings: [] },
    table: { separator: ',', headings_row: 1 },
    rows,
    counts: { rows: rows.length, good: rows.length - bad, bad },
    actions: { create: count('create'), update: count('update'), unchanged: count('unchanged'), refuse: bad },
    drafts: rows.filter(({ draft }) => draft).length,
    imported: 0,
    ...more,
  };
}

const headingOf = (
  heading: string,
  column: CsvColumn | null,
  suggestion: CsvColumn | null = null,
  is_chosen = false,
) => ({
  heading,
  column,
  is_information: false,
  is_chosen,
  suggestion,
});

/** Opens the dialog with a file; each check is answered by the next report, the last one again. */
async function choose(reports: ImportReport[], file = new File(['title\nA'], 'homes.csv')) {
  let asked = 0;
  stubServer({
    [IMPORT]: (body) => {
      sent.push(body as ImportBody);
      const answer = reports[Math.min(asked, reports.length - 1)];
      asked += 1;
      return answer;
    },
  });
  const onImported = vi.fn();
  renderInApp(<ImportDialog onClose={() => undefined} onImported={onImported} />);
  fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [file] } });
  await screen.findByRole('button', { name: 'Choose Another File' });
  return onImported;
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('what was read stands beside each row', async () => {
  await choose([
    reportOf([
      rowOf(2, {
        read: [
          { column: 'price', given: '12.5M', read: '₱12,500,000' },
          { column: 'type', given: 'House and Lot', read: 'House' },
        ],
      }),
      rowOf(3, { price: '4,500,000', read: [{ column: 'price', given: '4,500,000', read: '₱4,500,000' }] }),
      rowOf(4, { draft: true }),
    ]),
  ]);
  const [, first, second, third] = screen.getAllByRole('row');
  expect(first?.textContent).toContain('Makati · 12.5M → ₱12,500,000');
  expect(first?.textContent).toContain('Property Type House and Lot → House');
  expect(second?.textContent).toContain('Makati · ₱4,500,000');
  expect(third?.textContent).toContain('New draft: it has no photo');
  expect(screen.getByText('3 new, 0 changed, 0 as they are · 1 draft without a photo')).toBeTruthy();
});

test('a person says what unknown headings are, and is not asked again for the next file', async () => {
  const headings = [headingOf('Cost', null, 'price'), headingOf('Owner', null), headingOf('City', 'city')];
  const missing = reportOf([], {
    problems: ['The column "price" is missing.'],
    columns: { unknown: ['Cost', 'Owner'], leftOut: [], headings },
  });
  const matched = [
    headingOf('Cost', 'price', null, true),
    headingOf('Owner', null, null, true),
    headingOf('City', 'city'),
  ];
  const good = reportOf([rowOf(2)], { columns: { unknown: ['Owner'], leftOut: [], headings: matched } });
  await choose([missing, good]);
  const cost = screen.getByRole('combobox', { name: 'Cost' }) as HTMLSelectElement;
  expect(cost.value).toBe('price');
  const owner = screen.getByRole('combobox', { name: 'Owner' }) as HTMLSelectElement;
  expect(owner.value).toBe('');
  expect([...owner.options].map(({ value }) => value)).not.toContain('city');
  fireEvent.click(button('Use These Columns'));
  await screen.findByText('Home 2');
  expect(sent.map(({ mapping }) => mapping)).toEqual([{}, { Cost: 'price', Owner: null }]);
  expect(screen.getByText('Columns read: Cost → Price (₱)')).toBeTruthy();
  cleanup();

  await choose([good]);
  expect(sent.at(-1)?.mapping).toEqual({ Cost: 'price', Owner: null });
  // Of this agent alone.
  expect(Object.keys(window.localStorage)).toContain('silong_import_headings_7');
});

test('a refused row is mended in place, checked at once and imported', async () => {
  const refused = rowOf(3, {
    action: 'refuse',
    issues: [{ column: 'type', message: 'Type must be one of: house' }],
    cells: { title: 'Home 3', type: 'castle', description: 'd' },
  });
  const still = { ...refused, issues: [{ column: 'type', message: 'Still none' }] };
  const onImported = await choose([
    reportOf([rowOf(2), refused]),
    reportOf([rowOf(2), still]),
    reportOf([rowOf(2), rowOf(3)]),
    reportOf([rowOf(2), rowOf(3)], { imported: 2 }),
  ]);
  // The rows with problems are shown first.
  expect(screen.getAllByRole('row')).toHaveLength(2);
  fireEvent.click(button('Correct row 3'));
  const type = await screen.findByRole('textbox', { name: 'Property Type' });
  expect(document.activeElement).toBe(type);
  fireEvent.change(type, { target: { value: 'palace' } });
  fireEvent.submit(screen.getByRole('form', { name: 'Row 3' }));
  await screen.findByText('Row 3 still has problems.');
  expect(sent.at(-1)).toMatchObject({ dry_run: true, edits: [{ row: 3, cells: { type: 'palace' } }] });
  expect(within(screen.getByRole('form', { name: 'Row 3' })).getByText('Still none')).toBeTruthy();
  fireEvent.click(button('All Cells'));
  fireEvent.change(screen.getByRole('textbox', { name: 'Property Type' }), { target: { value: 'house' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Mended' } });
  fireEvent.submit(screen.getByRole('form', { name: 'Row 3' }));
  await screen.findByText('Row 3 can be imported now.');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Rows of the file' }));
  fireEvent.click(button('Import All (2)'));
  await waitFor(() => expect(onImported).toHaveBeenCalledOnce());
  expect(sent.at(-1)).toMatchObject({
    mode: 'all',
    edits: [{ row: 3, cells: { type: 'house', title: 'Mended' } }],
  });
});

test('a question is answered at its row, or for all rows at the import', async () => {
  const asked = (row: number) =>
    rowOf(row, {
      notes: [{ column: 'price', message: '₱13 is an unusual price.', is_question: true }],
      cells: { price: '13' },
    });
  const onImported = await choose([reportOf([asked(2), asked(3), rowOf(4)])]);
  fireEvent.click(button('Keep row 2 as it is read'));
  fireEvent.click(button('Import All (3)'));
  expect(await screen.findByText('1 question is still open. Import the rows as they are read?')).toBeTruthy();
  expect(sent).toHaveLength(1);
  fireEvent.click(button('Import as Read'));
  await waitFor(() => expect(onImported).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(2);
});

test('notes that ask nothing hold up nothing', async () => {
  const note = { column: 'area_sqm', message: 'The lot area is taken', is_question: false };
  const onImported = await choose([reportOf([rowOf(2, { notes: [note] })])]);
  expect(screen.getByText(/The lot area is taken/)).toBeTruthy();
  fireEvent.click(button('Import All (1)'));
  await waitFor(() => expect(onImported).toHaveBeenCalledOnce());
});

test('a workbook is sent as a table', async () => {
  const workbook = new File(
    [
      buildWorkbook([
        [
          ['title', 'price'],
          ['Loft', 4_500_000],
        ],
      ]),
    ],
    'homes.xlsx',
  );
  await choose([reportOf([rowOf(2)])], workbook);
  expect(sent[0]?.csv).toBe('title,price\r\nLoft,4500000');
  await act(async () => undefined);
});
