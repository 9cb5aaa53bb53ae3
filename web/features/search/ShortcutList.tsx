import { useSyncExternalStore } from 'react';
import { currentShortcuts, subscribeToShortcuts } from '#web/lib/shortcuts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { groupShortcuts } from './groupShortcuts.ts';
import { KeyCaps } from './KeyCaps.tsx';
import styles from './ShortcutList.module.css';

/** What the keys do on this page, for this person: the registry as it stands. */
export function ShortcutList({ onClose }: { onClose(): void }) {
  const shortcuts = useSyncExternalStore(subscribeToShortcuts, currentShortcuts);
  return (
    <Dialog title="Keyboard shortcuts" size="wide" onClose={onClose}>
      <div className={styles.groups}>
        {groupShortcuts(shortcuts).map(({ group, shortcuts: own }) => (
          <section key={group}>
            <h3 className={styles.heading}>{group}</h3>
            <dl className={styles.list}>
              {own.map(({ keys, label }) => (
                <div key={keys} className={styles.row}>
                  <dt>{label}</dt>
                  <dd>
                    <KeyCaps keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
