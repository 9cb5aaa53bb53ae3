import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa, { type Context, type Next } from 'koa';
import compress from 'koa-compress';
import type { Logger } from 'pino';
import { applicationsService } from '#server/features/agents/applications.ts';
import { agentsService } from '#server/features/agents/service.ts';
import { analyticsService } from '#server/features/analytics/service.ts';
import { auditLogService } from '#server/features/auditLog/service.ts';
import { attachAccountSockets } from '#server/features/auth/profile.ts';
import { authService } from '#server/features/auth/service.ts';
import { createAuthCleanup, findSignedInUser } from '#server/features/auth/sessions.ts';
import {
  type BackupService,
  backupsService,
  createBackupSchedule,
  createBackupService,
} from '#server/features/backups/service.ts';
import { clientsService } from '#server/features/clients/service.ts';
import type { ServerContext } from '#server/features/context.ts';
import { conversationModerationService } from '#server/features/conversations/moderation.ts';
import { attachConversationSockets } from '#server/features/conversations/realtime.ts';
import { conversationsService } from '#server/features/conversations/service.ts';
import { createDuplicateWatch } from '#server/features/duplicates/compare.ts';
import { duplicatesService } from '#server/features/duplicates/service.ts';
import { favoritesService } from '#server/features/favorites/service.ts';
import { inquiriesService } from '#server/features/inquiries/service.ts';
import { createLicenseSchedule } from '#server/features/licenses/expiry.ts';
import { licensesService } from '#server/features/licenses/service.ts';
import { subscribeNotifications } from '#server/features/notifications/listeners.ts';
import { attachNotificationSockets, notificationsService } from '#server/features/notifications/service.ts';
import { privacyService } from '#server/features/privacy/service.ts';
import { propertyModerationService } from '#server/features/properties/moderation.ts';
import { authorizeLargeBody } from '#server/features/properties/policy.ts';
import { propertiesService, propertyToolService } from '#server/features/properties/service.ts';
import { propertyWriteService } from '#server/features/properties/write.ts';
import { reportsService } from '#server/features/reports/service.ts';
import { reviewsService } from '#server/features/reviews/service.ts';
import { savedRepliesService } from '#server/features/savedReplies/service.ts';
import { searchService } from '#server/features/search/service.ts';
import { settingsService } from '#server/features/settings/personalSettings.ts';
import { registerSystemSettingsRoutes } from '#server/features/settings/routes.ts';
import { registerSiteRoutes } from '#server/features/site/routes.ts';
import { webFiles } from '#server/features/site/webFiles.ts';
import { registerUploadRoutes } from '#server/features/uploads/routes.ts';
import { usersService } from '#server/features/users/service.ts';
import { attachViewingSockets, viewingsService } from '#server/features/viewings/service.ts';
import { authenticate, checkAccess, maintenance, type RequestState } from '#server/http/access.ts';
import { idempotency } from '#server/http/idempotency.ts';
import { rateLimit } from '#server/http/rateLimit.ts';
import { requestBody } from '#server/http/requestBody.ts';
import { ApiRoutes } from '#server/http/routing.ts';
import { securityHeaders } from '#server/http/securityHeaders.ts';
import { createMediaCleanup } from '#server/media/cleanup.ts';
import { agentsCalls, applicationsCalls } from '#shared/contracts/agents.ts';
import { analyticsCalls } from '#shared/contracts/analytics.ts';
import { auditLogCalls } from '#shared/contracts/auditLog.ts';
import { authCalls } from '#shared/contracts/auth.ts';
import { backupsCalls } from '#shared/contracts/backups.ts';
import { clientsCalls } from '#shared/contracts/clients.ts';
import { conversationModerationCalls } from '#shared/contracts/conversationModeration.ts';
import { conversationsCalls } from '#shared/contracts/conversations.ts';
import { duplicatesCalls } from '#shared/contracts/duplicates.ts';
import { favoritesCalls } from '#shared/contracts/favorites.ts';
import { inquiriesCalls } from '#shared/contracts/inquiries.ts';
import { licensesCalls } from '#shared/contracts/licenses.ts';
import { notificationsCalls } from '#shared/contracts/notifications.ts';
import { privacyCalls } from '#shared/contracts/privacy.ts';
import { propertiesCalls } from '#shared/contracts/properties.ts';
import { propertyModerationCalls } from '#shared/contracts/propertyModeration.ts';
import { propertyToolCalls, propertyWriteCalls } from '#shared/contracts/propertyWrites.ts';
import { reportsCalls } from '#shared/contracts/reports.ts';
import { reviewsCalls } from '#shared/contracts/reviews.ts';
import { savedRepliesCalls } from '#shared/contracts/savedReplies.ts';
import { searchCalls } from '#shared/contracts/search.ts';
import { settingsCalls } from '#shared/contracts/settings.ts';
import { usersCalls } from '#shared/contracts/users.ts';
import { viewingsCalls } from '#shared/contracts/viewings.ts';
import { loadSystemSettings } from './context.ts';
import { type Database, openDatabase } from './db/connection.ts';
import { migrate } from './db/migrate.ts';
import type { Env } from './env.ts';
import { errorHandler } from './http/errors.ts';
import { createMailer } from './mail/mailer.ts';
import { createMediaService, mediaRoutes, openMediaStore } from './media/service.ts';
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
  koa.use(requestLog(context));
  koa.use(routes.match());
  koa.use(securityHeaders(context));
  koa.use(errorHandler(context));
  koa.use(compress({ threshold: 1024, br: false }));
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

  const server = createServer(koa.callback());
  const sockets = attachSockets(server, context, findUser);
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
  const db = openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    log: log.isLevelEnabled('trace') ? (sql) => log.trace(sql) : undefined,
  });
  await closeOnFailure(db, () => migrate(db));
  const bus = createEventBus(log);
  const systemSettings = await loadSystemSettings(db);
  bus.subscribe('systemSettingsChanged', () => systemSettings.reload());
  bus.subscribe('eventsMissed', () => systemSettings.reload());
  const media = createMediaService(await openMediaStore(env));
  const base = { env, db, log, bus, media, systemSettings, now };
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

