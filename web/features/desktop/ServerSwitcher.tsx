import { ChevronsUpDown } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';
import { bridgeSentence, type DesktopConsole } from '#web/platform/desktop.ts';
import { Menu } from '#web/ui/dialogs/Menu.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { useBridgeEvent } from './useBridgeEvent.ts';

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
          ? t(
              'Other servers: {waiting, plural, one {# unread notification} other {# unread notifications}}',
              {
                waiting,
              },
            )
          : t('Other servers')
      }
      placement="beside"
      triggerClassName="min-h-8! px-2! gap-1.5 rounded-sm! hover:bg-sunken hover:text-ink"
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
              ? t(
                  '{name}, {host}: {count, plural, one {# unread notification} other {# unread notifications}}',
                  { name, host, count },
                )
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
export function isUnprotected(address: string): boolean {
  const typed = address.trim();
  if (!/^http:/i.test(typed) || !URL.canParse(typed)) return false;
  const { hostname } = new URL(typed);
  return !/^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname);
}
