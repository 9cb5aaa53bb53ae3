import type { Chromium } from './devtools.ts';

/** Binding that the page's main world calls with JSON before it uses a permission. */
export const ASK_BINDING = 'standinAsk';
/** Document event with the answer. */
export const ANSWER_EVENT = 'standin-permission';

/** Chromium's names of Electron's permissions. */
const chromiumNames: Record<string, { name: string; [detail: string]: unknown }[]> = {
  notifications: [{ name: 'notifications' }],
  geolocation: [{ name: 'geolocation' }],
  'clipboard-read': [{ name: 'clipboard-read' }],
  'clipboard-sanitized-write': [{ name: 'clipboard-write' }],
  media: [{ name: 'camera' }, { name: 'microphone' }],
  'display-capture': [{ name: 'display-capture' }],
  midi: [{ name: 'midi' }],
  'idle-detection': [{ name: 'idle-detection' }],
  'persistent-storage': [{ name: 'persistent-storage' }],
  'screen-wake-lock': [{ name: 'screen-wake-lock' }],
  'window-management': [{ name: 'window-management' }],
  'local-fonts': [{ name: 'local-fonts' }],
};

export interface AskedPermission {
  id: number;
  permission: string;
  details: Record<string, unknown>;
}

type Decide = (isGranted: boolean) => void;
type RequestHandler = (
  contents: unknown,
  permission: string,
  decide: Decide,
  details: Record<string, unknown>,
) => void;
type CheckHandler = (
  contents: unknown,
  permission: string,
  origin: string,
  details: Record<string, unknown>,
) => boolean;

/** Permissions of pages. As in Electron, everything is granted without a handler. Chromium itself enforces denials. */
export class Permissions {
  private request: RequestHandler | null = null;
  private check: CheckHandler | null = null;
  /** Called when permissions may have changed. */
  changed: () => void = () => undefined;

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.check = handler;
    this.changed();
  }

  /** Answers a page's request by the application's handler. */
  isGranted(contents: unknown, permission: string, details: Record<string, unknown>): Promise<boolean> {
    const { request } = this;
    if (!request) return Promise.resolve(true);
    return new Promise((resolve) => request(contents, permission, resolve, details));
  }

  isAllowed(contents: unknown, permission: string, origin: string): boolean {
    const details = { isMainFrame: true, requestingUrl: `${origin}/` };
    return this.check ? this.check(contents, permission, `${origin}/`, details) : true;
  }

  /** State that the page can query: `Notification.permission`, `navigator.permissions.query()`. */
  async show(chromium: Chromium, contents: unknown, origin: string, shownOrigin: string): Promise<void> {
    await Promise.all(
      Object.keys(chromiumNames).map((permission) =>
        this.set(chromium, permission, this.isAllowed(contents, permission, origin), shownOrigin),
      ),
    );
  }

  async set(chromium: Chromium, permission: string, isGranted: boolean, shownOrigin: string): Promise<void> {
    for (const descriptor of chromiumNames[permission] ?? [])
      await chromium.root
        .send('Browser.setPermission', {
          permission: descriptor,
          setting: isGranted ? 'granted' : 'denied',
          origin: shownOrigin,
        })
        // Documents without an origin have no permissions.
        .catch(() => undefined);
  }
}

/** Privileges of the page's scheme. */
interface SchemeRights {
  mayFetch: boolean;
  mayHaveServiceWorkers: boolean;
}

/** Runs in the page's main world: requests a permission from the application before Chromium, as Electron does. */
function guardPage(names: { ask: string; answer: string }, { mayFetch, mayHaveServiceWorkers }: SchemeRights) {
  type Method = (...args: unknown[]) => unknown;
  const world = globalThis as unknown as Record<string, unknown>;
  const send = world[names.ask] as ((message: string) => void) | undefined;
  delete world[names.ask];
  if (!send) return;
  const waiting = new Map<number, (isGranted: boolean) => void>();
  let lastId = 0;
  document.addEventListener(names.answer, (event) => {
    const { id, isGranted } = JSON.parse((event as CustomEvent<string>).detail);
    waiting.get(id)?.(isGranted);
    waiting.delete(id);
  });
  const ask = (permission: string, details: object) =>
    new Promise<boolean>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      send(JSON.stringify({ id: lastId, permission, details: { ...details, requestingUrl: location.href } }));
    });
  /** `isOurs`: Chromium has no such permission, so it is denied here. */
  const guard = (owner: object | undefined, name: string, permission: string, isOurs = false) => {
    const own = owner as Record<string, Method> | undefined;
    const original = own?.[name];
    if (!own || !original) return;
    own[name] = async function asked(this: unknown, ...args: unknown[]) {
      const wanted = (args[0] ?? {}) as { audio?: unknown; video?: unknown };
      const mediaTypes = [...(wanted.video ? ['video'] : []), ...(wanted.audio ? ['audio'] : [])];
      const isGranted = await ask(permission, permission === 'media' ? { mediaTypes } : {});
      if (!isGranted && isOurs) throw new TypeError(`Permission denied: ${permission}`);
      return original.apply(this, args);
    };
  };
  guard(world.Notification as object, 'requestPermission', 'notifications');
  guard(world.IdleDetector as object, 'requestPermission', 'idle-detection');
  const prototypeOf = (name: string) => (world[name] as { prototype: object } | undefined)?.prototype;
  guard(prototypeOf('Geolocation'), 'getCurrentPosition', 'geolocation');
  guard(prototypeOf('Geolocation'), 'watchPosition', 'geolocation');
  for (const name of ['read', 'readText']) guard(prototypeOf('Clipboard'), name, 'clipboard-read');
  for (const name of ['write', 'writeText']) guard(prototypeOf('Clipboard'), name, 'clipboard-sanitized-write');
  guard(prototypeOf('MediaDevices'), 'getUserMedia', 'media');
  guard(prototypeOf('MediaDevices'), 'getDisplayMedia', 'display-capture', true);
  guard(prototypeOf('Navigator'), 'requestMIDIAccess', 'midi');
  guard(prototypeOf('StorageManager'), 'persist', 'persistent-storage');
  guard(prototypeOf('WakeLock'), 'request', 'screen-wake-lock');
  guard(prototypeOf('Element'), 'requestFullscreen', 'fullscreen', true);
  guard(prototypeOf('Element'), 'requestPointerLock', 'pointerLock', true);
  const workers = prototypeOf('ServiceWorkerContainer') as Record<string, Method> | undefined;
  if (workers && !mayHaveServiceWorkers)
    workers.register = () =>
      Promise.reject(new TypeError('The URL protocol of the current origin is not supported'));
  const { fetch } = window;
  if (!mayFetch)
    window.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href);
      return url.host.endsWith('.app.standin')
        ? Promise.reject(new TypeError('URL scheme "app" is not supported'))
        : fetch(input, init);
    };
}

/** To run in the page's own world before anything of denials. */
export function guardScript(rights: SchemeRights): string {
  return `(${guardPage})(${JSON.stringify({ ask: ASK_BINDING, answer: ANSWER_EVENT })}, ${JSON.stringify(rights)})`;
}
