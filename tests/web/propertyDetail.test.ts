import { describe, expect, it } from 'vitest';
import { pickSimilar } from '#shared/similar.ts';
import { downPaymentOf, readFigure } from '#web/features/propertyPage/CostEstimate.tsx';
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
  it('dials digits and the leading plus', () => {
    expect(phoneHref('+63 (917) 555-0142')).toBe('tel:+639175550142');
    expect(phoneHref('02 8555 0142')).toBe('tel:0285550142');
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

describe('readFigure', () => {
  it('reads figures as people write them', () => {
    expect(readFigure('₱ 1,500,000')).toBe(1_500_000);
    expect(readFigure('7.25 %')).toBe(7.25);
    expect(readFigure('7,5')).toBe(7.5);
    expect(readFigure('7,500')).toBe(7_500);
    expect(readFigure('')).toBeNaN();
    expect(readFigure('a lot')).toBeNaN();
  });
});

describe('downPaymentOf', () => {
  const price = 3_500_000;

  it.each([
    ['20%', 700_000],
    ['7,5 %', 262_500],
    ['0', 0],
    ['700,000', 700_000],
    ['1.2m', 1_200_000],
    ['100%', price],
  ])('reads %s', (text, value) => {
    expect(downPaymentOf(text, price)).toEqual({ value });
  });

  it.each(['-1', '-5%', '101%', '20,000,000', '', 'a lot'])('refuses %s', (text) => {
    expect(downPaymentOf(text, price)).toEqual({ value: Number.NaN, problem: expect.any(String) });
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
