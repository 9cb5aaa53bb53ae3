import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { refuseOpenDemoAccounts, seedNewDatabase } from '#server/demo/index.ts';
import { PICTURE_FOLDER } from '#server/demo/pictures.ts';
import { activeOwner } from '#server/features/auth/policy.ts';
import { createApp } from './app.ts';
import { isLoopbackHost, readEnv, StartRefusedError } from './env.ts';
import { i18nFor, languageCodes } from './languages.ts';
import { createLog } from './observability/log.ts';
import { runWorkers } from './workers.ts';

/** A stop that takes longer ends the process. */
const DRAIN_LIMIT_MS = 10_000;

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  if (env.webConcurrency > 1 && cluster.isPrimary) {
    const { stop } = runWorkers(env.webConcurrency, log, DRAIN_LIMIT_MS);
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    return;
  }
  const webFolder = path.resolve('dist/web');
  const app = await createApp({ env, log, webFolder: existsSync(webFolder) ? webFolder : undefined });
  await refuseOpenDemoAccounts(app.context);
  if (env.seedDemo) await seedNewDatabase(app.context, PICTURE_FOLDER);
  // Read now, so that no request waits for it.
  for (const code of languageCodes) i18nFor(code);
  const port = await app.listen(env.port, env.host);
  log.info(`Silong is open at ${env.publicUrl} (port ${port})`);
  if (!env.isProduction && !isLoopbackHost(new URL(env.publicUrl).hostname))
    log.warn(
      `PUBLIC_URL=${env.publicUrl} says that people come from outside, and NODE_ENV is not production: nothing keeps demo accounts from signing in there. Start with NODE_ENV=production.`,
    );
  if (!env.hasActionLimits)
    log.warn('ACTION_LIMITS=off: nothing holds back who floods or guesses, but the lock-out of sign-ins');
  if ((await app.context.db.models.User.count({ where: activeOwner })) === 0)
    log.warn(
      'There is no administrator yet. Make one: npm run admin:create -- --email=ana@example.com --name="Ana Reyes"',
    );

  let isStopping = false;
  const stop = (reason: string, exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    log.info(`${reason}: finishing what runs, then stopping`);
    setTimeout(() => process.exit(1), DRAIN_LIMIT_MS).unref();
    app.close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', (signal) => stop(signal, 0));
  process.on('SIGINT', (signal) => stop(signal, 0));
  // Also unhandled rejections. The state after such an error is unknown: the process ends after its running requests.
  process.on('uncaughtException', (error, origin) => {
    app.context.metrics.uncaughtErrors.inc();
    log.fatal({ err: error, origin }, 'an error was not caught');
    stop(origin, 1);
  });
}

main().catch((error: unknown) => {
  // Errors for the operator are printed as a sentence, without a stack.
  console.error(error instanceof StartRefusedError ? error.message : error);
  process.exit(1);
});
