import type { User } from '#shared/contracts/auth.ts';
import { scoped } from './scope.ts';

const TOKEN_KEY = 'silong_token';
const USER_KEY = 'silong_user';
const REDIRECT_KEY = 'redirectAfterLogin';
const ACT_KEY = 'silong_act_after_login';
const PROVIDER_KEY = 'silong_provider_visit';

export interface StoredSession {
  user: User;
  token: string;
}

/** @param unusedToken one that only this tab held and that nobody uses any more. */
type SessionListener = (session: StoredSession | null, unusedToken: string | null) => void;

/**
 * Where the signed-in session lies between page loads. Read synchronously: the page draws by it. What is read stays the
 * same until `write`, `clear` or a report to the listener, so that the page never acts for another person than it shows.
 */
export interface SessionKeeper {
  readToken(): string | null;
  /** Null when nobody was signed in; what cannot be read is cleared. */
  read(): StoredSession | null;
  write(session: StoredSession, remember: boolean): void;
  isRemembered(): boolean;
  /** Keeps a refreshed user where the session already lives. */
  writeUser(user: User): void;
  clear(): void;
  /** Reports another session, or none, that another tab or window brought about. @returns stops. */
  follow(listener: SessionListener): () => void;
}

/** What one tab or window tells the others. */
export interface SessionNews {
  kind: 'signedIn' | 'signedOut';
  userId: number;
}

const SESSION_CHANNEL = 'silong-session';
const openChannel = scoped(() =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(SESSION_CHANNEL),
);

/** @returns stops listening to the other tabs and windows. */
export function listenToSessionNews(listener: (news: SessionNews) => void): () => void {
  const onMessage = ({ data }: MessageEvent<SessionNews>) => listener(data);
  const channel = openChannel();
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}

/**
 * 'Remember me' keeps the session in local storage, which all tabs share; without it, it ends with the tab. A browser is
 * one person's at a time: who signs in takes the place of whoever was signed in, and who signs out does so in every tab.
 */
function createBrowserKeeper(): SessionKeeper {
  /** Undefined until the storage was first read. */
  let current: StoredSession | null | undefined;
  let isShared = false;

  function read(): StoredSession | null {
    if (current !== undefined) return current;
    const shared = readFrom(window.localStorage);
    isShared = shared !== null;
    // Whoever this tab belonged to before has been followed by who signed in for all tabs.
    if (shared) empty(window.sessionStorage);
    current = shared ?? readFrom(window.sessionStorage);
    tellServer(current !== null);
    return current;
  }

  /** The shared session as it is now. @returns whether it is another one. */
  function adoptShared(): boolean {
    const before = read();
    const shared = readFrom(window.localStorage);
    if (shared?.token === before?.token || (!shared && !isShared)) return false;
    empty(window.sessionStorage);
    current = shared;
    isShared = shared !== null;
    tellServer(isShared);
    return true;
  }

  return {
    readToken: () => read()?.token ?? null,
    read,
    write(session, remember) {
      for (const store of remember ? [window.sessionStorage] : stores()) empty(store);
      const store = remember ? window.localStorage : window.sessionStorage;
      // The token last: the other tabs look when it changes.
      store.setItem(USER_KEY, JSON.stringify(session.user));
      store.setItem(TOKEN_KEY, session.token);
      current = session;
      isShared = remember;
      tellServer(true);
    },
    isRemembered: () => read() !== null && isShared,
    writeUser(user) {
      const session = read();
      if (!session) return;
      current = { ...session, user };
      const store = isShared ? window.localStorage : window.sessionStorage;
      if (store.getItem(TOKEN_KEY) === session.token) store.setItem(USER_KEY, JSON.stringify(user));
    },
    clear() {
      const token = read()?.token;
      // By now the shared one may be somebody else's.
      for (const store of stores()) if (store.getItem(TOKEN_KEY) === token) empty(store);
      current = null;
      isShared = false;
      tellServer(false);
    },
    follow(listener) {
      const look = () => {
        if (adoptShared()) listener(read(), null);
      };
      const onStorage = ({ key, storageArea }: StorageEvent) => {
        if (storageArea === window.localStorage && (key === null || key === TOKEN_KEY)) look();
      };
      const stopNews = listenToSessionNews(({ kind, userId }) => {
        const own = isShared ? null : read();
        if (!own || (own.user.id === userId) !== (kind === 'signedOut')) {
          look();
          return;
        }
        empty(window.sessionStorage);
        current = readFrom(window.localStorage);
        isShared = current !== null;
        tellServer(isShared);
        listener(current, own.token);
      });
      // A tab that slept, or came back by the Back button, has missed what happened.
      const onVisible = () => {
        if (document.visibilityState === 'visible') look();
      };
      window.addEventListener('storage', onStorage);
      window.addEventListener('pageshow', look);
      document.addEventListener('visibilitychange', onVisible);
      return () => {
        stopNews();
        window.removeEventListener('storage', onStorage);
        window.removeEventListener('pageshow', look);
        document.removeEventListener('visibilitychange', onVisible);
      };
    },
  };
}

