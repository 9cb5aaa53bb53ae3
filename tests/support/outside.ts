import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import type { OutsideNetwork } from '#server/media/outside.ts';

/** An address of the internet that no test connects to. */
export const PUBLIC_ADDRESS = '93.184.216.34';

export interface Outside {
  /** For `startTestServer`: requests to a public address come to this server instead. */
  network: Partial<OutsideNetwork>;
  /** Addresses of hosts that are not all at `PUBLIC_ADDRESS`; asked for at each look-up. */
  hosts: Map<string, () => string[]>;
  /** By host and path, 'pictures.example/a.png'; any other path is a picture of its own. */
  pages: Map<string, RequestListener>;
  /** The requested addresses: 'pictures.example/a.png'. */
  asked: string[];
  /** Headers of the last request. */
  lastHeaders(): IncomingMessage['headers'];
  /** Addresses that were connected to. */
  dialled: string[];
  close(): Promise<void>;
}

/** A web server on loopback that stands for the internet: real connections, with only the last step redirected. */
export async function startOutside(limits: Partial<OutsideNetwork> = {}): Promise<Outside> {
  const hosts = new Map<string, () => string[]>();
  const pages = new Map<string, RequestListener>();
  const asked: string[] = [];
  const dialled: string[] = [];
  let headers: IncomingMessage['headers'] = {};
  const server = createServer((request, response) => {
    const page = `${request.headers.host}${request.url}`;
    asked.push(page);
    headers = request.headers;
    const handler = pages.get(page);
    if (handler) handler(request, response);
    else void sendPicture(page, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    hosts,
    pages,
    asked,
    dialled,
    lastHeaders: () => headers,
    network: {
      resolve: async (host) => hosts.get(host)?.() ?? [PUBLIC_ADDRESS],
      dial(address) {
        dialled.push(address);
        return { host: '127.0.0.1', port };
      },
      ...limits,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** One picture for each address, so that each is stored under its own hash. */
async function sendPicture(page: string, response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'image/png');
  response.end(await drawOutside(page));
}

export function drawOutside(page: string): Promise<Buffer> {
  const letters = [...page].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 16_777_216, 7);
  const background = {
    r: letters % 256,
    g: Math.floor(letters / 256) % 256,
    b: Math.floor(letters / 65_536),
  };
  return sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toBuffer();
}
