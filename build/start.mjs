import { ensureBuilt } from './ensureBuilt.mjs';

const parent = process.ppid;
ensureBuilt();
await import('../dist/server/main.js');

/**
 * npm runs this process under a shell, and a signal to npm ends the two without a word to this process, which would go on
 * alone and keep the port: it drains and ends as if the signal had come here. Elsewhere a parent may leave.
 */
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