/**
 * The server renders pages for guests alone, as it knows nobody by a page's request. Who is signed in gets one that is not
 * drawn yet, rather than a guest's that is drawn anew.
 */
function tellServer(isSignedIn: boolean): void {
  const isTold = /(?:^|; )silong_signed_in=1(?:;|$)/.test(document.cookie);
  if (isTold === isSignedIn) return;
  const seconds = isSignedIn ? 365 * 24 * 3_600 : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox before 140 have no Cookie Store, and it does not answer at once
  document.cookie = `silong_signed_in=1; path=/; max-age=${seconds}; samesite=lax`;
}

function readFrom(store: Storage): StoredSession | null {
  const token = store.getItem(TOKEN_KEY);
  const text = store.getItem(USER_KEY);
  if (!token || !text) return null;
  try {
    return { token, user: JSON.parse(text) as User };
  } catch {
    empty(store);
    return null;
  }
}

function empty(store: Storage): void {
  store.removeItem(TOKEN_KEY);
  store.removeItem(USER_KEY);
}

function stores(): Storage[] {
  return [window.localStorage, window.sessionStorage];
}

const keeper = scoped(createBrowserKeeper);

/**
 * The desktop console keeps sessions behind the system's keyring; a server knows one from the request. Called before
 * anything is drawn.
 */
export function setSessionKeeper(chosen: SessionKeeper): void {
  keeper.set(chosen);
}

export function readToken(): string | null {
  return keeper().readToken();
}

export function readStoredSession(): StoredSession | null {
  return keeper().read();
}

export function storeSession(user: User, token: string, remember: boolean): void {
  keeper().write({ user, token }, remember);
}

/** Whether the session outlives the tab. */
export function isSessionRemembered(): boolean {
  return keeper().isRemembered();
}

export function storeUser(user: User): void {
  keeper().writeUser(user);
}

export function clearSession(): void {
  keeper().clear();
}

/** Also tells the other tabs and windows. */
export function announceSession(news: SessionNews): void {
  openChannel()?.postMessage(news);
}

export function followSession(listener: SessionListener): () => void {
  return keeper().follow(listener);
}

/** Functions of modules, which act on the reader's own scope. */
const forgetters = new Set<() => void>();

/** For what is kept outside components and belongs to the person who is signed in: called when they no longer are. */
export function forgetWithSession(forget: () => void): void {
  forgetters.add(forget);
}

export function forgetPerson(): void {
  for (const forget of forgetters) forget();
}

export function saveRedirect(path: string): void {
  window.sessionStorage.setItem(REDIRECT_KEY, path);
}

/** Reads and clears it. Only paths of this site are followed. */
export function takeRedirect(): string | null {
  const path = window.sessionStorage.getItem(REDIRECT_KEY);
  window.sessionStorage.removeItem(REDIRECT_KEY);
  return path && /^\/(?![/\\])/.test(path) ? path : null;
}

export function dropRedirect(): void {
  window.sessionStorage.removeItem(REDIRECT_KEY);
}

/** What somebody wanted to do where they were asked to log in. It is no part of an address: a link must not act for anybody. */
export function saveActAfterLogin(wanted: { path: string; act: string } | null): void {
  if (wanted) window.sessionStorage.setItem(ACT_KEY, `${wanted.act} ${wanted.path.replace(/[?#].*$/, '')}`);
  else window.sessionStorage.removeItem(ACT_KEY);
}

/** Whether it was this act on this page; it is told once. */
export function takeActAfterLogin(pathname: string, act: string): boolean {
  const isWanted = window.sessionStorage.getItem(ACT_KEY) === `${act} ${pathname}`;
  if (isWanted) window.sessionStorage.removeItem(ACT_KEY);
  return isWanted;
}

/** Somebody is on the way to the office's sign-in provider and back. */
export interface ProviderVisit {
  /** What the server gave to this browser alone. */
  secret: string;
  rememberMe: boolean;
  /** Where they were. */
  returnTo: string;
}

export function saveProviderVisit(visit: ProviderVisit): void {
  window.sessionStorage.setItem(PROVIDER_KEY, JSON.stringify(visit));
}

/** Reads and clears it. */
export function takeProviderVisit(): ProviderVisit | null {
  const text = window.sessionStorage.getItem(PROVIDER_KEY);
  window.sessionStorage.removeItem(PROVIDER_KEY);
  return text === null ? null : (JSON.parse(text) as ProviderVisit);
}
