import { describe, expect, test } from 'vitest';
import { systemSettings } from '#shared/contracts/settings.ts';
import {
  buyingCosts,
  costInShort,
  isRentControlled,
  monthlyPayment,
  usualDues,
  usualTerms,
  usualUtilities,
} from '#shared/costs.ts';
import { cityTaxOf, readCityTaxes, yearlyPropertyTax } from '#shared/realPropertyTax.ts';

const rates = systemSettings.parse({}).costs;
const condo = (changes: object = {}) => ({
  price: 8_000_000,
  type: 'condo' as const,
  listing_type: 'sale' as const,
  details: { bedrooms: 2, area_sqm: 60 },
  ...changes,
});

describe('a loan', () => {
  test('is paid back by its payments, with interest on what is left', () => {
    const payment = monthlyPayment(6_400_000, 20, 7.5) ?? 0;
    let left = 6_400_000;
    for (let month = 0; month < 240; month++) left = left * (1 + 0.075 / 12) - payment;
    expect(Math.abs(left)).toBeLessThan(0.01);
  });

  test('without interest is paid back in equal parts', () => {
    expect(monthlyPayment(1_200_000, 10, 0)).toBe(10_000);
  });

  test.each([
    [0, 20, 7],
    [1_000_000, 0, 7],
    [1_000_000, 0.01, 7],
    [1_000_000, 20, -1],
    [Number.NaN, 20, 7],
  ])('of %s over %s years at %s percent is none', (loan, years, percent) => {
    expect(monthlyPayment(loan, years, percent)).toBeNull();
  });

  test('of Pag-IBIG ends at the most it lends', () => {
    expect(usualTerms(5_000_000, rates, 'pagIbig')).toEqual({
      downPayment: 500_000,
      years: 30,
      ratePercent: 6.25,
    });
    expect(usualTerms(9_000_000, rates, 'pagIbig').downPayment).toBe(3_000_000);
  });
});

test('a buyer brings the down payment and the fees; the seller pays the capital gains tax', () => {
  const costs = buyingCosts(8_000_000, rates, usualTerms(8_000_000, rates, 'bank'));
  expect(costs.loan).toBe(6_400_000);
  // 1.5 + 0.75 + 0.6 + 1 percent of 8 million.
  expect(costs.cashToBring).toBeCloseTo(1_600_000 + 308_000, 6);
  expect(costs.fees.map(({ amount }) => Math.round(amount))).toEqual([120_000, 60_000, 48_000, 80_000]);
  expect(costs.capitalGainsTax).toBe(480_000);
});

test('who pays in cash brings the whole price and has no loan', () => {
  const costs = buyingCosts(8_000_000, rates, usualTerms(8_000_000, rates, 'cash'));
  expect(costs).toMatchObject({ loan: 0, loanPayment: 0 });
  expect(costs.cashToBring).toBeCloseTo(8_308_000, 6);
});

test('dues are counted of condominiums, utilities of homes', () => {
  expect(usualDues(condo(), rates)).toBe(7_200);
  expect(usualDues(condo({ type: 'house' }), rates)).toBe(0);
  expect(usualUtilities(condo(), rates)).toBe(6_500);
  expect(usualUtilities(condo({ type: 'office' }), rates)).toBe(0);
});

test('in short: a month with the bank, or what is paid before moving in', () => {
  const { loanPayment } = buyingCosts(8_000_000, rates, usualTerms(8_000_000, rates, 'bank'));
  expect(costInShort(condo(), rates)).toBeCloseTo((loanPayment ?? 0) + 7_200, 6);
  expect(costInShort(condo({ listing_type: 'rent', price: 25_000 }), rates)).toBe(75_000);
});

test.each([
  [{ listing_type: 'rent', price: 10_000 }, true],
  [{ listing_type: 'rent', price: 10_001 }, false],
  [{ listing_type: 'rent', price: 9_000, type: 'office' }, false],
  [{ listing_type: 'sale', price: 9_000 }, false],
])('rent control of %o: %s', (changes, isControlled) => {
  expect(isRentControlled(condo(changes), rates)).toBe(isControlled);
});

describe('real property tax', () => {
  test('is a rate of a part of the price, by city, however the city is written', () => {
    const text = 'Makati City: 2% of 12%\n\n Parañaque: 2.5 % of 20 %\r\nOthers: 3% of 10%';
    expect(cityTaxOf('makati', text)).toEqual({ ratePercent: 2, assessedPercent: 12 });
    expect(cityTaxOf('Paranaque City', text)?.ratePercent).toBe(2.5);
    const others = cityTaxOf('Pasig', text);
    expect(others).toEqual({ ratePercent: 3, assessedPercent: 10 });
    expect(others && yearlyPropertyTax(8_000_000, others)).toBe(24_000);
  });

  test.each([
    '',
    'Makati City: 2% of 12%',
    'Others: 2%',
    'Others: 200% of 10%',
    'Others: 2% of 101%',
    'Others 2% of 20%',
  ])('cannot be read from "%s"', (text) => {
    expect(readCityTaxes(text)).toBeNull();
    expect(cityTaxOf('Makati', text)).toBeNull();
  });

  test('of the settings as they come is at hand for each city', () => {
    expect(cityTaxOf('Quezon City', rates.propertyTax)).toEqual({ ratePercent: 2.5, assessedPercent: 20 });
  });
});
