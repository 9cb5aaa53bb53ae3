export interface UnreadSurfaces {
  setBadge(count: number): void;
  /** Null takes it away. */
  setTrayCount(count: number): void;
  /** Asks for attention in the task bar until the window is looked at. */
  flash(isFlashing: boolean): void;
  isFocused(): boolean;
}

export interface Unread {
  set(count: number): void;
  /** The window is being looked at. */
  focused(): void;
}

/** The server's count of what is unread, on everything the system offers for it. */
export function createUnread(surfaces: UnreadSurfaces): Unread {
  let known = 0;
  return {
    set(count) {
      if (count > known && !surfaces.isFocused()) surfaces.flash(true);
      if (count === 0) surfaces.flash(false);
      known = count;
      surfaces.setBadge(count);
      surfaces.setTrayCount(count);
    },
    focused: () => surfaces.flash(false),
  };
}
