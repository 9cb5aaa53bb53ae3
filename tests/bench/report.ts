import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Latency, Pairwise, SocketFigures } from './sockets.ts';

/** Figures of one call; times in milliseconds. */
export interface Measurement {
  call: string;
  database: 'sqlite' | 'postgres';
  rows: number;
  /** The same request repeated, or a different one each time. */
  variant: 'repeated' | 'varied';
  perSecond: number;
  barePerSecond: number;
  p50: number;
  p99: number;
}

/** Figures of a database of a size. */
export interface RunFigures {
  database: Measurement['database'];
  rows: number;
  /** Seconds; absent for existing listings. */
  loading?: number;
  /** Milliseconds until the first list after a start, and until the same again. */
  firstCall: number;
  secondCall: number;
  /** Bytes of the server's process before and after all calls. */
  memoryBefore: number;
  memoryAfter: number;
}

type Table = string[][];

const MEGABYTE = 1024 * 1024;
const GROWTH_FROM = 100_000;
const GROWTH_TO = 1_000_000;
const DOCUMENT = 'docs/performance.md';
const BEGIN = '<!-- tables of npm run bench -->';
const END = '<!-- end of the tables -->';

const whole = (value: number) => Math.round(value).toLocaleString('en');
const databaseNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** A row for each call, database, size and variant. */
export function tableOfCalls(measurements: readonly Measurement[]): Table {
  const hasGrowth = measurements.some(({ rows }) => rows === GROWTH_TO);
  const head = ['call', 'database', 'listings', 'requests', 'per second', 'bare Koa', 'ratio', 'p50 ms', 'p99 ms'];
  return [
    hasGrowth ? [...head, 'p50 from 10⁵ to 10⁶'] : head,
    ...measurements.map((measured) => {
      const { call, database, rows, variant, perSecond, barePerSecond, p50, p99 } = measured;
      const cells = [
        call,
        databaseNames[database],
        whole(rows),
        variant,
        whole(perSecond),
        whole(barePerSecond),
        `${((100 * perSecond) / barePerSecond).toFixed(barePerSecond > 200 * perSecond ? 2 : 0)} %`,
        p50.toFixed(2),
        p99.toFixed(1),
      ];
      return hasGrowth ? [...cells, growthOf(measured, measurements)] : cells;
    }),
  ];
}

function growthOf(measured: Measurement, measurements: readonly Measurement[]): string {
  const before = measurements.find(
    ({ call, database, variant, rows }) =>
      call === measured.call &&
      database === measured.database &&
      variant === measured.variant &&
      rows === GROWTH_FROM,
  );
  return measured.rows === GROWTH_TO && before ? `× ${(measured.p50 / before.p50).toFixed(2)}` : '';
}

/** A row for each database and size. */
export function tableOfRuns(runs: readonly RunFigures[]): Table {
  return [
    [
      'database',
      'listings',
      'loaded in s',
      'rows per second',
      'first list ms',
      'second ms',
      'MB before',
      'MB after',
    ],
    ...runs.map(({ database, rows, loading, firstCall, secondCall, memoryBefore, memoryAfter }) => [
      databaseNames[database],
      whole(rows),
      loading === undefined ? '' : loading.toFixed(1),
      loading === undefined ? '' : whole(rows / loading),
      firstCall.toFixed(1),
      secondCall.toFixed(1),
      whole(memoryBefore / MEGABYTE),
      whole(memoryAfter / MEGABYTE),
    ]),
  ];
}

/** A row for each kind of socket traffic. */
export function tableOfSockets({ signal, post, idleKb, durable }: SocketFigures): Table {
  const row = (name: string, { bare, silong }: Pairwise<number>, digits: number) => [
    name,
    silong.toFixed(digits),
    bare.toFixed(digits),
    `${((100 * silong) / bare).toFixed(0)} %`,
  ];
  const at = ({ bare, silong }: Pairwise<Latency>, part: keyof Latency) => ({
    bare: bare[part],
    silong: silong[part],
  });
  const stored = (silong: number) => ({ bare: durable.bare, silong });
  return [
    ['what', 'Silong', 'bare Socket.IO', 'ratio'],
    row('socket → socket, p50 ms', at(signal, 'p50'), 1),
    row('socket → socket, p99 ms', at(signal, 'p99'), 1),
    row('POST → socket, p50 ms', at(post, 'p50'), 1),
    row('POST → socket, p99 ms', at(post, 'p99'), 1),
    row('memory of an idle socket, KB', idleKb, 1),
    row('messages stored a second, SQLite', stored(durable.sqlite), 0),
    row('messages stored a second, PostgreSQL', stored(durable.postgres), 0),
  ];
}

/** Columns under each other, figures at their right. */
export function print(table: Table): void {
  const [head = []] = table;
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return /^(× )?\d[\d,./ %]*$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
    });
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

const asMarkdown = ([head = [], ...rows]: Table) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** The content of a new document. */
const template = `# Speed

How fast the server answers, beside a bare Koa that sends the same bytes. \`npm run bench\` writes the tables below; the text outside of
them stays. Machines differ, and the same one is not always as quiet: compare the ratios, and absolute figures only within one run.

- *ratio*: answers a second of Silong, as a share of the bare Koa's in the same minute. For a sign-in the bare Koa verifies
  one argon2 hash of the same cost, which is nearly all there is to do.
- *repeated*: everybody makes the same call at once, as on a busy day. *varied*: each call is another one, never made before in the run
  (as far as there are so many: see \`tests/bench/calls.ts\`), so that nothing kept can answer it.
- *p50*, *p99*: milliseconds from asking to the whole answer, with 32 connections asking at once. The wait for the others is in it.
- *Live*: 500 sockets, 200 signals and 30 messages a second; the bare Socket.IO stores no message. *Messages stored a second*: 64
  connections that post one message after the other, each answered when it is on the disk.

\`\`\`
npm run build                                          # once: the HTML of a page is made from the built site
npm run bench                                          # 100,000 listings on SQLite and PostgreSQL
npm run bench -- --listings=10000,100000,1000000       # and how it grows
npm run bench -- --databases=sqlite --only=map,message # some of it; this document stays as it is
npm run bench -- --json=FILE                           # the figures for other programs
\`\`\`

${BEGIN}
Not measured yet.
${END}
`;

/** Puts the tables between the document's marks. @throws {Error} for a document without the marks. */
export function writeDocument(
  measurements: readonly Measurement[],
  runs: readonly RunFigures[],
  sockets: SocketFigures,
): void {
  const text = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : template;
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${DOCUMENT} has lost its marks: ${BEGIN} … ${END}`);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const machine = `Measured on ${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} × ${model}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}, ${process.platform}; server, database and callers on the same machine.`;
  const tables = [
    machine,
    '## Calls',
    asMarkdown(tableOfCalls(measurements)),
    '## Loading, start and memory',
    asMarkdown(tableOfRuns(runs)),
    '## Live',
    asMarkdown(tableOfSockets(sockets)),
  ];
  writeFileSync(DOCUMENT, `${text.slice(0, begin)}${BEGIN}\n${tables.join('\n\n')}\n${text.slice(end)}`);
}
