// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '#shared/contracts/auth.ts';
import { actAfterLogin, SessionProvider, useSession } from '#web/features/auth/session.tsx';
import { changeDraft, readDraft } from '#web/features/conversations/thread/pendingMessages.ts';
import { draftKey, readWords, unsentWords, writeWords } from '#web/lib/keptWords.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { createDesktopSession } from '#web/platform/desktop.ts';
import { clearSession, forgetWithSession, readToken, storeSession } from '#web/platform/sessionStorage.ts';
import { showToast, toasts } from '#web/ui/dialogs/showToast.ts';

const queryClient = currentQueryClient();

const person = (id: number, name: string) => ({ id, name, email: `${name}@example.com`, role: 'user' }) as User;
const ana = person(1, 'Ana');
const ben = person(2, 'Ben');
const users: Record<string, User> = { 'token-ana': ana, 'token-ana-2': ana, 'token-ben': ben };

let calls: string[];

beforeEach(() => {
  calls = [];
  pressed.mockClear();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('authorization')?.slice('Bearer '.length) ?? null;
    calls.push(`${init.method} ${url} ${token}`);
    if (url === '/api/auth/login')
      return Response.json({ success: true, data: { user: ben, token: 'token-ben' } });
    const user = token && users[token];
    if (!user)
      return Response.json({ success: false, error: 'No session', code: 'unauthorized' }, { status: 401 });
    return Response.json({
      success: true,
      data: url === '/api/auth/profile' ? user : `${user.name}’s secret`,
    });
  });
});

afterEach(() => {
  cleanup();
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const heart = actAfterLogin<{ propertyId: number }>('heart');
const pressed = vi.fn();

/** Part of every page; does what a guest asked for. */
function Acts() {
  heart.useRun(({ propertyId }) => pressed(propertyId));
  return null;
}

/** A screen with something personal on it, and a box to write in. */
function Screen() {
  const { user, screenKey, login, logout, closeLogin } = useSession();
  return (
    <>
      <Acts />
      <button type="button" onClick={() => heart.ask({ propertyId: 7 })}>
        Press the heart
      </button>
      <button type="button" onClick={closeLogin}>
        Close the login
      </button>
      <p>{user ? `Signed in as ${user.name}` : 'Login Required'}</p>
      {user && <Secret />}
      <Box key={screenKey} />
      <button
        type="button"
        onClick={() => void login({ email: 'ben@example.com', password: 'secret', rememberMe: false })}
      >
        Log in
      </button>
      <button type="button" onClick={() => void logout()}>
        Log out
      </button>
      <button type="button" onClick={() => void logout({ keepsWords: true })}>
        Log out and keep
      </button>
    </>
  );
}

function Secret() {
  const { data } = useQuery({
    queryKey: ['secret'],
    queryFn: async () => {
      const answer = await fetch('/api/secret', {
        method: 'GET',
        headers: { authorization: `Bearer ${readToken()}` },
      });
      return (await answer.json()).data as string;
    },
    meta: { isPersonal: true },
  });
  return <p>{data ?? 'Loading'}</p>;
}

function Box() {
  const [text, setText] = useState('');
  return <textarea aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />;
}

const App = () => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <Screen />
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>
);

async function open(user: User, token: string, isRemembered: boolean) {
  storeSession(user, token, isRemembered);
  render(<App />);
  await screen.findByText(`${user.name}’s secret`);
}

const write = (text: string) =>
  act(() => {
    const box = screen.getByLabelText<HTMLTextAreaElement>('Message');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
const written = () => screen.getByLabelText<HTMLTextAreaElement>('Message').value;

/** Another tab's change of the storage that all tabs share. */
function inOtherTab(user: User | null, token = '') {
  if (user) {
    localStorage.setItem('silong_user', JSON.stringify(user));
    localStorage.setItem('silong_token', token);
  } else {
    localStorage.removeItem('silong_token');
    localStorage.removeItem('silong_user');
  }
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'silong_token', storageArea: localStorage }));
  });
}

function tell(kind: 'signedIn' | 'signedOut', userId: number) {
  const channel = new BroadcastChannel('silong-session');
  channel.postMessage({ kind, userId });
  channel.close();
}

it('ends when another tab logs out, and shows nothing personal any more', async () => {
  await open(ana, 'token-ana', true);
  write('For your eyes only');
  act(() => {
    changeDraft('conversation 1', { text: 'Half written' });
    showToast('Property removed from favorites', 'success', { label: 'Undo', onClick: () => undefined });
  });
  inOtherTab(null);
  expect(screen.getByText('Login Required')).toBeTruthy();
  expect(screen.queryByText('Ana’s secret')).toBeNull();
  expect(queryClient.getQueryData(['secret'])).toBeUndefined();
  expect([written(), readDraft('conversation 1').text, toasts.get()]).toEqual(['', '', []]);
  expect(readToken()).toBeNull();
});

it('goes on as the person who logged in in another tab, with nothing of the one before', async () => {
  await open(ana, 'token-ana', true);
  write('From Ana');
  inOtherTab(ben, 'token-ben');
  expect(screen.getByText('Signed in as Ben')).toBeTruthy();
  expect(screen.queryByText('Ana’s secret')).toBeNull();
  expect(written()).toBe('');
  expect(await screen.findByText('Ben’s secret')).toBeTruthy();
});

it('keeps what is on the screen when only the token of the same person changes', async () => {
  await open(ana, 'token-ana', true);
  write('Still here');
  inOtherTab(ana, 'token-ana-2');
  expect(readToken()).toBe('token-ana-2');
  expect(written()).toBe('Still here');
  expect(screen.getByText('Ana’s secret')).toBeTruthy();
});

