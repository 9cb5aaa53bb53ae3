import { cp } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/** Bundles the server's own code, with the catalogues beside it; packages stay in node_modules, some of them are native. */
export async function buildServer(outdir = 'dist/server') {
  await cp('locales', path.join(outdir, 'locales'), { recursive: true });
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
