import type { User } from '#shared/contracts/auth.ts';

const TOKEN_KEY = 'silong_token';
const USER_KEY = 'silong_user';
const REDIRECT_KEY = 'redirectAfterLogin';

/** 'Remember me' keeps the session in local storage; without it, it ends with the tab. */
function stores(): Storage[] {
  return [window.localStorage, window.sessionStorage];
}

export function readToken(): string | null {
  for (const store of stores()) {
    const token = store.getItem(TOKEN_KEY);
    if (token) return token;
  }
  return null;
}

/** Null when nobody was signed in; what cannot be read clears both keys. */
export function readStoredSession(): { user: User; token: string } | null {
  const token = readToken();
  const text = stores()
    .map((store) => store.getItem(USER_KEY))
    .find((stored) => stored);
  if (!token || !text) return null;
  try {
    return { token, user: JSON.parse(text) as User };
  } catch {
    clearSession();
    return null;
  }
}

export function storeSession(user: User, token: string, remember: boolean): void {
  clearSession();
  const store = remember ? window.localStorage : window.sessionStorage;
  store.setItem(TOKEN_KEY, token);
  store.setItem(USER_KEY, JSON.stringify(user));
}

/** Whether the session outlives the tab. */
export function isSessionRemembered(): boolean {
  return window.localStorage.getItem(TOKEN_KEY) !== null;
}

/** Keeps a refreshed user where the session already lives. */
export function storeUser(user: User): void {
  const store = stores().find((candidate) => candidate.getItem(TOKEN_KEY));
  store?.setItem(USER_KEY, JSON.stringify(user));
}

export function clearSession(): void {
  for (const store of stores()) {
    store.removeItem(TOKEN_KEY);
    store.removeItem(USER_KEY);
  }
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
