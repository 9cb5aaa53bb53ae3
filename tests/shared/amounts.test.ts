import { describe, expect, it } from 'vitest';
import { readSentence } from '#server/features/properties/list/searchReader.ts';
import { type AmountKind, type AmountOptions, isPlausiblePrice, meantPrice, readAmount } from '#shared/amounts.ts';

/** A number that is read, several that are asked about, or neither. */
type Meaning = number | readonly number[] | 'unreadable' | 'empty';

function meaning(text: string, kind: AmountKind, options?: AmountOptions): Meaning {
  const reading = readAmount(text, kind, options);
  if (reading.kind === 'read') return reading.value;
  return reading.kind === 'asked' ? reading.choices : reading.kind;
}

const pesos: readonly (readonly [text: string, meaning: Meaning])[] = [
  ['', 'empty'],
  ['   ', 'empty'],
  ['0', 0],
  ['05', 5],
  ['12500000', 12_500_000],
  ['12,500,000', 12_500_000],
  ['12, 500, 000', 12_500_000],
  ['12,500,000.00', 12_500_000],
  ['12,500,000.', 12_500_000],
  ['12,500.50', 12_500.5],
  ['12.500.000', 12_500_000],
  ['12.500.000,50', 12_500_000.5],
  ['12.500,50', 12_500.5],
  ['12 500 000', 12_500_000],
  ['12\u00a0500\u00a0000', 12_500_000],
  ['12\u202f500\u202f000', 12_500_000],
  ['12\u2009500\u2009000,50', 12_500_000.5],
  ["12'500'000", 12_500_000],
  ['12’500’000.50', 12_500_000.5],
  ['1.25E+07', 12_500_000],
  ['1,25e7', 12_500_000],
  ['2e6', 2_000_000],
  ['12.5M', 12_500_000],
  ['2.5m', 2_500_000],
  ['2.5 m', 2_500_000],
  ['.5M', 500_000],
  ['₱1.15M', 1_150_000],
  ['12.5 million', 12_500_000],
  ['12.5 Millions', 12_500_000],
  ['12.5mil', 12_500_000],
  ['12.5mn', 12_500_000],
  ['12.5MM', 12_500_000],
  ['12,5M', 12_500_000],
  ['12.50M', 12_500_000],
  ['4.500M', 4_500_000],
  ['12.5 milyon', 12_500_000],
  ['5 milyong piso', 5_000_000],
  ['1.2B', 1_200_000_000],
  ['1.2 bilyon', 1_200_000_000],
  ['850k', 850_000],
  ['850 K', 850_000],
  ['1,200k', 1_200_000],
  ['9,5k', 9_500],
  ['25 libo', 25_000],
  ['25 libong piso', 25_000],
  ['25thou', 25_000],
  ['25 thousand pesos', 25_000],
  ['P18T', 18_000],
  ['1/2 million', 500_000],
  ['1 1/2 M', 1_500_000],
  ['1-1/2M', 1_500_000],
  ['½M', 500_000],
  ['2½ million', 2_500_000],
  ['2 and a half million', 2_500_000],
  ['half a million', 500_000],
  ['kalahating milyon', 500_000],
  ['isang milyon', 1_000_000],
  ['one million', 1_000_000],
  ['2M 500k', 2_500_000],
  ['2 milyon at 500 libo', 2_500_000],
  ['P12,500,000', 12_500_000],
  ['P 12.5M', 12_500_000],
  ['p850k', 850_000],
  ['Php. 12,500,000', 12_500_000],
  ['Php.12,500,000', 12_500_000],
  ['₱12,500,000', 12_500_000],
  ['₱ 12.5M', 12_500_000],
  ['PHP12.5m', 12_500_000],
  ['PhP 12.5M', 12_500_000],
  ['12,500,000 PHP', 12_500_000],
  ['12.5M pesos', 12_500_000],
  ['20kphp', 20_000],
  ['20,000php/month', 20_000],
  ['P25,000.00/-', 25_000],
  ['₱12.5M only', 12_500_000],
  ['₱12.5M negotiable', 12_500_000],
  ['₱12.5M (Negotiable)', 12_500_000],
  ['12 million 500 thousand pesos', 12_500_000],
  ['Selling Price: ₱12.5M', 12_500_000],
  ['Presyo: P12,500,000', 12_500_000],
  ['Price = 12,500,000', 12_500_000],
  ['45,000/month', 45_000],
  ['45,000 / mo.', 45_000],
  ['45k per month', 45_000],
  ['45k/mo', 45_000],
  ['45k monthly', 45_000],
  ['45k a month', 45_000],
  ['45k pm', 45_000],
  ['45k kada buwan', 45_000],
  ['45 libo kada buwan', 45_000],
  ['45k/buwan', 45_000],
  ['45,000 bawat buwan', 45_000],
  ['₱45,000 buwanan', 45_000],
  ['１２，５００，０００', 12_500_000],
  ['₱１２．５Ｍ', 12_500_000],
  ['\u202a₱12.5M\u202c', 12_500_000],
  ['7,5', 7.5],
  ['54,5', 54.5],
  ['12,50', 12.5],
  ['12.5', 12.5],
  ['0.500', 0.5],
  ['0,500', 0.5],
  ['1250.500', 1_250.5],
  ['12.500', [12_500, 12.5]],
  ['₱12.500', [12_500, 12.5]],
  ['12.500 php', [12_500, 12.5]],
  ['12,500.000', [12_500_000, 12_500]],
  ['12.500,000', [12_500_000, 12_500]],
  ['1,250M', [1_250_000_000, 1_250_000]],
  ['25 mil', [25_000_000, 25_000]],
  ['-1', 'unreadable'],
  ['−5M', 'unreadable'],
  ['(25,000)', 'unreadable'],
  ['25,000 - 30,000', 'unreadable'],
  ['₱ 25,000 – 30,000', 'unreadable'],
  ['25k-30k', 'unreadable'],
  ['25,000 -', 'unreadable'],
  ['4.5 to 5M', 'unreadable'],
  ['4M hanggang 5M', 'unreadable'],
  ['5M 10M', 'unreadable'],
  ['5M+', 'unreadable'],
  ['about 5M', 'unreadable'],
  ['Down payment: 500k', 'unreadable'],
  ['price from 5M', 'unreadable'],
  ['Contact agent', 'unreadable'],
  ['12,34,567', 'unreadable'],
  ['12,500,00', 'unreadable'],
  ['12,5000', 'unreadable'],
  ['1.2.3', 'unreadable'],
  ['12,500 000', 'unreadable'],
  ['$12,500', 'unreadable'],
  ['12,500 USD', 'unreadable'],
  ['25k per year', 'unreadable'],
  ['25k/sqm', 'unreadable'],
  ['20%', 'unreadable'],
  ['1/2', 'unreadable'],
  ['2br 20k', 'unreadable'],
  ['k', 'unreadable'],
  ['₱', 'unreadable'],
  ['9'.repeat(20), 'unreadable'],
  ['1e30', 'unreadable'],
  ['1'.repeat(80), 'unreadable'],
];

