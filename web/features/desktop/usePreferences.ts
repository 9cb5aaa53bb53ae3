import { useEffect, useState } from 'react';
import type { ConsolePreferences } from '#shared/desktopBridge.ts';
import { bridgeSentence, type DesktopConsole } from '#web/platform/desktop.ts';
import { showToast } from '#web/ui/showToast.ts';

type Change = Partial<Omit<ConsolePreferences, 'quietHours'>> & {
  quietHours?: Partial<ConsolePreferences['quietHours']>;
};

/** The console's preferences as the main process has them, also when the tray or another window changes them. */
export function usePreferences({
  bridge,
  start,
}: DesktopConsole): [ConsolePreferences, (change: Change) => void] {
  const [preferences, setPreferences] = useState(start.preferences);
  useEffect(
    () =>
      bridge.on('preferences', (changed) => {
        start.preferences = changed;
        setPreferences(changed);
      }),
    [bridge, start],
  );
  const change = (changes: Change) => {
    bridge
      .call('writePreferences', changes)
      .then(setPreferences)
      .catch((error: unknown) => showToast(bridgeSentence(error), 'error'));
  };
  return [preferences, change];
}
