import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import compress from 'koa-compress';
import type { Logger } from 'pino';
import { upgradeBackup } from '#server/backup/upgradeBackup.ts';
import { attachWaitingSockets } from '#server/features/analytics/service.ts';
import { auditAnchors } from '#server/features/auditLog/anchors.ts';
import { startAuditChain } from '#server/features/auditLog/record.ts';
import { findTokenUser, isApiToken } from '#server/features/auth/service/tokens.ts';
import { createSessionFinder } from '#server/features/auth/writes/sessions.ts';
import { createBackupCopies } from '#server/features/backups/copies.ts';
import { createDrillSchedule } from '#server/features/backups/drills.ts';
import { createBackupSchedule, createBackupService } from '#server/features/backups/service.ts';
import { buildingKeyRefresh } from '#server/features/buildings/jobs.ts';
import { clientRefresh, handleHandOvers } from '#server/features/clients/jobs.ts';
import type { ServerContext } from '#server/features/context.ts';
import { attachConversationSockets } from '#server/features/conversations/sockets.ts';
import { handleHeldReplies } from '#server/features/desk/jobs.ts';
import { comparisonCatchUp, handleComparisons } from '#server/features/duplicates/jobs.ts';
import { createMailListener } from '#server/features/inboundMail/sockets.ts';
import { releaseByEnvironment } from '#server/features/jobs/service.ts';
import { licenseSweep } from '#server/features/licenses/jobs.ts';
import { attachListSockets, handleListNotices } from '#server/features/lists/followUps.ts';
import { marketFigures } from '#server/features/market/jobs.ts';
import { handleNotices } from '#server/features/notifications/jobs.ts';
import { attachPersonalSockets } from '#server/features/notifications/sockets.ts';
import { accountDeletions, retention } from '#server/features/privacy/jobs.ts';
import { handleOutsidePictures, outsidePictureSweep } from '#server/features/properties/jobs/outsidePictures.ts';
import { confirmationRequests, handleListingLinks, searchRefresh } from '#server/features/properties/jobs.ts';
import { liveListings } from '#server/features/properties/list/liveListings.ts';
import { handlePushes, readVapidKeys } from '#server/features/push/jobs.ts';
import { handleVerifications, verificationSweep } from '#server/features/reviews/jobs.ts';
import { handleSearchAlerts, searchDigests } from '#server/features/savedSearches/jobs.ts';
import { savedSearchRefresh } from '#server/features/savedSearches/matching.ts';
import { handleSignals } from '#server/features/signals/jobs.ts';
import { watchServer } from '#server/features/site/metrics.ts';
import { handleIndexNow } from '#server/features/site/sitemap.ts';
import { readBuiltPages, webFiles } from '#server/features/site/webFiles.ts';
import { viewingReminders } from '#server/features/viewings/jobs.ts';
import { handleWebhookDeliveries } from '#server/features/webhookDeliveries/jobs.ts';
import { authenticate, checkAccess, keepReadPositions, maintenance } from '#server/http/access.ts';
import { GuestResponses } from '#server/http/guestResponses.ts';
import { idempotency } from '#server/http/idempotency.ts';
import { ContactLimit } from '#server/http/limits/contactLimit.ts';
import { AddressLimit, createLoadLimit, rateLimit, tokenRateLimit } from '#server/http/limits/rateLimit.ts';
import { addAnswerHeaders, metricsPage, observeRequests } from '#server/http/observe.ts';
import type { RequestState } from '#server/http/request.ts';
import { finishBody, requestBody } from '#server/http/requestBody.ts';
import { securityHeaders } from '#server/http/securityHeaders.ts';
import { createMediaCleanup } from '#server/media/cleanup.ts';
import { mountApi } from './api.ts';
import { loadSystemSettings, outboundState } from './context.ts';
import { type Database, openDatabase } from './db/connection.ts';
import { migrate } from './db/migrate.ts';
import { openReplicas } from './db/replicas.ts';
import { lockDataFolder } from './db/sqlite.ts';
import { type Env, StartRefusedError } from './env.ts';
import { endBrokenStreams, errorHandler } from './http/errors.ts';
import { createHttpServer } from './http/httpServer.ts';
import { PixelBudget } from './http/limits/pixelBudget.ts';
import { JobQueue } from './jobs/queue.ts';
import { createMailer } from './mail/mailer.ts';
import { openReplyAddresses } from './mail/replyAddresses.ts';
import { mayMailInPlainText } from './mail/transport.ts';
import { createOutsidePictures, createOutsideRequests, type OutsideNetwork } from './media/outside.ts';
import { createMediaService, mediaRoutes, openMediaStore } from './media/service.ts';
import { createSecurityLog, hideLiterals } from './observability/log.ts';
import { createMetrics } from './observability/metrics.ts';
import { createTracing, type Tracing } from './observability/tracing.ts';
import { createEventBus } from './realtime/bus.ts';
import { attachSockets } from './realtime/io.ts';
import { openSmsSender } from './sms/sender.ts';

