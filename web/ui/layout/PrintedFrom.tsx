import { useEffect, useState } from 'react';
import { formatDay } from '#web/lib/dates.ts';
import { useLocation } from '#web/lib/router.tsx';
import { currentPlatform } from '#web/platform/platform.ts';
import styles from './PrintedFrom.module.css';

/** Address and time of a printout. Pages with it are printed without the site's frame and buttons. */
export function PrintedFrom() {
  const { pathname, search } = useLocation();
  const [day, setDay] = useState('');
  // Only in the browser, as a server-rendered page may be days old.
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
