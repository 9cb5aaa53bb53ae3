import { spawnSync } from 'node:child_process';
import { isBuilt } from './stamp.mjs';

// In a process of its own: the build tools leave their marks on the one they run in (NODE_ENV among them), and an
// installation without them starts as well.
if (!isBuilt()) {
  console.warn('Building Silong; this takes half a minute and is needed once after each change…');
  const { status } = spawnSync(process.execPath, ['build/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

await import('../dist/server/main.js');
