import { Fragment } from 'react';
import { isMac, keyCaps } from '#web/lib/shortcutKeys.ts';
import styles from './KeyCaps.module.css';

/** A shortcut's keys as they look on the keyboard. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={styles.caps}>
      {keyCaps(keys, isMac()).map((press, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a press has nothing but its place
        <Fragment key={at}>
          {at > 0 && <span className={styles.then}>then</span>}
          {press.map((cap) => (
            <kbd key={cap} className={styles.cap}>
              {cap}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
