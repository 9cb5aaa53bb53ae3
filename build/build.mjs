import { build as buildWeb } from 'vite';
import { drawDemoPictures } from './demoPictures.mjs';
import { buildServer } from './server.mjs';
import { buildServiceWorker } from './serviceWorker.mjs';
import { writeStamp } from './stamp.mjs';
import { drawWebIcons } from './webIcons.mjs';

/** The web UI, the server and, unless SEED_DEMO is off, the demo pictures, as `npm start` runs them. */
export async function buildProduct() {
  const pictures = process.env.SEED_DEMO === 'off' ? undefined : drawDemoPictures();
  await buildWeb({ logLevel: 'warn' });
  // The same once more, as the server renders it.
  await buildWeb({ logLevel: 'warn', build: { ssr: 'server.tsx' } });
  await buildServiceWorker();
  await drawWebIcons();
  await buildServer();
  await pictures;
  writeStamp();
}

if (process.argv[1] === import.meta.filename) await buildProduct();
