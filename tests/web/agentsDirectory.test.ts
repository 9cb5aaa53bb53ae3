import { afterEach, describe, expect, it } from 'vitest';
import { bioPreview, languagesText } from '#web/features/agents/AgentCard.tsx';
import {
  agentsQuery,
  hasFilters,
  readDirectoryState,
  usualState,
  writeDirectoryState,
} from '#web/features/agents/queries.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';

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

describe('another order', () => {
  const agents = [
    ['Ana', 4.5, 2, 3],
    ['Ben', 4.9, 1, 3],
    ['Carla', 4.5, 2, 9],
    ['Dino', 4.5, 8, 20],
  ].map(([name, rating, review_count, experience_years], id) => ({
    id,
    name,
    rating,
    review_count,
    experience_years,
  }));
  const know = (pages: number, shown = agents) =>
    currentQueryClient().setQueryData(agentsQuery(usualState).queryKey, {
      pages: [
        { agents: shown, pagination: { page: 1, limit: 100, total: shown.length, pages, totalPages: pages } },
      ],
      pageParams: [1],
      // Of an agent only what the order needs.
    } as never);
  const shownAt = (address: string) => {
    const { initialData } = agentsQuery(read(address));
    const data = typeof initialData === 'function' ? initialData() : initialData;
    return data?.pages.flatMap((page) => page.agents.map(({ name }) => name));
  };
  afterEach(() => currentQueryClient().clear());

  it('of agents who are all known needs no answer', () => {
    know(1);
    expect(shownAt('direction=asc')).toEqual(['Dino', 'Ana', 'Carla', 'Ben']);
    expect(shownAt('sort=experience')).toEqual(['Dino', 'Carla', 'Ana', 'Ben']);
    expect(shownAt('sort=name&direction=asc')).toEqual(['Ana', 'Ben', 'Carla', 'Dino']);
  });

  it('is asked for where there are more of them, or others', () => {
    expect(shownAt('sort=name')).toBeUndefined();
    know(1);
    expect(shownAt('sort=name&location=Makati+City')).toBeUndefined();
    know(2);
    expect(shownAt('sort=name')).toBeUndefined();
  });
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
