import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AdminRole } from '#shared/adminRoles.ts';
import type { Hit } from '#shared/contracts/search.ts';
import { english } from '#shared/messages.ts';
import {
  findActions,
  findPages,
  groupItems,
  isSearchable,
  itemKey,
  keepRecent,
  readRecent,
} from '#web/features/search/CommandPalette.tsx';
import { destinationsOf } from '#web/features/search/destinations.tsx';
import { groupShortcuts } from '#web/features/search/ShortcutList.tsx';

afterEach(() => vi.unstubAllGlobals());

type Role = Parameters<typeof destinationsOf>[0];
const pagesOf = (role: Role) => destinationsOf(role, role === 'admin' ? 'owner' : null);
const titles = (role: Role, text: string) => findPages(pagesOf(role), text).map(({ title }) => title);

describe('pages', () => {
  test('are those the role may open', () => {
    const urls = (role: Role) => pagesOf(role).map(({ url }) => url);
    expect(urls(null).some((url) => /dashboard|profile|settings|favorites/.test(url))).toBe(false);
    expect(urls('user').some((url) => /agent-dashboard|admin-dashboard/.test(url))).toBe(false);
    expect(urls('agent').some((url) => url.startsWith('/admin'))).toBe(false);
    expect(urls('admin').some((url) => url.startsWith('/agent-dashboard'))).toBe(false);
    expect(urls('agent')).toContain('/agent-dashboard?tab=properties&new=1');
    for (const section of ['users', 'agents', 'properties', 'buildings', 'messages', 'settings'])
      expect(urls('admin')).toContain(`/admin-dashboard?tab=${section}`);
  });

  test('of an administrator are those of the own role', () => {
    const sections = (role: AdminRole) =>
      destinationsOf('admin', role).flatMap(({ url }) => /^\/admin-dashboard\?tab=(\w+)/.exec(url)?.[1] ?? []);
    expect(sections('moderator')).toEqual(['agents', 'properties', 'buildings', 'messages']);
    expect(sections('support')).toEqual(['users']);
    expect(sections('auditor')).toEqual(['users', 'agents', 'properties', 'buildings', 'audit']);
  });

  test('have keys of their own each', () => {
    for (const role of ['user', 'agent', 'admin'] as const) {
      const keys = pagesOf(role).flatMap((page) => page.keys ?? []);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test('are found by the beginnings of their words, and of others they are known by', () => {
    expect(titles('agent', 'analy')).toEqual(['Analytics']);
    expect(titles('agent', 'NEW prop')).toEqual(['Add New Property']);
    expect(titles('agent', 'calendar')).toEqual(['Calendar', 'Viewings']);
    expect(titles('agent', 'appoint')).toEqual(['Viewings']);
    expect(titles('agent', 'nalytics')).toEqual([]);
    expect(titles(null, '')).toEqual(destinationsOf(null).map(({ label }) => english(label)));
  });
});

test('what was found stands under its headings, pages first, empty ones left out', () => {
  const hit: Hit = { kind: 'person', id: 3, title: 'Ana', subtitle: '', url: '/agents/3' };
  const found = { listings: [], people: [hit], conversations: [] };
  const pages = findPages(destinationsOf(null), 'home');
  expect(groupItems(pages, found).map(({ heading }) => heading)).toEqual(['Pages', 'People']);
  expect(groupItems([], undefined)).toEqual([]);
  expect(itemKey('Recent', hit)).not.toBe(itemKey('People', hit));
});

test('what the keys do here can be found and done, what leads to pages is among these', () => {
  const shortcut = (keys: string, label: string, group: string) => ({
    keys,
    label,
    group,
    run: () => undefined,
  });
  const known = [
    shortcut('g d', 'Agent Dashboard', 'Go to'),
    shortcut('mod+k', 'Search, or jump to a page', 'General'),
    shortcut('e', 'Done', 'Desk'),
    shortcut('e', 'Not done', 'Desk'),
    shortcut('z', 'Snooze', 'Desk'),
  ];
  expect(findActions(known, '').map(({ title }) => title)).toEqual(['Not done', 'Snooze']);
  expect(findActions(known, 'sno')).toEqual([
    { kind: 'action', title: 'Snooze', subtitle: 'Desk', url: '#z', keys: 'z' },
  ]);
  expect(findActions(known, 'agent')).toEqual([]);
  const pages = findPages(destinationsOf(null), 'home');
  expect(groupItems(pages, undefined, findActions(known, 'done'))[0]?.heading).toBe('Actions');
});

test('one letter is not worth a search, one digit is', () => {
  expect(['', ' ', 'a', ' a '].map(isSearchable)).toEqual([false, false, false, false]);
  expect(['ab', '7', '#7'].map(isSearchable)).toEqual([true, true, true]);
});

describe('recent items', () => {
  function openTab(stored: Record<string, string> = {}) {
    const values = new Map(Object.entries(stored));
    const sessionStorage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    };
    vi.stubGlobal('window', { sessionStorage });
  }
  const item = (title: string) => ({
    kind: 'listing' as const,
    title,
    subtitle: '',
    url: `/properties/${title}`,
  });

  test('are the last five of that person, each once, the newest first', () => {
    openTab();
    for (const title of ['1', '2', '3', '1', '4', '5', '6']) keepRecent(7, item(title));
    expect(readRecent(7).map(({ title }) => title)).toEqual(['6', '5', '4', '1', '3']);
    expect(readRecent(8)).toEqual([]);
    expect(readRecent(null)).toEqual([]);
  });

  test('that were tampered with lead nowhere else', () => {
    const bad = [
      { ...item('x'), url: '//evil.example' },
      { ...item('y'), url: 'javascript:1' },
      null,
      'z',
      item('good'),
    ];
    openTab({ silong_palette_recent_7: JSON.stringify(bad), silong_palette_recent_8: '{' });
    expect(readRecent(7).map(({ title }) => title)).toEqual(['good']);
    expect(readRecent(8)).toEqual([]);
  });
});

test('shortcuts are listed under their headings, only those in force', () => {
  const run = () => undefined;
  const list = groupShortcuts([
    { keys: 'n', label: 'General new', group: 'General', run },
    { keys: '?', label: 'Help', group: 'General', run },
    { keys: 'n', label: 'New property', group: 'My Properties', run },
  ]);
  expect(list.map(({ group, shortcuts }) => [group, shortcuts.map(({ label }) => label)])).toEqual([
    ['General', ['Help']],
    ['My Properties', ['New property']],
  ]);
});
