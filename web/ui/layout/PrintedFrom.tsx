import { useLocation } from 'react-router';
import { currentPlatform } from '#web/platform/platform.ts';
import styles from './PrintedFrom.module.css';

/** Where the paper was printed from, and when. With it a page is printed without the site's frame and the buttons of what follows. */
export function PrintedFrom() {
  const { pathname, search } = useLocation();
  const day = new Date().toLocaleDateString('en-US', { timeZone: 'Asia/Manila', dateStyle: 'long' });
  return (
    <p className={`hidden print:block mb-4 text-sm wrap-anywhere ${styles.printed}`} suppressHydrationWarning>
      {`${day} · ${currentPlatform().publicOrigin}${pathname}${search}`}
    </p>
  );
}
