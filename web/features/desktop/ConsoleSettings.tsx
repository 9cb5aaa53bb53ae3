import { useEffect, useState } from 'react';
import type { ConsolePreferences } from '#shared/desktopBridge.ts';
import { SwitchRow, TextInput } from '#web/forms/fields.tsx';
import { bridgeSentence, type DesktopConsole } from '#web/platform/desktop.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/NativeSelect.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { ServerSettings } from './ServerSettings.tsx';
import { UpdateSettings } from './UpdateSettings.tsx';

const lockChoice = (minutes: number) => ({
  value: String(minutes),
  label: minutes === 0 ? 'Never' : minutes === 1 ? 'After 1 minute' : `After ${minutes} minutes`,
});

/** How this machine's console behaves. Every change holds at once. */
export function ConsoleSettings({ console, onClose }: { console: DesktopConsole; onClose(): void }) {
  const { bridge, start } = console;
  const { policy, hasKeyring, mayCache, version } = start;
  const [preferences, change] = usePreferences(console);
  const [said, setSaid] = useState<{ kind: 'success' | 'error'; text: string } | null>(null);
  const toggle = (name: keyof ConsolePreferences, label: string, text?: string) => (
    <SwitchRow
      label={label}
      {...(text ? { text } : {})}
      isOn={preferences[name] === true}
      onChange={(isOn) => change({ [name]: isOn })}
    />
  );
  const run = async (work: () => Promise<string | null>) => {
    try {
      const text = await work();
      if (text) setSaid({ kind: 'success', text });
    } catch (error) {
      setSaid({ kind: 'error', text: bridgeSentence(error) });
    }
  };

  return (
    <Dialog title="Console settings" size="wide" onClose={onClose}>
      <div className="grid gap-6 [&_section]:grid [&_section]:gap-3 [&_h3]:m-0 [&_p]:m-0">
        <Notice kind={said?.kind ?? 'success'}>{said?.text}</Notice>
        {Object.keys(policy).length > 0 && (
          <Notice kind="info">
            Managed by {policy.organisation ?? 'your organisation'}. Some of this is set for you.
          </Notice>
        )}
        <section>
          <h3>Notifications</h3>
          {toggle('notifications', 'Show notifications')}
          {toggle(
            'notificationPreviews',
            'Show who wrote and what',
            'Off: a notification only says that something is waiting.',
          )}
          {toggle('doNotDisturb', 'Do not disturb')}
          <SwitchRow
            label="Quiet hours"
            isOn={preferences.quietHours.isOn}
            onChange={(isOn) => change({ quietHours: { isOn } })}
          />
          {preferences.quietHours.isOn && (
            <div className="grid grid-cols-[1fr_1fr] gap-3">
              <TextInput
                label="From"
                type="time"
                value={preferences.quietHours.from}
                onChange={(from) => from && change({ quietHours: { from } })}
              />
              <TextInput
                label="To"
                type="time"
                value={preferences.quietHours.to}
                onChange={(to) => to && change({ quietHours: { to } })}
              />
            </div>
          )}
        </section>
        <section>
          <h3>Window</h3>
          {toggle(
            'closeToTray',
            'Keep running when the window is closed',
            'Messages still reach you; quit from the tray or the menu.',
          )}
          {toggle('startMinimised', 'Start in the tray')}
          {toggle('openAtLogin', 'Open when I log in to this computer')}
        </section>
        <section>
          <h3>Safety</h3>
          <NativeSelect
            label="Ask for my password when nobody used the computer"
            value={String(policy.idleLockMinutes ?? preferences.idleLockMinutes)}
            isDisabled={policy.idleLockMinutes !== undefined}
            options={(policy.idleLockMinutes === undefined
              ? [0, 1, 5, 10, 15, 30, 60]
              : [policy.idleLockMinutes]
            ).map(lockChoice)}
            onChange={(minutes) => change({ idleLockMinutes: Number(minutes) })}
          />
          {!hasKeyring && (
            <Notice kind="info">
              This system has no keyring. Your sign-in lasts until the console is closed, and nothing is kept
              for reading offline.
            </Notice>
          )}
          {mayCache && (
            <Button
              variant="outlined"
              onClick={() =>
                void run(async () => {
                  await bridge.call('clearCache');
                  return 'The offline copy was deleted.';
                })
              }
            >
              Delete the offline copy
            </Button>
          )}
        </section>
        <ServerSettings console={console} />
        <UpdateSettings bridge={bridge} />
        <section>
          <h3>About</h3>
          <p>Version {version}</p>
          <Button
            variant="outlined"
            onClick={() =>
              void run(async () => {
                const file = await bridge.call('exportDiagnostics');
                return file && `Saved as ${file}. Read it before you pass it on.`;
              })
            }
          >
            Export diagnostics…
          </Button>
        </section>
      </div>
    </Dialog>
  );
}

type Change = Partial<Omit<ConsolePreferences, 'quietHours'>> & {
  quietHours?: Partial<ConsolePreferences['quietHours']>;
};

/** The console's preferences as the main process has them, also when the tray or another window changes them. */
function usePreferences({ bridge, start }: DesktopConsole): [ConsolePreferences, (change: Change) => void] {
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
