import { Link } from 'react-router';
import { useSite } from '#web/lib/useSite.ts';
import styles from './Logo.module.css';

/** The mark and the name of the installation; leads home. */
export function Logo() {
  const { siteName } = useSite();
  return (
    <Link to="/" className={styles.logo} aria-label={`${siteName}, home`}>
      <LogoMark />
      <span className={styles.name}>{siteName}</span>
    </Link>
  );
}

export function LogoMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 48 48" aria-hidden="true">
      <rect className={styles.ground} width="48" height="48" rx="13" />
      <path className={styles.lines} d="M8 25.5 24 11l16 14.5" />
      <path className={styles.lines} d="M14.5 23.5V37h19V23.5" />
      <circle className={styles.lamp} cx="24" cy="28.5" r="4.25" />
    </svg>
  );
}
