import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '../server/app.ts';
import { readEnv } from '../server/env.ts';
import { buildOpenApi } from '../server/features/site/apiDocs.ts';
import { createLog } from '../server/observability/log.ts';

/**
 * Writes the description of the API and lints it; with the name of a file it writes the file and lints nothing. The description comes from
 * the table of calls of a whole server on an empty database; the server does not listen.
 */
const [kept] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'silong-openapi-'));
const file = kept ?? path.join(folder, 'openapi.json');
try {
  const env = readEnv({
    DATA_DIR: path.join(folder, 'data'),
    PUBLIC_URL: 'https://silong.example',
    SEED_DEMO: 'off',
  });
  const app = await createApp({ env, log: createLog('silent'), isRepeating: false });
  const document = buildOpenApi(app.routes, { siteName: 'Silong', publicUrl: env.publicUrl });
  await app.close();
  writeFileSync(file, JSON.stringify(document, null, 2));
  if (!kept) process.exitCode = lint(file);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns the linter's exit code. */
function lint(document: string): number {
  const linter = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
    'bin/cli.js',
  );
  const args = [linter, 'lint', document, '--config', 'redocly.yaml', '--format', 'stylish'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  if (status !== 0) console.error(stdout + stderr);
  return status ?? 1;
}
