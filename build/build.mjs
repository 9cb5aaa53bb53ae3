import { spawn } from 'node:child_process';
import { build as buildWeb } from 'vite';
import { compressFiles } from './compress.mjs';
import { buildServer } from './server.mjs';
import { buildServiceWorker } from './serviceWorker.mjs';
import { writeStamp } from './stamp.mjs';
import { drawWebIcons } from './webIcons.mjs';

/** The web UI, once for browsers and once for the server to render, and the server. */
async function buildProduct(brotliQuality) {
  // In a process of its own: on another processor.
  const rendering = runVite('--ssr', 'server.tsx');
  await buildWeb({ logLevel: 'warn' });
  await Promise.all([buildServiceWorker(), drawWebIcons(), buildServer()]);
  await compressFiles('dist/web', brotliQuality);
  await rendering;
  writeStamp();
}

function runVite(...options) {
  const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn', ...options], {
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    vite.on('error', reject);
    vite.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`vite build ${options.join(' ')} ended with code ${code}`)),
    );
  });
}

// For a start brotli takes half a second instead of ten, and the files are a tenth larger.
await buildProduct(process.argv.includes('--for-start') ? 5 : 11);
