import { isBuilt } from './stamp.mjs';

// The build tools are loaded only when there is something to build: an installation without them starts as well.
if (!isBuilt()) {
  console.warn('Building Silong; this takes half a minute and is needed once after each change…');
  const { buildProduct } = await import('./build.mjs');
  await buildProduct();
}

await import('../dist/server/main.js');
