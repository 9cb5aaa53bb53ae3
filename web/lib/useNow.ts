import { useEffect, useState } from 'react';
import { listenToServerTime, serverNow } from './serverTime.ts';
import { joinStops } from './socket.ts';
import { listenToWorld } from './worldWentOn.ts';

const MINUTE_MS = 60_000;

/** The time, so that 'Today' becomes 'Yesterday' while a page is open. Renders once a minute, and when the world went on. */
export function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const update = () => setNow(serverNow());
    const timer = setInterval(update, MINUTE_MS);
    return joinStops(listenToWorld(update), listenToServerTime(update), () => clearInterval(timer));
  }, []);
  return now;
}
