import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { languages } from './build/languages.ts';

const MIN_BYTES_TO_COMPRESS = 1_024;

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses what does not change. */
function precompress(): Plugin {
  return {
    name: 'silong:precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!/\.(js|css|svg|json|wasm)$/.test(file.fileName) || source.length < MIN_BYTES_TO_COMPRESS)
            continue;
          const brotli = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotli });
          this.emitFile({
            type: 'asset',
            fileName: `${file.fileName}.gz`,
            source: gzipSync(source, { level: 9 }),
          });
        }
      },
    },
  };
}

/**
 * Two of antd's styles (the lock of the page's scrolling, the measure of a scrollbar) are written without the nonce that
 * `ConfigProvider` is given: where a style comes with none, the page's own is taken.
 */
function nonceForStyles(): Plugin {
  const NONE_GIVEN = 'csp,\n    prepend,';
  return {
    name: 'silong:style-nonce',
    transform: {
      filter: { id: /@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/ },
      handler(code) {
        if (!code.includes(NONE_GIVEN))
          this.error('antd writes its styles in another way: look at the nonce anew.');
        const own = "csp = { nonce: document.querySelector('meta[property=csp-nonce]')?.nonce }";
        return { code: code.replace(NONE_GIVEN, `${own},\n    prepend,`), map: null };
      },
    },
  };
}

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), languages(), nonceForStyles(), precompress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The list of first-load files is read by the weight benchmark.
    manifest: true,
    // The page may load its own files only; an inlined font or picture would need a wider policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // A feature's index.ts names all that others use of it: a page carries only what it uses itself.
        moduleSideEffects: [{ test: /web[\\/](features|forms|lib|ui)[\\/].*\.tsx?$/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            // Asked for by every page and changed only with the dependencies: one file, kept long, compressed well.
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](?!react-virtual|virtual-core)[\w-]+|cookie|set-cookie-parser)[\\/]/,
              priority: 20,
            },
            // On their own each icon costs more in headers and names than in lines.
            { name: 'icons', test: /node_modules[\\/]lucide-react/, minShareCount: 6, priority: 15 },
            // The small parts that most screens share; on their own they would be a dozen requests.
            {
              name: 'parts',
              test: /web[\\/](lib[\\/](?!admin|pictures)|ui[\\/](controls|dialogs|states|layout|display)[\\/])/,
              minShareCount: 3,
              priority: 10,
            },
          ],
        },
      },
    },
  },
  // A worker may fetch a part of itself only when it needs it: the HEIC decoder.
  worker: { format: 'es' },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/media', '/socket.io'].map((path) => [
        path,
        { target: 'http://localhost:3000', ws: path === '/socket.io' },
      ]),
    ),
  },
});
