import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { digestOf } from './stamp.mjs';

const DEMO_PICTURES = 'dist/demo';
const STAMP = path.join(DEMO_PICTURES, 'drawn-by');
const SCRIPT = 'dist/build/drawDemoPictures.js';
const MOST_PROCESSES = 8;
/** The files that decide how a picture looks. The needed pictures are worked out afresh each time. */
const GENERATOR = ['build/demoPictures', 'server/demo/random.ts', 'node_modules/sharp/package.json'];

/**
 * Draws the pictures of the demo marketplace that are missing, and all of them after a change of their generator, in
 * a process for each processor.
 */
export async function drawDemoPictures() {
  const generator = digestOf(GENERATOR);
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== generator) {
    console.warn(
      'Drawing the demo pictures; this takes up to a minute, once after each change of their generator…',
    );
    rmSync(DEMO_PICTURES, { recursive: true, force: true });
    mkdirSync(DEMO_PICTURES, { recursive: true });
    // It names the generator and promises no completeness: an interrupted run goes on where it stopped.
    writeFileSync(STAMP, generator);
  }
  for (const file of readdirSync(DEMO_PICTURES))
    if (file.endsWith('.part')) rmSync(path.join(DEMO_PICTURES, file));
  await build({
    entryPoints: ['build/demoPictures/draw.ts'],
    outfile: SCRIPT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  const shares = Math.min(MOST_PROCESSES, availableParallelism());
  await Promise.all(Array.from({ length: shares }, (_, share) => drawShare(share, shares)));
}

function drawShare(share, shares) {
  // Most of what is made are short pieces of text: with room for them less is collected.
  const drawing = spawn(
    process.execPath,
    ['--max-semi-space-size=64', SCRIPT, DEMO_PICTURES, String(share), String(shares)],
    { stdio: 'inherit' },
  );
  return new Promise((resolve, reject) => {
    drawing.on('error', reject);
    drawing.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The demo pictures could not be drawn (exit code ${code}).`)),
    );
  });
}

if (process.argv[1] === import.meta.filename) await drawDemoPictures();
