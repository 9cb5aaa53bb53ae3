// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#shared/contracts/auth.ts';

/** As after a crash of the tab: its memory and its own storage are gone. */
async function openTab() {
  vi.resetModules();
  sessionStorage.clear();
  const [words, talks, session] = await Promise.all([
    import('#web/lib/keptWords.ts'),
    import('#web/features/conversations/thread/pendingMessages.ts'),
    import('#web/platform/sessionStorage.ts'),
  ]);
  const signIn = (id: number) => session.storeSession({ id } as User, `token-${id}`, false);
  return { ...words, ...talks, ...session, signIn };
}

/** As after another tab's change. */
function hear(key: string, newValue: string | null): void {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
}

const asksBeforeLeaving = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe('the words of a talk', () => {
  it('survive a tab that crashes, and the end of the session', async () => {
    const tab = await openTab();
    tab.signIn(1);
    tab.changeDraft('desk client 7', { text: 'Ten minutes of writing' });
    const { clientId } = tab.beginAttempt('conversation 3', 'On its way');
    tab.clearSession();
    tab.forgetPerson();
    expect(tab.readDraft('desk client 7').text).toBe('');

    const next = await openTab();
    expect(next.readDraft('desk client 7').text).toBe('');
    next.signIn(1);
    expect(next.readDraft('desk client 7').text).toBe('Ten minutes of writing');
    // Sent again it is the same message.
    expect(next.readDraft('conversation 3')).toMatchObject({ text: 'On its way', status: 'idle' });
    expect(next.beginAttempt('conversation 3', 'On its way').clientId).toBe(clientId);
    next.clearSession();
  });

  it('are the same in all tabs, and gone in all once they are sent', async () => {
    const tab = await openTab();
    tab.signIn(1);
    const key = tab.talkKey(1, 'desk client 7');
    hear(key, JSON.stringify({ text: 'From the other tab', attempt: null }));
    expect(tab.readDraft('desk client 7').text).toBe('From the other tab');
    tab.changeDraft('desk client 8', { text: 'Another client' });
    hear(key, null);
    expect(tab.readDraft('desk client 7').text).toBe('');
    expect(tab.readDraft('desk client 8').text).toBe('Another client');
    tab.clearSession();
  });

  it('that another tab sent meanwhile do not come back with the tab’s own copy', async () => {
    const tab = await openTab();
    tab.signIn(1);
    tab.changeDraft('a', { text: 'Sent elsewhere' });
    localStorage.removeItem(tab.talkKey(1, 'a'));
    vi.resetModules();
    const { readDraft } = await import('#web/features/conversations/thread/pendingMessages.ts');
    expect(readDraft('a').text).toBe('');
  });

  it('stay where an earlier version of the page looks for them', async () => {
    const tab = await openTab();
    tab.signIn(1);
    tab.changeDraft('a', { text: 'Before the update' });
    expect(sessionStorage.getItem('silong_drafts')).toContain('Before the update');
    // And those of an earlier version are found here.
    sessionStorage.setItem('silong_drafts', JSON.stringify({ userId: 1, drafts: { b: { text: 'Older' } } }));
    vi.resetModules();
    const { readDraft } = await import('#web/features/conversations/thread/pendingMessages.ts');
    expect([readDraft('a').text, readDraft('b').text]).toEqual(['Before the update', 'Older']);
    tab.clearSession();
  });
});

/** From now on nothing new is stored. @returns ends it. */
function fill(): () => void {
  const real = window.localStorage;
  const become = (value: Storage) => Object.defineProperty(window, 'localStorage', { configurable: true, value });
  become(
    new Proxy(real, {
      get(target, name) {
        if (name === 'setItem') throw new DOMException('full', 'QuotaExceededError');
        return Reflect.get(target, name);
      },
    }),
  );
  stops.push(() => become(real));
  return () => become(real);
}
const stops: (() => void)[] = [];

describe('a storage that is full or refuses', () => {
  it('loses nothing as long as the page is open, which asks before it goes', async () => {
    const tab = await openTab();
    tab.signIn(1);
    fill();
    expect(tab.writeWords('silong_review_9_draft_1', { comment: 'Kind and quick' })).toBe(false);
    tab.changeDraft('desk client 7', { text: 'Not stored' });
    expect(tab.readWords('silong_review_9_draft_1')).toEqual({ comment: 'Kind and quick' });
    expect(tab.readDraft('desk client 7').text).toBe('Not stored');
    expect(tab.unsentWords(1).map(({ excerpt }) => excerpt)).toEqual(['Kind and quick', 'Not stored']);
    expect(asksBeforeLeaving()).toBe(true);
    tab.writeWords('silong_review_9_draft_1', undefined);
    tab.changeDraft('desk client 7', { text: '' });
    expect(asksBeforeLeaving()).toBe(false);
    tab.clearSession();
  });

  it('has room again: what is written next is stored', async () => {
    const tab = await openTab();
    tab.signIn(1);
    const empty = fill();
    tab.changeDraft('a', { text: 'Not stored' });
    empty();
    tab.changeDraft('a', { text: 'Not stored, and more' });
    expect(asksBeforeLeaving()).toBe(false);
    const next = await openTab();
    next.signIn(1);
    expect(next.readDraft('a').text).toBe('Not stored, and more');
    next.clearSession();
  });
});

describe('the owner', () => {
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('silong_'));

  it('alone sees them; another person’s signing in forgets them', async () => {
    const tab = await openTab();
    tab.signIn(1);
    tab.changeDraft('a', { text: 'Mine' });
    tab.writeWords(tab.draftKey('review_9', 1), { comment: 'Mine too' });
    tab.writeWords('silong_property_draft_1_new', { values: { title: 'A loft' } });
    tab.signIn(2);
    expect(tab.readDraft('a').text).toBe('');
    expect(tab.unsentWords(2)).toEqual([]);
    tab.forgetWordsOfOthers(2);
    expect(kept()).toEqual([]);
    // A form of the first person that closes only now writes nothing.
    tab.writeWords(tab.draftKey('review_9', 1), { comment: 'Too late' });
    expect(kept()).toEqual([]);
    tab.signIn(1);
    expect(tab.readDraft('a').text).toBe('');
    tab.clearSession();
  });

  it('who logs out for good finds nothing later, in this tab either', async () => {
    const tab = await openTab();
    tab.signIn(1);
    tab.changeDraft('a', { text: 'Half-written' });
    tab.writeWords(tab.draftKey('review_9', 1), { comment: 'Kind', rating: 5 });
    tab.writeWords('silong_sending_1', { key: 'x' });
    expect(
      tab
        .unsentWords(1)
        .map(({ excerpt }) => excerpt)
        .sort(),
    ).toEqual(['Half-written', 'Kind']);
    tab.clearSession();
    tab.forgetPerson();
    tab.forgetWords(1);
    tab.writeWords(tab.draftKey('review_9', 1), { comment: 'A form that closes' });
    expect(kept()).toEqual([]);
    tab.signIn(1);
    expect(tab.readDraft('a').text).toBe('');
    tab.changeDraft('a', { text: 'Anew' });
    expect(kept()).toEqual([tab.talkKey(1, 'a')]);
    tab.clearSession();
  });
});
