import type { Request } from 'autocannon';
import { bearer, emailOf, nameOf, type SignedIn, signInBody } from './accounts.ts';
import { commonWords, districts } from './syntheticListings.ts';

export interface BenchCall {
  name: string;
  /** The n-th call: calls of different n differ, so that no cached answer fits. The 0-th call is the common one. */
  request(n: number): Request;
  /** The number of different calls; by default more than a run needs. */
  different?: number;
  /** The work of the bare server besides answering the same bytes. */
  floor?: 'verified';
  /** A call that some versions or builds of the server lack: skipped when the first answer is none. */
  isOptional?: true;
}

const pick = (values: readonly string[], n: number) => values[n % values.length] ?? '';
const names = districts.map(({ name }) => name);
const times = (n: number, of: number) => Math.floor(n / of);

const LIST_PAGE = 20;
/** Pages of 15 to 34 listings, around the usual 20: up to 40,000 different ones. */
const pageOf = (n: number, listings: number) => {
  const pages = Math.min(2_000, times(listings * 0.9, 34));
  return `page=${1 + (n % pages)}&limit=${15 + (times(n, pages) % 20)}`;
};

/** Words and a district, as people search. */
const wordsOf = (n: number) =>
  [
    n === 0 ? 'pool view' : pick(commonWords, n),
    pick(names, times(n, commonWords.length)),
    pick(['', 'condo', 'house', 'balcony', 'parking', 'gym', 'garden', 'elevator'], times(n, 4_000)),
  ].join(' ');

/** '2br condo for rent Makati pool under 12.031m', with a word that is in the text alone every second time. */
const saidOf = (n: number) => {
  const type = pick(['condo', 'house', 'apartment', 'office'], n);
  const offer = pick(['', 'for rent', 'for sale'], times(n, 2));
  const word = n % 2 === 0 ? ` ${pick(commonWords, times(n, 2))}` : '';
  return `${1 + (n % 4)}br ${type} ${offer} ${pick(names, n)}${word} under ${(10 + n / 1_000).toFixed(3)}m`;
};

/** The beginning of a district's name after a common word or two. */
const typedOf = (n: number) => {
  const name = pick(names, n);
  const begun = name.slice(0, 3 + (times(n, names.length) % Math.max(1, name.length - 2)));
  const words = [
    pick(['', ...commonWords], times(n, names.length)),
    pick(['', 'condo', 'house'], times(n, 9_000)),
  ];
  return [...words, begun].filter(Boolean).join(' ');
};

/** A part of Metro Manila, about as much as a phone shows: west, south, east and north. */
const bboxOf = (n: number) => {
  const [west, south] = [120.95 + (n % 200) * 0.000_5, 14.4 + (times(n, 200) % 400) * 0.000_5];
  return [west, south, west + 0.06, south + 0.06].map((edge) => edge.toFixed(4)).join();
};

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const json = { 'content-type': 'application/json' };
const get = (path: string, headers: Record<string, string> = {}): Request => ({
  method: 'GET',
  path,
  headers,
});
const post = (path: string, body: object, headers: Record<string, string> = {}): Request => ({
  method: 'POST',
  path,
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
});
const listed = (query: Record<string, string | number>) =>
  get(`/api/properties?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`);

/** @param listings the number of listings. */
export function benchCalls(listings: number, { agent, admin, people }: SignedIn): BenchCall[] {
  const person = (n: number) => people[n % people.length] ?? { token: '', conversationId: 0 };
  const pages = Math.max(2, times(listings * 0.8, LIST_PAGE));
  return [
    {
      name: 'list newest',
      request: (n) => (n === 0 ? get('/api/properties') : get(`/api/properties?${pageOf(n, listings)}`)),
    },
    {
      name: 'list filtered',
      request: (n) =>
        listed({
          location: 'Makati',
          listing_type: 'sale',
          type: 'condo',
          bedrooms: 2,
          max_price: 20_000_000,
          min_price: 3_000_000 + n,
        }),
    },
    { name: 'list words', request: (n) => listed({ search: wordsOf(n), limit: 20 + (n % 10) }) },
    { name: 'said as people do', request: (n) => listed({ search: saidOf(n) }) },
    {
      name: 'one by id',
      request: (n) => get(`/api/properties/${2 + (n % Math.max(1, listings - 2))}`),
      different: listings - 2,
    },
    {
      name: 'deep page',
      request: (n) =>
        listed({ page: pages - (n % times(pages, 2)), limit: LIST_PAGE - (times(n, times(pages, 2)) % 15) }),
      different: times(pages, 2) * 15,
    },
    { name: 'map', request: (n) => get(`/api/properties/map?bbox=${bboxOf(n)}`) },
    {
      name: 'map clusters',
      request: (n) => get(`/api/properties/map/clusters?zoom=13&view=${bboxOf(n)}`),
      isOptional: true,
    },
    {
      name: 'type-ahead',
      request: (n) => get(`/api/search/suggest?q=${encodeURIComponent(n === 0 ? 'mak' : typedOf(n))}`),
    },
    {
      name: 'sign-in',
      request: (n) => post('/api/auth/login', signInBody(emailOf(n))),
      floor: 'verified',
    },
    {
      name: 'message',
      request: (n) =>
        post(
          `/api/conversations/${person(n).conversationId}/messages`,
          { content: `Is it still there, ${n}?` },
          bearer(person(n).token),
        ),
    },
    {
      name: 'notifications',
      request: (n) => get('/api/notifications', bearer(person(n).token)),
      different: people.length,
    },
    {
      name: 'admin search',
      request: (n) => get(`/api/admin/users?${new URLSearchParams({ search: nameOf(n * 7) })}`, bearer(admin)),
    },
    {
      name: 'agent analytics',
      request: (n) =>
        get(
          n === 0
            ? '/api/agents/analytics'
            : `/api/agents/analytics?from=${dayBefore(30 + (n % 170))}&to=${dayBefore(times(n, 170) % 30)}`,
          bearer(agent),
        ),
      different: 170 * 30,
    },
    { name: 'sitemap', request: () => get('/sitemap.xml'), different: 1 },
    {
      name: 'HTML of a page',
      request: (n) => get(`/properties/${2 + (n % Math.max(1, listings - 2))}`, { accept: 'text/html' }),
      different: listings - 2,
      isOptional: true,
    },
  ];
}
