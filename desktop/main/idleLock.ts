export interface IdleLockOptions {
  /** 0 never locks. */
  minutes(): number;
  /** Seconds since a key or the mouse was last touched. */
  idleSeconds(): number;
  lock(): void;
}

/** How often the idle time is looked at. */
export const IDLE_CHECK_MS = 10_000;

/** Locks once for each stretch of idleness: the next one begins when somebody is back. */
export function createIdleLock({ minutes, idleSeconds, lock }: IdleLockOptions) {
  let hasLocked = false;
  return {
    check() {
      const limit = minutes() * 60;
      const isIdle = limit > 0 && idleSeconds() >= limit;
      if (isIdle && !hasLocked) lock();
      hasLocked = isIdle;
    },
  };
}
