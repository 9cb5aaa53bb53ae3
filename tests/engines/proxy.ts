import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { EngineName } from './driver.ts';

const NOTES = '/__notes';
const RECORDER = '/__recorder.js';

export interface SiteProxy {
  origin: string;
  /** Complaints of the pages in this engine's console since the last call, each once. */
  takeNotes(engine: EngineName): string[];
  /** Without a line nothing is answered, and open sockets end. */
  setLine(isThere: boolean): void;
  close(): void;
}

/** Runs in the page before its own scripts: WebKitGTK's driver reports nothing of the console. */
function record(notes: string): void {
  const note = (kind: string, what: unknown) => {
    const words = what instanceof Error ? `${what.message} ${what.stack?.slice(0, 400)}` : String(what);
    navigator.sendBeacon(notes, `${location.pathname}${location.search} ${kind}: ${words.slice(0, 1_000)}`);
  };
  addEventListener('error', ({ error, message }) => note('error', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => note('rejection', reason));
  addEventListener('securitypolicyviolation', (event) =>
    note('policy', `${event.violatedDirective} ${event.blockedURI}`),
  );
  for (const level of ['error', 'warn'] as const) {
    // biome-ignore lint/suspicious/noConsole: the page's own, which is listened to
    const say = console[level];
    console[level] = (...words: unknown[]) => {
      note(`console.${level}`, words.find((word) => word instanceof Error) ?? words.join(' '));
      say.apply(console, words);
    };
  }
}

const engineOf = ({ headers }: IncomingMessage): EngineName =>
  headers['user-agent']?.includes('Firefox/') ? 'firefox' : 'webkit';

/** Stands between the engines and the server: notes what pages complain of, and can take the line away. */
export function startProxy(port: number, target: string): Promise<SiteProxy> {
  const notes: Record<EngineName, Set<string>> = { firefox: new Set(), webkit: new Set() };
  const sockets = new Set<Duplex>();
  const { port: targetPort, hostname } = new URL(target);
  let isThere = true;

  async function answer(asked: IncomingMessage, answered: ServerResponse): Promise<void> {
    if (asked.url === NOTES) {
      notes[engineOf(asked)].add((await asked.toArray()).join(''));
      answered.writeHead(204).end();
    } else if (asked.url === RECORDER) {
      // A function of TypeScript names its inner functions by a helper.
      const script = `((__name) => (${record})('${NOTES}'))((it) => it)`;
      answered.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(script);
    } else if (isThere) passOn(asked, answered);
    else asked.socket.destroy();
  }

  function passOn(asked: IncomingMessage, answered: ServerResponse): void {
    const isPage = asked.headers.accept?.includes('text/html') ?? false;
    // A page has to come whole and readable, so that the recorder can be written into it.
    const { 'accept-encoding': encoding, 'if-none-match': known, ...others } = asked.headers;
    const headers = isPage ? others : asked.headers;
    const ahead = request({ hostname, port: targetPort, method: asked.method, path: asked.url, headers });
    ahead.on('error', () => answered.destroy());
    ahead.on('response', (response) => {
      const { statusCode = 502 } = response;
      if (statusCode >= 500) notes[engineOf(asked)].add(`${asked.method} ${asked.url} was answered ${statusCode}`);
      if (!isPage || !response.headers['content-type']?.startsWith('text/html')) {
        answered.writeHead(statusCode, response.headers);
        response.on('error', () => answered.destroy()).pipe(answered);
        return;
      }
      const { 'content-length': length, etag, ...rest } = response.headers;
      response.toArray().then(
        (parts) => {
          const html = Buffer.concat(parts).toString();
          answered.writeHead(statusCode, rest);
          answered.end(html.replace('<head>', `<head><script src="${RECORDER}"></script>`));
        },
        () => answered.destroy(),
      );
    });
    asked.pipe(ahead);
  }

  const server = createServer((asked, answered) => void answer(asked, answered).catch(() => answered.destroy()));
  server.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    if (!isThere) return socket.destroy();
    const lines = rawHeaders.reduce((text, part, at) => text + (at % 2 === 0 ? `\r\n${part}: ` : part), '');
    const ahead = connect(Number(targetPort), hostname, () => {
      ahead.write(`${method} ${url} HTTP/1.1${lines}\r\n\r\n`);
      ahead.write(head);
      socket.pipe(ahead).pipe(socket);
    });
    sockets.add(socket);
    for (const end of [socket, ahead])
      end
        .on('error', () => end.destroy())
        .on('close', () => {
          sockets.delete(socket);
          socket.destroy();
          ahead.destroy();
        });
  });
  const proxy: SiteProxy = {
    origin: `http://127.0.0.1:${port}`,
    takeNotes(engine) {
      const taken = [...notes[engine]];
      notes[engine].clear();
      return taken;
    },
    setLine(there) {
      isThere = there;
      if (!there) for (const socket of sockets) socket.destroy();
    },
    close() {
      server.closeAllConnections();
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(proxy));
  });
}
