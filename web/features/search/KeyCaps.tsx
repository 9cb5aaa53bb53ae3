import { Fragment } from 'react';
import { isMac, keyCaps } from '#web/lib/shortcutKeys.ts';
import styles from './KeyCaps.module.css';

/** A shortcut's keys as they look on the keyboard. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="inline-flex flex-none items-center gap-1">
      {keyCaps(keys, isMac()).map((press, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a press has nothing but its place
        <Fragment key={at}>
          {at > 0 && <span className="text-muted text-xs">then</span>}
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
