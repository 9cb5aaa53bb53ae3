import { spawnSync } from 'node:child_process';
import { isBuilt } from './stamp.mjs';

/**
 * Builds the product where a part is missing or older than its sources, in a process of its own: the build tools change the process that runs
 * them (NODE_ENV, for one), and an installation without build tools starts as well.
 */
export function ensureBuilt() {
  if (isBuilt()) return;
  console.warn('Building Silong; this takes about ten seconds, once after each change…');
  const { status } = spawnSync(process.execPath, ['build/build.mjs', '--for-start'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
