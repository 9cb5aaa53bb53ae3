import { app, BrowserWindow, type Certificate, net, type WebContents } from 'electron';
import { siteCalls } from '#shared/contracts/site.ts';
import type { ConsoleAnswer, ConsoleQuestion } from '#shared/desktopBridge.ts';
import { originOf } from './addresses.ts';
import type { AskingProxy, ProxyPasswords } from './proxyPasswords.ts';
import { ServerRefused } from './serverList.ts';
import { guardedPreferences } from './windows.ts';
import { t } from './words.ts';

function certificateSentence(error: string, host: string): string {
  if (/DATE_INVALID/.test(error))
    return t(
      'The certificate of {host} has expired, or this computer’s clock is wrong. Check the date and time. If they are right, tell your administrator.',
      { host },
    );
  if (/COMMON_NAME_INVALID/.test(error))
    return t('The certificate of {host} belongs to another name. Check the server’s address.', { host });
  if (/AUTHORITY_INVALID/.test(error))
    return t(
      'This computer does not trust whoever signed the certificate of {host}. In an office, ask your administrator to install the office’s certificate authority. On a public network, someone may be intercepting your connection: do not continue.',
      { host },
    );
  return t('The certificate of {host} is not valid ({error}), so Silong does not connect.', { host, error });
}

const CERTIFICATE_FAULT = /ERR_CERT_\w+/;
/** Error of a call that a proxy blocks without a password. */
const PROXY_FAULT = /ERR_(PROXY_AUTH|TUNNEL_CONNECTION)\w*/;
const PROXY_PASSWORD_NEEDED = 407;

interface NetworkOptions {
  ask(question: ConsoleQuestion): Promise<ConsoleAnswer | null>;
  passwords: ProxyPasswords;
  servers(): readonly string[];
  log(line: string): void;
}

/** Answers certificate and password requests. Certificates the system rejects are never accepted; only proxies get a password. */
export function createNetwork({ ask, passwords, servers, log }: NetworkOptions) {
  const shown = new Set<string>();
  const choosing = new Map<string, Promise<ConsoleAnswer | null>>();

  /** Shows each message once, as a page repeats its calls every few seconds. */
  function showOnce(about: string, title: string, text: string): void {
    if (shown.has(about)) return;
    shown.add(about);
    void ask({ kind: 'words', title, text });
  }

  function showCertificateError(url: string, error: unknown): void {
    const fault = CERTIFICATE_FAULT.exec(String(error))?.[0];
    if (!fault) return;
    const { host } = new URL(url);
    log(`the certificate of a server is refused: ${fault}`);
    showOnce(`certificate ${host}`, t('Silong cannot connect securely'), certificateSentence(fault, host));
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
      // Requests of other hosts, such as map tiles, are refused without a message.
      if (isServer)
        showOnce(
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

  /** Concurrent requests of a server share one question. */
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

  /** Logs in at the proxy with a net.request, as net.fetch reports no login event; the login holds for all requests. */
  const logInAtProxy = (url: string) =>
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

  async function isBlockedByProxy(answer: Promise<Response>): Promise<boolean> {
    return answer.then(
      ({ status }) => status === PROXY_PASSWORD_NEEDED,
      (error: unknown) => PROXY_FAULT.test(String(error)),
    );
  }

  app.on('certificate-error', (event, _contents, url, error, _certificate, decide) => {
    event.preventDefault();
    showCertificateError(url, error);
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
    /** @throws {ServerRefused} if a proxy got no password; other errors are those of net.fetch. */
    async fetch(url: string, init: RequestInit): Promise<Response> {
      const call = () => net.fetch(url, init);
      let answer = call();
      if (await isBlockedByProxy(answer)) {
        if (passwords.blocked() === null) await logInAtProxy(url);
        answer = call();
        if ((await isBlockedByProxy(answer)) && passwords.blocked() !== null)
          throw new ServerRefused(t('The proxy on this network requires a user name and password.'));
      }
      return answer.catch((error: unknown) => {
        showCertificateError(url, error);
        throw error;
      });
    },
  };
}

export type QuestionWindows = ReturnType<typeof createQuestionWindows>;

const WIDTH = 460;
const heights: Record<ConsoleQuestion['kind'], number> = { password: 560, certificate: 480, words: 320 };

/** Small windows with one question or message each, independent of any server's page. Closing a window answers null. */
export function createQuestionWindows() {
  const open = new Map<number, { question: ConsoleQuestion; answer(given: ConsoleAnswer | null): void }>();

  return {
    /** The question of this window; null for all other windows. */
    of: (contents: WebContents): ConsoleQuestion | null => open.get(contents.id)?.question ?? null,
    answer: (contents: WebContents, given: ConsoleAnswer | null) => open.get(contents.id)?.answer(given),
    ask(question: ConsoleQuestion): Promise<ConsoleAnswer | null> {
      const parent = BrowserWindow.getFocusedWindow();
      const window = new BrowserWindow({
        width: WIDTH,
        height: heights[question.kind],
        minWidth: 360,
        minHeight: 240,
        ...(parent ? { parent } : {}),
        title: t('Silong'),
        autoHideMenuBar: true,
        maximizable: false,
        fullscreenable: false,
        show: false,
        backgroundColor: '#0f1514',
        webPreferences: guardedPreferences,
      });
      const { id } = window.webContents;
      window.once('ready-to-show', () => window.show());
      return new Promise((resolve) => {
        open.set(id, {
          question,
          answer(given) {
            resolve(given);
            // After the call has returned, as closing the window destroys the calling page.
            setImmediate(() => {
              if (!window.isDestroyed()) window.destroy();
            });
          },
        });
        window.once('closed', () => {
          open.delete(id);
          resolve(null);
        });
        void window.loadURL(`${originOf(null)}/`);
      });
    },
  };
}
