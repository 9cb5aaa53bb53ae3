import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';

/**
 * `npm run test:hostile -- [--seed=…] [--only='PUT /api/settings'] [--project=hostile-postgres]`: without a seed,
 * a new one is made and printed.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { seed: text, only: text, project: text } });
const seed = values.seed ?? randomBytes(4).toString('hex');
const projects = values.project ? [values.project] : ['hostile-sqlite', 'hostile-postgres'];
const { status } = spawnSync('npx', ['vitest', 'run', ...projects.map((name) => `--project=${name}`)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, HOSTILE_SEED: seed, ...(values.only ? { HOSTILE_ONLY: values.only } : {}) },
});
process.exitCode = status ?? 1;
