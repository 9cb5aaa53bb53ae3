import { readStored, writeStored } from '#web/lib/store.ts';
import type { PaletteItem } from './items.ts';

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
