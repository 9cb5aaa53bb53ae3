import type { ConsoleAnswer, ConsoleQuestion } from '#shared/desktopBridge.ts';
import type { SealedFiles } from './sealedFiles.ts';

/** What a proxy says of itself when it asks. */
export interface AskingProxy {
  host: string;
  port: number;
  realm: string;
  scheme: string;
}

export interface ProxyPassword {
  name: string;
  password: string;
}

export interface ProxyPasswordsOptions {
  files: SealedFiles;
  mayRemember(): boolean;
  ask(question: ConsoleQuestion): Promise<ConsoleAnswer | null>;
  /** A proxy is given nothing, or is asked for again. */
  changed(blocked: string | null): void;
}

export type ProxyPasswords = ReturnType<typeof createProxyPasswords>;

/** Names and passwords for the proxies of this network: asked once for all that waits, kept only under the keyring. */
export function createProxyPasswords({ files, mayRemember, ask, changed }: ProxyPasswordsOptions) {
  const asking = new Map<string, Promise<ProxyPassword | null>>();
  /** Whoever gave nothing is not asked at every call of the page. */
  const declined = new Set<string>();
  /** What was given last, and was not refused. */
  const given = new Map<string, ProxyPassword>();
  const blocked = () => [...declined][0] ?? null;
  const addressOf = ({ host, port }: AskingProxy) => `${host}:${port}`;

  async function find(proxy: AskingProxy, isFirst: boolean): Promise<ProxyPassword | null> {
    const address = addressOf(proxy);
    const file = [address, proxy.realm];
    const mayKeep = mayRemember() && (await files.isOpen());
    if (isFirst && mayKeep) {
      const kept = await files.read(file);
      if (kept) return hold(address, JSON.parse(kept.toString('utf8')) as ProxyPassword);
    }
    if (!isFirst) {
      given.delete(address);
      await files.remove(file);
    }
    const answer = await ask({
      kind: 'password',
      host: address,
      realm: proxy.realm,
      isAgain: !isFirst,
      isReadable: proxy.scheme.toLowerCase() === 'basic',
      mayRemember: mayKeep,
    });
    if (!answer || !('password' in answer)) {
      declined.add(address);
      changed(blocked());
      return null;
    }
    const { name, password, remember } = answer;
    if (remember && mayKeep) await files.write(file, Buffer.from(JSON.stringify({ name, password })));
    return hold(address, { name, password });
  }

  function hold(address: string, password: ProxyPassword): ProxyPassword {
    given.set(address, password);
    return password;
  }

  return {
    /** The proxy that was given nothing. */
    blocked,
    /** What a proxy was given for the pages, without asking anybody. */
    known: (proxy: Pick<AskingProxy, 'host' | 'port'>) => given.get(`${proxy.host}:${proxy.port}`) ?? null,
    askAgain() {
      if (declined.size === 0) return;
      declined.clear();
      changed(null);
    },
    /** @param isFirst false: it refused what it was given. @returns null: it is given nothing. */
    async of(proxy: AskingProxy, isFirst: boolean): Promise<ProxyPassword | null> {
      const address = addressOf(proxy);
      const known = asking.get(address);
      if (known) return known;
      if (declined.has(address)) return null;
      const found = find(proxy, isFirst).finally(() => asking.delete(address));
      asking.set(address, found);
      return found;
    },
  };
}