const areas: typeof pesos = [
  ['54.5', 54.5],
  ['54,5', 54.5],
  ['1,200', 1_200],
  ['54.5 sqm', 54.5],
  ['54,5 sqm', 54.5],
  ['54.5 SQM.', 54.5],
  ['54.5 sq.m.', 54.5],
  ['54.5 sq. m.', 54.5],
  ['54.5 sq m', 54.5],
  ['54.5sqm', 54.5],
  ['54 sqms', 54],
  ['54 sq mtrs', 54],
  ['54.5 m2', 54.5],
  ['54.5m²', 54.5],
  ['54.5 ㎡', 54.5],
  ['54.5 m^2', 54.5],
  ['54.5 square meters', 54.5],
  ['54.5 square metres', 54.5],
  ['54.5 metro kuwadrado', 54.5],
  ['54.5 metrong parisukat', 54.5],
  ['54.5 sqm floor area', 54.5],
  ['120 sqm lot', 120],
  ['120 sqm more or less', 120],
  ['120 sqm (approx.)', 120],
  ['Lot area: 120 sqm', 120],
  ['Sukat 120 sqm', 120],
  ['1.2k sqm', 1_200],
  ['1/2 hectare', 5_000],
  ['½ ha', 5_000],
  ['1 1/2 ha', 15_000],
  ['1½ ha', 15_000],
  ['half a hectare', 5_000],
  ['half hectare', 5_000],
  ['kalahating ektarya', 5_000],
  ['isang ektarya', 10_000],
  ['2 ektarya', 20_000],
  ['2 has.', 20_000],
  ['2,5 hectares', 25_000],
  ['1.2500 ha', 12_500],
  ['500 sqft', 46.45],
  ['500 sq ft', 46.45],
  ['500 sq. ft.', 46.45],
  ['1,000 square feet', 92.9],
  ['500 ft²', 46.45],
  ['0.500', 0.5],
  ['1.200', [1_200, 1.2]],
  ['1.200 sqm', [1_200, 1.2]],
  ['1.500 ha', [15_000_000, 15_000]],
  ['1.200,50 sqm', 1_200.5],
  ['54 m', 'unreadable'],
  ['54 meters', 'unreadable'],
  ['10 x 20', 'unreadable'],
  ['54-60 sqm', 'unreadable'],
  ['1/2', 'unreadable'],
  ['-54', 'unreadable'],
  ['54 sqm 2br', 'unreadable'],
  ['2M sqm', 'unreadable'],
];

