import { useEffect, useState } from 'react';
import type { ConsolePreferences } from '#shared/desktopBridge.ts';
import { formatLocale } from '#shared/languages.ts';
import { PasswordInput, SwitchRow, TextInput } from '#web/forms/fields.tsx';
import { currentI18n, t } from '#web/lib/i18n.tsx';
import { bridgeSentence, type DesktopConsole } from '#web/platform/desktop.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { ManagedNotice, useManaged } from './managed.tsx';
import { ServerSettings } from './ServerSettings.tsx';
import { UpdateSettings } from './UpdateSettings.tsx';

const lockChoice = (minutes: number) => ({
  value: String(minutes),
  label: t('{minutes, plural, =0 {Never} one {After # minute} other {After # minutes}}', { minutes }),
});

/** The console's settings on this machine. Changes apply at once. */
export function ConsoleSettings({ console, onClose }: { console: DesktopConsole; onClose(): void }) {
  const { bridge, start } = console;
  const { hasKeyring, mayCache, version, dictionaries } = start;
  const managed = useManaged(console);
  const { policy } = managed;
  const [preferences, change] = usePreferences(console);
  const [result, setResult] = useState<{ kind: 'success' | 'error'; text: string } | null>(null);
  const toggle = (name: keyof ConsolePreferences, label: string, text?: string) => (
    <SwitchRow
      label={label}
      {...(text ? { text } : {})}
      isOn={preferences[name] === true}
      isDisabled={Object.hasOwn(policy, name)}
      onChange={(isOn) => change({ [name]: isOn })}
    />
  );
  const run = async (work: () => Promise<string | null>) => {
    try {
      const text = await work();
      if (text) setResult({ kind: 'success', text });
    } catch (error) {
      setResult({ kind: 'error', text: bridgeSentence(error) });
    }
  };

  return (
    <Dialog title={t('Console settings')} size="wide" onClose={onClose}>
      <div className="grid gap-6">
        <Notice kind={result?.kind ?? 'success'}>{result?.text}</Notice>
        <ManagedNotice managed={managed} />
        <section className="grid gap-3">
          <h3>{t('Notifications')}</h3>
          {toggle('notifications', t('Show notifications'))}
          {toggle(
            'notificationPreviews',
            t('Show the sender and the message'),
            t('If off, notifications only say that something is waiting.'),
          )}
          {toggle('doNotDisturb', t('Do not disturb'))}
          <SwitchRow
            label={t('Quiet hours')}
            isOn={preferences.quietHours.isOn}
            onChange={(isOn) => change({ quietHours: { isOn } })}
          />
          {preferences.quietHours.isOn && (
            <div className="grid grid-cols-[1fr_1fr] gap-3">
              <TextInput
                label={t('From')}
                type="time"
                value={preferences.quietHours.from}
                onChange={(from) => from && change({ quietHours: { from } })}
              />
              <TextInput
                label={t('To')}
                type="time"
                value={preferences.quietHours.to}
                onChange={(to) => to && change({ quietHours: { to } })}
              />
            </div>
          )}
        </section>
        <section className="grid gap-3">
          <h3>{t('Window')}</h3>
          {toggle(
            'closeToTray',
            t('Keep running when the window is closed'),
            t('You still get messages. Quit from the tray or the menu.'),
          )}
          {toggle('startMinimised', t('Start in the tray'))}
          {toggle('openAtLogin', t('Open when I log in to this computer'))}
        </section>
        <SpellingSettings
          languages={preferences.spellCheckLanguages}
          dictionaries={dictionaries}
          isManaged={policy.spellCheckLanguages !== undefined}
          onChange={(spellCheckLanguages) => change({ spellCheckLanguages })}
        />
        <section className="grid gap-3">
          <h3>{t('Safety')}</h3>
          <NativeSelect
            label={t('Ask for my password when the computer is idle')}
            value={String(policy.idleLockMinutes ?? preferences.idleLockMinutes)}
            isDisabled={policy.idleLockMinutes !== undefined}
            options={(policy.idleLockMinutes === undefined
              ? [...new Set([0, 1, 5, 10, 15, 30, 60, preferences.idleLockMinutes])]
              : [policy.idleLockMinutes]
            ).map(lockChoice)}
            onChange={(minutes) => change({ idleLockMinutes: Number(minutes) })}
          />
          <UnlockCode bridge={bridge} />
          {!hasKeyring && (
            <Notice kind="info">
              {t(
                'This system has no keyring. You stay logged in until you close the console, and nothing is kept for reading offline.',
              )}
            </Notice>
          )}
          {mayCache && (
            <Button
              variant="outlined"
              onClick={() =>
                void run(async () => {
                  await bridge.call('clearCache');
                  return t('The offline copy was deleted.');
                })
              }
            >
              {t('Delete the offline copy')}
            </Button>
          )}
        </section>
        <ServerSettings console={console} />
        <UpdateSettings bridge={bridge} />
        <section className="grid gap-3">
          <h3>{t('About')}</h3>
          <p>{t('Version {version}', { version })}</p>
          <Button
            variant="outlined"
            onClick={() =>
              void run(async () => {
                const file = await bridge.call('exportDiagnostics');
                return file && t('Saved as {file}. Check it before you share it.', { file });
              })
            }
          >
            {t('Export diagnostics…')}
          </Button>
        </section>
      </div>
    </Dialog>
  );
}

