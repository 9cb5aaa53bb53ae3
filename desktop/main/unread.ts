export interface UnreadSurfaces {
  setBadge(count: number): void;
  setTrayCount(count: number): void;
  /** Asks for attention in the task bar until the window is looked at. */
  flash(isFlashing: boolean): void;
  isFocused(): boolean;
  /** What each server counts: for the list of servers. */
  tell(counts: Record<string, number>): void;
}

export type Unread = ReturnType<typeof createUnread>;

/** What is unread on each server: the sum stands on everything the system offers for it. */
export function createUnread(surfaces: UnreadSurfaces) {
  const counts = new Map<string, number>();
  const sum = () => [...counts.values()].reduce((total, count) => total + count, 0);
  return {
    set(serverUrl: string, count: number) {
      const before = sum();
      if ((counts.get(serverUrl) ?? 0) === count) return;
      if (count === 0) counts.delete(serverUrl);
      else counts.set(serverUrl, count);
      const total = sum();
      if (total > before && !surfaces.isFocused()) surfaces.flash(true);
      if (total === 0) surfaces.flash(false);
      surfaces.setBadge(total);
      surfaces.setTrayCount(total);
      surfaces.tell(Object.fromEntries(counts));
    },
    counts: () => Object.fromEntries(counts),
    /** The window is being looked at. */
    focused: () => surfaces.flash(false),
  };
}
