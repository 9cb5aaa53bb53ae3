import { chromium } from '@playwright/test';
import { browserArguments, ensureBrowser } from '../support/browser.ts';

/** Compressed bytes of JavaScript allowed for a first visit. */
const LIMIT_BYTES = 120 * 1024;
const ROUTES = ['/', '/properties', '/agents'];
/** Milliseconds without requests after which loading is over; later requests for an act of the visitor do not count. */
const QUIET_MS = 1_500;

interface Weight {
  route: string;
  scripts: number;
  bytes: number;
}

/** Opens a route with an empty cache. @returns the compressed bytes of all scripts. */
async function weigh(baseUrl: string, route: string): Promise<Weight> {
  const browser = await chromium.launch({ executablePath: ensureBrowser('whole'), args: browserArguments });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    const scriptIds = new Set<string>();
    let bytes = 0;
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      if (/javascript/.test(response.mimeType)) scriptIds.add(requestId);
    });
    // Compressed bodies without headers, which depend on server and proxy.
    cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (scriptIds.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(baseUrl + route, { waitUntil: 'networkidle' });
    await page.waitForTimeout(QUIET_MS);
    return { route, scripts: scriptIds.size, bytes };
  } finally {
    await browser.close();
  }
}

const baseUrl = process.argv[2];
if (!baseUrl) {
  console.error('Usage: npm run bench:weight -- http://localhost:3000 (a running server)');
  process.exit(2);
}

let isTooHeavy = false;
for (const route of ROUTES) {
  const { bytes, scripts } = await weigh(baseUrl, route);
  isTooHeavy ||= bytes > LIMIT_BYTES;
  process.stdout.write(
    `${route.padEnd(12)} ${(bytes / 1024).toFixed(1).padStart(7)} KB of JavaScript in ${scripts} files (at most ${LIMIT_BYTES / 1024} KB)\n`,
  );
}
process.exit(isTooHeavy ? 1 : 0);
