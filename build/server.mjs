import { cp } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

export const programs = {
  main: 'server/main.ts',
  restore: 'server/backup/restoreCommand.ts',
  createAdmin: 'server/features/users/createAdminCommand.ts',
  layerLoad: 'server/features/floodHazard/loadCommand.ts',
  auditVerify: 'server/features/auditLog/verifyCommand.ts',
};

/**
 * Bundles the server and its commands, or other programs made of the server's code, with the catalogues beside them; packages
 * stay in node_modules, some of them are native.
 */
export async function buildServer(outdir = 'dist/server', entryPoints = programs, options = {}) {
  await cp('locales', path.join(outdir, 'locales'), { recursive: true });
  return build({
    entryPoints,
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
    ...options,
  });
}
