/** The console's own page: 'app://console/'. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'console';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/**
 * What the page may load: its own files, the server's pictures through the same door, other listings' pictures and
 * map tiles over https, and the live connection to the one chosen server.
 */
export function contentPolicy(serverUrl: string | null): string {
  const live = serverUrl ? ` ${serverUrl.replace(/^http/, 'ws')}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self'${live}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
