import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Context, Next } from 'koa';
import type { BaseContext } from '#server/context.ts';
import { tileSource } from '#shared/tiles.ts';
import type { RequestState } from './access.ts';
import { METRICS_PATH } from './metrics.ts';

/** What the pages have no use for is denied to them, and with them to whatever might get into them. */
const PERMISSIONS = [
  ...[
    'accelerometer',
    'autoplay',
    'bluetooth',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'display-capture',
  ],
  ...['encrypted-media', 'gyroscope', 'hid', 'idle-detection', 'local-fonts', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'picture-in-picture', 'screen-wake-lock', 'serial', 'sync-xhr', 'usb'],
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .concat(
    'fullscreen=(self)',
    // Asked for when somebody names where they are as one of their places.
    'geolocation=(self)',
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
  )
  .join(', ');

/** Headers for every answer, and the way to HTTPS when an admin enforces it. */
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
    // Only a proxy can say that a request came by HTTPS: without one every request would be redirected for ever.
    const isEnforced = env.trustProxy > 0 && systemSettings.current().security.enforceHttps;
    // Read from inside, past the proxy.
    const allowsPlainHttp = ctx.state.route?.call.allowsPlainHttp || ctx.path === METRICS_PATH;
    if (isEnforced && !allowsPlainHttp && !ctx.secure) {
      // Where to is ours to say: the Host header is whatever the caller wrote into it.
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
      // Scripts and pictures act by the page's policy; carrying it with each of dozens of files would only weigh.
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

/** What helmet sets on each answer: always the same, so it is asked once. */
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
