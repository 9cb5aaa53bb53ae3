import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Building2, CornerDownRight, type LucideIcon, MessageCircle, Search, UserRound, Zap } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '#shared/contracts/auth.ts';
import type { Property } from '#shared/contracts/properties.ts';
import type { Hit, QuickSearchAnswer } from '#shared/contracts/search.ts';
import { foldText } from '#shared/gazetteer/names.ts';
import { propertyTypeLabel } from '#shared/labels.ts';
import { msg } from '#shared/messages.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useChat } from '#web/features/conversations/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { keyOf } from '#web/lib/apiQueries.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { PALETTE_FIELD, useKeptKeys } from '#web/lib/keptKeys.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { inForce, type Shortcut, shortcuts } from '#web/lib/shortcuts.ts';
import { readStored, useStore, writeStored } from '#web/lib/store.ts';
import { useDebounced } from '#web/lib/useSearchText.ts';
import { useModal } from '#web/ui/dialogs/Dialog.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { type Destination, destinationsOf } from './destinations.tsx';
import { KeyCaps } from './ShortcutList.tsx';

const MIN_LETTERS = 2;
const LISTINGS = 5;

export const isSearchable = (text: string) => text.trim().length >= MIN_LETTERS || /\d/.test(text);

/** The results for the previous text stay until the next answer is there. A visitor finds public listings. */
const quickSearchQuery = (userId: number | null, text: string) =>
  queryOptions({
    // A visitor's answer has the shape of the other call.
    queryKey: [...keyOf('search.search', { query: { q: text } }), userId === null ? 'public' : 'own'],
    enabled: isSearchable(text),
    queryFn: ({ signal }) =>
      userId === null
        ? findPublicListings(text, signal)
        : callApi('search.search', { query: { q: text } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isPersonal: true },
  });

async function findPublicListings(text: string, signal: AbortSignal): Promise<QuickSearchAnswer> {
  const query = { search: text, sort: 'relevance', limit: LISTINGS } as const;
  const { properties } = await callApi('properties.list', { query }, { signal });
  return { listings: properties.map(toHit), people: [], conversations: [] };
}

function toHit({ id, title, price, type, listing_type, location }: Property): Hit {
  const shownPrice = `${formatShortPrice(price)}${t(priceSuffix(listing_type))}`;
  const subtitle = [shownPrice, t(propertyTypeLabel[type]), location.city, `#${id}`].join(' · ');
  return { kind: 'listing', id, title, subtitle, url: `/properties/${id}` };
}

const item = 'option group py-1.5 text-sm data-[selected=true]:bg-primary-soft';
const itemIcon = 'text-muted group-data-[selected=true]:text-primary';
const key = <kbd className="keycap mr-1 py-0.25 bg-surface" />;
const notice = 'flex flex-none items-center justify-between gap-3 pt-3 px-6 pb-4 text-muted text-sm';

const TYPING_MS = 160;
const MAX_LENGTH = 100;
const ALL_LISTINGS = 'all listings';
const CONVERSATION = /^\/conversations\/(\d+)$/;

interface CommandPaletteProps {
  user: User | null;
  logout(): Promise<void>;
  onShortcuts(): void;
  onClose(): void;
}

export function CommandPalette({ user, logout, onShortcuts, onClose }: CommandPaletteProps) {
  const userId = user?.id ?? null;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const [recent] = useState(() => readRecent(userId));
  const actions = useActions(user, logout, onShortcuts);
  const { openChat } = useChat();
  const navigate = useNavigate();

  const typed = text.trim();
  const asked = useDebounced(typed, TYPING_MS);
  const search = useQuery(quickSearchQuery(userId, asked));
  const isAsking = isSearchable(typed);
  const isWaiting = isAsking && (search.isFetching || asked !== typed);
  const hasFailed = isAsking && search.isError && !isWaiting;

  const pages = findPages([...destinationsOf(user?.role ?? null, user?.admin_role), ...actions], typed);
  const shortcutsHere = useStore(shortcuts);
  const acts = findActions(shortcutsHere, typed).filter(({ title }) =>
    pages.every((page) => page.title !== title),
  );
  const groups = groupItems(pages, isAsking ? search.data : undefined, acts);
  if (typed === '' && recent.length > 0) groups.unshift({ heading: t('Recent'), items: recent });
  const keys = groups.flatMap(({ heading, items }) => items.map((item) => itemKey(heading, item)));
  const choices = isAsking ? [...keys, ALL_LISTINGS] : keys;

  function open(item: PaletteItem) {
    if (item.kind === 'action') {
      const shortcut = shortcutsHere.findLast(({ keys }) => keys === item.keys);
      // Closed first: the action may move the focus, which must not land behind a dialog.
      flushSync(onClose);
      return shortcut?.run();
    }
    onClose();
    const action = actions.find(({ url }) => url === item.url);
    if (action) return action.run();
    keepRecent(userId, item);
    const conversation = CONVERSATION.exec(item.url)?.[1];
    if (conversation) openChat({ conversationId: Number(conversation) });
    else void navigate(item.url);
  }

  function openAllListings(): void {
    onClose();
    void navigate(`/properties?${new URLSearchParams({ search: typed })}`);
  }

  return (
    <PaletteFrame onClose={onClose}>
      <Command
        label={t('Search Silong')}
        className="flex flex-col max-h-[min(34rem,74dvh)] max-md:max-h-[88dvh] outline-none"
        shouldFilter={false}
        loop
        value={choices.includes(chosen) ? chosen : (choices[0] ?? '')}
        onValueChange={setChosen}
      >
        <div className="flex flex-none items-center gap-3 pt-0 pr-3 pb-0 pl-4 border-b border-b-line text-muted">
          <Search className="flex-none" size={20} />
          <Command.Input
            className="flex-1 min-w-0 h-14 border-0 outline-none bg-transparent text-ink text-lg placeholder:text-muted placeholder:opacity-100"
            value={text}
            onValueChange={setText}
            maxLength={MAX_LENGTH}
            placeholder={user ? t('Search listings, people, messages and pages') : t('Search listings and pages')}
          />
          {isWaiting && <Spinner size={18} />}
          <button
            type="button"
            className="flex-none min-w-11 h-11 px-2 rounded-sm text-muted text-xs font-semibold hover:bg-sunken hover:text-ink"
            onClick={onClose}
          >
            <Trans
              id="Esc<hidden>: close the search</hidden>"
              components={{ hidden: <span className="visuallyHidden" /> }}
            />
          </button>
        </div>
        <Command.List
          className="flex-1 min-h-0 overflow-auto overscroll-contain p-2 scroll-py-2"
          label={t('Results')}
        >
          <PaletteItems groups={groups} onOpen={open} />
          {isAsking && (
            <Command.Item className={item} value={ALL_LISTINGS} onSelect={openAllListings}>
              <Search className={itemIcon} size={18} />
              <span className="truncate font-semibold">{t('Search all properties for “{typed}”', { typed })}</span>
            </Command.Item>
          )}
        </Command.List>
        {hasFailed && (
          <div className={notice} role="alert">
            <p>{t('Search did not respond.')}</p>
            <button
              type="button"
              className="min-h-11 px-3 border border-line-strong rounded-sm text-ink font-semibold"
              onClick={() => void search.refetch()}
            >
              {t('Try Again')}
            </button>
          </div>
        )}
        {isAsking && !isWaiting && !hasFailed && keys.length === 0 && (
          <p className={notice}>
            {t('Nothing found for “{typed}”. Try a name, an area, or the number of a listing such as #1024.', {
              typed,
            })}
          </p>
        )}
        {!isAsking && keys.length === 0 && <p className={notice}>{t('Type at least two letters.')}</p>}
        <p className="visuallyHidden" role="status">
          {isWaiting
            ? t('Searching…')
            : t('{count, plural, one {# result} other {# results}}', { count: keys.length })}
        </p>
        <footer
          // A phone has no such keys.
          className="flex flex-none gap-4 py-2 px-4 border-t border-t-line bg-sunken text-muted text-xs max-md:hidden"
          aria-hidden="true"
        >
          <span>
            <Trans id="<key>↑</key><key>↓</key> move" components={{ key }} />
          </span>
          <span>
            <Trans id="<key>Enter</key> open" components={{ key }} />
          </span>
        </footer>
      </Command>
    </PaletteFrame>
  );
}

const icons: Record<PaletteItem['kind'], LucideIcon> = {
  page: CornerDownRight,
  action: Zap,
  listing: Building2,
  person: UserRound,
  conversation: MessageCircle,
};

type Groups = ReturnType<typeof groupItems>;

function PaletteItems({ groups, onOpen }: { groups: Groups; onOpen(item: PaletteItem): void }) {
  return groups.map(({ heading, items }) => (
    <Command.Group
      key={heading}
      className="not-first:mt-2"
      heading={<span className="block pt-2 px-3 pb-1 text-muted text-xs font-bold">{heading}</span>}
    >
      {items.map((line) => {
        const Icon = icons[line.kind];
        const key = itemKey(heading, line);
        return (
          <Command.Item key={key} className={item} value={key} onSelect={() => onOpen(line)}>
            <Icon className={itemIcon} size={18} />
            <span className="grid min-w-0">
              <span dir="auto" className="truncate font-semibold">
                {line.title}
              </span>
              {line.subtitle && (
                <span dir="auto" className="truncate text-muted text-caption">
                  {line.subtitle}
                </span>
              )}
            </span>
            {line.keys && (
              <span className="ml-auto max-md:hidden" aria-hidden="true">
                <KeyCaps keys={line.keys} />
              </span>
            )}
          </Command.Item>
        );
      })}
    </Command.Group>
  ));
}

const TOP = 'w-[min(40rem,100vw_-_2rem)] mt-[min(14dvh,7rem)] max-md:w-full max-md:mt-0 max-md:rounded-t-none';

/** The browser's modal dialog without a heading of its own: the field at its top names it. */
function PaletteFrame({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const { props, layer } = useModal({ onClose });
  const { ref } = props;
  useEffect(() => {
    // The browser would take the first thing that can have it, which is no field.
    ref.current?.querySelector('input')?.focus();
  }, [ref]);
  useKeptKeys(PALETTE_FIELD, () => ref.current?.querySelector('input'));

  const onKeyDown = (event: KeyboardEvent) => {
    // The key that opened it closes it.
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    // Now: the browser says later that it has closed a dialog, and may have been asked for it again by then.
    onClose();
  };

  return (
    <dialog
      {...props}
      className={`dialog max-w-none max-h-none overflow-hidden rounded-lg open:animate-drop ${TOP}`}
      aria-label={t('Search Silong')}
      onKeyDown={onKeyDown}
    >
      {children}
      {layer}
    </dialog>
  );
}

/** Actions of the palette, listed among the pages; their addresses only name them. */
function useActions(user: User | null, logout: () => Promise<void>, showShortcuts: () => void) {
  const { openLogin } = useSession();
  const login = {
    label: msg('Log In'),
    url: '#login',
    also: 'sign in register account',
    run: () => openLogin(),
  };
  const help = { label: msg('Keyboard Shortcuts'), url: '#shortcuts', also: 'help keys', run: showShortcuts };
  const leave = { label: msg('Log Out'), url: '#logout', also: 'sign out leave', run: () => void logout() };
  return user ? [help, leave] : [login, help];
}

interface PaletteItem extends Pick<Hit, 'title' | 'subtitle' | 'url'> {
  kind: Hit['kind'] | 'page' | 'action';
  /** That lead there without the palette. */
  keys?: string | undefined;
}

const MAX_PAGES = 6;

/** Unique in the list, where the same line may stand under 'Recent' and under its own heading. */
export function itemKey(heading: string, { kind, title, url }: PaletteItem): string {
  return `${heading} ${kind} ${url} ${title}`;
}

/** The shortcuts in force whose words begin with each word, without the ones that lead to pages. */
export function findActions(known: readonly Shortcut[], text: string): PaletteItem[] {
  const words = foldText(text).split(' ').filter(Boolean);
  const leavesPage = new Set([t('Go to'), t('General')]);
  return inForce(known)
    .filter(({ label, group }) => {
      const folded = ` ${foldText(label)}`;
      return !leavesPage.has(group) && words.every((word) => folded.includes(` ${word}`));
    })
    .map(({ label, group, keys }) => ({
      kind: 'action',
      title: label,
      subtitle: group,
      url: `#${keys}`,
      keys,
    }));
}

/** Pages whose name, or a word they are known by, begins with each word; all of them while nothing is typed. */
export function findPages(pages: readonly Destination[], text: string): PaletteItem[] {
  const words = foldText(text).split(' ').filter(Boolean);
  const found = pages
    .filter(({ label, also = '' }) => {
      const known = ` ${foldText(`${t(label)} ${also}`)}`;
      return words.every((word) => known.includes(` ${word}`));
    })
    .map(({ label, url, keys }): PaletteItem => ({ kind: 'page', title: t(label), subtitle: '', url, keys }));
  return text.trim() === '' ? found : found.slice(0, MAX_PAGES);
}

/** Actions and pages first: they are there at once, and later results do not move them. */
export function groupItems(
  pages: PaletteItem[],
  found: QuickSearchAnswer | undefined,
  actions: PaletteItem[] = [],
): { heading: string; items: PaletteItem[] }[] {
  return [
    { heading: t('Actions'), items: actions },
    { heading: t('Pages'), items: pages },
    { heading: t('Listings'), items: found?.listings ?? [] },
    { heading: t('People'), items: found?.people ?? [] },
    { heading: t('Conversations'), items: found?.conversations ?? [] },
  ].filter(({ items }) => items.length > 0);
}

const MAX_RECENT = 5;

/** Per person, and only as long as the tab: names of clients have no business on a shared computer. */
const recentKey = (userId: number | null) => `silong_palette_recent_${userId ?? 'visitor'}`;

export function readRecent(userId: number | null): PaletteItem[] {
  const stored = readStored('sessionStorage', recentKey(userId));
  return Array.isArray(stored) ? stored.filter(isItem).slice(0, MAX_RECENT) : [];
}

export function keepRecent(userId: number | null, { kind, title, subtitle, url }: PaletteItem): void {
  const others = readRecent(userId).filter((item) => item.url !== url || item.title !== title);
  const recent = [{ kind, title, subtitle, url }, ...others].slice(0, MAX_RECENT);
  writeStored('sessionStorage', recentKey(userId), recent);
}

function isItem(value: unknown): value is PaletteItem {
  if (typeof value !== 'object' || value === null) return false;
  const { title, subtitle, url, kind } = value as Record<string, unknown>;
  return (
    [title, subtitle, kind].every((part) => typeof part === 'string') &&
    typeof url === 'string' &&
    /^\/(?![/\\])/.test(url)
  );
}
