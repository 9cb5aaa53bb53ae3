import { build as buildWeb } from 'vite';
import { buildServer } from './server.mjs';
import { writeStamp } from './stamp.mjs';
import { drawWebIcons } from './webIcons.mjs';

/** The web UI and the server, as `npm start` runs them. */
export async function buildProduct() {
  await buildWeb({ logLevel: 'warn' });
  await drawWebIcons();
  await buildServer();
  writeStamp();
}

if (process.argv[1] === import.meta.filename) await buildProduct();
