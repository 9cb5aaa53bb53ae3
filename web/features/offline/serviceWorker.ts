import { SHARE_PATH, sharedPath } from '#shared/shareTarget.ts';
import { KEPT_AT_HEADER, type KeepMessage, LISTING_ANSWER } from '#web/lib/keptAnswers.ts';

/** The events of a service worker; the page's own types lack them. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface InstallEvent extends WorkerEvent {
  /** Chromium's, from 123 on. */
  addRoutes?(rules: { condition: { requestMethod: string }; source: 'network' }[]): Promise<void>;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WindowClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<WindowClient>;
  postMessage(message: unknown): void;
}
interface WorkerEvents {
  install: InstallEvent;
  activate: WorkerEvent;
  fetch: FetchEvent;
  message: WorkerEvent & MessageEvent<unknown>;
  push: WorkerEvent & { readonly data: { json(): unknown } | null };
  notificationclick: WorkerEvent & { readonly notification: Notification };
}
interface ServiceWorkerScope {
  readonly location: Location;
  readonly caches: CacheStorage;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}

/** Written by the build: the files that the page needs without the server, those of the Desk, and a name of this version. */
declare const PROGRAM: { version: string; files: readonly string[]; deskFiles: readonly string[] };

const worker = self as unknown as ServiceWorkerScope;
const { caches } = worker;

const DAY_MS = 24 * 3_600_000;
const SHELL_PREFIX = 'silong-page-';
const SHELL = SHELL_PREFIX + PROGRAM.version;
/** Shared by all versions: open tabs of the previous version continue with their files. */
const FILES = 'silong-files';

/** A cache of seen pages, with its size and its age limit. It is emptied at log-out. */
type Kept = { cache: string; most: number; days: number };
const ANSWERS: Kept = { cache: 'silong-answers', most: 150, days: 14 };
const PICTURES: Kept = { cache: 'silong-pictures', most: 400, days: 14 };
const MOST_FILES = 500;

const NO_PAGE = /^\/(?:api|media|assets|socket\.io|metrics)(?:\/|$)|\.[a-z0-9]+$/i;
const SHARED = new RegExp(`^((?:/[a-z]+)?)${SHARE_PATH}$`);
const OTHER_FILE = /^\/(?:favicon\.svg|no-picture\.svg|manifest\.webmanifest|icons\/[\w-]+\.png)$/;

/** Counts how often all caches were emptied: answers to requests made before that are not kept. */
let emptied = 0;

const CHANGES = ['POST', 'PUT', 'DELETE'];

worker.addEventListener('install', (event) => {
  event.waitUntil(install());
  // A change that a page sends while it goes does not wait for the worker to start.
  const rules = CHANGES.map((requestMethod) => ({ condition: { requestMethod }, source: 'network' as const }));
  event.addRoutes?.(rules).catch((error: unknown) => console.warn('Changes pass through the worker', error));
});
worker.addEventListener('activate', (event) => event.waitUntil(activate()));

/** The page with the headers it came with: its policy names the nonce that is written into it. */
async function install(): Promise<void> {
  const page = await fetch('/index.html', { cache: 'no-store', credentials: 'omit' });
  if (!page.ok) throw new Error(`The page was answered with status ${page.status}`);
  const html = await page.clone().text();
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  await fetchFiles([...named, ...PROGRAM.files]);
  await (await caches.open(SHELL)).put('/', page);
}

async function fetchFiles(names: readonly string[]): Promise<void> {
  const files = await caches.open(FILES);
  await Promise.all(
    [...new Set(names)].map(async (file) => {
      if (await files.match(file)) return;
      const answer = await fetch(file, { credentials: 'omit' });
      if (!answer.ok) throw new Error(`${file} was answered with status ${answer.status}`);
      await files.put(file, answer);
    }),
  );
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(SHELL_PREFIX) && name !== SHELL);
  // Answers kept for the pages of another version may lack fields that these pages read.
  const outdated = others.length > 0 ? [...others, ANSWERS.cache] : others;
  await Promise.all(outdated.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || request.headers.has('range')) return;
  if (request.mode === 'navigate') {
    const [, prefix] = SHARED.exec(pathname) ?? [];
    if (prefix !== undefined) event.respondWith(answerShared(searchParams, prefix));
    else if (!NO_PAGE.test(pathname)) event.respondWith(answerPage(request));
  } else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(event));
  else if (OTHER_FILE.test(pathname)) event.respondWith(answerLive(event, FILES));
  else if (pathname.startsWith('/media/')) event.respondWith(answerSeen(event, PICTURES));
  else if (LISTING_ANSWER.test(pathname)) event.respondWith(answerSeen(event, ANSWERS));
});

/** A link or words from another app are opened without a line, too. */
async function answerShared(shared: URLSearchParams, prefix: string): Promise<Response> {
  const { origin } = worker.location;
  return Response.redirect(origin + sharedPath(shared, origin, prefix), 303);
}

async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const page = await (await caches.open(SHELL)).match('/');
    if (page) return page;
    throw error;
  }
}

/** The file's name changes with its content: the cached file is right. */
async function answerFile(event: FetchEvent): Promise<Response> {
  const files = await caches.open(FILES);
  const kept = await files.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(putFile(files, event.request, answer.clone()));
  return answer;
}

async function putFile(files: Cache, request: Request, answer: Response): Promise<void> {
  await files.put(request, answer);
  const keys = await files.keys();
  const own = new Set([...PROGRAM.files, ...PROGRAM.deskFiles]);
  const older = keys.filter(({ url }) => !own.has(new URL(url).pathname));
  await Promise.all(older.slice(0, Math.max(keys.length - MOST_FILES, 0)).map((key) => files.delete(key)));
}

