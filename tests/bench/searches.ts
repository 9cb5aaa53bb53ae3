import { distance } from 'fastest-levenshtein';
import type { BenchServers } from './servers.ts';
import { commonWords, districts } from './syntheticListings.ts';

/** Typed searches and suggestions, each made once. */
interface Kind {
  name: string;
  /** The n-th search. */
  text(n: number): string;
}

/** Searches of each kind. */
const OF_EACH = 20;
/** Number of common words: the commonest stand in nearly all listings. */
const COMMON = 24;

const pick = (values: readonly string[], n: number) => values[n % values.length] ?? '';
const names = districts.map(({ name }) => name);
const word = (n: number) => pick(commonWords, n % COMMON);
const types = ['condo', 'house', 'apartment', 'townhouse'];
const titleWords = ['bright', 'quiet', 'cozy', 'elegant', 'renovated', 'corner', 'penthouse'];

/** A name without one letter that resembles no other name. */
function mistyped(name: string, n: number): string {
  const at = 2 + (n % Math.max(1, name.length - 3));
  const wrong = name.slice(0, at) + name.slice(at + 1);
  return names.some((other) => other !== name && distance(other, wrong) < 2) ? name : wrong;
}

const searches: Kind[] = [
  { name: 'area', text: (n) => pick(names, n) },
  { name: 'word', text: (n) => pick(commonWords, n) },
  { name: 'two words', text: (n) => `${word(n)} ${word(n + 1 + Math.floor(n / COMMON))}` },
  { name: 'title word', text: (n) => `${pick(titleWords, n)} ${word(n)}` },
  { name: 'word + area', text: (n) => `${word(n)} ${pick(names, n)}` },
  {
    name: 'words + type',
    text: (n) => `${word(n)} ${word(n + 2 + Math.floor(n / COMMON))} ${pick(types, n)}`,
  },
  {
    name: 'sentence',
    text: (n) =>
      `hi po, looking for a ${pick(types, n)} in ${pick(names, n)} or ${pick(names, n + 7)}, ${1 + (n % 3)}br up, budget ${30 + n}m, near ${word(n)}, thanks`,
  },
  { name: 'word + type + price', text: (n) => `${pick(types, n)} with ${word(n)} under ${2 + n}m` },
  {
    name: 'as people say it',
    text: (n) => `${word(n)} ${1 + (n % 4)}br ${pick(types, n)} ${pick(names, n)} under ${5 + n}m`,
  },
  { name: 'typing errors', text: (n) => `condomnium ${mistyped(pick(names, n), n)} ${word(n)}` },
  { name: 'finds nothing', text: (n) => `condo ${pick(names, n)} xqzz${'vwkj'.charAt(n % 4)}${n}` },
];

const typed: Kind[] = [
  ...[1, 2, 3, 4].map((letters) => ({
    name: letters === 1 ? '1 letter' : `${letters} letters`,
    text: (n: number) => pick(names, n).slice(0, letters) + (letters < 3 ? '' : pick(['', ' '], n)),
  })),
  { name: 'typing errors', text: (n) => mistyped(pick(names, n), n) },
  { name: 'type + begun area', text: (n) => `${pick(types, n)} ${pick(names, n).slice(0, 3 + (n % 4))}` },
  { name: 'word + begun area', text: (n) => `${word(n)} ${pick(names, n).slice(0, 3 + (n % 4))}` },
];

export const headOfSearches = [
  'search',
  'order',
  'matches',
  'p50 ms',
  'p95 ms',
  'processor ms',
  'bare Koa p50 ms',
];

interface Timed {
  ms: number;
  processorMs: number;
  bareMs: number;
  total: number;
}

/** A row for each kind: the time from the request to the whole answer, and the server's share of work. */
export async function timeSearches(servers: BenchServers): Promise<string[][]> {
  const rows: string[][] = [await timeFirst(servers)];
  const suggest = (text: string) => `/api/search/suggest?q=${encodeURIComponent(text)}`;
  for (const { name, text } of typed)
    rows.push([name, 'suggestions', ...(await timeKind(servers, (n) => suggest(text(n))))]);
  for (const sort of ['newest', 'relevance'])
    for (const { name, text } of searches) {
      const list = (n: number) => `/api/properties?sort=${sort}&search=${encodeURIComponent(text(n))}`;
      rows.push([name, sort, ...(await timeKind(servers, list))]);
    }
  return rows;
}

/** The first searches after a start. */
async function timeFirst(servers: BenchServers): Promise<string[]> {
  const first = await timeOne(servers, '/api/search/suggest?q=ma');
  return ['first after the start', 'suggestions', ...summed([first])];
}

async function timeKind(servers: BenchServers, pathOf: (n: number) => string): Promise<string[]> {
  const times: Timed[] = [];
  for (let n = 0; n < OF_EACH; n += 1) times.push(await timeOne(servers, pathOf(n)));
  return summed(times);
}

async function timeOne(servers: BenchServers, path: string): Promise<Timed> {
  const { app, floor } = servers.ports;
  const { processorTime: workedBefore } = await servers.figures();
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${app}${path}`);
  const answer = await response.text();
  const ms = performance.now() - startedAt;
  const processorMs = (await servers.figures()).processorTime - workedBefore;
  // PostgreSQL cancels statements that take too long: they are part of the figures.
  if (!response.ok) return { ms, processorMs, bareMs: 0, total: 0 };
  // The first time the bare server fetches the answer.
  await fetch(`http://127.0.0.1:${floor}/ready${path}`).then((bare) => bare.arrayBuffer());
  const bareAt = performance.now();
  await fetch(`http://127.0.0.1:${floor}/ready${path}`).then((bare) => bare.arrayBuffer());
  const bareMs = performance.now() - bareAt;
  const { data } = JSON.parse(answer) as { data: { pagination?: { total: number } } };
  return { ms, processorMs, bareMs, total: data.pagination?.total ?? 0 };
}

function summed(times: readonly Timed[]): string[] {
  const at = (share: number, of: (timed: Timed) => number) =>
    times.map(of).toSorted((one, other) => one - other)[Math.floor(share * times.length)] ?? 0;
  return [
    Math.round(at(0.5, ({ total }) => total)).toLocaleString('en'),
    at(0.5, ({ ms }) => ms).toFixed(1),
    at(0.95, ({ ms }) => ms).toFixed(1),
    `${at(0.5, ({ processorMs }) => processorMs).toFixed(1)} / ${at(0.95, ({ processorMs }) => processorMs).toFixed(1)}`,
    at(0.5, ({ bareMs }) => bareMs).toFixed(1),
  ];
}
