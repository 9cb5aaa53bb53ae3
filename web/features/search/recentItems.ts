import type { PaletteItem } from './items.ts';

const MAX_RECENT = 5;

/** Per person, and only as long as the tab: names of clients have no business on a shared computer. */
const keyOf = (userId: number | null) => `silong_palette_recent_${userId ?? 'visitor'}`;

export function readRecent(userId: number | null): PaletteItem[] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isItem).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

export function keepRecent(userId: number | null, { kind, title, subtitle, url }: PaletteItem): void {
  const others = readRecent(userId).filter((item) => item.url !== url || item.title !== title);
  const recent = [{ kind, title, subtitle, url }, ...others].slice(0, MAX_RECENT);
  try {
    window.sessionStorage.setItem(keyOf(userId), JSON.stringify(recent));
  } catch (error) {
    console.warn('Recent items could not be kept', error);
  }
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
