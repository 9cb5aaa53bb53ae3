import { createRequire } from 'node:module';
import { ensureBuilt } from './ensureBuilt.mjs';

/** `npm ci` and `npm install` in a checkout end with this: the first start has nothing to build. Without build tools it does nothing. */
const { resolve } = createRequire(import.meta.url);
try {
  resolve('vite/package.json');
  ensureBuilt();
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
}
