import { describe, expect, test } from 'vitest';
import type { ComparedListing, DuplicatePair } from '#shared/contracts/duplicates.ts';
import { factsOf, reasonFor, whyWords } from '#web/features/duplicates/DuplicatesPanel.tsx';

function listing(more: Partial<ComparedListing> = {}): ComparedListing {
  return {
    id: 1,
    title: 'Corner Loft',
    status: 'active',
    type: 'condo',
    listing_type: 'sale',
    price: 5_000_000,
    area: 60.5,
    bedrooms: 2,
    floor_level: null,
    address: '1 Ayala Avenue',
    city: 'Makati',
    images: [],
    agent: { id: 7, name: 'Andrea Cruz' },
    created_at: '2026-03-01T20:00:00.000Z',
    ...more,
  };
}

function pair(more: Partial<DuplicatePair> = {}): DuplicatePair {
  return {
    id: 1,
    status: 'open',
    same_pictures: [],
    same_facts: false,
    is_by_rule: false,
    disputed_at: null,
    found_at: '2026-03-18T04:00:00.000Z',
    decided_at: null,
    decided_by: null,
    older: listing(),
    newer: listing({ id: 2, title: 'Loft on the Corner' }),
    ...more,
  };
}

const same = { older: '/media/a', newer: '/media/b' };

test('why a pair was flagged', () => {
  expect(whyWords(pair({ same_facts: true }))).toEqual(['Same place, price and size']);
  expect(whyWords(pair({ same_pictures: [same] }))).toEqual(['1 image looks the same']);
  expect(whyWords(pair({ same_pictures: [same, same], same_facts: true }))).toEqual([
    '2 images look the same',
    'Same place, price and size',
  ]);
});

test('facts that differ are told from those that do not', () => {
  const newer = listing({ listing_type: 'rent', price: 25_000, floor_level: 12, agent: null });
  const facts = factsOf(pair({ newer }), 'newer');
  expect(facts.filter(({ isDifferent }) => isDifferent).map(({ name, value }) => [name, value])).toEqual([
    ['Agent', 'No agent'],
    ['Type', 'Condominium, For Rent'],
    ['Price', '₱25,000/month'],
    ['Floor', '12'],
  ]);
  expect(factsOf(pair({ newer }), 'older').find(({ name }) => name === 'Floor')?.value).toBe('Not given');
  // Manila's day.
  expect(facts.at(-1)?.value).toBe('Mar 2, 2026');
});

describe('what an agent is told', () => {
  test('of somebody else’s listing that stays', () => {
    const newer = listing({ id: 2, agent: { id: 8, name: 'Benjie Uy' } });
    expect(reasonFor(pair({ newer }), 'newer')).toBe('This home is already listed: Corner Loft (#1).');
  });

  test('of their own other listing', () => {
    expect(reasonFor(pair(), 'older')).toBe(
      'You have listed this home twice. Your other listing, Loft on the Corner (#2), stays.',
    );
  });

  test('of listings that nobody has any more', () => {
    const gone = { agent: null };
    const orphans = pair({ older: listing(gone), newer: listing({ id: 2, ...gone }) });
    expect(reasonFor(orphans, 'newer')).toBe('This home is already listed: Corner Loft (#1).');
  });
});
