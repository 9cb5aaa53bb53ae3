import type { DehydratedState } from '@tanstack/react-query';
import { PAGE_STATE_ID } from '#shared/pageRendering.ts';
import { type AnyInput, addressOf, type CallName, routes } from '#web/lib/calls.ts';
import { type KeepMessage, LISTING_ANSWER } from '#web/lib/keptAnswers.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { keptAnswerAt, newVersion } from '#web/lib/workerNews.ts';
import { listenToWorld } from '#web/lib/worldWentOn.ts';
import { readText, writeText } from '#web/platform/browserStorage.ts';
import { readStoredSession, readToken } from '#web/platform/sessionStorage.ts';

/** The owner of the pages that the worker keeps: an account's id, or 'guest'. */
const OWNER_KEY = 'silong_pages_of';
const EMPTIED_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 60 * 60_000;
/** Doubled with each try in vain. */
const ASK_AGAIN_MS = 3_000;
const ASK_AGAIN_AT_LEAST_EVERY_MS = 60_000;
const WARN_LATER_MS = 1_000;
const KEPT_CACHES = ['silong-answers', 'silong-pictures'];
const WORKER = '/service-worker.js';

let isRegistered = false;
/** The last job: the next one starts after it. */
let lastWork: Promise<void> = Promise.resolve();

/** Registers the worker once, and empties its copies when the person changes or leaves. @param open shows a page of this site. */
export function followWorker(userId: number | null, open: (path: string) => void): () => void {
  if (!isRegistered) {
    isRegistered = true;
    register().catch(warn);
  }
  const owner = userId === null ? 'guest' : String(userId);
  lastWork = lastWork
    .then(() => keepFor(owner))
    .then(keepRenderedAnswers)
    .catch(warn);
  const onMessage = ({ data }: MessageEvent<{ kind?: string; path?: string } | null>) => {
    if (data?.kind === 'open' && data.path?.startsWith('/')) open(data.path);
  };
  navigator.serviceWorker.addEventListener('message', onMessage);
  keepDesk();
  const stopAsking = replaceKeptAnswers();
  return () => {
    stopAsking();
    navigator.serviceWorker.removeEventListener('message', onMessage);
  };
}

/**
 * The line often bears only a moment after the browser says that it is back: answers that the worker had to take from its
 * copies meanwhile are asked for again. @returns ends it.
 */
export function replaceKeptAnswers(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      const isOutdated = keptAnswerAt.get() !== null && navigator.onLine;
      if (isOutdated) void currentQueryClient().refetchQueries({ type: 'active' });
      wait(isOutdated ? Math.min(2 * ms, ASK_AGAIN_AT_LEAST_EVERY_MS) : ASK_AGAIN_MS);
    }, ms);
  };
  wait(ASK_AGAIN_MS);
  return () => clearTimeout(timer);
}

/** An agent's Desk stays open while the site is brought up to date: its parts are there before they are opened. */
function keepDesk(): void {
  if (readStoredSession()?.user.role === 'agent')
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ kind: 'keepDesk' }));
}

/** A page that is left takes its requests with it: that is no fault, and by then there is no page. */
function warn(error: unknown): void {
  setTimeout(() => console.warn('Pages cannot be kept for reading offline', error), WARN_LATER_MS);
}

async function keepFor(owner: string): Promise<void> {
  const before = readText('localStorage', OWNER_KEY);
  if (before === owner) return;
  writeText('localStorage', OWNER_KEY, owner);
  // A guest's pages belong to no account.
  if (before !== null) await empty();
}

/** Also where the worker does not answer. */
async function empty(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const channel = new MessageChannel();
  const emptied = new Promise<void>((resolve) => {
    channel.port1.onmessage = () => resolve();
    setTimeout(resolve, EMPTIED_WITHIN_MS);
  });
  const worker = registration?.active;
  worker?.postMessage({ kind: 'empty' }, [channel.port2]);
  await Promise.all([worker && emptied, ...KEPT_CACHES.map((name) => caches.delete(name))]);
  channel.port1.close();
}

async function register(): Promise<void> {
  const container = navigator.serviceWorker;
  let wasControlled = container.controller !== null;
  let isReloading = false;
  const reload = () => {
    isReloading = true;
    window.location.reload();
  };
  container.addEventListener('controllerchange', () => {
    if (!wasControlled) keepFirstPage().catch(warn);
    else if (!isReloading) newVersion.set(reload);
    wasControlled = true;
    keepDesk();
  });
  const registration = await container.register(WORKER, { updateViaCache: 'none' });
  const tell = (waiting: ServiceWorker | null) => {
    if (!waiting || !container.controller) return;
    newVersion.set(() => {
      container.addEventListener('controllerchange', reload, { once: true });
      waiting.postMessage({ kind: 'takeOver' });
    });
  };
  tell(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') tell(installing);
    });
  });
  const look = () => void registration.update().catch(() => undefined);
  setInterval(look, LOOK_EVERY_MS);
  listenToWorld((news) => {
    // A restart of the server is most often a new version.
    if (news !== 'connected' && news !== 'day') look();
  });
}

/** The first page was read before there was a worker: it fetches its resources once more, most of them from the browser's cache. */
async function keepFirstPage(): Promise<void> {
  keepRenderedAnswers();
  const token = readToken();
  const seen = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) =>
        origin === location.origin && (/^\/(assets|media)\//.test(pathname) || LISTING_ANSWER.test(pathname)),
    );
  const addresses = new Set(seen.map(({ href }) => href));
  for (const address of addresses) {
    const isAnswer = LISTING_ANSWER.test(new URL(address).pathname);
    const answer = await fetch(address, {
      headers: isAnswer && token ? { Authorization: `Bearer ${token}` } : {},
    });
    await answer.arrayBuffer();
  }
}

/** A guest's page that the server rendered came with its answers, which no request brings past the worker. A member's stay with the member. */
function keepRenderedAnswers(): void {
  const worker = navigator.serviceWorker.controller;
  const state = document.getElementById(PAGE_STATE_ID);
  const rendered = state?.dataset.reader !== 'member' && state?.textContent;
  if (!worker || !rendered || readToken()) return;
  const { queries } = JSON.parse(rendered) as DehydratedState;
  const answers = queries.flatMap(({ queryKey: [name, input, ...more], state: { data, dataUpdatedAt } }) => {
    const call = name as CallName;
    // Keys with more parts are not of an answer as the server gave it.
    if (data === undefined || more.length > 0 || !routes.has(call)) return [];
    const { href, pathname } = new URL(addressOf(call, input as AnyInput), location.origin);
    return LISTING_ANSWER.test(pathname) ? [{ url: href, at: dataUpdatedAt, data }] : [];
  });
  worker.postMessage({ kind: 'keep', answers } satisfies KeepMessage);
}
