import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { scoped } from '#web/platform/scope.ts';
import { listenToServerTime, serverNow } from './serverTime.ts';

/**
 * Reasons to look anew: the page is seen again after a while, the machine or the network woke, a day began in Manila, the
 * live connection was made for the first time or anew, the server has another version of the site.
 */
export type News = 'visible' | 'woken' | 'day' | 'connected' | 'reconnected' | 'version';

interface World {
  /** Whether the live connection answers; if not, it is made anew, and 'reconnected' follows. */
  check(): Promise<boolean>;
  /** Fetches what is shown, once for all news that come together. @param isHidden the page cannot be seen now */
  catchUp(news: ReadonlySet<News>, isHidden: boolean): void;
}

/** A page that was hidden for less has missed nothing. */
const AWAY_MS = 30_000;
const TICK_MS = 10_000;
/** News that come together lead to one burst of requests. */
const GATHER_MS = 150;
/** Without a live connection, what is shown is fetched by then all the same. */
const PATIENCE_MS = 8_000;
/** Not all pages ask in the first moment of a day. */
const DAY_SPREAD_MS = 2_000;
/** The server's day has begun by then. */
const DAY_MARGIN_MS = 500;

const listeners = scoped(() => new Set<(news: News) => void>());

/** @returns unsubscribes. */
export function listenToWorld(listener: (news: News) => void): () => void {
  const all = listeners();
  all.add(listener);
  return () => all.delete(listener);
}

export function tellWorld(news: News): void {
  for (const listener of [...listeners()]) listener(news);
}

/** Notices that the world went on, tells it, and has the page catch up. @returns ends it. */
export function followWorld({ check, catchUp }: World): () => void {
  const isHidden = () => document.visibilityState !== 'visible';
  let hiddenAt = isHidden() ? Date.now() : null;
  let tickedAt = Date.now();
  let day = manilaDay(serverNow());
  /** The shown answers were not fetched, as the page was hidden. */
  let isBehind = false;
  let isChecking = false;
  let gathered = new Set<News>();
  let dayTimer: ReturnType<typeof setTimeout> | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const catchUpSoon = (ms = GATHER_MS) => {
    clearTimeout(patience);
    patience = undefined;
    gathering ??= setTimeout(() => {
      gathering = undefined;
      const news = gathered;
      gathered = new Set();
      isBehind = isHidden();
      catchUp(news, isBehind);
    }, ms);
  };

  const checkFirst = async () => {
    if (isChecking) return;
    isChecking = true;
    patience ??= setTimeout(catchUpSoon, PATIENCE_MS);
    const isAlive = await check().catch(() => false);
    isChecking = false;
    if (isAlive && patience !== undefined) catchUpSoon();
  };

  const turnDay = () => {
    const now = serverNow();
    const before = day;
    day = manilaDay(now);
    clearTimeout(dayTimer);
    const left = startOfManilaDay(addDays(day, 1)).getTime() - now.getTime() + DAY_MARGIN_MS;
    dayTimer = setTimeout(turnDay, left);
    if (day !== before) tellWorld('day');
  };

  const wasAway = (since: number) => Date.now() - since > AWAY_MS;
  const onVisibility = () => {
    if (isHidden()) {
      hiddenAt = Date.now();
      return;
    }
    const since = hiddenAt;
    hiddenAt = null;
    tickedAt = Date.now();
    if (isBehind || (since !== null && wasAway(since))) tellWorld('visible');
    turnDay();
  };
  // Back from the browser's cache of pages, whose connections are gone.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) tellWorld('visible');
  };
  // A machine may sleep with the page in sight.
  const tick = setInterval(() => {
    const before = tickedAt;
    tickedAt = Date.now();
    if (isHidden() || !wasAway(before)) return;
    tellWorld('woken');
    turnDay();
  }, TICK_MS);

  const stopListening = listenToWorld((news) => {
    // The first answer of that version told it.
    if (news === 'version') return;
    gathered.add(news);
    // A page that was just opened is asked something soon: its answers must not come into that.
    if (news === 'connected') catchUpSoon(0);
    else if (news === 'reconnected') catchUpSoon();
    else if (news !== 'day') void checkFirst();
    // Until the connection is known to work, its check decides.
    else if (patience === undefined) catchUpSoon(Math.random() * DAY_SPREAD_MS);
  });
  const stopTime = listenToServerTime(turnDay);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pageshow', onShow);
  turnDay();

  return () => {
    clearInterval(tick);
    for (const timer of [dayTimer, gathering, patience]) clearTimeout(timer);
    stopListening();
    stopTime();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pageshow', onShow);
  };
}
