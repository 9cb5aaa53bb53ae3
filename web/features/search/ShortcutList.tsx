import { Fragment } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { isMac } from '#web/lib/keptKeys.ts';
import { inForce, keyCaps, type Shortcut, shortcuts, singleKeys } from '#web/lib/shortcuts.ts';
import { useStore } from '#web/lib/store.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

/** Under their headings, both in the order of registration; among two with the same keys only the one in force. */
export function groupShortcuts(known: readonly Shortcut[]): { group: string; shortcuts: Shortcut[] }[] {
  const shown = inForce(known);
  const names = [...new Set(shown.map(({ group }) => group))];
  return names.map((group) => ({ group, shortcuts: shown.filter((shortcut) => shortcut.group === group) }));
}

export function ShortcutList({ onClose }: { onClose(): void }) {
  const known = useStore(shortcuts);
  const hasSingleKeys = useStore(singleKeys);
  return (
    <Dialog title={t('Keyboard shortcuts')} size="wide" onClose={onClose}>
      <div className="grid gap-6">
        <label className="flex items-center gap-3 min-h-11 text-sm font-semibold">
          <input
            type="checkbox"
            className="w-5 h-5 accent-primary"
            checked={hasSingleKeys}
            onChange={({ target }) => singleKeys.set(target.checked)}
          />
          {t('Use keys that need no Ctrl or ⌘')}
        </label>
        {groupShortcuts(known).map(({ group, shortcuts: own }) => (
          <section key={group}>
            <h3 className="mb-2 text-muted text-sm">{group}</h3>
            <dl className="grid">
              {own.map(({ keys, label }) => (
                <div
                  key={keys}
                  className="flex items-center justify-between gap-4 min-h-10 border-b border-b-line text-sm last:border-b-0"
                >
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

export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="inline-flex flex-none items-center gap-1">
      {keyCaps(keys, isMac()).map((press, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a press has nothing but its place
        <Fragment key={at}>
          {at > 0 && <span className="text-muted text-xs">{t('then')}</span>}
          {press.map((cap) => (
            <kbd key={cap} className="keycap min-w-7 border-b-2">
              {cap}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
