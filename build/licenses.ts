import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Licences that require no more than their notice to be passed on. */
const ALLOWED = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['Unlicense', 'WTFPL'],
]);

/** Packages under other licences, each with the reason why it may be shipped. */
const EXCEPTIONS: [name: RegExp, license: string, reason: string][] = [
  [/^@fontsource(-variable)?\//, 'OFL-1.1', 'a typeface, passed on as it is but for its peso sign, cut out of it'],
  [/^@img\/sharp-/, 'LGPL-3.0-or-later', 'libvips, a library of its own that can be exchanged'],
  [/^libheif-js$/, 'LGPL-3.0', 'libheif and libde265 as a file of their own that can be exchanged'],
  [
    /^(@react-leaflet\/core|react-leaflet)$/,
    'Hippocratic-2.1',
    'no open-source licence: forbids uses that violate human rights',
  ],
  [
    /^(satori|web-push)$/,
    'MPL-2.0',
    'asks for the source of its own files alone, which are passed on as they are',
  ],
  [/^xmlhttprequest-ssl$/, 'unknown', 'MIT, named in its file LICENSE'],
];

interface ShippedPackage {
  name: string;
  version: string;
  /** An SPDX expression. */
  license: string;
}

/** Packages of an installation without development dependencies, as the lock file names them. */
export function readShippedPackages(lockFile: string): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
    packages: Record<string, { version?: string; license?: string; dev?: boolean; name?: string }>;
  };
  return Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && !dev)
    .map(([place, { version = '', license = 'unknown', name }]) => ({
      name: name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Whether a package may be shipped under its licence. */
export function isAllowed({ name, license }: Pick<ShippedPackage, 'name' | 'license'>): boolean {
  const words = license.replace(/[()]/g, '').split(/ (AND|OR) /);
  const holds = words
    .filter((_, at) => at % 2 === 0)
    .map((id) => ALLOWED.has(id) || EXCEPTIONS.some(([names, exception]) => names.test(name) && exception === id));
  // A mixed expression needs an exception.
  return words.includes('OR') && !words.includes('AND') ? holds.some(Boolean) : holds.every(Boolean);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const shipped = readShippedPackages('package-lock.json');
  const licenses = [...new Set(shipped.map(({ license }) => license))].sort();
  for (const license of licenses) {
    const held = shipped.filter((each) => each.license === license);
    process.stdout.write(`${license} (${held.length})\n`);
    for (const { name, version } of held) process.stdout.write(`  ${name} ${version}\n`);
  }
  const refused = shipped.filter((each) => !isAllowed(each));
  for (const { name, license } of refused) console.error(`${name}: the licence ${license} is not allowed`);
  if (refused.length > 0) process.exitCode = 1;
}
