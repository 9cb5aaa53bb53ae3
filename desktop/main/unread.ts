export interface UnreadSurfaces {
  setBadge(count: number): void;
  setTrayCount(count: number): void;
  /** Asks for attention in the task bar until the window is looked at. */
  flash(isFlashing: boolean): void;
  isFocused(): boolean;
}

export type Unread = ReturnType<typeof createUnread>;

/** The server's count of what is unread, on everything the system offers for it. */
export function createUnread(surfaces: UnreadSurfaces) {
  let known = 0;
  return {
    set(count: number) {
      if (count > known && !surfaces.isFocused()) surfaces.flash(true);
      if (count === 0) surfaces.flash(false);
      known = count;
      surfaces.setBadge(count);
      surfaces.setTrayCount(count);
    },
    /** The window is being looked at. */
    focused: () => surfaces.flash(false),
  };
}
