import { ChevronsUpDown, LockOpen } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { DesktopEventName } from '#shared/contracts/desktop.ts';
import type { ConsoleStart, DesktopBridge, DesktopEvent } from '#shared/desktopBridge.ts';
import { readUrl } from '#shared/writtenText.ts';
import { TextInput } from '#web/forms/fields.tsx';
import { t } from '#web/lib/i18n.tsx';
import { bridgeSentence, type DesktopConsole, desktopConsole } from '#web/platform/desktop.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Menu } from '#web/ui/dialogs/Menu.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';

/** The mark beside the address of an unencrypted server. */
function Unprotected({ url }: { url: string }) {
  return (
    isUnprotected(url) && (
      <span className="inline-flex items-center gap-1 text-warning text-sm font-semibold">
        <LockOpen className="flex-none" size={14} aria-hidden="true" />
        {t('Not encrypted')}
      </span>
    )
  );
}

/** Adds a server; asks first if the connection is not encrypted. */
function useAddServer(add: (address: string) => void) {
  const [asked, setAsked] = useState<string | null>(null);
  const host = asked ? new URL(asked.trim()).host : '';
  return {
    add: (address: string) => (isUnprotected(address) ? setAsked(address) : add(address)),
    question: asked && (
      <ConfirmDialog
        title={t('The connection to {host} is not encrypted', { host })}
        text={t(
          'Its address begins with http://. Anyone on the same network can read your password and messages, and change them on their way. Ask your office for an address that begins with https://.',
        )}
        confirmLabel={t('Connect Anyway')}
        onConfirm={() => add(asked)}
        onClose={() => setAsked(null)}
      />
    ),
  };
}

/** Lists the saved servers, with buttons to change to, remove and add servers. */
export function ServerSettings({ console: { bridge, start } }: { console: DesktopConsole }) {
  const servers = useBridgeEvent(bridge, 'servers', start.servers);
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | null>(null);
  const isLocked = start.policy.serverUrl !== undefined;

  const attempt = (work: () => Promise<void>) => {
    setError(null);
    work().catch((failure: unknown) => setError(bridgeSentence(failure)));
  };
  const { add, question } = useAddServer((given) =>
    attempt(async () => {
      await bridge.call('addServer', given);
      setAddress('');
    }),
  );

  return (
    <section className="grid gap-3">
      <h3>{t('Server')}</h3>
      <Notice kind="error">{error}</Notice>
      {servers.map(({ url, name }) => (
        <div key={url} className="flex items-center justify-between gap-3">
          <span>
            {name}
            <br />
            <span className="text-muted text-sm">{new URL(url).host}</span> <Unprotected url={url} />
          </span>
          {url === start.server?.url ? (
            <span>{isLocked ? t('Set by your organization') : t('In use')}</span>
          ) : (
            <span className="flex flex-wrap gap-2">
              <Button
                variant="outlined"
                onClick={() => attempt(async () => void (await bridge.call('chooseServer', url)))}
              >
                {t('Change to this')}
              </Button>
              <Button
                variant="plain"
                aria-label={t('Remove {name}', { name })}
                onClick={() => attempt(async () => void (await bridge.call('removeServer', url)))}
              >
                {t('Remove')}
              </Button>
            </span>
          )}
        </div>
      ))}
      {!isLocked && (
        <form
          className="grid grid-cols-[1fr_1fr] gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            add(address);
          }}
        >
          <TextInput
            label={t('Another server')}
            isLabelHidden
            placeholder={t('Address of another server')}
            value={address}
            onChange={setAddress}
          />
          <Button type="submit" variant="outlined" disabled={address.trim() === ''}>
            {t('Add server')}
          </Button>
        </form>
      )}
      {question}
    </section>
  );
}