it('acts for the person on the screen until the change has been noticed', async () => {
  await open(ana, 'token-ana', true);
  localStorage.setItem('silong_user', JSON.stringify(ben));
  localStorage.setItem('silong_token', 'token-ben');
  expect(readToken()).toBe('token-ana');
  // Its own end must not sign out the other one.
  act(() => clearSession());
  expect(localStorage.getItem('silong_token')).toBe('token-ben');
});

it('of one tab ends when the same person logs out in another, and is revoked', async () => {
  await open(ana, 'token-ana', false);
  tell('signedOut', ana.id);
  expect(await screen.findByText('Login Required')).toBeTruthy();
  expect(sessionStorage.getItem('silong_token')).toBeNull();
  expect(calls).toContain('POST /api/auth/logout token-ana');
});

it('of one tab ends when somebody else logs in in another, and not when the same person does', async () => {
  await open(ana, 'token-ana', false);
  tell('signedIn', ana.id);
  tell('signedIn', ben.id);
  expect(await screen.findByText('Login Required')).toBeTruthy();
  expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

it('tells the other tabs of a login and of a logout', async () => {
  const heard: unknown[] = [];
  const channel = new BroadcastChannel('silong-session');
  channel.addEventListener('message', ({ data }) => heard.push(data));
  await open(ana, 'token-ana', true);
  act(() => screen.getByText('Log out').click());
  expect(localStorage.getItem('silong_token')).toBeNull();
  act(() => screen.getByText('Log in').click());
  await screen.findByText('Ben’s secret');
  await vi.waitFor(() =>
    expect(heard).toEqual([
      { kind: 'signedOut', userId: 1 },
      { kind: 'signedIn', userId: 2 },
    ]),
  );
  channel.close();
});

it('leaves the words that it interrupts to their writer, wherever it was ended', async () => {
  await open(ana, 'token-ana', true);
  act(() => changeDraft('desk client 7', { text: 'Ten minutes of writing' }));
  writeWords(draftKey('review_9', ana.id), { comment: 'Kind' });
  // By its lifetime, a new password elsewhere, or another tab.
  inOtherTab(null);
  expect(readDraft('desk client 7').text).toBe('');
  inOtherTab(ana, 'token-ana-2');
  await screen.findByText('Ana’s secret');
  expect(readDraft('desk client 7').text).toBe('Ten minutes of writing');
  expect(readWords(draftKey('review_9', ana.id))).toEqual({ comment: 'Kind' });
  // The next person finds nothing, and nothing is left for later.
  inOtherTab(ben, 'token-ben');
  expect(readDraft('desk client 7').text).toBe('');
  expect(unsentWords(ana.id)).toEqual([]);
});

it('forgets half-written words at a wanted logout, unless they are to be kept', async () => {
  await open(ana, 'token-ana', true);
  act(() => changeDraft('conversation 1', { text: 'Half written' }));
  act(() => screen.getByText('Log out and keep').click());
  expect(unsentWords(ana.id)).toHaveLength(1);
  cleanup();
  await open(ana, 'token-ana', true);
  expect(readDraft('conversation 1').text).toBe('Half written');
  act(() => screen.getByText('Log out').click());
  expect(unsentWords(ana.id)).toEqual([]);
});

it('in the console is what the main process says after another window logged out', async () => {
  const kept = { token: 'token-ana', user: JSON.stringify(ana) };
  const bridge = { call: vi.fn(async () => null) };
  const { store } = createDesktopSession(bridge as never, kept);
  const listener = vi.fn();
  const stop = store.follow(listener);
  tell('signedOut', ana.id);
  await vi.waitFor(() => expect(listener).toHaveBeenCalledWith(null, null));
  expect(bridge.call).toHaveBeenCalledWith('readSession');
  expect(store.readToken()).toBeNull();
  stop();
});

it('shows nobody signed in before what was theirs is dropped', async () => {
  await open(ana, 'token-ana', false);
  let shown = '';
  // A screen that a store notifies asks anew for its data, and there is no token by then.
  forgetWithSession(() => {
    shown ||= screen.queryByText('Login Required')?.textContent ?? 'somebody';
  });
  await act(async () => screen.getByText('Log out').click());
  expect(shown).toBe('Login Required');
  expect(calls.filter((call) => call.endsWith(' null'))).toEqual([]);
});

it('does once, after the login, what the guest asked for', async () => {
  render(<App />);
  act(() => screen.getByText('Press the heart').click());
  expect(pressed).not.toHaveBeenCalled();
  act(() => screen.getByText('Log in').click());
  await vi.waitFor(() => expect(pressed.mock.calls).toEqual([[7]]));
  act(() => screen.getByText('Log out').click());
  act(() => screen.getByText('Log in').click());
  await screen.findByText('Ben’s secret');
  expect(pressed).toHaveBeenCalledTimes(1);
});

it('forgets what the guest asked for once the login dialog is closed', async () => {
  render(<App />);
  act(() => screen.getByText('Press the heart').click());
  act(() => screen.getByText('Close the login').click());
  act(() => screen.getByText('Log in').click());
  await screen.findByText('Ben’s secret');
  expect(pressed).not.toHaveBeenCalled();
});

it('does nothing of it for whoever logs in in another tab', async () => {
  render(<App />);
  act(() => screen.getByText('Press the heart').click());
  inOtherTab(ana, 'token-ana');
  await screen.findByText('Ana’s secret');
  act(() => screen.getByText('Log out').click());
  act(() => screen.getByText('Log in').click());
  await screen.findByText('Ben’s secret');
  expect(pressed).not.toHaveBeenCalled();
});

it('does nothing of it for a session that is found after a reload', async () => {
  render(<App />);
  act(() => screen.getByText('Press the heart').click());
  cleanup();
  await open(ana, 'token-ana', false);
  expect(pressed).not.toHaveBeenCalled();
});