type Change = Partial<Omit<ConsolePreferences, 'quietHours'>> & {
  quietHours?: Partial<ConsolePreferences['quietHours']>;
};

/** The preferences of the main process, which the tray and other windows change too. */
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

/** Sets the unlock code, for accounts that log in with a passkey or a provider. */
function UnlockCode({ bridge }: Pick<DesktopConsole, 'bridge'>) {
  const [code, setCode] = useState('');
  const [words, setWords] = useState<string | null>(null);
  const save = (chosen: string | null, done: string) =>
    bridge.call('setUnlockCode', chosen).then(
      () => {
        setCode('');
        setWords(done);
      },
      (error: unknown) => setWords(bridgeSentence(error)),
    );
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save(code, t('Your unlock code was saved.'));
      }}
    >
      <PasswordInput
        label={t('Unlock code, if you log in without a password (6 characters or more)')}
        autoComplete="new-password"
        value={code}
        onChange={setCode}
      />
      <span className="flex flex-wrap gap-2">
        <Button type="submit" variant="outlined" disabled={code.length < SHORTEST_CODE}>
          {t('Save Unlock Code')}
        </Button>
        <Button variant="plain" onClick={() => void save(null, t('Unlock code removed.'))}>
          {t('Remove Unlock Code')}
        </Button>
      </span>
      <p className="m-0 text-muted text-sm" role="status">
        {words}
      </p>
    </form>
  );
}

const SHORTEST_CODE = 6;

interface SpellingSettingsProps {
  /** Null: the system's language. */
  languages: readonly string[] | null;
  /** Empty on macOS, which chooses the languages itself. */
  dictionaries: readonly string[];
  isManaged: boolean;
  onChange(languages: string[] | null): void;
}

const MAX_LANGUAGES = 10;

/** The languages of the spell check. */
function SpellingSettings({ languages, dictionaries, isManaged, onChange }: SpellingSettingsProps) {
  const names = new Intl.DisplayNames([formatLocale(currentI18n().locale), 'en-PH'], { type: 'language' });
  const chosen = languages?.filter((language) => dictionaries.includes(language)) ?? null;
  const others = dictionaries
    .filter((language) => !chosen?.includes(language))
    .map((language) => ({ value: language, label: names.of(language) ?? language }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <section className="grid gap-3">
      <h3>{t('Spell check')}</h3>
      {dictionaries.length === 0 ? (
        <p>{t('macOS checks the languages chosen in its keyboard settings.')}</p>
      ) : (
        <>
          {(chosen === null || chosen.length === 0 || isManaged) && (
            <p>
              {chosen === null
                ? t('Spelling is checked in this computer’s language.')
                : chosen.length === 0
                  ? t('Spelling is not checked.')
                  : chosen.map((language) => names.of(language) ?? language).join(', ')}
            </p>
          )}
          {!isManaged && (
            <>
              {chosen && chosen.length > 0 && (
                <span className="flex flex-wrap gap-2">
                  {chosen.map((language) => (
                    <Chip
                      key={language}
                      label={names.of(language) ?? language}
                      onRemove={() => onChange(chosen.filter((one) => one !== language))}
                    />
                  ))}
                </span>
              )}
              {(chosen?.length ?? 0) < MAX_LANGUAGES && (
                <NativeSelect
                  label={t('Add a language')}
                  hint={t('There is no Filipino dictionary. Right-click a word to add it to yours.')}
                  value=""
                  options={[{ value: '', label: t('Choose…') }, ...others]}
                  onChange={(language) => language && onChange([...(chosen ?? []), language])}
                />
              )}
              {chosen !== null && (
                <Button variant="outlined" onClick={() => onChange(null)}>
                  {t('Use the Language of This Computer')}
                </Button>
              )}
            </>
          )}
        </>
      )}
    </section>
  );
}
