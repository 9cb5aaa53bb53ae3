import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Building2, CornerDownRight, MessageCircle, Search, UserRound } from 'lucide-react';
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#shared/contracts/auth.ts';
import type { Property, PropertyList } from '#shared/contracts/properties.ts';
import type { Hit, QuickSearchAnswer } from '#shared/contracts/search.ts';
import { propertyTypeLabel } from '#shared/labels.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useChat } from '#web/features/conversations/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { countWords } from '#web/lib/countWords.ts';
import { useDebounced } from '#web/lib/useDebounced.ts';
import { useModal } from '#web/ui/dialogs/useModal.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import styles from './CommandPalette.module.css';
import { type Destination, destinationsOf } from './destinations.ts';
import {
  findPages,
  groupItems,
  type ItemGroup,
  itemKey,
  keepRecent,
  type PaletteItem,
  readRecent,
} from './items.ts';
import { openPalette } from './palette.ts';
import { KeyCaps } from './ShortcutList.tsx';

const MIN_LETTERS = 2;
const LISTINGS = 5;

/** Whether a text is worth asking the server for: two letters, or a listing's number. */
export function isSearchable(text: string): boolean {
  return text.trim().length >= MIN_LETTERS || /\d/.test(text);
}

/** What was found for the text before stays until the next answer is there. A visitor finds public listings. */
const quickSearchQuery = (userId: number | null, text: string) =>
  queryOptions({
    queryKey: ['palette', userId, text],
    enabled: isSearchable(text),
    queryFn: ({ signal }) =>
      userId === null
        ? findPublicListings(text, signal)
        : callApi<QuickSearchAnswer>('GET', '/api/search', { query: { q: text }, signal }),
    placeholderData: keepPreviousData,
    meta: { isPersonal: true },
  });

async function findPublicListings(text: string, signal: AbortSignal): Promise<QuickSearchAnswer> {
  const query = { search: text, sort: 'relevance', limit: LISTINGS };
  const { properties } = await callApi<PropertyList>('GET', '/api/properties', { query, signal });
  return { listings: properties.map(toHit), people: [], conversations: [] };
}

function toHit({ id, title, price, type, listing_type, location }: Property): Hit {
  const shownPrice = `${formatShortPrice(price)}${priceSuffix(listing_type)}`;
  const subtitle = [shownPrice, propertyTypeLabel[type], location.city, `#${id}`].join(' · ');
  return { kind: 'listing', id, title, subtitle, url: `/properties/${id}` };
}

const TYPING_MS = 160;
const MAX_LENGTH = 100;
const ALL_LISTINGS = 'all listings';
const CONVERSATION = /^\/conversations\/(\d+)$/;

interface CommandPaletteProps {
  user: User | null;
  logout(): Promise<void>;
  onClose(): void;
}

