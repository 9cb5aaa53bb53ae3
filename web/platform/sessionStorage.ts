import type { User } from '#shared/contracts/auth.ts';
import { openChannel, readCookie, readText, type StorageArea, writeCookie, writeText } from './browserStorage.ts';
import { scoped } from './scope.ts';

const TOKEN_KEY = 'silong_token';
const USER_KEY = 'silong_user';
const REDIRECT_KEY = 'redirectAfterLogin';
const PROVIDER_KEY = 'silong_provider_visit';

export interface StoredSession {
  user: User;
  token: string;
}

/** @param unusedToken a token that only this tab had and that is no longer needed. */
type SessionListener = (session: StoredSession | null, unusedToken: string | null) => void;

/**
 * Stores the session between page loads. Reads are synchronous, as the first render needs them. The session only changes by
 * `write`, `clear` or before a call of the listener, so that the page never acts for another account than it shows.
 */
export interface SessionStore {
  readToken(): string | null;
  /** Null without a session; unreadable data is cleared. */
  read(): StoredSession | null;
  write(session: StoredSession, remember: boolean): void;
  isRemembered(): boolean;
  writeUser(user: User): void;
  clear(): void;
  /** Calls the listener when another tab or window has signed in or out. @returns unsubscribes. */
  follow(listener: SessionListener): () => void;
}

/** The message from one tab or window to the others. */
interface SessionChange {
  kind: 'signedIn' | 'signedOut';
  userId: number;
}

const SESSION_CHANNEL = 'silong-session';
const sessionChannel = scoped(() => openChannel(SESSION_CHANNEL));

/** Subscribes to changes of other tabs and windows. @returns unsubscribes. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  const onMessage = ({ data }: MessageEvent<SessionChange>) => listener(data);
  const channel = sessionChannel();
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}

/**
 * 'Remember me' stores the session in local storage, which all tabs share; otherwise it ends with the tab. A browser has one
 * account at a time: signing in replaces the previous session, and signing out applies to every tab.
 */
function createBrowserSession(): SessionStore {
  /** Undefined before the first read. */
  let current: StoredSession | null | undefined;
  let isShared = false;

  function read(): StoredSession | null {
    if (current !== undefined) return current;
    const shared = readFrom('localStorage');
    isShared = shared !== null;
    // A session for all tabs replaces this tab's own one.
    if (shared) empty('sessionStorage');
    current = shared ?? readFrom('sessionStorage');
    setSignedInCookie(current !== null);
    return current;
  }

  /** Ends the session of this tab alone, for the one that all tabs share. */
  function adopt(shared: StoredSession | null): void {
    empty('sessionStorage');
    current = shared;
    isShared = shared !== null;
    setSignedInCookie(isShared);
  }

  /** Reads the shared session again. @returns whether it has changed. */
  function adoptShared(): boolean {
    const before = read();
    const shared = readFrom('localStorage');
    if (shared?.token === before?.token || (!shared && !isShared)) return false;
    adopt(shared);
    return true;
  }

  return {
    readToken: () => read()?.token ?? null,
    read,
    write(session, remember) {
      empty('sessionStorage');
      // Where the browser stores nothing, the session lasts as long as the page.
      isShared = remember && put('localStorage', session);
      if (!isShared) {
        empty('localStorage');
        put('sessionStorage', session);
      }
      current = session;
      setSignedInCookie(true);
    },
    isRemembered: () => read() !== null && isShared,
    writeUser(user) {
      const session = read();
      if (!session) return;
      current = { ...session, user };
      const area = isShared ? 'localStorage' : 'sessionStorage';
      if (readText(area, TOKEN_KEY) === session.token) writeText(area, USER_KEY, JSON.stringify(user));
    },
    clear() {
      const token = read()?.token;
      // The shared session may belong to another account by now.
      for (const area of AREAS) if (readText(area, TOKEN_KEY) === token) empty(area);
      current = null;
      isShared = false;
      setSignedInCookie(false);
    },
    follow(listener) {
      const refresh = () => {
        if (adoptShared()) listener(read(), null);
      };
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key === TOKEN_KEY) refresh();
      };
      const unsubscribe = onSessionChange(({ kind, userId }) => {
        const own = isShared ? null : read();
        if (!own || (own.user.id === userId) !== (kind === 'signedOut')) {
          refresh();
          return;
        }
        const shared = readFrom('localStorage');
        adopt(shared);
        listener(shared, own.token);
      });
      // A suspended tab, or one restored by the Back button, has missed events.
      const onVisible = () => {
        if (document.visibilityState === 'visible') refresh();
      };
      const end = new AbortController();
      const listening = { signal: end.signal };
      window.addEventListener('storage', onStorage, listening);
      window.addEventListener('pageshow', refresh, listening);
      document.addEventListener('visibilitychange', onVisible, listening);
      return () => {
        unsubscribe();
        end.abort();
      };
    },
  };
}

