import { useEffect, useState } from 'react';
import { formatDay } from '#web/lib/dates.ts';
import { useLocation } from '#web/lib/router.tsx';
import { currentPlatform } from '#web/platform/platform.ts';
import styles from './PrintedFrom.module.css';

/** Where the paper was printed from, and when. With it a page is printed without the site's frame and the buttons of what follows. */
export function PrintedFrom() {
  const { pathname, search } = useLocation();
  const [day, setDay] = useState('');
  // Told in the browser alone: a page may have been rendered on a server days ago.
  useEffect(() => {
    const note = () => setDay(formatDay(new Date().toISOString()));
    note();
    addEventListener('beforeprint', note);
    return () => removeEventListener('beforeprint', note);
  }, []);
  return (
    <p className={`hidden print:block mb-4 text-sm wrap-anywhere ${styles.printed}`}>
      {day && `${day} · ${currentPlatform().publicOrigin}${pathname}${search}`}
    </p>
  );
}