interface AppOptions {
  env: Env;
  log: Logger;
  now?: () => Date;
  /** Whether repeated jobs run by themselves; false in tests that set the clock and start them. */
  isRepeating?: boolean;
  /** Folder of the built web UI; without it only the API answers. */
  webFolder?: string | undefined;
  /** Replaces the internet in tests, behind the guard of outside requests. */
  outsideNetwork?: Partial<OutsideNetwork> | undefined;
}

export type App = Awaited<ReturnType<typeof createApp>>;

/** A whole server on a migrated database, not yet listening, for `main.ts` and for tests. */
export async function createApp(options: AppOptions) {
  const pages = options.webFolder ? await readBuiltPages(options.webFolder) : undefined;
  const context = await createContext(options);
  await closeOnFailure(context.db, async () => {
    await startAuditChain(context);
    // Made in advance: a refused call must not write them.
    await readVapidKeys(context);
    await releaseByEnvironment(context);
  });
  const koa = new Koa<RequestState>({
    proxy: options.env.trustProxy > 0,
    maxIpsCount: options.env.trustProxy,
  });
  const backups = createBackupService(context);
  const routes = mountApi(context, backups);
  const load = createLoadLimit();
  const findUser = createSessionFinder(context);
  const perAddress = new AddressLimit(options.env);
  const responses = new GuestResponses(context, routes, { contacts: context.contacts, perAddress, load });
  koa.use(observeRequests(context));
  koa.use(responses.learn());
  koa.use(finishBody());
  koa.use(routes.match());
  koa.use(securityHeaders(context));
  koa.use(errorHandler(context));
  // A client that accepts no encoding at all is answered uncompressed: the compression would fail after the change is
  // made.
  koa.use((ctx, next) => {
    if (/q=0/.test(ctx.get('Accept-Encoding')) && !ctx.acceptsEncodings('gzip', 'deflate', 'identity'))
      ctx.compress = false;
    return next();
  });
  koa.use(compress({ threshold: 1024, br: false }));
  koa.use(endBrokenStreams(context));
  koa.use(metricsPage(context));
  koa.use(mediaRoutes(context));
  koa.use(rateLimit(perAddress, routes));
  koa.use(load.admit);
  koa.use(
    authenticate({
      ofSession: findUser,
      ofApiToken: (token, address) => findTokenUser(context, token, address),
      isApiToken,
    }),
  );
  koa.use(tokenRateLimit(context));
  koa.use(keepReadPositions(context));
  koa.use(maintenance(context));
  koa.use(checkAccess(context));
  koa.use(requestBody());
  koa.use(load.count);
  koa.use(idempotency(context));
  koa.use(routes.handle());
  koa.use(routes.pages.routes());
  if (pages) koa.use(webFiles(context, routes, pages));
  // Koa's errors after `errorHandler`: connections that broke during the answer.
  koa.on('error', (error: unknown) => context.log.debug({ err: error }, 'connection ended early'));

  const { server, drain } = createHttpServer(responses.before(koa.callback()));
  // `receiveBody` sends the 100.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  // Node would answer 417 by itself, without our headers; other expectations may be ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // A separate finder: thousands of sockets come back at once after an outage.
  const sockets = attachSockets(server, context, createSessionFinder(context));
  addAnswerHeaders(server, koa, sockets.io.engine, context, pages?.version);
  watchServer(context);
  attachConversationSockets(sockets.io, context);
  attachListSockets(sockets.io, context);
  attachPersonalSockets(sockets.io, context);
  attachWaitingSockets(sockets.io, context);
  handleNotices(context);
  handlePushes(context);
  handleWebhookDeliveries(context);
  handleListNotices(context);
  handleComparisons(context);
  handleVerifications(context);
  handleHandOvers(context);
  handleHeldReplies(context);
  handleSignals(context);
  handleOutsidePictures(context);
  handleListingLinks(context);
  handleIndexNow(context);
  handleSearchAlerts(context);
  const mailListener = createMailListener(context);
  let inboundPort: number | undefined;
  warnOfWeakEdges(context);
  await backups.removeLeftovers();
  const recurring = [
    retention(context),
    accountDeletions(context),
    auditAnchors(context),
    createMediaCleanup(context),
    licenseSweep(context),
    comparisonCatchUp(context),
    verificationSweep(context),
    searchRefresh(context),
    buildingKeyRefresh(context),
    savedSearchRefresh(context),
    searchDigests(context),
    clientRefresh(context),
    viewingReminders(context),
    outsidePictureSweep(context),
    confirmationRequests(context),
    marketFigures(context),
    createBackupSchedule(context, backups),
    createBackupCopies(context),
    createDrillSchedule(context, backups),
  ];
  if (options.isRepeating ?? true) for (const job of recurring) context.jobs.repeat(job);
  await context.jobs.start();
  await sockets.ready;

  return {
    context,
    routes,
    /** Starts to listen. @returns the port, which differs from the given one when that was 0. */
    async listen(port: number, host: string): Promise<number> {
      inboundPort = await mailListener?.listen(host);
      return listen(server, port, host);
    },
    /** The port for incoming mail; undefined: there is none. */
    inboundPort: () => inboundPort,
    /** Drains: no new connections, running requests finish, then sockets, mail and the database close. */
    async close(): Promise<void> {
      const drained = drain();
      sockets.disconnectClients();
      // A call that waits for its backup would hold the server up for as long as that takes.
      await backups.stop();
      await Promise.all([drained, mailListener?.close(), context.jobs.stop()]);
      // First sends the last requests' events to the other processes.
      await sockets.close();
      await liveListings(context).close();
      await context.db.close();
    },
  };
}