async function answerLive(event: FetchEvent, name: string): Promise<Response> {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(cache.put(event.request, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await cache.match(event.request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

/** The server's answer; without one, the last answer, marked as such. */
async function answerSeen(event: FetchEvent, kept: Kept): Promise<Response> {
  const before = emptied;
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (answer.status === 200 && answer.type === 'basic') {
      const copy = answer.clone();
      event.waitUntil(keyOf(request).then((key) => keep(kept, key, copy, before)));
    }
    return answer;
  } catch (error) {
    const copy = await (await caches.open(kept.cache)).match(await keyOf(request), { ignoreVary: true });
    if (copy && !isOld(copy, kept)) return copy;
    throw error;
  }
}

/** An answer is for its requester: it is kept under a digest of the request's token. */
async function keyOf({ url, headers }: Request): Promise<string> {
  const token = headers.get('authorization');
  if (!token) return url;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const who = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const key = new URL(url);
  key.searchParams.set('kept-for', who);
  return key.href;
}

const isOld = ({ headers }: Response, { days }: Kept) =>
  Date.now() - Date.parse(headers.get(KEPT_AT_HEADER) ?? '') > days * DAY_MS;

/** @param at when the server gave it */
async function keep(kept: Kept, key: string, answer: Response, before: number, at = new Date()) {
  const { cache: name, most } = kept;
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT_HEADER, at.toISOString());
  const body = await answer.blob();
  if (before !== emptied) return;
  const cache = await caches.open(name);
  // Put anew it stands last: the first ones were not seen for the longest time.
  await cache.delete(key, { ignoreVary: true });
  await cache.put(key, new Response(body, { headers }));
  const keys = await cache.keys();
  const tooMany = keys.slice(0, Math.max(keys.length - most, 0));
  await Promise.all(tooMany.map((old) => cache.delete(old, { ignoreVary: true })));
  const [oldest] = keys.slice(tooMany.length);
  const first = oldest && (await cache.match(oldest, { ignoreVary: true }));
  if (oldest && first && isOld(first, kept)) await cache.delete(oldest);
  // Emptied while it was put.
  if (before !== emptied) await cache.delete(key, { ignoreVary: true });
}

/** Answers of a page that was rendered for a guest, one after the other. */
async function keepRendered({ answers }: KeepMessage): Promise<void> {
  const before = emptied;
  for (const { url, at, data } of answers) {
    // Safari has `Response.json` since 17.
    const answer = new Response(JSON.stringify({ success: true, data }), {
      headers: { 'Content-Type': 'application/json' },
    });
    await keep(ANSWERS, url, answer, before, new Date(at));
  }
}

worker.addEventListener('message', (event) => {
  const { kind } = (event.data ?? {}) as { kind?: unknown };
  if (kind === 'takeOver') event.waitUntil(worker.skipWaiting());
  // The server may have another version's files by now.
  if (kind === 'keepDesk') event.waitUntil(fetchFiles(PROGRAM.deskFiles).catch(() => undefined));
  if (kind === 'keep') event.waitUntil(keepRendered(event.data as KeepMessage));
  if (kind === 'empty') {
    emptied += 1;
    const emptying = Promise.all([ANSWERS, PICTURES].map(({ cache }) => caches.delete(cache)));
    event.waitUntil(emptying.then(() => event.ports[0]?.postMessage('emptied')));
  }
});

worker.addEventListener('push', (event) => {
  const pushed = readPush(event.data);
  // As the page does while it is open; refused where notices are.
  if (pushed.unread !== null) navigator.setAppBadge?.(pushed.unread).catch(() => undefined);
  event.waitUntil(
    openWindows().then((windows) => {
      // A visible page shows the notice itself.
      const isRead = windows.some((each) => each.visibilityState === 'visible' && isAt(each, pushed.url));
      return isRead
        ? undefined
        : worker.registration.showNotification(pushed.title, {
            body: pushed.message,
            tag: pushed.tag,
            icon: '/icons/192.png',
            badge: '/icons/badge.png',
            data: { url: pushed.url },
          });
    }),
  );
});

/** Browsers require a notice for each push, also for one that is not understood. */
function readPush(data: { json(): unknown } | null) {
  let pushed: Record<string, unknown> = {};
  try {
    pushed = (data?.json() ?? {}) as Record<string, unknown>;
  } catch {
    // Not ours.
  }
  const text = (name: string, otherwise: string) => (typeof pushed[name] === 'string' ? pushed[name] : otherwise);
  const url = text('url', '/');
  return {
    title: text('title', worker.location.hostname),
    message: text('message', ''),
    url,
    tag: text('tag', url),
    unread: typeof pushed.unread === 'number' ? pushed.unread : null,
  };
}

const openWindows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** An address on this site for any pushed value. */
function addressOf(url: unknown): URL {
  const address = new URL(typeof url === 'string' ? url : '/', worker.location.origin);
  return address.origin === worker.location.origin ? address : new URL('/', worker.location.origin);
}

const isAt = (client: WindowClient, url: string) => client.url === addressOf(url).href;

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openPage(addressOf((notification.data as { url?: unknown } | null)?.url)));
});

/** In an open window: text typed there is asked about before the window leaves it. */
async function openPage({ href, pathname, search }: URL): Promise<void> {
  const windows = await openWindows();
  const [there] = [...windows.filter((each) => each.url === href), ...windows];
  if (!there) {
    await worker.clients.openWindow(href);
    return;
  }
  // Browsers refuse it a while after the press; the page is opened all the same.
  await there.focus().catch(() => undefined);
  if (there.url !== href) there.postMessage({ kind: 'open', path: pathname + search });
}
