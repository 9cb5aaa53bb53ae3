import { spawnSync } from 'node:child_process';
import { isBuilt } from './stamp.mjs';

/**
 * Builds what is missing or out of date, in a process of its own: the build tools leave their marks on the one they run
 * in (NODE_ENV among them), and an installation without them starts as well.
 */
export function ensureBuilt() {
  if (isBuilt()) return;
  console.warn('Building Silong; this takes up to a minute and is needed once after each change…');
  const { status } = spawnSync(process.execPath, ['build/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
