import { ensureBuilt } from './ensureBuilt.mjs';

ensureBuilt();
await import('../dist/server/layerLoad.js');
