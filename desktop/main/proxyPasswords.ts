import type { ConsoleAnswer, ConsoleQuestion } from '#shared/desktopBridge.ts';
import type { SealedFiles } from './sealedFiles.ts';

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

interface ProxyPasswordsOptions {
  files: SealedFiles;
  mayRemember(): boolean;
  ask(question: ConsoleQuestion): Promise<ConsoleAnswer | null>;
  /** Publishes the proxy that was given no password; null when it may ask again. */
  changed(blocked: string | null): void;
}

export type ProxyPasswords = ReturnType<typeof createProxyPasswords>;

/** Names and passwords for proxies. One question serves all waiting requests; only the keyring stores an answer. */
export function createProxyPasswords({ files, mayRemember, ask, changed }: ProxyPasswordsOptions) {
  const asking = new Map<string, Promise<ProxyPassword | null>>();
  /** Proxies without an answer: the question is not repeated for each call of the page. */
  const declined = new Set<string>();
  /** The last answers that were not refused. */
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
    blocked,
    /** The answer the proxy has already got, without a question. */
    known: (proxy: Pick<AskingProxy, 'host' | 'port'>) => given.get(`${proxy.host}:${proxy.port}`) ?? null,
    askAgain() {
      if (declined.size === 0) return;
      declined.clear();
      changed(null);
    },
    /** @param isFirst false: the proxy refused the last answer. @returns null if the proxy gets no password. */
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
