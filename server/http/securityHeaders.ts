import type { Context, Next } from 'koa';
import helmet from 'koa-helmet';
import type { BaseContext } from '#server/context.ts';
import type { RequestState } from './access.ts';
import { METRICS_PATH } from './metrics.ts';

/** Headers for every answer, and the way to HTTPS when an admin enforces it. */
export function securityHeaders({ env, systemSettings }: Pick<BaseContext, 'env' | 'systemSettings'>) {
  const tileOrigin = env.tileUrl ? [new URL(env.tileUrl.replace('{s}.', '')).origin] : [];
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'"],
        // antd writes its component styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...tileOrigin],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...tileOrigin],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Tiles and pictures by URL come from other origins, which do not opt in.
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    // Only a proxy can say that a request came by HTTPS: without one every request would be redirected for ever.
    const isEnforced = env.trustProxy > 0 && systemSettings.current().security.enforceHttps;
    // Read from inside, past the proxy.
    const allowsPlainHttp = ctx.state.route?.call.allowsPlainHttp || ctx.path === METRICS_PATH;
    if (isEnforced && !allowsPlainHttp) {
      if (!ctx.secure) {
        ctx.status = 308;
        ctx.redirect(`https://${ctx.host}${ctx.url}`);
        ctx.status = 308;
        return;
      }
      ctx.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    }
    await next();
    if (ctx.state.isStaticFile) {
      // Scripts and pictures act by the page's policy; carrying it with each of dozens of files would only weigh.
      ctx.set('X-Content-Type-Options', 'nosniff');
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    } else await headers(ctx, async () => undefined);
  };
}
