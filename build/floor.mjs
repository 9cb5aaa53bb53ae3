import { readFileSync } from 'node:fs';

const { browserslist } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The oldest version of each browser that the site is made for, by browserslist's names. */
export const floor = Object.fromEntries(browserslist.map((entry) => entry.split(' >= ')));

/** The same as names of the tools that lower syntax and styles: they know Samsung's browser as the Chrome that it is made of. */
export const syntaxTargets = Object.entries(floor)
  .filter(([browser]) => browser !== 'samsung')
  .map(([browser, version]) => browser.replace('ios_saf', 'ios') + version);
