import { useEffect, useState } from 'react';
import type { ConsolePolicy, Managed } from '#shared/desktopBridge.ts';
import { t } from '#web/lib/i18n.tsx';
import type { DesktopConsole } from '#web/platform/desktop.ts';
import { Notice } from '#web/ui/states/Notice.tsx';

/** What is laid down for this computer, also when it changes while the console runs. */
export function useManaged({ bridge, start }: Pick<DesktopConsole, 'bridge' | 'start'>): Managed {
  const [managed, setManaged] = useState(start.managed);
  useEffect(
    () =>
      bridge.on('managed', (changed) => {
        start.managed = changed;
        start.policy = changed.policy;
        setManaged(changed);
      }),
    [bridge, start],
  );
  return managed;
}

/** 'Managed by Reyes Realty'; null where nobody manages this computer. */
export function managedBy({ policy, sources }: Managed): string | null {
  if (sources.length === 0) return null;
  return policy.organisation
    ? t('Managed by {organisation}', { organisation: policy.organisation })
    : t('Managed by your organisation');
}

/** Everything that is laid down, in words. */
export function policySentences(policy: ConsolePolicy): string[] {
  const host = (url: string) => new URL(url).host;
  const { updateChannel } = policy;
  const words: (string | false | undefined)[] = [
    policy.serverUrl && t('The server is {host}.', { host: host(policy.serverUrl) }),
    policy.allowedServers &&
      t('Servers that may be used: {hosts}.', { hosts: policy.allowedServers.map(host).join(', ') }),
    policy.disableCache && t('Nothing is kept for reading offline.'),
    policy.disableRememberMe && t('A sign-in ends with the console.'),
    policy.clearDataAtLogOut && t('Logging out deletes what was kept on this computer.'),
    policy.disableDevTools && t('There are no developer tools.'),
    policy.disableUpdates && t('Your organisation installs updates.'),
    updateChannel === 'beta' && t('Updates come early, while they are still being tried.'),
    updateChannel === 'latest' && t('Updates come when they are finished.'),
    policy.minimumVersion && t('Version {version} or newer is needed.', { version: policy.minimumVersion }),
    policy.idleLockMinutes !== undefined &&
      t('It locks after {minutes, plural, one {# minute} other {# minutes}} without use.', {
        minutes: policy.idleLockMinutes,
      }),
    either(
      policy.notificationPreviews,
      t('Notifications show who wrote and what.'),
      t('Notifications show neither who wrote nor what.'),
    ),
    policy.spellCheckLanguages &&
      (policy.spellCheckLanguages.length > 0
        ? t('Spelling is checked in {languages}.', { languages: policy.spellCheckLanguages.join(', ') })
        : t('Spelling is not checked.')),
    either(policy.openAtLogin, t('It opens at login.'), t('It does not open at login.')),
    either(policy.startMinimised, t('It starts in the tray.'), t('It starts with its window.')),
    either(
      policy.closeToTray,
      t('It keeps running when the window is closed.'),
      t('It ends when the window is closed.'),
    ),
  ];
  return words.filter((sentence): sentence is string => Boolean(sentence));
}

const either = (value: boolean | undefined, on: string, off: string) =>
  value === undefined ? undefined : value ? on : off;

/** In the settings: who manages this computer, what they set, and what of it could not be used. */
export function ManagedNotice({ managed }: { managed: Managed }) {
  const by = managedBy(managed);
  if (!by) return null;
  const defaults = policySentences(managed.recommended);
  return (
    <section aria-label={by}>
      <h3>{by}</h3>
      <Sentences of={policySentences(managed.policy)} />
      {defaults.length > 0 && (
        <>
          <p>{t('Set at first, and yours to change:')}</p>
          <Sentences of={defaults} />
        </>
      )}
      <p className="text-muted text-sm">{t('From {sources}', { sources: managed.sources.join(', ') })}</p>
      {managed.notes.length > 0 && (
        <Notice kind="info">
          {t('Not all of it could be used. Tell whoever manages this computer: {notes}', {
            notes: managed.notes.join('; '),
          })}
        </Notice>
      )}
    </section>
  );
}

function Sentences({ of }: { of: string[] }) {
  return (
    <ul className="grid gap-1 m-0 pl-5">
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