const percentages: typeof pesos = [
  ['20', 20],
  ['20%', 20],
  ['20 %', 20],
  ['20 percent', 20],
  ['20 per cent', 20],
  ['20 pct.', 20],
  ['20 porsyento', 20],
  ['20 porsiyento', 20],
  ['7,5', 7.5],
  ['7.125', 7.125],
  ['7,125 %', 7.125],
  ['7 1/2 %', 7.5],
  ['-1', 'unreadable'],
  ['20 pesos', 'unreadable'],
  ['20-30%', 'unreadable'],
];

describe('readAmount', () => {
  it.each(pesos)('pesos %j', (text, meant) => expect(meaning(text, 'pesos')).toEqual(meant));
  it.each(areas)('area %j', (text, meant) => expect(meaning(text, 'area')).toEqual(meant));
  it.each(percentages)('percent %j', (text, meant) => expect(meaning(text, 'percent')).toEqual(meant));

  it.each([
    ['20', 20],
    ['1.5', 1.5],
    ['2.019', 2.019],
    ['2,019', 2_019],
    ['1 1/2', 1.5],
    ['20 years', 20],
    ['20 taon', 20],
    ['240 months', 'unreadable'],
    ['20%', 'unreadable'],
    ['2k', 'unreadable'],
  ] as const)('count %j', (text, meant) =>
    expect(meaning(text, 'count', { units: 'years yrs taon' })).toEqual(meant),
  );

  it('reads by the mark of decimals of a file', () => {
    const withComma = { decimalMark: ',' } as const;
    const withPoint = { decimalMark: '.' } as const;
    expect(meaning('12.500', 'pesos', withComma)).toBe(12_500);
    expect(meaning('12.500', 'pesos', withPoint)).toBe(12.5);
    expect(meaning('12,500', 'pesos', withComma)).toBe(12.5);
    expect(meaning('12,500', 'pesos', withPoint)).toBe(12_500);
    expect(meaning('12.500,50', 'pesos', withComma)).toBe(12_500.5);
    expect(meaning('12,500.50', 'pesos', withComma)).toBe(12_500.5);
    expect(meaning('1.200 sqm', 'area', withComma)).toBe(1_200);
    expect(meaning('54,125', 'area', withComma)).toBe(54.13);
    expect(meaning('4.500M', 'pesos', withComma)).toEqual([4_500_000_000, 4_500_000]);
    expect(meaning('1,250M', 'pesos', withPoint)).toBe(1_250_000_000);
  });

  it('tells a percentage from pesos, and a price a month', () => {
    const either = { orPercent: true };
    expect(readAmount('20%', 'pesos', either)).toEqual({ kind: 'read', value: 20, isPercent: true });
    expect(readAmount('20 porsyento', 'pesos', either)).toEqual({ kind: 'read', value: 20, isPercent: true });
    expect(readAmount('7,125%', 'pesos', either)).toEqual({ kind: 'read', value: 7.125, isPercent: true });
    expect(readAmount('2.5M', 'pesos', either)).toEqual({ kind: 'read', value: 2_500_000 });
    expect(readAmount('₱20%', 'pesos', either)).toEqual({ kind: 'unreadable' });
    expect(readAmount('45k/buwan', 'pesos')).toEqual({ kind: 'read', value: 45_000, isMonthly: true });
    expect(meaning('150k/sqm', 'perSqm')).toBe(150_000);
    expect(meaning('₱150,000 per sq.m.', 'perSqm')).toBe(150_000);
    expect(meaning('150k per ha', 'perSqm')).toBe('unreadable');
  });

  it('reads a pasted amount in no time, whatever it holds', () => {
    const started = performance.now();
    for (const text of ['1,'.repeat(30), '1 '.repeat(30), 'm'.repeat(60), `1${'e1'.repeat(29)}`])
      expect(meaning(text, 'pesos')).toBe('unreadable');
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe('a price', () => {
  it.each([
    [13, 'sale', 'condo', 13_000_000],
    [12.5, 'sale', 'condo', 12_500_000],
    [850, 'sale', 'house', 850_000],
    [12_500, 'sale', 'condo', 12_500_000],
    [9_400, 'sale', 'apartment', 9_400_000],
    [25, 'rent', 'condo', 25_000],
    [1.5, 'rent', 'apartment', 1_500],
    [12_500_000, 'rent', 'condo', 12_500],
    [12_500_000_000, 'sale', 'condo', 12_500_000],
    [3, 'sale', 'land', 3_000_000],
    [0.01, 'sale', 'condo', null],
  ] as const)('%s (%s, %s) may be a slip for %s', (price, listingType, type, meant) => {
    expect(isPlausiblePrice(price, listingType, type)).toBe(false);
    expect(meantPrice(price, listingType, type)).toBe(meant);
  });

  it.each([
    // A pasalo, parking for a car, a small lot in the province, a memorial lot, a house in Forbes Park.
    [50_000, 'sale', 'condo'],
    [250_000, 'sale', 'commercial'],
    [60_000, 'sale', 'land'],
    [30_000, 'sale', 'land'],
    [1_500_000_000, 'sale', 'house'],
    // A bedspace, parking for a motorcycle, an office by the square metre, a mansion.
    [1_500, 'rent', 'apartment'],
    [800, 'rent', 'house'],
    [500, 'rent', 'commercial'],
    [650, 'lease', 'office'],
    [1_500_000, 'rent', 'house'],
  ] as const)('%s (%s, %s) is one of the market', (price, listingType, type) => {
    expect(isPlausiblePrice(price, listingType, type)).toBe(true);
  });
});

describe('the search', () => {
  const asked = (search: string) => Object.assign({}, ...readSentence(search).parts.map(({ filters }) => filters));

  // In a sentence two amounts of money are two, 'more or less' is a bound, and a label begins a line.
  const isOther = (text: string) => text === '2M 500k' || /more or less|approx|Lot area|Sukat/.test(text);

  it.each(pesos.filter(([text, meant]) => Number(meant) >= 5_000 && !isOther(text)))(
    'never reads another price than a field of %j',
    (text, meant) => {
      const { min_price, max_price, min_area, beds_exact } = asked(`condo ${text}`);
      expect([undefined, meant, Math.trunc(Number(meant))]).toContain(max_price);
      expect({ min_price, min_area, beds_exact }).toEqual({});
    },
  );

  it.each(areas.filter(([text, meant]) => Number(meant) > 0 && !isOther(text)))(
    'never reads another area than a field of %j',
    (text, meant) => {
      const { min_area, max_area, max_price } = asked(`lot at least ${text}`);
      expect([undefined, meant]).toContain(min_area);
      expect({ max_area, max_price }).toEqual({});
    },
  );

  it.each(['12,34,567', '12,500,00', '12,5000', '12,500 000', '12.500', '12,500.000', '1.2.3', '25k per year'])(
    'leaves %j out and says so',
    (text) => {
      const { parts, left_out } = readSentence(`condo ${text}`);
      expect(parts.map(({ filters }) => filters)).toEqual([{ type: 'condo' }]);
      expect(left_out).toEqual([text]);
    },
  );
});
