import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import compress from 'koa-compress';
import type { Logger } from 'pino';
import { attachAccountSockets } from '#server/features/auth/profile.ts';
import { createAuthCleanup, findSignedInUser } from '#server/features/auth/sessions.ts';
import { createBackupSchedule, createBackupService } from '#server/features/backups/service.ts';
import type { ServerContext } from '#server/features/context.ts';
import { attachConversationSockets } from '#server/features/conversations/realtime.ts';
import { createDuplicateWatch } from '#server/features/duplicates/compare.ts';
import { createLicenseSchedule } from '#server/features/licenses/expiry.ts';
import { subscribeNotifications } from '#server/features/notifications/listeners.ts';
import { attachNotificationSockets } from '#server/features/notifications/service.ts';
import { watchServer } from '#server/features/site/metrics.ts';
import { webFiles } from '#server/features/site/webFiles.ts';
import { attachViewingSockets } from '#server/features/viewings/service.ts';
import { authenticate, checkAccess, maintenance, type RequestState } from '#server/http/access.ts';
import { idempotency } from '#server/http/idempotency.ts';
import { metricsPage } from '#server/http/metrics.ts';
import { giveRequestIds, observeRequests } from '#server/http/observe.ts';
import { rateLimit } from '#server/http/rateLimit.ts';
import { requestBody } from '#server/http/requestBody.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { securityHeaders } from '#server/http/securityHeaders.ts';
import { createMediaCleanup } from '#server/media/cleanup.ts';
import { mountApi } from './api.ts';
import { loadSystemSettings } from './context.ts';
import { type Database, openDatabase } from './db/connection.ts';
import { migrate } from './db/migrate.ts';
import { traceDatabase } from './db/traced.ts';
import type { Env } from './env.ts';
import { endBrokenStreams, errorHandler } from './http/errors.ts';
import { createMailer } from './mail/mailer.ts';
import { createMediaService, mediaRoutes, openMediaStore } from './media/service.ts';
import { hideLiterals } from './observability/log.ts';
import { createMetrics } from './observability/metrics.ts';
import { createSecurityLog } from './observability/security.ts';
import { createTracing } from './observability/tracing.ts';
import { createEventBus } from './realtime/bus.ts';
import { attachSockets } from './realtime/io.ts';

interface AppOptions {
  env: Env;
  log: Logger;
  now?: () => Date;
  /** Folder of the built web UI; without it only the API answers. */
  webFolder?: string | undefined;
}

export interface App {
  context: ServerContext;
  routes: ApiRoutes;
  /** Starts to listen. @returns the port, which differs from the asked one when that was 0. */
  listen(port: number, host: string): Promise<number>;
  /** Drains: no new connections, running requests finish, then sockets, mail and the database close. */
  close(): Promise<void>;
}

/** Longer than a load balancer keeps idle connections (usually 60 s), which would otherwise send into a closing one. */
const KEEP_ALIVE_MS = 70_000;

/** A whole server on a migrated database, not yet listening. `main.ts` makes one, and so does each test. */
export async function createApp(options: AppOptions): Promise<App> {
  const context = await createContext(options);
  const koa = new Koa<RequestState>({
    proxy: options.env.trustProxy > 0,
    maxIpsCount: options.env.trustProxy,
  });
  const backups = createBackupService(context);
  const routes = mountApi(context, backups);
  const findUser = (token: string) => findSignedInUser(context, token);
  koa.use(observeRequests(context));
  koa.use(routes.match());
  koa.use(securityHeaders(context));
  koa.use(errorHandler(context));
  koa.use(compress({ threshold: 1024, br: false }));
  koa.use(endBrokenStreams(context));
  koa.use(metricsPage(context));
  koa.use(mediaRoutes(context));
  koa.use(rateLimit(context));
  koa.use(authenticate(findUser));
  koa.use(maintenance(context));
  koa.use(checkAccess());
  koa.use(requestBody());
  koa.use(idempotency(context));
  koa.use(routes.handle());
  koa.use(routes.pages.routes());
  if (options.webFolder) koa.use(webFiles(context, options.webFolder));
  // Koa logs what errorHandler could not turn into an answer: a connection that broke while it was written.
  koa.on('error', (error: unknown) => context.log.debug({ err: error }, 'connection ended early'));

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, koa.callback());
  const sockets = attachSockets(server, context, findUser);
  giveRequestIds(server, koa, sockets.io.engine, options.env);
  watchServer(context);
  attachConversationSockets(sockets.io, context);
  attachNotificationSockets(sockets.io, context);
  attachViewingSockets(sockets.io, context);
  attachAccountSockets(sockets.io, context);
  subscribeNotifications(context);
  await backups.removeLeftovers();
  context.mail.start();
  const recurring = [
    createAuthCleanup(context),
    createMediaCleanup(context),
    createLicenseSchedule(context),
    createDuplicateWatch(context),
    createBackupSchedule(context, backups),
  ];
  for (const task of recurring) task.start();
  await sockets.ready;

  return {
    context,
    routes,
    listen: (port, host) => listen(server, port, host),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      sockets.disconnectClients();
      server.closeIdleConnections();
      // A call that waits for its backup would hold the server up for as long as that takes.
      await backups.stop();
      await Promise.all([closed, ...recurring.map((task) => task.stop())]);
      await context.mail.stop();
      // What the last requests changed is told to the other processes first.
      await sockets.close();
      await context.db.close();
    },
  };
}

async function createContext({ env, log, now = () => new Date() }: AppOptions): Promise<ServerContext> {
  const metrics = createMetrics(env.metricsToken !== undefined);
  const security = createSecurityLog(log, metrics);
  const tracing = createTracing(env.isTracing);
  const database = openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    log: log.isLevelEnabled('trace') ? (sql) => log.trace(hideLiterals(sql)) : undefined,
  });
  const db = traceDatabase(database, tracing);
  await closeOnFailure(db, () => migrate(db));
  const bus = createEventBus(log);
  const systemSettings = await loadSystemSettings(db);
  bus.subscribe('systemSettingsChanged', () => systemSettings.reload());
  bus.subscribe('eventsMissed', () => systemSettings.reload());
  bus.subscribe('sessionsRevoked', ({ userId, sessionId }) =>
    security.record('sessions_ended', { accountId: userId, sessionId }),
  );
  const media = createMediaService(await openMediaStore(env));
  const base = { env, db, log, security, metrics, tracing, bus, media, systemSettings, now };
  return { ...base, mail: createMailer(base) };
}

async function closeOnFailure(db: Database, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await db.close();
    throw error;
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
