import { useState } from 'react';
import { TextInput } from '#web/forms/fields.tsx';
import { bridgeSentence, type DesktopConsole } from '#web/platform/desktop.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** The saved servers: which one is shown, others to change to, and a new one. */
export function ServerSettings({ console: { bridge, start } }: { console: DesktopConsole }) {
  const [servers, setServers] = useState(start.servers);
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | null>(null);
  const isLocked = start.policy.serverUrl !== undefined;

  const attempt = (work: () => Promise<void>) => {
    setError(null);
    work().catch((failure: unknown) => setError(bridgeSentence(failure)));
  };

  return (
    <section>
      <h3>Server</h3>
      <Notice kind="error">{error}</Notice>
      {servers.map(({ url, name }) => (
        <div key={url} className="flex items-center justify-between gap-3">
          <span>
            {name}
            <br />
            <span className="text-muted text-sm">{new URL(url).host}</span>
          </span>
          {url === start.server?.url ? (
            <span>{isLocked ? 'Set by your organisation' : 'In use'}</span>
          ) : (
            <span className="flex flex-wrap gap-2">
              <Button
                variant="outlined"
                onClick={() => attempt(async () => void (await bridge.call('chooseServer', url)))}
              >
                Change to this
              </Button>
              <Button
                variant="plain"
                aria-label={`Remove ${name}`}
                onClick={() => attempt(async () => setServers(await bridge.call('removeServer', url)))}
              >
                Remove
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
            attempt(async () => {
              const added = await bridge.call('addServer', address);
              setServers([...servers.filter(({ url }) => url !== added.url), added]);
              setAddress('');
            });
          }}
        >
          <TextInput
            label="Another server"
            isLabelHidden
            placeholder="Address of another server"
            value={address}
            onChange={setAddress}
          />
          <Button type="submit" variant="outlined" disabled={address.trim() === ''}>
            Add server
          </Button>
        </form>
      )}
    </section>
  );
}
