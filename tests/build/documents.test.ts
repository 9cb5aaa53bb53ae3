import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve('.');
const decisions = readdirSync(path.join(root, 'docs/decisions')).filter((name) => /^\d{3}-/.test(name));
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(path.join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ...['README.md', ...decisions].map((name) => `docs/decisions/${name}`),
];
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const anchorsOf = (name: string) =>
  [...read(name).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

test('each link between documents leads to a file, and to a heading of it', () => {
  const broken = documents.flatMap((from) =>
    [...read(from).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, target = '', anchor]) => {
        const to = target === '' ? from : path.posix.join(path.posix.dirname(from), target);
        if (!existsSync(path.join(root, to))) return `${from}: ${link}`;
        return anchor && !anchorsOf(to).includes(anchor) ? `${from}: ${link}` : [];
      },
    ),
  );
  expect(broken).toEqual([]);
});

test('the map of the project stays a map', () => {
  expect(statSync(path.join(root, 'ARCHITECTURE.md')).size).toBeLessThanOrEqual(10 * 1024);
});

test('the index lists each decision once, under its title', () => {
  const index = [...read('docs/decisions/README.md').matchAll(/^- \[(\d{3})\]\(([^)]+)\) (.+)$/gm)];
  const listed = index.map(([, number, file, title]) => `${file} # ${number} ${title}`).sort();
  expect(listed).toEqual(
    decisions.map((name) => `${name} ${read(`docs/decisions/${name}`).split('\n')[0]}`).sort(),
  );
  expect(new Set(decisions.map((name) => name.slice(0, 3))).size).toBe(decisions.length);
});

test('a decision says its context, the decision and its cost', () => {
  const parts = (name: string) =>
    [...read(`docs/decisions/${name}`).matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, word]) => word);
  for (const name of decisions) expect(parts(name), name).toEqual(['Context', 'Decision', 'Cost']);
});

/** Every file of the source, from the root. */
const folders = ['shared', 'server', 'web', 'desktop', 'build', 'tests'];
const sources = [
  ...readdirSync(root).map((name) => `/${name}`),
  ...folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `/${folder}/${name.split(path.sep).join('/')}`,
    ),
  ),
];

test('each source file that the map or a decision names exists', () => {
  const named = ['ARCHITECTURE.md', ...decisions.map((name) => `docs/decisions/${name}`)].flatMap((document) =>
    [...read(document).matchAll(/`([\w./-]+\.(?:tsx?|mjs|css))`/g)].map(([, file = '']) => ({
      document,
      file,
    })),
  );
  // Made by the build.
  const missing = named.filter(
    ({ file }) => file !== 'first.css' && !sources.some((source) => source.endsWith(`/${file}`)),
  );
  expect(missing).toEqual([]);
});

test('the table of settings has every variable of the environment, and no other', () => {
  const table = new Set(
    [...read('docs/configuration.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  );
  const parts = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'PREFIX'];
  const storage = ['S3_', 'BACKUP_S3_'].flatMap((start) => parts.map((part) => start + part));
  const declared = [...read('server/env.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
  const known = [...declared, ...storage];
  expect(known.length).toBeGreaterThan(40);
  expect(known.filter((name) => !table.has(name))).toEqual([]);
  const rows = [...read('docs/configuration.md').matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)];
  const named = rows.flatMap(([, names = '']) => [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name));
  expect(named.filter((name) => !known.includes(String(name)))).toEqual([]);
});

test('the table of age names each file of the server that makes a cache or counts in memory', () => {
  const [, section = ''] = /\n## How old an answer may be\n([\s\S]*?)\n## /.exec(read('ARCHITECTURE.md')) ?? [];
  const rows = section.split('\n').filter((line) => /^\| \d/.test(line));
  const named = rows.flatMap((row) => [...row.matchAll(/`([\w./]+\.ts)`/g)].map(([, file = '']) => file));
  const making = sources.filter(
    (source) =>
      /^\/server\/(?!demo\/|db\/sharedCache)\S+\.ts$/.test(source) &&
      /new (LRUCache|SharedCache|RateLimiter(Memory|Cluster))\b/.test(read(source)),
  );
  expect(making.length).toBeGreaterThan(5);
  expect(making.filter((source) => !named.some((file) => source.endsWith(`/${file}`)))).toEqual([]);
  expect(rows.length).toBeLessThanOrEqual(8);
});
