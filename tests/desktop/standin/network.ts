import { EventEmitter } from 'node:events';
import http from 'node:http';

type Credentials = (name?: string, password?: string) => void;

/**
 * `net` on Node's network; STANDIN_PROXY=127.0.0.1:3128 adds a proxy for plain http. As in Electron, `fetch` emits no login event
 * for it, `request` does, and one login holds for all requests.
 */
export function createNet() {
  const [host = '', port = ''] = process.env.STANDIN_PROXY?.split(':') ?? [];
  let authorization: string | null = null;

  function passOn(url: string, { method = 'GET', headers, body }: RequestInit): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = http.request({
        host,
        port,
        method,
        path: url,
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          ...(authorization ? { 'proxy-authorization': authorization } : {}),
        },
      });
      request.once('response', resolve);
      request.once('error', reject);
      request.end(body ? Buffer.from(body as ArrayBuffer) : undefined);
    });
  }

  async function read(answer: http.IncomingMessage): Promise<Response> {
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const status = answer.statusCode ?? 500;
    return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(chunks), {
      status,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, one]),
      ),
    });
  }

  class ClientRequest extends EventEmitter {
    constructor(private readonly options: { url: string }) {
      super();
    }

    end(): void {
      void this.attempt().catch((error: unknown) => this.emit('error', error));
    }

    private async attempt(): Promise<void> {
      const { url } = this.options;
      const answer = host
        ? await read(await passOn(url, {}))
        : await fetch(url, { signal: AbortSignal.timeout(10_000) });
      const realm = /realm="([^"]*)"/.exec(answer.headers.get('proxy-authenticate') ?? '')?.[1] ?? '';
      if (answer.status !== 407 || this.listenerCount('login') === 0) {
        this.emit('response', Object.assign(new EventEmitter(), { statusCode: answer.status }));
        return;
      }
      const give: Credentials = (name, password) => {
        if (name === undefined) {
          this.emit('response', Object.assign(new EventEmitter(), { statusCode: 407 }));
          return;
        }
        authorization = `Basic ${Buffer.from(`${name}:${password ?? ''}`).toString('base64')}`;
        this.end();
      };
      this.emit('login', { isProxy: true, scheme: 'basic', host, port: Number(port), realm }, give);
    }
  }

  return {
    fetch: async (url: string, init: RequestInit = {}) =>
      host ? read(await passOn(url, init)) : fetch(url, init),
    request: (options: { url: string }) => new ClientRequest(options),
    isOnline: () => true,
  };
}
