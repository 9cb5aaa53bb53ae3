import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const STAMP = 'dist/built-from';
const SOURCES = [
  'web',
  'server',
  'shared',
  'build',
  'locales',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
];
const PRODUCTS = [
  'dist/web/index.html',
  'dist/server/main.js',
  'dist/server/locales/en.po',
  'dist/server/restore.js',
  'dist/server/auditVerify.js',
];

/** A digest of the names and contents of all files; independent of their place and times. */
export function digestOf(sources) {
  const digest = createHash('sha256');
  const visit = (name) => {
    if (statSync(name).isDirectory()) for (const entry of readdirSync(name).sort()) visit(path.join(name, entry));
    else digest.update(name).update(readFileSync(name));
  };
  for (const source of sources) visit(source);
  return digest.digest('hex');
}

export function writeStamp() {
  mkdirSync('dist', { recursive: true });
  writeFileSync(STAMP, digestOf(SOURCES));
}

/** Whether the build matches the sources. An installation without sources counts as built. */
export function isBuilt() {
  if (!PRODUCTS.every((file) => existsSync(file))) return false;
  if (!SOURCES.every((source) => existsSync(source))) return true;
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digestOf(SOURCES);
}
