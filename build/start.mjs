import { ensureBuilt } from './ensureBuilt.mjs';

const parent = process.ppid;
ensureBuilt();
await import('../dist/server/main.js');

/**
 * npm runs this process under a shell. A signal to npm ends npm and the shell but does not reach this process, which would keep the port: the
 * process drains and ends when its parent is gone. Outside of npm a parent may end earlier.
 */
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
