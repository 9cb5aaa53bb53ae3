import { describe, expect, it } from 'vitest';
import { bioPreview, languagesText } from '#web/features/agents/AgentCard.tsx';
import { hasFilters, readDirectoryState, usualState, writeDirectoryState } from '#web/features/agents/queries.ts';

const read = (address: string) => readDirectoryState(new URLSearchParams(address));

describe('the address', () => {
  it('says nothing of the usual', () => {
    expect(writeDirectoryState(usualState).toString()).toBe('');
    expect(read('')).toEqual(usualState);
  });

  it('is read back as it was written', () => {
    const state = {
      search: 'ana & co',
      specialization: 'Land and Lots',
      location: 'Parañaque City',
      sort: 'name',
      direction: 'asc',
      page: 3,
    } as const;
    expect(readDirectoryState(writeDirectoryState(state))).toEqual(state);
  });

  it('loses what cannot be understood', () => {
    expect(read('sort=toString&direction=up&search=%20%20')).toEqual(usualState);
  });
});

it('counts no order as a filter', () => {
  expect(hasFilters(read('sort=name&direction=asc'))).toBe(false);
  expect(hasFilters(read('location=Makati+City'))).toBe(true);
});

describe('a card', () => {
  it('cuts the bio after 100 characters', () => {
    const exact = 'x'.repeat(100);
    expect(bioPreview(exact)).toBe(exact);
    expect(bioPreview(`${exact}y`)).toBe(`${exact}...`);
    expect(bioPreview(`${'x'.repeat(99)} more`)).toBe(`${'x'.repeat(99)}...`);
  });

  it('names three languages', () => {
    expect(languagesText(['English', 'Filipino', 'Ilocano'])).toBe('English, Filipino, Ilocano');
    expect(languagesText(['English', 'Filipino', 'Ilocano', 'Cebuano', 'Spanish'])).toBe(
      'English, Filipino, Ilocano +2 more',
    );
  });
});
