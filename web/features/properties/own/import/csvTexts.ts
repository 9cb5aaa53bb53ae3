import Papa from 'papaparse';
import { type CsvColumn, csvColumns, csvSeparatorOf } from '#shared/propertyCsv.ts';

/** Spreadsheets tell by it that the bytes are UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const examples: Record<CsvColumn, [string, string]> = {
  title: ['Two-Bedroom Condo near Ayala Triangle', 'Townhouse with Garden in BF Homes'],
  description: [
    'Bright corner unit, walking distance to the park.',
    'Quiet street, three bedrooms, roof deck.',
  ],
  price: ['12500000', '65000'],
  type: ['condo', 'house'],
  listing_type: ['sale', 'rent'],
  status: ['available', 'available'],
  address: ['12 Paseo de Roxas', '8 Aguirre Avenue'],
  city: ['Makati City', 'Parañaque City'],
  province: ['Metro Manila', 'Metro Manila'],
  latitude: ['14.5570', ''],
  longitude: ['121.0230', ''],
  bedrooms: ['2', '3'],
  bathrooms: ['2', '2'],
  area_sqm: ['78.5', '140'],
  furnished: ['yes', 'no'],
  floor_level: ['12', ''],
  parking_slots: ['1', '2'],
  images: ['', 'https://example.com/front.jpg|https://example.com/garden.jpg'],
  features: ['Pool|Gym|Balcony', 'Garden|Roof deck'],
};

/** All columns, with two listings that show how they are filled in. */
export function templateCsv(): string {
  const rows = ([0, 1] as const).map((at) => csvColumns.map((name) => examples[name][at]));
  return BYTE_ORDER_MARK + Papa.unparse([[...csvColumns], ...rows]);
}

/** The headings and the given rows (as spreadsheets count) of a file, word for word: what is left to be mended. */
export function pickRows(csv: string, rows: readonly number[]): string {
  const text = csv.replace(BYTE_ORDER_MARK, '');
  const delimiter = csvSeparatorOf(text);
  const { data } = Papa.parse<string[]>(text, { delimiter });
  const picked = [1, ...rows].flatMap((row) => data.slice(row - 1, row));
  return BYTE_ORDER_MARK + Papa.unparse(picked, { delimiter });
}
