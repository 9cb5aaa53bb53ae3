import './platform.ts';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createElectron } from './electronModule.ts';

/**
 * The stand-in's process: parses the arguments like Electron, provides `require('electron')`, runs
 * the main bundle and emits 'ready'.
 */
const args = process.argv.slice(2);
const preloads: string[] = [];
let named: string | undefined;
for (let index = 0; index < args.length; index += 1) {
  const argument = args[index] ?? '';
  if (argument === '-r') {
    index += 1;
    preloads.push(args[index] ?? '');
  } else if (!argument.startsWith('-') && !argument.includes('://')) named ??= argument;
}

/** A packaged application is an asar beside the executable. */
const asar = path.join(path.dirname(process.env.STANDIN_EXECUTABLE ?? ''), 'resources', 'app.asar');
const isPackaged = isFile(asar);
const folder = isPackaged ? unpack(asar) : path.resolve(named ?? '.');

const { name, version, main } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
process.argv = [process.argv[0] ?? '', ...args];
Object.defineProperty(process.versions, 'electron', { value: '45.4.1-standin' });
Object.defineProperty(process, 'resourcesPath', { value: path.dirname(asar) });

const { STANDIN_BROWSER, STANDIN_WHOLE, STANDIN_PAGES } = process.env;
const { electron, begin } = createElectron(
  { folder, name, version, args, isPackaged },
  (STANDIN_BROWSER === 'whole' ? STANDIN_WHOLE : STANDIN_PAGES) ?? '/usr/bin/chromium',
);
const loader = Module as unknown as { _load(id: string, ...rest: unknown[]): unknown };
const load = loader._load;
loader._load = function standinLoad(id, ...rest) {
  return id === 'electron' ? electron : load.call(this, id, ...rest);
};
const requireFrom = createRequire(path.join(folder, 'package.json'));
for (const preload of preloads) requireFrom(preload);
requireFrom(path.join(folder, main));
begin().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function unpack(archive: string): string {
  const target = mkdtempSync(path.join(tmpdir(), 'silong-asar-'));
  const { extractAll } = createRequire(process.env.STANDIN_REQUIRE ?? __filename)('@electron/asar');
  extractAll(archive, target);
  return target;
}
