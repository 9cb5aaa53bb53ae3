import { app, type Certificate, net } from 'electron';
import { siteCalls } from '#shared/contracts/site.ts';
import type { ConsoleAnswer, ConsoleQuestion } from '#shared/desktopBridge.ts';
import type { AskingProxy, ProxyPasswords } from './proxyPasswords.ts';
import { ServerRefused } from './serverList.ts';
import { t } from './words.ts';

/** What Chromium calls the usual faults of a certificate, in words. */
export function certificateSentence(error: string, host: string): string {
  if (/DATE_INVALID/.test(error))
    return t(
      'The certificate of {host} has expired, or this computer’s clock is wrong. Check the date and time. If they are right, tell your administrator.',
      { host },
    );
  if (/COMMON_NAME_INVALID/.test(error))
    return t('The certificate of {host} belongs to another name. Check the server’s address.', {
      host,
    });
  if (/AUTHORITY_INVALID/.test(error))
    return t(
      'This computer does not trust whoever signed the certificate of {host}. In an office, ask your administrator to install the office’s certificate authority. On a public network, someone may be intercepting your connection: do not continue.',
      { host },
    );
  return t('The certificate of {host} is not valid ({error}), so Silong does not connect.', {
    host,
    error,
  });
}

const CERTIFICATE_FAULT = /ERR_CERT_\w+/;
/** What becomes of a call that a proxy lets pass to nobody without a password. */
const PROXY_FAULT = /ERR_(PROXY_AUTH|TUNNEL_CONNECTION)\w*/;
const PROXY_PASSWORD_NEEDED = 407;

export interface NetworkOptions {
  ask(question: ConsoleQuestion): Promise<ConsoleAnswer | null>;
  passwords: ProxyPasswords;
  /** The saved servers' addresses. */
  servers(): readonly string[];
  log(line: string): void;
}

/**
 * What networks and servers ask of this computer, in the console's own words. Nothing here ever trusts a certificate that the
 * system does not, and only a proxy is given a password.
 */
export function createNetwork({ ask, passwords, servers, log }: NetworkOptions) {
  const said = new Set<string>();
  const choosing = new Map<string, Promise<ConsoleAnswer | null>>();

  /** Once for each server: its page asks every few seconds. */
  function say(about: string, title: string, text: string): void {
    if (said.has(about)) return;
    said.add(about);
    void ask({ kind: 'words', title, text });
  }

  function sayCertificate(url: string, error: unknown): void {
    const fault = CERTIFICATE_FAULT.exec(String(error))?.[0];
    if (!fault) return;
    const { host } = new URL(url);
    log(`the certificate of a server is refused: ${fault}`);
    say(`certificate ${host}`, t('Silong cannot connect securely'), certificateSentence(fault, host));
  }

  async function answerLogin(
    { isProxy, ...asking }: AskingProxy & { isProxy: boolean },
    isFirst: boolean,
    isServer: boolean,
    give: (name?: string, password?: string) => void,
  ): Promise<void> {
    if (!isProxy) {
      const { host } = asking;
      log('a server asks for a password of its own, and is given none');
      // Pictures of a map may come from anywhere: whoever asks there is not worth a word.
      if (isServer)
        say(
          `password ${host}`,
          t('The server requires a second password'),
          t(
            '{host} asks for a user name and password before it shows Silong. Silong cannot provide them. Ask your administrator to allow Silong through without them.',
            { host },
          ),
        );
      give();
      return;
    }
    const given = await passwords.of(asking, isFirst).catch((error: unknown) => {
      log(`a proxy's password could not be found: ${String(error)}`);
      return null;
    });
    if (given) give(given.name, given.password);
    else give();
  }

  /** One for all connections to a server that ask while the window is open. */
  function chooseCertificate(host: string, certificates: Certificate[]): Promise<ConsoleAnswer | null> {
    const known = choosing.get(host);
    if (known) return known;
    const chosen = ask({
      kind: 'certificate',
      host,
      certificates: certificates.map(({ subjectName, issuerName, validExpiry }) => ({
        name: subjectName,
        issuer: issuerName,
        until: new Date(validExpiry * 1_000).toISOString(),
      })),
    }).finally(() => choosing.delete(host));
    choosing.set(host, chosen);
    return chosen;
  }

  /** net.fetch tells nobody that a proxy asks; a request of its own does, and what it was given holds for all. */
  const introduce = (url: string) =>
    new Promise<void>((resolve) => {
      const request = net.request({ url: new URL(siteCalls.get.path, url).href });
      let isFirst = true;
      request.on('login', (info, give) => {
        void answerLogin(info, isFirst, true, give);
        isFirst = false;
      });
      request.on('response', (response) => {
        response.on('data', () => undefined);
        resolve();
      });
      request.on('error', () => resolve());
      request.end();
    });

  async function isStopped(answer: Promise<Response>): Promise<boolean> {
    return answer.then(
      ({ status }) => status === PROXY_PASSWORD_NEEDED,
      (error: unknown) => PROXY_FAULT.test(String(error)),
    );
  }

  app.on('certificate-error', (event, _contents, url, error, _certificate, decide) => {
    event.preventDefault();
    sayCertificate(url, error);
    decide(false);
  });
  app.on('select-client-certificate', (event, _contents, url, certificates, choose) => {
    event.preventDefault();
    void chooseCertificate(new URL(url).host, certificates).then((answer) =>
      choose(answer && 'certificate' in answer ? certificates[answer.certificate] : undefined),
    );
  });
  app.on('login', (event, contents, { firstAuthAttempt }, info, give) => {
    event.preventDefault();
    const isServer = contents === null || servers().some((url) => new URL(url).hostname === info.host);
    void answerLogin(info, firstAuthAttempt, isServer, give);
  });

  return {
    /** @throws {ServerRefused} a proxy was given no password; whatever else went wrong is thrown as it is. */
    async fetch(url: string, init: RequestInit): Promise<Response> {
      const call = () => net.fetch(url, init);
      let answer = call();
      if (await isStopped(answer)) {
        if (passwords.blocked() === null) await introduce(url);
        answer = call();
        if ((await isStopped(answer)) && passwords.blocked() !== null)
          throw new ServerRefused(t('The proxy on this network requires a user name and password.'));
      }
      return answer.catch((error: unknown) => {
        sayCertificate(url, error);
        throw error;
      });
    },
  };
}