/** One field for everything: pages and actions at once; listings, people and conversations while it is typed. */
export function CommandPalette({ user, logout, onClose }: CommandPaletteProps) {
  const userId = user?.id ?? null;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const [recent] = useState(() => readRecent(userId));
  const actions = useActions(user, logout);
  const { openChat } = useChat();
  const navigate = useNavigate();

  const typed = text.trim();
  const asked = useDebounced(typed, TYPING_MS);
  const search = useQuery(quickSearchQuery(userId, asked));
  const isAsking = isSearchable(typed);
  const isWaiting = isAsking && (search.isFetching || asked !== typed);
  const hasFailed = isAsking && search.isError && !isWaiting;

  const pages = findPages([...destinationsOf(user?.role ?? null), ...actions], typed);
  const groups = groupItems(pages, isAsking ? search.data : undefined);
  if (typed === '' && recent.length > 0) groups.unshift({ heading: 'Recent', items: recent });
  const keys = groups.flatMap(({ heading, items }) => items.map((item) => itemKey(heading, item)));
  const choices = isAsking ? [...keys, ALL_LISTINGS] : keys;

  function open(item: PaletteItem): void {
    onClose();
    const action = actions.find(({ url }) => url === item.url);
    if (action) {
      action.run();
      return;
    }
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
        label="Search Silong"
        className={styles.palette}
        shouldFilter={false}
        loop
        value={choices.includes(chosen) ? chosen : (choices[0] ?? '')}
        onValueChange={setChosen}
      >
        <div
          className={`flex flex-none items-center gap-3 pt-0 pr-3 pb-0 pl-4 border-b border-b-line text-muted ${styles.field}`}
        >
          <Search size={20} aria-hidden="true" />
          <Command.Input
            className={styles.input}
            value={text}
            onValueChange={setText}
            maxLength={MAX_LENGTH}
            placeholder={user ? 'Search listings, people, messages and pages' : 'Search listings and pages'}
          />
          {isWaiting && <Spinner size={18} />}
          <button
            type="button"
            className="flex-none min-w-11 h-11 py-0 px-2 border-0 rounded-sm bg-transparent text-muted text-xs font-semibold cursor-pointer hover:bg-sunken hover:text-ink"
            onClick={onClose}
          >
            Esc
            <span className="visuallyHidden">: close the search</span>
          </button>
        </div>
        <Command.List className={styles.list} label="Results">
          <PaletteItems groups={groups} onOpen={open} />
          {isAsking && (
            <Command.Item className={styles.item} value={ALL_LISTINGS} onSelect={openAllListings}>
              <Search size={18} aria-hidden="true" />
              <span className="overflow-hidden font-semibold text-ellipsis whitespace-nowrap">
                Search all properties for “{typed}”
              </span>
            </Command.Item>
          )}
        </Command.List>
        {hasFailed && (
          <div className={styles.notice} role="alert">
            <p>The search did not answer.</p>
            <button
              type="button"
              className="min-h-11 px-3 border border-line-strong rounded-sm bg-transparent text-ink font-semibold cursor-pointer"
              onClick={() => void search.refetch()}
            >
              Try Again
            </button>
          </div>
        )}
        {isAsking && !isWaiting && !hasFailed && keys.length === 0 && (
          <p className={styles.notice}>
            Nothing found for “{typed}”. Try a name, an area, or the number of a listing such as #1024.
          </p>
        )}
        {!isAsking && keys.length === 0 && <p className={styles.notice}>Type at least two letters.</p>}
        <p className="visuallyHidden" role="status">
          {isWaiting ? 'Searching…' : countWords(keys.length, 'result', 'results')}
        </p>
        <footer
          className={`flex flex-none gap-4 py-2 px-4 border-t border-t-line bg-sunken text-muted text-xs max-md:hidden ${styles.footer}`}
          aria-hidden="true"
        >
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd> move
          </span>
          <span>
            <kbd>Enter</kbd> open
          </span>
        </footer>
      </Command>
    </PaletteFrame>
  );
}

const icons: Record<PaletteItem['kind'], ComponentType<{ size: number; 'aria-hidden': 'true' }>> = {
  page: CornerDownRight,
  listing: Building2,
  person: UserRound,
  conversation: MessageCircle,
};

function PaletteItems({ groups, onOpen }: { groups: readonly ItemGroup[]; onOpen(item: PaletteItem): void }) {
  return groups.map(({ heading, items }) => (
    <Command.Group key={heading} className={styles.group} heading={heading}>
      {items.map((item) => {
        const Icon = icons[item.kind];
        const key = itemKey(heading, item);
        return (
          <Command.Item key={key} className={styles.item} value={key} onSelect={() => onOpen(item)}>
            <Icon size={18} aria-hidden="true" />
            <span className="grid min-w-0">
              <span className="overflow-hidden font-semibold text-ellipsis whitespace-nowrap">
                {item.title}
              </span>
              {item.subtitle && (
                <span className="overflow-hidden text-muted text-[0.8125rem] text-ellipsis whitespace-nowrap">
                  {item.subtitle}
                </span>
              )}
            </span>
            {item.keys && (
              <span className="ml-auto max-md:hidden" aria-hidden="true">
                <KeyCaps keys={item.keys} />
              </span>
            )}
          </Command.Item>
        );
      })}
    </Command.Group>
  ));
}

/** The browser's modal dialog without a heading of its own: the field at its top says what it is. */
function PaletteFrame({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const { props, close, layer } = useModal({ onClose });
  const { ref } = props;
  useEffect(() => {
    // The browser would take the first thing that can have it, which is no field.
    ref.current?.querySelector('input')?.focus();
  }, [ref]);

  const onKeyDown = (event: KeyboardEvent) => {
    // What opened it closes it.
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };

  return (
    <dialog {...props} className={styles.dialog} aria-label="Search Silong" onKeyDown={onKeyDown}>
      {children}
      {layer}
    </dialog>
  );
}

/** Something the palette does, listed among the pages; its address only names it. */
export interface Action extends Destination {
  run(): void;
}

function useActions(user: User | null, logout: () => Promise<void>): Action[] {
  const { openLogin } = useSession();
  const shortcuts = {
    label: 'Keyboard Shortcuts',
    url: '#shortcuts',
    also: 'help keys',
    run: () => openPalette('shortcuts'),
  };
  if (!user)
    return [
      { label: 'Log In', url: '#login', also: 'sign in register account', run: () => openLogin() },
      shortcuts,
    ];
  const leave = { label: 'Log Out', url: '#logout', also: 'sign out leave', run: () => void logout() };
  return [shortcuts, leave];
}
