import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** Draws pages without a desktop's windows, permissions and notifications, which takes a third less of a processor. */
const HEADLESS = '/usr/bin/chromium-headless-shell';

const HOW_TO_GET_ONE =
  'The browser tests need Chromium: install it with "npx playwright install chromium" (or, on Debian, "apt-get install chromium chromium-headless-shell").';

/** Quiet and alone: no background calls, no GPU, and a sandbox only where the user may have one. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * No page of a test lives long enough to earn back what V8's optimizing compilers take: without them the browser takes a
 * fifth to a third less of a processor. Not for what measures speed.
 */
export const testArguments = [...browserArguments, '--js-flags=--no-opt --no-maglev'];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The system's Chromium, or Playwright's own; undefined where there is neither. @param part 'pages': a headless one will do */
export function findBrowser(part: 'whole' | 'pages' = 'pages'): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  const known = part === 'pages' ? [HEADLESS, ...WHOLE] : WHOLE;
  return [...(named ? [named] : []), ...known, chromium.executablePath()].find(isExecutable);
}

/**
 * Finds Chromium, and on Debian as root installs it first when there is none.
 * @throws {Error} one sentence that says how to get it.
 */
export function ensureBrowser(part: 'whole' | 'pages' = 'pages'): string {
  if (!findBrowser('whole') && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'chromium-headless-shell'];
    for (const command of [['update', '-qq'], install]) spawnSync('apt-get', command, { stdio: 'inherit' });
  }
  const found = findBrowser(part);
  if (!found) throw new Error(HOW_TO_GET_ONE);
  return found;
}
