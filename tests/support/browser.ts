import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const HOW_TO_GET_ONE =
  'The browser tests need Chromium: install it with "npx playwright install chromium" (or, on Debian and Ubuntu, "apt-get install chromium").';

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

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The system's Chromium, or Playwright's own; undefined where there is neither. */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  return [...(named ? [named] : []), ...SYSTEM_PATHS, chromium.executablePath()].find(isExecutable);
}

/**
 * Finds Chromium, and on Debian as root installs it first when there is none.
 * @throws {Error} one sentence that says how to get it.
 */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
    });
  }
  const installed = findBrowser();
  if (!installed) throw new Error(HOW_TO_GET_ONE);
  return installed;
}
