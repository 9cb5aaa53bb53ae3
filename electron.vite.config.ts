import { defineConfig } from 'electron-vite';
import { languages } from './build/languages.ts';

/**
 * The desktop's own code with its packages inside: the application has no node_modules, and a sandboxed preload could not load any. The window
 * shows the web UI of vite.config.ts: no renderer here.
 */
export default defineConfig({
  main: {
    plugins: [languages()],
    build: {
      outDir: 'dist/desktop/main',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: 'desktop/main/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'dist/desktop/preload',
      externalizeDeps: false,
      isolatedEntries: true,
      rollupOptions: {
        input: { index: 'desktop/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
});
