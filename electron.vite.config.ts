import { defineConfig } from 'electron-vite';

/**
 * The desktop's own code. The window shows the web UI that the server serves, so no renderer is built here. A
 * sandboxed preload cannot load packages, hence CommonJS with everything inside.
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'dist/desktop/main',
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
