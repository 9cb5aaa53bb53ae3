import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { browserArguments, ensureBrowser } from '../support/browser.ts';

/**
 * The public pages of the built product as Lighthouse sees them: a phone on slow 4G with a quarter of this machine's speed
 * (its own simulation), an empty cache, the median of several runs; and the time to the first text on a line of 50 KB a second.
 * `npm run bench:pages -- --runs=5 /properties`
 */
const PAGES = ['/', '/properties', '/properties/290', '/agents'];
const LIMITS = { performance: 95, fcp: 1_200, lcp: 1_800, cls: 0.02, tbt: 150, scripts: 120, read: 2_000 };
/** Bytes a second, and milliseconds to the server and back. */
const SLOW_LINE = { throughput: 50 * 1_024, latency: 150 };

interface Figures {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Milliseconds to the first and to the largest paint. */
  fcp: number;
  lcp: number;
  cls: number;
  /** Milliseconds of blocked main thread. */
  tbt: number;
  /** Compressed KB of JavaScript and of all files. */
  scripts: number;
  whole: number;
  /** Milliseconds to the first painted text on the slow line. */
  read: number;
}

const options = process.argv.slice(2);
const runs = Number(options.find((option) => option.startsWith('--runs='))?.slice(7) ?? 3);
const chosen = options.filter((option) => option.startsWith('/'));

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The built server with demo data, its pages open to guests. */
async function startProduct(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-pages-'));
  const port = await freePort();
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      SEED_DEMO: 'on',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
    },
    stdio: 'inherit',
  });
  process.once('exit', () => server.kill());
  const url = `http://127.0.0.1:${port}`;
  const send = (method: string, address: string, body: object, token = '') =>
    fetch(url + address, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  while (!(await fetch(`${url}/api/ready`).catch(() => null))?.ok) await delay(200);
  const login = await send('POST', '/api/auth/login', {
    email: 'admin@silong.example',
    password: 'silong-demo',
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const opened = await send(
    'PUT',
    '/api/admin/settings',
    { category: 'application', settings: { publicListingPages: true } },
    data.token,
  );
  if (!opened.ok) throw new Error(`The pages could not be opened: ${await opened.text()}`);
  return {
    url,
    async stop() {
      server.kill();
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns milliseconds from the request of a page to its first painted text. */
async function timeToRead(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1.75,
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW_LINE.latency,
      downloadThroughput: SLOW_LINE.throughput,
      uploadThroughput: SLOW_LINE.throughput,
    });
    await page.goto(url, { waitUntil: 'commit' });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            for (const { name, startTime } of list.getEntries())
              if (name === 'first-contentful-paint') resolve(startTime);
          }).observe({ type: 'paint', buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}

function read({ categories, audits }: Result): Omit<Figures, 'read'> {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const summary = audits['resource-summary']?.details as unknown as
    | { items: { resourceType: string; transferSize: number }[] }
    | undefined;
  const kilobytes = (type: string) =>
    (summary?.items.find(({ resourceType }) => resourceType === type)?.transferSize ?? 0) / 1024;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    scripts: kilobytes('script'),
    whole: kilobytes('total'),
  };
}

function medians(all: readonly Figures[]): Figures {
  const names = Object.keys(all[0] ?? {}) as (keyof Figures)[];
  const median = (name: keyof Figures) =>
    all.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(all.length / 2)];
  return Object.fromEntries(names.map((name) => [name, median(name)])) as unknown as Figures;
}

const product = await startProduct();
const port = await freePort();
const browser = await chromium.launch({
  executablePath: ensureBrowser('whole'),
  args: [...browserArguments, `--remote-debugging-port=${port}`],
});
const cell = (text: string | number, width = 8) => String(text).padStart(width);
let isBelow = false;
try {
  process.stdout.write(
    `${'page'.padEnd(16)}${['perf', 'a11y', 'best', 'seo', 'FCP ms', 'LCP ms', 'CLS', 'TBT ms', 'JS KB', 'all KB', 'read ms'].map((name) => cell(name)).join('')}\n`,
  );
  for (const page of chosen.length > 0 ? chosen : PAGES) {
    const all: Figures[] = [];
    for (let attempt = 0; all.length < runs; attempt += 1) {
      if (attempt === 2 * runs) throw new Error(`Lighthouse could not measure ${page}`);
      const result = await lighthouse(product.url + page, { port, output: 'json', logLevel: 'error' });
      // Retried when the browser could not record its trace.
      if (result && !result.lhr.runtimeError)
        all.push({ ...read(result.lhr), read: await timeToRead(browser, product.url + page) });
      else process.stderr.write(`${page} once more: ${result?.lhr.runtimeError?.message}\n`);
    }
    const figures = medians(all);
    const { performance, accessibility, bestPractices, seo, fcp, lcp, cls, tbt, scripts, whole } = figures;
    isBelow ||= figures.read > LIMITS.read;
    isBelow ||= performance < LIMITS.performance || fcp > LIMITS.fcp || lcp > LIMITS.lcp || cls > LIMITS.cls;
    isBelow ||= tbt > LIMITS.tbt || scripts > LIMITS.scripts;
    const shown = [
      performance,
      accessibility,
      bestPractices,
      seo,
      Math.round(fcp),
      Math.round(lcp),
      cls.toFixed(3),
      Math.round(tbt),
    ];
    process.stdout.write(
      `${page.padEnd(16)}${[...shown, scripts.toFixed(1), whole.toFixed(0), Math.round(figures.read)].map((text) => cell(text)).join('')}\n`,
    );
  }
} finally {
  await browser.close();
  await product.stop();
}
process.stdout.write(
  `Wanted: performance ${LIMITS.performance}, FCP ${LIMITS.fcp}, LCP ${LIMITS.lcp}, CLS ${LIMITS.cls}, TBT ${LIMITS.tbt} ms, JavaScript ${LIMITS.scripts} KB, something to read on a line of 50 KB/s within ${LIMITS.read} ms\n`,
);
process.exit(isBelow ? 1 : 0);
