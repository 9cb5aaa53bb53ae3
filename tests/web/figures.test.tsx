// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { achievements, directoryFigures } from '#web/features/about/company.ts';
import { AgentsScreen } from '#web/features/agents/AgentsScreen.tsx';
import { LocationsScreen } from '#web/features/locations/LocationScreen.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { fullStar, Stars } from '#web/ui/display/Stars.tsx';
import { renderInApp, stubServer } from './rendering.tsx';

beforeEach(() => {
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
});
afterEach(() => {
  cleanup();
  currentQueryClient().clear();
});

/** How much of each of the five stars is filled, in percent. */
const filled = (stars: HTMLElement) =>
  [...stars.children].map((star) => {
    const full = star.matches('svg') ? star : star.lastElementChild;
    if (!full?.classList.contains(fullStar.split(' ')[0] ?? '')) return 0;
    const cut = /inset\(0 (\d+)% 0 0\)/.exec((full as SVGElement).style.clipPath)?.[1];
    return 100 - Number(cut ?? 0);
  });

test.each([
  [0, [0, 0, 0, 0, 0]],
  [3, [100, 100, 100, 0, 0]],
  [3.25, [100, 100, 100, 25, 0]],
  [4.9, [100, 100, 100, 100, 90]],
  [5, [100, 100, 100, 100, 100]],
])('a rating of %d fills the stars by its fraction', (rating, shares) => {
  renderInApp(<Stars rating={rating} />);
  const stars = screen.getByRole('img', { name: `${Math.floor(rating)} of 5 stars` });
  expect(filled(stars)).toEqual(shares);
});

test('the areas are as many as their page says', async () => {
  stubServer({});
  renderInApp(<LocationsScreen />, '/locations');
  const [, count] = /^(\d+) areas, /.exec(screen.getByText(/ areas, no two alike/).textContent ?? '') ?? [];
  const links = ['Cities', 'Districts'].flatMap((name) =>
    within(screen.getByRole('region', { name })).getAllByRole('link'),
  );
  expect(Number(count)).toBeGreaterThan(10);
  expect(new Set(links.map((link) => link.getAttribute('href'))).size).toBe(Number(count));
});

test('the banner of the directory counts the agents below it', async () => {
  const agents = [1, 2, 3].map((id) => ({
    id,
    name: `Agent ${id}`,
    email: '',
    phone: null,
    avatar_url: null,
    title: null,
    bio: null,
    specialization: null,
    location: null,
    license: null,
    office: null,
    rating: 4.9,
    review_count: 2,
    properties_sold: 40,
    active_listings: 3,
    experience_years: 5,
    response_rate: 90,
    languages: [],
    certifications: [],
    achievements: [],
  }));
  stubServer({
    'GET /api/agents': () => ({
      agents,
      pagination: { page: 1, limit: 100, total: agents.length, pages: 1, totalPages: 1 },
    }),
  });
  renderInApp(<AgentsScreen />, '/agents');
  await screen.findByText('Agent 3');
  expect(screen.getByText('Expert Agents').nextElementSibling?.textContent).toBe('3+');
  expect(await screen.findByText('3 agents found')).toBeTruthy();
});

test('the directory and the company’s page say the same of the same', () => {
  const said = new Map<string, string>(achievements.map(({ label, figure }) => [label.id, figure]));
  const both = directoryFigures.filter(({ label }) => said.has(label.id));
  expect(both.length).toBeGreaterThanOrEqual(2);
  for (const { label, figure } of both) expect(said.get(label.id), label.id).toBe(figure);
});
