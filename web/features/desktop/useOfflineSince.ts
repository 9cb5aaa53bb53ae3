import { useEffect, useState } from 'react';
import { oldestShownAt } from '#web/features/offline/index.ts';
import type { ConnectionState } from '#web/lib/socketTypes.ts';

/** A connection that is back within this time was never worth a word. */
const PATIENCE_MS = 2_000;
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Manila',
});
const day = new Intl.DateTimeFormat('en-PH', { day: 'numeric', month: 'short', timeZone: 'Asia/Manila' });

/** 'Offline · as of 14:32' while what is shown comes from an earlier time; null while the server is there. */
export function useOfflineSince(connection: ConnectionState): string | null {
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    if (connection === 'online') {
      setWords(null);
      return;
    }
    const tell = () => {
      const shownAt = oldestShownAt();
      // Before the first answer of the socket nothing is known either way.
      if (connection === 'offline') setWords(shownAt ? `Offline · as of ${timeWords(shownAt)}` : 'Offline');
    };
    const first = setTimeout(tell, PATIENCE_MS);
    const again = setInterval(tell, PATIENCE_MS * 2);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [connection]);
  return words;
}

/** '14:32'; of another day '4 Jan, 14:32'. */
export function timeWords(time: Date, now = new Date()): string {
  const isToday = day.format(time) === day.format(now);
  return isToday ? clock.format(time) : `${day.format(time)}, ${clock.format(time)}`;
}
