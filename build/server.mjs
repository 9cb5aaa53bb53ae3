import { build } from 'esbuild';

/** Bundles the server's own code; packages stay in node_modules, some of them are native. */
export function buildServer(outdir = 'dist/server') {
  return build({
    entryPoints: {
      main: 'server/main.ts',
      restore: 'server/backup/restoreCommand.ts',
      createAdmin: 'server/features/users/createAdminCommand.ts',
      layerLoad: 'server/features/floodHazard/loadCommand.ts',
      auditVerify: 'server/features/auditLog/verifyCommand.ts',
    },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  });
}
