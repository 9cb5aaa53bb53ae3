import type { Hit, QuickSearchAnswer } from '#shared/contracts/search.ts';
import { foldText } from '#shared/gazetteer/names.ts';
import { t } from '#web/lib/i18n.tsx';
import { inForce, type Shortcut } from '#web/lib/shortcuts.ts';
import { readStored, writeStored } from '#web/lib/store.ts';
import type { Destination } from './destinations.tsx';

/** A line of the palette: a page of ours or something that was found. */
export interface PaletteItem {
  kind: Hit['kind'] | 'page' | 'action';
  title: string;
  subtitle: string;
  url: string;
  /** That lead there without the palette. */
  keys?: string | undefined;
}

export interface ItemGroup {
  heading: string;
  items: PaletteItem[];
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
): ItemGroup[] {
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
const keyOf = (userId: number | null) => `silong_palette_recent_${userId ?? 'visitor'}`;

export function readRecent(userId: number | null): PaletteItem[] {
  const stored = readStored('sessionStorage', keyOf(userId));
  return Array.isArray(stored) ? stored.filter(isItem).slice(0, MAX_RECENT) : [];
}

export function keepRecent(userId: number | null, { kind, title, subtitle, url }: PaletteItem): void {
  const others = readRecent(userId).filter((item) => item.url !== url || item.title !== title);
  const recent = [{ kind, title, subtitle, url }, ...others].slice(0, MAX_RECENT);
  writeStored('sessionStorage', keyOf(userId), recent);
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
