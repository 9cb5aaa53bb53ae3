// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#shared/contracts/auth.ts';
import { createStore, readStored, readTexts, writeStored } from '#web/lib/store.ts';
import { openChannel, readCookie, readText, writeCookie, writeText } from '#web/platform/browserStorage.ts';

const ana = { id: 7, name: 'Ana', email: 'ana@silong.example', role: 'user' } as User;

/** As in a browser that refuses site data. */
function refuse(object: object, name: string): void {
  vi.spyOn(object as Record<string, unknown>, name, 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
}

/** A session store of a page that has just been opened. */
async function openSession() {
  vi.resetModules();
  return import('#web/platform/sessionStorage.ts');
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.localStorage.clear();
  window.sessionStorage.clear();
});

describe('with storage', () => {
  it('keeps texts and removes them', () => {
    expect(readText('localStorage', 'a')).toBeNull();
    expect(writeText('localStorage', 'a', 'one')).toBe(true);
    expect(readText('localStorage', 'a')).toBe('one');
    expect(readText('sessionStorage', 'a')).toBeNull();
    expect(writeText('localStorage', 'a', null)).toBe(true);
    expect(readText('localStorage', 'a')).toBeNull();
  });

  it('reads the cookie of that name alone', () => {
    writeCookie('other_language=en; path=/');
    writeCookie('language=fil; path=/');
    expect(readCookie('language')).toBe('fil');
    expect(readCookie('guage')).toBeUndefined();
  });

  it('remembers a session until it ends', async () => {
    const { storeSession, isSessionRemembered } = await openSession();
    storeSession(ana, 'token', true);
    expect(isSessionRemembered()).toBe(true);
    const { readStoredSession, clearSession } = await openSession();
    expect(readStoredSession()).toMatchObject({ token: 'token', user: { name: 'Ana' } });
    clearSession();
    expect((await openSession()).readStoredSession()).toBeNull();
  });
});

describe('where site data is refused', () => {
  const refuseAll = () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    refuse(window, 'localStorage');
    refuse(window, 'sessionStorage');
    refuse(document, 'cookie');
    vi.stubGlobal('BroadcastChannel', function refused() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
  };

  it('nothing is stored, and nothing throws', () => {
    refuseAll();
    expect(readText('localStorage', 'a')).toBeNull();
    expect(writeText('sessionStorage', 'a', 'one')).toBe(false);
    expect(writeText('sessionStorage', 'a', null)).toBe(false);
    expect(readStored('localStorage', 'a')).toBeUndefined();
    expect(writeStored('localStorage', 'a', { one: 1 })).toBe(false);
    expect(readTexts('localStorage', 'a')).toEqual({});
    expect(readCookie('a')).toBeUndefined();
    writeCookie('a=1');
    expect(openChannel('a')).toBeNull();
  });

  it('a store begins as an empty one and lasts as long as the page', () => {
    refuseAll();
    const names = createStore<string[]>([], {
      area: 'localStorage',
      key: 'names',
      read: (stored) => (Array.isArray(stored) ? stored : []),
    });
    expect(names.get()).toEqual([]);
    names.set(['Ana']);
    expect(names.get()).toEqual(['Ana']);
  });

  it('a person can sign in for as long as the page is open', async () => {
    const session = await openSession();
    refuseAll();
    expect(session.readStoredSession()).toBeNull();
    session.storeSession(ana, 'token', true);
    expect(session.readToken()).toBe('token');
    expect(session.isSessionRemembered()).toBe(false);
    const end = session.followSession(() => expect.unreachable());
    window.dispatchEvent(new Event('pageshow'));
    expect(session.readToken()).toBe('token');
    session.saveRedirect('/favorites');
    expect(session.takeRedirect()).toBeNull();
    expect(session.takeProviderVisit()).toBeNull();
    session.publishSession({ kind: 'signedIn', userId: 7 });
    end();
    session.clearSession();
    expect(session.readToken()).toBeNull();
  });

  it('a full store of all tabs leaves the session to this tab', async () => {
    const session = await openSession();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    session.storeSession(ana, 'token', true);
    expect(session.isSessionRemembered()).toBe(false);
    expect(window.sessionStorage.getItem('silong_token')).toBe('token');
  });
});

it('every other part of the page reaches site data by this module', () => {
  const own = /^platform\/browser(?:Storage|Store)\.ts$|^features\/offline\/(?:serviceWorker|pageWorker)\.ts$/;
  const direct =
    /\b(?:window|globalThis|self)\.(?:localStorage|sessionStorage|indexedDB|caches)\b|\b(?:localStorage|sessionStorage|indexedDB|caches)\.(?!ts\b)\w|document\.cookie|new BroadcastChannel/;
  const found = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !own.test(file))
    .filter((file) => direct.test(readFileSync(`web/${file}`, 'utf8')));
  expect(found).toEqual([]);
});
