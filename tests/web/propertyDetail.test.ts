import { describe, expect, it } from 'vitest';
import { pickSimilar } from '#shared/similar.ts';
import { buyingFigures, figureOf } from '#web/features/propertyPage/CostEstimate.tsx';
import {
  detailRows,
  emailLink,
  highlights,
  pricePerSqm,
  summaryRows,
} from '#web/features/propertyPage/propertyRows.ts';
import { phoneHref } from '#web/lib/contactLinks.ts';
import { aProperty } from './aProperty.ts';

const textOf = (rows: { label: string; value: string }[], label: string) =>
  rows.find((row) => row.label === label)?.value;

describe('the rows of a listing', () => {
  it('states furnished only where it is known', () => {
    expect(textOf(detailRows(aProperty()), 'Furnished')).toBeUndefined();
    expect(textOf(detailRows(aProperty({ details: { furnished: false } })), 'Furnished')).toBe('No');
    expect(textOf(detailRows(aProperty({ details: { furnished: true } })), 'Furnished')).toBe('Yes');
  });

  it('dates the listing by the day it is in Manila', () => {
    expect(textOf(detailRows(aProperty()), 'Listed Date')).toBe('February 1, 2026');
  });

  it('calls a unit without bedrooms a studio, and says nothing of the bedrooms of land', () => {
    expect(textOf(summaryRows(aProperty({ details: { bedrooms: 0 } })), 'Bedrooms')).toBe('Studio');
    const land = aProperty({ type: 'land', details: { bedrooms: 0, bathrooms: 0 } });
    expect(summaryRows(land).map((row) => row.label)).toEqual(['Price', 'Type', 'Area', 'Status']);
    expect(textOf(detailRows(land), 'Lot Area')).toBe('50 sqm');
  });

  it('says /month after a rent, and a price per sqm for sales only', () => {
    const rent = aProperty({ listing_type: 'rent', price: 45_000 });
    expect(textOf(summaryRows(rent), 'Price')).toBe('₱45,000/month');
    expect(pricePerSqm(rent)).toBeNull();
    expect(pricePerSqm(aProperty())).toBe('₱250,000 per sqm');
    expect(pricePerSqm(aProperty({ details: { area_sqm: 0 } }))).toBeNull();
  });

  it('highlights parking only where there is some, in the right number', () => {
    expect(highlights(aProperty()).map(({ value, label }) => `${value} ${label}`)).toEqual([
      '2 Bedrooms',
      '1 Bathroom',
      '50 sqm Floor Area',
    ]);
    expect(highlights(aProperty({ details: { parking_slots: 1 } })).at(-1)?.label).toBe('Parking Slot');
  });
});

describe('contact links', () => {
  it('dials the first real number, its extension behind a pause, and nothing else', () => {
    expect(phoneHref('+63 (917) 555-0142')).toBe('tel:+639175550142');
    expect(phoneHref('02 8555 0142')).toBe('tel:+63285550142');
    expect(phoneHref('(02) 8123-4567 loc. 305')).toBe('tel:+63281234567,305');
    expect(phoneHref('0917 555 012')).toBeNull();
  });

  it('writes a mail whose subject and body survive special signs', () => {
    const link = emailLink({
      property: aProperty(),
      email: 'ana@silong.example',
      name: 'Ana',
      url: 'https://silong.example/properties/1',
      senderName: 'Bea & Co',
    });
    const parsed = new URL(link);
    expect(parsed.pathname).toBe('ana@silong.example');
    expect(parsed.searchParams.get('subject')).toBe('Inquiry about Corner Unit & Balcony (Property #1)');
    const lines = parsed.searchParams.get('body')?.split('\r\n') ?? [];
    expect(lines[0]).toBe('Hello Ana,');
    expect(lines).toContain('₱12,500,000');
    expect(lines).toContain('https://silong.example/properties/1');
    expect(lines.at(-1)).toBe('Bea & Co');
    // '+' would be read as a plus sign by mail programs, not as a space.
    expect(link).not.toContain('+');
  });
});

describe('a figure of the cost estimate', () => {
  const price = 3_500_000;
  const { downPayment, years, rate } = buyingFigures(price);

  it.each([
    [downPayment, '20%', 700_000],
    [downPayment, '20 porsyento', 700_000],
    [downPayment, '7,5 %', 262_500],
    [downPayment, '0', 0],
    [downPayment, '700,000', 700_000],
    [downPayment, '1.2m', 1_200_000],
    [downPayment, '100%', price],
    [rate, '7,5', 7.5],
    [rate, '7.25 %', 7.25],
    [years, '20', 20],
    [years, '20 taon', 20],
  ])('is read (%#: %s)', (figure, text, value) => {
    expect(figureOf(text, figure)).toBe(value);
  });

  it.each([
    ...['-1', '-5%', '101%', '20,000,000', '', 'a lot', '12.500', '5k a month'].map(
      (text) => [downPayment, text] as const,
    ),
    ...['0.5', '100', '20.5', '-1', '240 months'].map((text) => [years, text] as const),
    ...['-1', '101', '7.500.000', 'low'].map((text) => [rate, text] as const),
  ])('is refused (%#: %s)', (figure, text) => {
    expect(figureOf(text, figure)).toBeNaN();
  });
});

describe('pickSimilar', () => {
  it('prefers the type and the price of the listing, and leaves out the listing itself', () => {
    const candidates = [
      aProperty({ id: 1 }),
      aProperty({ id: 2, price: 60_000_000 }),
      aProperty({ id: 3, type: 'house', price: 12_500_000 }),
      aProperty({ id: 4, price: 13_000_000 }),
      aProperty({ id: 5, type: 'office', price: 12_500_000 }),
      aProperty({ id: 6, price: 0 }),
    ];
    expect(pickSimilar(aProperty(), candidates, 4).map(({ id }) => id)).toEqual([4, 3, 2, 5]);
  });
});
