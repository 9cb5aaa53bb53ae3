import { queryOptions } from '@tanstack/react-query';
import type { PushSubscriptionView } from '#shared/contracts/push.ts';
import { isApple, isInstalled } from '#web/features/install/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { keyOf } from '#web/lib/apiQueries.ts';
import { setWantedBy, wantedBy } from './wanted.ts';

const WORKER_WITHIN_MS = 10_000;

/** The browser's state: only the last two can be changed from here. */
export type PushState = 'unsupported' | 'needsInstall' | 'blocked' | 'off' | 'on';

const hasPush = () =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const devicesQuery = () =>
  queryOptions({
    queryKey: [...keyOf('push.list'), 'state'],
    meta: { isPersonal: true },
    queryFn: async ({ signal }) => {
      await following;
      const { subscriptions } = await callApi('push.list', {}, { signal });
      return { subscriptions, state: await readState(subscriptions) };
    },
  });

/** Calls the listener when the person allows or blocks notifications in the browser's settings. @returns ends it. */
export function listenToPermission(listener: () => void): () => void {
  const end = new AbortController();
  navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', listener, { signal: end.signal }),
    // Some browsers do not tell; the state is read when the page is opened again.
    () => undefined,
  );
  return () => end.abort();
}

async function readState(subscriptions: readonly PushSubscriptionView[]): Promise<PushState> {
  // Safari shows notifications of installed sites only.
  if (!hasPush()) return isApple() && !isInstalled() ? 'needsInstall' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  return subscription && subscriptions.some(({ current }) => current) ? 'on' : 'off';
}

/** Not `ready` alone, which waits for ever where there will be no worker. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('No service worker is ready')), WORKER_WITHIN_MS),
  );
  return Promise.race([navigator.serviceWorker.ready, late]);
}

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const isSameKey = (known: ArrayBuffer | null, key: Uint8Array) =>
  known !== null && String(new Uint8Array(known)) === String(key);

/** Registers this browser at the server, with a subscription under the server's own key. */
async function subscribe(): Promise<PushSubscriptionView> {
  const { public_key } = await callApi('push.key');
  const key = toBytes(public_key);
  const { pushManager } = await readyWorker();
  let subscription = await pushManager.getSubscription();
  if (subscription && !isSameKey(subscription.options.applicationServerKey, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return callApi('push.subscribe', { body: { endpoint, keys: { p256dh, auth } } });
}

/** @returns false: the person was asked and said no, or looked away. @throws {Error} */
export async function switchOn(userId: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await subscribe();
  setWantedBy(userId);
  return true;
}

export async function switchOff(devices: readonly PushSubscriptionView[]): Promise<void> {
  setWantedBy(undefined);
  for (const { id, current } of devices) if (current) await callApi('push.unsubscribe', { params: { id } });
  await endSubscription();
}

/** The server's row ends with the session; the browser's own subscription here. */
async function endSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** The state is read after a running change of the session has finished. */
let following: Promise<void> = Promise.resolve();

export function followPerson(userId: number | null): Promise<void> {
  const work = following.then(() => follow(userId));
  following = work.catch(() => undefined);
  return work;
}

/** For a new session: only the account that switched notices on in this browser gets them again. @param userId null: signed out. */
async function follow(userId: number | null): Promise<void> {
  if (!hasPush()) return;
  if (userId === null || userId !== wantedBy()) await endSubscription();
  else if (Notification.permission === 'granted') await subscribe();
}
