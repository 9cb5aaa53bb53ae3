import { type FormEvent, useState } from 'react';
import type { ConsoleStart } from '#shared/desktopBridge.ts';
import { bridgeSentence, desktopConsole } from '#web/platform/desktop.ts';
import { Button } from '#web/ui/Button.tsx';
import { NativeInput } from '#web/ui/NativeInput.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './ServerChoice.module.css';

/** The first run: which Silong this console belongs to. */
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
      // The console loads itself anew on that server.
      if (url) await bridge?.call('chooseServer', url);
    } catch (failure) {
      setError(bridgeSentence(failure));
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void choose(async () => (await bridge?.call('addServer', address))?.url);
  };

  return (
    <main className="grid min-h-dvh p-6 bg-page text-ink place-items-center">
      <form className={`grid gap-4 w-[min(26rem,100%)] ${styles.box}`} onSubmit={submit}>
        <img src="/favicon.svg" alt="" width={56} height={56} />
        <h1>Welcome to Silong</h1>
        <p>Which server do you work with? Your office can tell you its address.</p>
        <Notice kind="error">{error}</Notice>
        <NativeInput
          label="Server address"
          placeholder="https://silong.example"
          inputMode="url"
          autoFocus
          spellCheck={false}
          value={address}
          onChange={setAddress}
        />
        <Button type="submit" size="large" disabled={isBusy || address.trim() === ''}>
          {isBusy ? 'Looking for it…' : 'Connect'}
        </Button>
        {start.servers.length > 0 && (
          <section aria-label="Saved servers" className="grid gap-2 pt-4 border-t border-t-line">
            {start.servers.map(({ url, name }) => (
              <Button
                key={url}
                variant="outlined"
                disabled={isBusy}
                onClick={() => void choose(async () => url)}
              >
                {name} <span className="text-muted">{new URL(url).host}</span>
              </Button>
            ))}
          </section>
        )}
      </form>
    </main>
  );
}
