import { z } from 'zod';
import { savedServer } from '#shared/contracts/desktop.ts';
import type { ConsolePolicy, SavedServer } from '#shared/desktopBridge.ts';
import type { JsonFile } from './jsonFile.ts';
import { t } from './words.ts';

export const serverFile = z.object({
  servers: z.array(savedServer).default([]),
  chosen: z.string().nullable().default(null),
  /** Whether the page's storage of versions with a single origin was copied to the chosen server's origin. */
  isCarried: z.boolean().default(false),
});

/** The message is a sentence for people. */
export class ServerRefused extends Error {}

const site = z.object({ success: z.literal(true), data: z.object({ siteName: z.string() }) });
const ANSWER_LIMIT_MS = 10_000;

export function isAllowedServer(url: string, { serverUrl, allowedServers }: ConsolePolicy): boolean {
  return serverUrl === undefined ? (allowedServers?.includes(url) ?? true) : url === serverUrl;
}

type FetchPage = (url: string, init: RequestInit) => Promise<Response>;

export type ServerList = ReturnType<typeof openServerList>;

export function openServerList(
  file: JsonFile<z.output<typeof serverFile>>,
  policy: ConsolePolicy,
  fetchPage: FetchPage,
) {
  const requireFreeChoice = () => {
    if (policy.serverUrl)
      throw new ServerRefused(t('Your organization sets the server. You cannot change it here.'));
  };
  const requireAllowed = (url: string) => {
    if (!isAllowedServer(url, policy))
      throw new ServerRefused(t('Your organization does not allow this server. Ask them for the right address.'));
  };
  /** A server that is no longer allowed stays saved, for when it is allowed again. */
  const all = (): SavedServer[] =>
    policy.serverUrl
      ? [{ url: policy.serverUrl, name: policy.organisation ?? t('Silong') }]
      : file.read().servers.filter(({ url }) => isAllowedServer(url, policy));

  return {
    all,
    current(): SavedServer | null {
      if (policy.serverUrl) return all()[0] ?? null;
      const { chosen } = file.read();
      return all().find(({ url }) => url === chosen) ?? null;
    },
    isCarried: () => file.read().isCarried,
    setCarried: () => file.write({ ...file.read(), isCarried: true }),
    /** Saves the server after its address has answered as a Silong server. @throws {ServerRefused} */
    async add(address: string): Promise<SavedServer> {
      requireFreeChoice();
      const url = readAddress(address);
      requireAllowed(url);
      const name = await askForName(url, fetchPage);
      const server = { url, name };
      const { servers, ...rest } = file.read();
      file.write({ ...rest, servers: [...servers.filter((one) => one.url !== url), server] });
      return server;
    },
    /** @throws {ServerRefused} if it is not saved, or a policy sets the server. */
    choose(url: string) {
      requireFreeChoice();
      requireAllowed(url);
      const { servers, ...rest } = file.read();
      if (!servers.some((server) => server.url === url))
        throw new ServerRefused(t('This server is not in your saved servers'));
      file.write({ ...rest, servers, chosen: url });
    },
    remove(url: string): SavedServer[] {
      requireFreeChoice();
      const { servers, chosen, ...rest } = file.read();
      const left = servers.filter((server) => server.url !== url);
      file.write({ ...rest, servers: left, chosen: chosen === url ? null : chosen });
      return all();
    },
  };
}

/** The origin of a typed address; without a scheme, https is assumed. @throws {ServerRefused} if it is no http(s) address. */
function readAddress(typed: string): string {
  const text = typed.trim();
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new ServerRefused(t('This is not the address of a server. Enter one such as https://silong.example'));
  return url.origin;
}

async function askForName(url: string, fetchPage: FetchPage): Promise<string> {
  let answer: unknown;
  try {
    const response = await fetchPage(`${url}/api/site`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    answer = await response.json();
  } catch (error) {
    if (error instanceof ServerRefused) throw error;
    throw new ServerRefused(
      t('{host} did not answer. Check the address and your connection, then try again.', {
        host: new URL(url).host,
      }),
    );
  }
  const parsed = site.safeParse(answer);
  if (!parsed.success)
    throw new ServerRefused(t('{host} answered, but it is not a Silong server.', { host: new URL(url).host }));
  return parsed.data.data.siteName;
}