/** Of paths that match the same request the first one mounted answers it. */
function mountApi(context: ServerContext, backups: BackupService): ApiRoutes {
  const routes = new ApiRoutes();
  registerSiteRoutes(routes, context);
  routes.mount(authCalls, authService(context));
  routes.mount(propertyToolCalls, propertyToolService(context));
  routes.mount(propertyWriteCalls, propertyWriteService(context), { update: { authorizeLargeBody } });
  routes.mount(propertiesCalls, propertiesService(context));
  routes.mount(propertyModerationCalls, propertyModerationService(context));
  routes.mount(favoritesCalls, favoritesService(context));
  routes.mount(analyticsCalls, analyticsService(context));
  routes.mount(savedRepliesCalls, savedRepliesService(context));
  routes.mount(clientsCalls, clientsService(context));
  routes.mount(agentsCalls, agentsService(context));
  routes.mount(applicationsCalls, applicationsService(context));
  routes.mount(reviewsCalls, reviewsService(context));
  routes.mount(inquiriesCalls, inquiriesService(context));
  routes.mount(conversationsCalls, conversationsService(context));
  routes.mount(conversationModerationCalls, conversationModerationService(context));
  routes.mount(notificationsCalls, notificationsService(context));
  routes.mount(viewingsCalls, viewingsService(context));
  routes.mount(settingsCalls, settingsService(context));
  registerSystemSettingsRoutes(routes, context);
  registerUploadRoutes(routes, context);
  routes.mount(privacyCalls, privacyService(context));
  routes.mount(searchCalls, searchService(context));
  routes.mount(reportsCalls, reportsService(context));
  routes.mount(licensesCalls, licensesService(context));
  routes.mount(duplicatesCalls, duplicatesService(context));
  routes.mount(usersCalls, usersService(context));
  routes.mount(auditLogCalls, auditLogService(context));
  routes.mount(backupsCalls, backupsService(context, backups));
  return routes;
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

/** One line a request, without what it carried: paths and sizes are enough to see what happened. */
function requestLog({ log }: Pick<ServerContext, 'log'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const start = process.hrtime.bigint();
    await next();
    const ms = Number(process.hrtime.bigint() - start) / 1_000_000;
    log.debug(
      { method: ctx.method, path: ctx.path, status: ctx.status, ms: Math.round(ms * 10) / 10 },
      'request',
    );
  };
}
