import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { findBrowser } from '../../support/browser.ts';

/** Makes the executable in a folder. @returns its path. */
export async function buildStandin(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [path.join(import.meta.dirname, 'boot.ts')],
    outfile: path.join(folder, 'boot.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'warning',
  });
  const executable = path.join(folder, 'electron');
  const environment = {
    STANDIN_EXECUTABLE: '$(readlink -f "$0")',
    STANDIN_PAGES: findBrowser('pages') ?? '/usr/bin/chromium',
    STANDIN_WHOLE: findBrowser('whole') ?? '/usr/bin/chromium',
    STANDIN_REQUIRE: path.resolve('package.json'),
  };
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}="${value}"`);
  // Node's own switches are removed from the arguments; the rest belongs to the application.
  writeFileSync(
    executable,
    `#!/bin/bash
${exports.join('\n')}
inspect=()
for argument in "$@"; do [[ $argument == --inspect* ]] && inspect+=("$argument"); done
exec ${process.execPath} "\${inspect[@]}" --no-warnings --expose-gc "${path.join(folder, 'boot.cjs')}" "$@"
`,
  );
  chmodSync(executable, 0o755);
  return executable;
}

/** The fuse wire that electron-builder searches in the binary: version 1, nine fuses, all off. */
const FUSES = Buffer.concat([
  Buffer.from('\nexit\n# dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('000000000\n'),
]);

/** A folder that electron-builder accepts as an unpacked Electron. */
export async function buildStandinDistribution(folder: string): Promise<void> {
  appendFileSync(await buildStandin(folder), FUSES);
  for (const part of ['resources', 'locales']) mkdirSync(path.join(folder, part), { recursive: true });
  writeFileSync(path.join(folder, 'locales', 'en-US.pak'), '');
  writeFileSync(path.join(folder, 'version'), '45.4.1');
}