const SIGNED_IN_COOKIE = 'silong_signed_in';

/** By this cookie the server sends a page without a guest's parts: empty, except for a listing's. */
function setSignedInCookie(isSignedIn: boolean): void {
  if ((readCookie(SIGNED_IN_COOKIE) === '1') === isSignedIn) return;
  const seconds = isSignedIn ? 365 * 24 * 3_600 : 0;
  writeCookie(`${SIGNED_IN_COOKIE}=1; path=/; max-age=${seconds}; samesite=lax`);
}

const AREAS = ['localStorage', 'sessionStorage'] as const;

function readFrom(area: StorageArea): StoredSession | null {
  const token = readText(area, TOKEN_KEY);
  const text = readText(area, USER_KEY);
  if (!token || !text) return null;
  try {
    return { token, user: JSON.parse(text) as User };
  } catch {
    empty(area);
    return null;
  }
}

/** The token last, as other tabs read both when it changes. @returns false if not both could be stored. */
const put = (area: StorageArea, { user, token }: StoredSession): boolean =>
  writeText(area, USER_KEY, JSON.stringify(user)) && writeText(area, TOKEN_KEY, token);

function empty(area: StorageArea): void {
  writeText(area, TOKEN_KEY, null);
  writeText(area, USER_KEY, null);
}

const sessionStore = scoped(createBrowserSession);

/** Replaces the browser's store, for the desktop console and server rendering. Called before the first render. */
export const setSessionStore = (chosen: SessionStore): void => sessionStore.set(chosen);

export const readToken = (): string | null => sessionStore().readToken();
export const readStoredSession = (): StoredSession | null => sessionStore().read();
export const storeSession = (user: User, token: string, remember: boolean): void =>
  sessionStore().write({ user, token }, remember);
/** Whether the session outlives the tab. */
export const isSessionRemembered = (): boolean => sessionStore().isRemembered();
export const storeUser = (user: User): void => sessionStore().writeUser(user);
export const clearSession = (): void => sessionStore().clear();
export const followSession = (listener: SessionListener) => sessionStore().follow(listener);

/** Publishes a sign-in or sign-out to the other tabs and windows. */
export const publishSession = (change: SessionChange): void => sessionChannel()?.postMessage(change);

/** Cleanups of modules; each acts on the current scope. */
const cleanups = new Set<() => void>();

/** Registers the cleanup of an account's state outside of components, which runs when the session ends. */
export const forgetWithSession = (forget: () => void): void => void cleanups.add(forget);

export function forgetPerson(): void {
  for (const forget of cleanups) forget();
}

/** Reads and removes a text of this tab. */
function takeText(key: string): string | null {
  const text = readText('sessionStorage', key);
  writeText('sessionStorage', key, null);
  return text;
}

export const saveRedirect = (path: string): void => void writeText('sessionStorage', REDIRECT_KEY, path);
export const dropRedirect = (): void => void writeText('sessionStorage', REDIRECT_KEY, null);

/** Reads and clears the saved path; null unless it is a path of this site. */
export function takeRedirect(): string | null {
  const path = takeText(REDIRECT_KEY);
  return path && /^\/(?![/\\])/.test(path) ? path : null;
}

/** A pending sign-in at the office's provider (OpenID Connect). */
export interface ProviderVisit {
  /** Secret of this browser from the server. */
  secret: string;
  rememberMe: boolean;
  /** Path to return to. */
  returnTo: string;
}

export const saveProviderVisit = (visit: ProviderVisit): void =>
  void writeText('sessionStorage', PROVIDER_KEY, JSON.stringify(visit));

/** Reads and clears the saved visit. */
export function takeProviderVisit(): ProviderVisit | null {
  const text = takeText(PROVIDER_KEY);
  return text === null ? null : (JSON.parse(text) as ProviderVisit);
}
