import type { User } from '#shared/contracts/auth.ts';

const TOKEN_KEY = 'silong_token';
const USER_KEY = 'silong_user';
const REDIRECT_KEY = 'redirectAfterLogin';

export interface StoredSession {
  user: User;
  token: string;
}

/** Where the signed-in session lies between page loads. Read synchronously: the page draws by it. */
export interface SessionKeeper {
  readToken(): string | null;
  /** Null when nobody was signed in; what cannot be read is cleared. */
  read(): StoredSession | null;
  write(session: StoredSession, remember: boolean): void;
  isRemembered(): boolean;
  /** Keeps a refreshed user where the session already lives. */
  writeUser(user: User): void;
  clear(): void;
}

/** 'Remember me' keeps the session in local storage; without it, it ends with the tab. */
const browserKeeper: SessionKeeper = {
  readToken() {
    for (const store of stores()) {
      const token = store.getItem(TOKEN_KEY);
      if (token) return token;
    }
    return null;
  },
  read() {
    const token = browserKeeper.readToken();
    const text = stores()
      .map((store) => store.getItem(USER_KEY))
      .find((stored) => stored);
    if (!token || !text) return null;
    try {
      return { token, user: JSON.parse(text) as User };
    } catch {
      browserKeeper.clear();
      return null;
    }
  },
  write({ user, token }, remember) {
    browserKeeper.clear();
    const store = remember ? window.localStorage : window.sessionStorage;
    store.setItem(TOKEN_KEY, token);
    store.setItem(USER_KEY, JSON.stringify(user));
  },
  isRemembered: () => window.localStorage.getItem(TOKEN_KEY) !== null,
  writeUser(user) {
    const store = stores().find((candidate) => candidate.getItem(TOKEN_KEY));
    store?.setItem(USER_KEY, JSON.stringify(user));
  },
  clear() {
    for (const store of stores()) {
      store.removeItem(TOKEN_KEY);
      store.removeItem(USER_KEY);
    }
  },
};

function stores(): Storage[] {
  return [window.localStorage, window.sessionStorage];
}

let keeper = browserKeeper;

/** The desktop console keeps sessions behind the system's keyring. Called once, before anything is drawn. */
export function setSessionKeeper(chosen: SessionKeeper): void {
  keeper = chosen;
}

export function readToken(): string | null {
  return keeper.readToken();
}

export function readStoredSession(): StoredSession | null {
  return keeper.read();
}

export function storeSession(user: User, token: string, remember: boolean): void {
  keeper.write({ user, token }, remember);
}

/** Whether the session outlives the tab. */
export function isSessionRemembered(): boolean {
  return keeper.isRemembered();
}

export function storeUser(user: User): void {
  keeper.writeUser(user);
}

export function clearSession(): void {
  keeper.clear();
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
