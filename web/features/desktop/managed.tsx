import { useEffect, useState } from 'react';
import type { ConsolePolicy, Managed } from '#shared/desktopBridge.ts';
import { t } from '#web/lib/i18n.tsx';
import type { DesktopConsole } from '#web/platform/desktop.ts';
import { Notice } from '#web/ui/states/Notice.tsx';

/** The current policies of this computer; also updates `start`. */
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

/** 'Managed by Reyes Realty'; null without policies. */
export function managedBy({ policy, sources }: Managed): string | null {
  if (sources.length === 0) return null;
  return policy.organisation
    ? t('Managed by {organisation}', { organisation: policy.organisation })
    : t('Managed by your organization');
}

/** A sentence for each policy. */
function policySentences(policy: ConsolePolicy): string[] {
  const host = (url: string) => new URL(url).host;
  const { updateChannel } = policy;
  const words: (string | false | undefined)[] = [
    policy.serverUrl && t('The server is {host}.', { host: host(policy.serverUrl) }),
    policy.allowedServers && t('Allowed servers: {hosts}.', { hosts: policy.allowedServers.map(host).join(', ') }),
    policy.disableCache && t('Nothing is kept for reading offline.'),
    policy.disableRememberMe && t('Closing the console logs you out.'),
    policy.clearDataAtLogOut && t('Logging out deletes everything kept on this computer.'),
    policy.disableDevTools && t('Developer tools are off.'),
    policy.disableUpdates && t('Your organization installs updates.'),
    updateChannel === 'beta' && t('You get test versions early.'),
    updateChannel === 'latest' && t('You get finished versions only.'),
    policy.minimumVersion && t('Version {version} or newer is needed.', { version: policy.minimumVersion }),
    policy.idleLockMinutes !== undefined &&
      t('It locks after {minutes, plural, one {# idle minute} other {# idle minutes}}.', {
        minutes: policy.idleLockMinutes,
      }),
    either(
      policy.notificationPreviews,
      t('Notifications show the sender and the message.'),
      t('Notifications hide the sender and the message.'),
    ),
    policy.spellCheckLanguages &&
      (policy.spellCheckLanguages.length > 0
        ? t('Spelling is checked in {languages}.', { languages: policy.spellCheckLanguages.join(', ') })
        : t('Spelling is not checked.')),
    either(policy.openAtLogin, t('It opens at login.'), t('It does not open at login.')),
    either(policy.startMinimised, t('It starts in the tray.'), t('It starts with its window.')),
    either(
      policy.closeToTray,
      t('It keeps running when you close the window.'),
      t('It quits when you close the window.'),
    ),
  ];
  return words.filter((sentence): sentence is string => Boolean(sentence));
}

const either = (value: boolean | undefined, on: string, off: string) =>
  value === undefined ? undefined : value ? on : off;

/** The section of the settings with the organization, its policies and the ones that could not be applied. */
export function ManagedNotice({ managed }: { managed: Managed }) {
  const by = managedBy(managed);
  if (!by) return null;
  const defaults = policySentences(managed.recommended);
  return (
    <section className="grid gap-3" aria-label={by}>
      <h3>{by}</h3>
      <Sentences of={policySentences(managed.policy)} />
      {defaults.length > 0 && (
        <>
          <p>{t('Defaults you can change:')}</p>
          <Sentences of={defaults} />
        </>
      )}
      <p className="text-muted text-sm">{t('From {sources}', { sources: managed.sources.join(', ') })}</p>
      {managed.notes.length > 0 && (
        <Notice kind="info">
          {t('Some of these settings could not be applied. Tell this computer’s administrator: {notes}', {
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