async function createContext(options: AppOptions): Promise<ServerContext> {
  const { env, log, now = () => new Date(), outsideNetwork } = options;
  const metrics = createMetrics(env.metricsToken !== undefined);
  const security = createSecurityLog(log, metrics);
  const tracing = createTracing(env.isTracing);
  const primary = await openOwnDatabase(env, log, tracing);
  const media = createMediaService(await openMediaStore(env), { db: primary, log });
  const steps = upgradeBackup({ env, db: primary, log, media, now });
  await closeOnFailure(primary, () => migrate(primary, steps));
  const db = await openReplicas(primary, env.databaseReplicaUrls, env.databaseLimits, { log, metrics });
  const bus = createEventBus(log);
  // Subscribed first: the caches emptied by the others must not be filled again with older reads.
  for (const name of ['listingChanged', 'accountChanged', 'licenseChanged', 'eventsMissed'] as const)
    bus.subscribe(name, () => db.positions?.raiseFloor());
  const systemSettings = await loadSystemSettings(db);
  bus.subscribe('systemSettingsChanged', () => systemSettings.reload());
  bus.subscribe('eventsMissed', () => systemSettings.reload());
  bus.subscribe('sessionsRevoked', ({ userId, sessionId }) =>
    security.record('sessions_ended', { accountId: userId, sessionId }),
  );
  const jobs = new JobQueue({ db, env, log, metrics, systemSettings, tracing, now });
  const outside = createOutsideRequests({ db, env, systemSettings }, outsideNetwork);
  const outsidePictures = createOutsidePictures({ db }, outside);
  const base = {
    env,
    db,
    log,
    security,
    metrics,
    tracing,
    bus,
    jobs,
    media,
    outside,
    outsidePictures,
    systemSettings,
    now,
  };
  const services = {
    mail: createMailer(base),
    replyAddresses: await openReplyAddresses(base),
    sms: openSmsSender(base),
    contacts: new ContactLimit(base),
    pixels: new PixelBudget(base),
  };
  await closeOnFailure(db, () => liveListings(base).start());
  return { ...base, ...services };
}

/** Warnings about settings that earlier releases accepted silently. */
function warnOfWeakEdges(context: ServerContext): void {
  const { env, log, systemSettings } = context;
  const outbound = outboundState(context);
  if (outbound === 'off')
    log.warn(
      'OUTBOUND=off: no mail, text message, push notice, webhook, news for search engines or copy of a backup leaves this server, and no other site is asked. What is queued waits.',
    );
  if (outbound === 'held')
    log.warn(
      'This database was restored from a backup: mails, messages, webhooks and other connections are held back until an owner lets them go (Admin Dashboard, Background Work), or until the server is started with OUTBOUND=on.',
    );
  if (mayMailInPlainText(context))
    log.warn(
      'Mails may be sent without encryption where the mail server offers none. Choose "Always" in the email settings, or SMTP_TLS=required.',
    );
  if (env.trustProxy > 0 && systemSettings.current().security.enforceHttps && !env.publicUrl.startsWith('https:'))
    log.warn(
      'HTTPS is enforced and PUBLIC_URL does not begin with https://: visitors are sent to another address.',
    );
}

/** Several servers share a PostgreSQL; an SQLite database belongs to one. @throws {DataFolderInUseError} */
async function openOwnDatabase(env: Env, log: Logger, tracing: Tracing): Promise<Database> {
  const { databaseUrl, dataDir, databaseLimits: limits } = env;
  const onClose = databaseUrl ? undefined : await lockDataFolder(dataDir);
  const logSql = log.isLevelEnabled('trace') ? (sql: string) => log.trace(hideLiterals(sql)) : undefined;
  return openDatabase({ databaseUrl, dataDir, limits, log: logSql, tracing, onClose });
}

async function closeOnFailure(db: Database, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** @throws {StartRefusedError} another program listens there, or the system refuses. */
async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'another program uses it' : message;
    throw new StartRefusedError(`Port ${port} of ${host} cannot be opened: ${reason}.`);
  }
  return (server.address() as AddressInfo).port;
}
