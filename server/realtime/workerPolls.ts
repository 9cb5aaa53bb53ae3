import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import path from 'node:path';
import { type Duplex, pipeline } from 'node:stream';
import type { Logger } from 'pino';
import type { Server } from 'socket.io';

type Engine = Server['engine'];

/** The environment variable with the folder of the workers' socket files. */
export const POLLS_FOLDER = 'SILONG_POLLS_FOLDER';

/** In a connection id: the worker's number, then a secret. */
const CONNECTION_ID = /[?&]sid=w(\d+)\.[\w-]+(?:&|$)/;
const ID_BYTES = 15;
const OWN_TO_EACH_CONNECTION = ['connection', 'keep-alive'];

/**
 * Long polling over several workers. Where WebSockets are blocked, Socket.IO polls: many requests belong to one socket, which one
 * worker holds. The ids of connections contain the worker's number, and other workers forward a request to it over a socket
 * file in `folder`, so that a request may arrive at any worker.
 * @returns stops listening.
 */
export function shareConnections(engine: Engine, folder: string, log: Logger): () => void {
  const self = cluster.worker?.id ?? 0;
  const handleRequest = engine.handleRequest.bind(engine);
  const handleUpgrade = engine.handleUpgrade.bind(engine);
  const socketOf = (worker: number) =>
    process.platform === 'win32'
      ? `\\\\.\\pipe\\${path.basename(folder)}-${worker}`
      : path.join(folder, `${worker}.sock`);

  /** The socket file of another worker; undefined: this one answers, also for unknown connections. */
  const ownerOf = ({ url = '' }: IncomingMessage) => {
    const owner = Number(CONNECTION_ID.exec(url)?.[1] ?? self);
    return owner === self ? undefined : socketOf(owner);
  };
  const forward = ({ method, url, headers }: IncomingMessage, socketPath: string) =>
    request({ socketPath, method, path: url, headers });

  engine.generateId = () => `w${self}.${randomBytes(ID_BYTES).toString('base64url')}`;

  engine.handleRequest = ((asked: IncomingMessage, answer: ServerResponse) => {
    const owner = ownerOf(asked);
    if (!owner) return handleRequest(asked as never, answer as never);
    const forwarded = forward(asked, owner);
    forwarded.once('response', (given) => {
      const headers = Object.entries(given.headers).filter(([name]) => !OWN_TO_EACH_CONNECTION.includes(name));
      answer.writeHead(given.statusCode ?? 502, Object.fromEntries(headers));
      pipeline(given, answer, () => undefined);
    });
    forwarded.once('error', () => {
      // That worker has ended, and its connections with it.
      if (answer.headersSent) answer.destroy();
      else handleRequest(asked as never, answer as never);
    });
    answer.once('close', () => forwarded.destroy());
    asked.pipe(forwarded);
  }) as Engine['handleRequest'];

  engine.handleUpgrade = ((asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    const owner = ownerOf(asked);
    if (!owner) return handleUpgrade(asked as never, socket, head);
    const forwarded = forward(asked, owner);
    socket.once('error', () => forwarded.destroy());
    forwarded.once('upgrade', ({ rawHeaders }, upstream: Duplex, first: Buffer) => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${rawHeaders[at + 1]}` : []));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      upstream.write(head);
      pipeline(socket, upstream, () => undefined);
      pipeline(upstream, socket, () => undefined);
    });
    // Any other answer: the client goes on polling.
    forwarded.once('response', () => socket.destroy());
    forwarded.once('error', () => handleUpgrade(asked as never, socket, head));
    forwarded.end();
  }) as Engine['handleUpgrade'];

  const server = createServer((asked, answer) => void handleRequest(asked as never, answer as never));
  server.on('upgrade', (asked, socket, head) => handleUpgrade(asked as never, socket, head));
  server.on('error', (error) => log.error({ err: error }, 'other workers cannot reach this one'));
  server.listen({ path: socketOf(self), exclusive: true });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
