import { describe, expect, it } from 'vitest';
import type { Agent } from '#shared/contracts/agents.ts';
import { bioPreview, languagesText } from '#web/features/agents/AgentCard.tsx';
import {
  hasFilters,
  readDirectoryState,
  sortAgents,
  usualState,
  writeDirectoryState,
} from '#web/features/agents/directoryState.ts';

const read = (address: string) => readDirectoryState(new URLSearchParams(address));

function buildAgent(changes: Partial<Agent>): Agent {
  return {
    id: 1,
    name: 'Ana Cruz',
    email: 'ana@silong.example',
    phone: null,
    avatar_url: null,
    title: null,
    bio: null,
    specialization: null,
    location: null,
    languages: [],
    certifications: [],
    achievements: [],
    working_hours: {},
    experience_years: 0,
    rating: 0,
    review_count: 0,
    properties_sold: 0,
    active_listings: 0,
    response_rate: null,
    license: null,
    created_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

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

describe('the order', () => {
  const agents = [
    buildAgent({ name: 'Carla', rating: 4.5, review_count: 2, experience_years: 9 }),
    buildAgent({ name: 'Ana', rating: 4.5, review_count: 2, experience_years: 3 }),
    buildAgent({ name: 'Ben', rating: 4.9, review_count: 1, experience_years: 3 }),
    buildAgent({ name: 'Dino', rating: 4.5, review_count: 8, experience_years: 20 }),
  ];
  const names = (address: string) => sortAgents(agents, read(address)).map(({ name }) => name);

  it('is by rating from the top; among equals the more reviewed, then the alphabet', () => {
    expect(names('')).toEqual(['Ben', 'Dino', 'Ana', 'Carla']);
  });

  it('turns the key only, not what decides among equals', () => {
    expect(names('direction=asc')).toEqual(['Dino', 'Ana', 'Carla', 'Ben']);
    expect(names('sort=experience')).toEqual(['Dino', 'Carla', 'Ana', 'Ben']);
  });

  it('goes through the alphabet both ways', () => {
    expect(names('sort=name&direction=asc')).toEqual(['Ana', 'Ben', 'Carla', 'Dino']);
    expect(names('sort=name')).toEqual(['Dino', 'Carla', 'Ben', 'Ana']);
  });

  it('leaves the fetched list as it was', () => {
    const before = agents.map(({ name }) => name);
    names('sort=name');
    expect(agents.map(({ name }) => name)).toEqual(before);
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
