import type { Shortcut } from '#web/lib/shortcuts.ts';

export interface ShortcutGroup {
  group: string;
  shortcuts: Shortcut[];
}

/** Under their headings, both in the order they came; of two with the same keys only the one in force. */
export function groupShortcuts(shortcuts: readonly Shortcut[]): ShortcutGroup[] {
  const inForce = shortcuts.filter(
    (shortcut, at) => !shortcuts.slice(at + 1).some(({ keys }) => keys === shortcut.keys),
  );
  const names = [...new Set(inForce.map(({ group }) => group))];
  return names.map((group) => ({ group, shortcuts: inForce.filter((shortcut) => shortcut.group === group) }));
}
