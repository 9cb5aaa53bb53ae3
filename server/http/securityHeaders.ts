import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Context, Next } from 'koa';
import type { BaseContext } from '#server/context.ts';
import { tileSource } from '#shared/mapTiles.ts';
import { METRICS_PATH } from './observe.ts';
import type { RequestState } from './request.ts';

/** Browser features that the pages do not use are denied. */
const PERMISSIONS = [
  ...[
    'accelerometer autoplay bluetooth browsing-topics camera clipboard-read display-capture encrypted-media',
    'gyroscope hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture',
    'screen-wake-lock serial sync-xhr usb xr-spatial-tracking',
  ].flatMap((features) => features.split(' ').map((feature) => `${feature}=()`)),
  'fullscreen=(self)',
  // For the user's own place.
  'geolocation=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ');

/** Middleware: security headers for every answer, and the redirect to HTTPS where the settings enforce it. */
export function securityHeaders({ env, systemSettings }: Pick<BaseContext, 'env' | 'systemSettings'>) {
  const tiles = tileSource(env.tileUrl);
  const withTiles = (sources: string) => (tiles ? `${sources} ${tiles}` : sources);
  const contentPolicy = ({ styleSource, scriptSource }: RequestState) =>
    [
      "default-src 'self'",
      `script-src 'self'${scriptSource ? ` ${scriptSource}` : ''}`,
      "worker-src 'self'",
      "manifest-src 'self'",
      `style-src 'self'${styleSource ? ` ${styleSource}` : ''}`,
      withTiles("img-src 'self' data: blob:"),
      "font-src 'self'",
      withTiles("connect-src 'self'"),
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
  const usualPolicy = contentPolicy({ user: null });
  const headers = headersOf({
    contentSecurityPolicy: false,
    // Map tiles come from another origin, which does not opt in.
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    // Only a proxy knows whether a request came by HTTPS: without one every request would be redirected for ever.
    const isEnforced = env.trustProxy > 0 && systemSettings.current().security.enforceHttps;
    // Such paths are read from inside, past the proxy.
    const allowsPlainHttp = ctx.state.route?.call.allowsPlainHttp || ctx.path === METRICS_PATH;
    if (isEnforced && !allowsPlainHttp && !ctx.secure) {
      // The target is the configured host: the Host header is the client's input.
      const target = new URL(env.publicUrl);
      target.protocol = 'https:';
      target.pathname = ctx.path;
      target.search = ctx.search;
      ctx.redirect(target.href);
      ctx.status = 308;
    } else {
      if (isEnforced && !allowsPlainHttp)
        ctx.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
      await next();
    }
    if (ctx.state.isStaticFile) {
      // The page's policy applies to scripts and pictures; repeating it for dozens of files would add bytes.
      ctx.set('Content-Security-Policy', "frame-ancestors 'none'");
      ctx.set('X-Content-Type-Options', 'nosniff');
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      return;
    }
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    const { styleSource, scriptSource } = ctx.state;
    const policy = styleSource || scriptSource ? contentPolicy(ctx.state) : usualPolicy;
    ctx.res.setHeader('Content-Security-Policy', policy);
    ctx.res.setHeader('Permissions-Policy', PERMISSIONS);
  };
}

/** Helmet's headers, which are constant and therefore read once. */
function headersOf(options: Parameters<typeof helmet>[0]): [name: string, value: string][] {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  const headers: [name: string, value: string][] = [];
  answer.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return answer;
  };
  helmet(options)(request, answer, () => undefined);
  return headers;
}