/** The screen of the first run, which asks for the server. */
export function ServerChoice({ start }: { start: ConsoleStart }) {
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const bridge = desktopConsole()?.bridge;

  const choose = async (find: () => Promise<string | undefined>) => {
    setIsBusy(true);
    setError(null);
    try {
      const url = await find();
      // The main process then loads that server's page in this window.
      if (url) await bridge?.call('chooseServer', url);
    } catch (failure) {
      setError(bridgeSentence(failure));
      setIsBusy(false);
    }
  };
  const { add, question } = useAddServer(
    (given) => void choose(async () => (await bridge?.call('addServer', given))?.url),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add(address);
  };

  return (
    <main className="grid min-h-dvh p-6 bg-page text-ink place-items-center">
      <form className="grid gap-4 w-[min(26rem,100%)]" onSubmit={submit}>
        <img src="/favicon.svg" alt="" width={56} height={56} />
        <h1 className="m-0 text-2xl">{t('Welcome to Silong')}</h1>
        <p className="m-0 text-muted">{t('Which server do you use? Your office can tell you its address.')}</p>
        <Notice kind="error">{error}</Notice>
        <NativeInput
          label={t('Server address')}
          placeholder={t('https://silong.example')}
          inputMode="url"
          autoFocus
          spellCheck={false}
          value={address}
          onChange={setAddress}
        />
        <Button type="submit" size="large" disabled={isBusy || address.trim() === ''}>
          {isBusy ? t('Connecting…') : t('Connect')}
        </Button>
        {start.servers.length > 0 && (
          <section aria-label={t('Saved servers')} className="grid gap-2 pt-4 border-t border-t-line">
            {start.servers.map(({ url, name }) => (
              <Button key={url} variant="outlined" disabled={isBusy} onClick={() => void choose(async () => url)}>
                {name} <span className="text-muted">{new URL(url).host}</span> <Unprotected url={url} />
              </Button>
            ))}
          </section>
        )}
      </form>
      {question}
    </main>
  );
}

/** A menu of the other saved servers with their unread counts; empty if there is only one server. */
export function ServerSwitcher({ console: { bridge, start } }: { console: DesktopConsole }) {
  const servers = useBridgeEvent(bridge, 'servers', start.servers);
  const unread = useBridgeEvent(bridge, 'unread', start.unread);

  const others = servers.filter(({ url }) => url !== start.server?.url);
  if (others.length === 0) return null;
  const waiting = others.reduce((sum, { url }) => sum + (unread[url] ?? 0), 0);
  return (
    <Menu
      label={
        waiting > 0
          ? t('Other servers: {waiting, plural, one {# unread notification} other {# unread notifications}}', {
              waiting,
            })
          : t('Other servers')
      }
      placement="beside"
      triggerClassName="min-h-8 px-2 gap-1.5 rounded-sm hover:bg-sunken hover:text-ink"
      trigger={
        <>
          <ChevronsUpDown size={14} />
          {waiting > 0 && (
            <span className="min-w-5 py-0.5 px-1.5 rounded-full bg-primary text-on-primary font-bold">
              {waiting}
            </span>
          )}
        </>
      }
      entries={others.map(({ url, name }) => {
        const { host: place } = new URL(url);
        const host = isUnprotected(url) ? t('{host} (not encrypted)', { host: place }) : place;
        const count = unread[url] ?? 0;
        return {
          label:
            count > 0
              ? t('{name}, {host}: {count, plural, one {# unread notification} other {# unread notifications}}', {
                  name,
                  host,
                  count,
                })
              : t('{name}, {host}', { name, host }),
          onSelect: () =>
            void bridge
              .call('chooseServer', url)
              .catch((error: unknown) => showToast(bridgeSentence(error), 'error')),
        };
      })}
    />
  );
}

/** Whether the connection is not encrypted: an http address other than this computer. */
function isUnprotected(address: string): boolean {
  const typed = address.trim();
  const url = /^http:/i.test(typed) ? readUrl(typed) : null;
  return url !== null && !/^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(url.hostname);
}

/** The payload of the last event of that name, or `initial` before the first one. */
export function useBridgeEvent<Name extends DesktopEventName, Initial extends DesktopEvent<Name> | null>(
  bridge: DesktopBridge,
  name: Name,
  initial: Initial,
): DesktopEvent<Name> | Initial {
  const [value, setValue] = useState<DesktopEvent<Name> | Initial>(initial);
  useEffect(() => bridge.on(name, (event) => setValue(() => event)), [bridge, name]);
  return value;
}
