import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import path from 'node:path';
import { type Duplex, pipeline } from 'node:stream';
import type { Logger } from 'pino';
import type { Server } from 'socket.io';

type Engine = Server['engine'];

/** The variable by which workers are told the folder in which each listens for what belongs to its sockets. */
export const POLLS_FOLDER = 'SILONG_POLLS_FOLDER';

/** Of a connection id that a worker gave: its number, then what nobody guesses. */
const CONNECTION_ID = /[?&]sid=w(\d+)\.[\w-]+(?:&|$)/;
const ID_BYTES = 15;
const OWN_TO_EACH_CONNECTION = ['connection', 'keep-alive'];

/**
 * Where WebSockets are blocked, Socket.IO polls: many requests that belong to one socket, which one of the workers holds.
 * Each worker writes its number into the ids of its connections, and one that is given another's request passes it on to
 * that one, over a socket file in `folder`. So it does not matter which worker a request comes to, over which connection.
 * @returns stops listening there.
 */
export function shareConnections(engine: Engine, folder: string, log: Logger): () => void {
  const self = cluster.worker?.id ?? 0;
  const handleRequest = engine.handleRequest.bind(engine);
  const handleUpgrade = engine.handleUpgrade.bind(engine);
  const socketOf = (worker: number) =>
    process.platform === 'win32'
      ? `\\\\.\\pipe\\${path.basename(folder)}-${worker}`
      : path.join(folder, `${worker}.sock`);

  /** Of another worker; undefined: it is this one's to answer, also where it says that it knows no such connection. */
  const ownerOf = ({ url = '' }: IncomingMessage) => {
    const owner = Number(CONNECTION_ID.exec(url)?.[1] ?? self);
    return owner === self ? undefined : socketOf(owner);
  };
  const passOn = ({ method, url, headers }: IncomingMessage, socketPath: string) =>
    request({ socketPath, method, path: url, headers });

  engine.generateId = () => `w${self}.${randomBytes(ID_BYTES).toString('base64url')}`;

  engine.handleRequest = ((asked: IncomingMessage, answer: ServerResponse) => {
    const owner = ownerOf(asked);
    if (!owner) return handleRequest(asked as never, answer as never);
    const passed = passOn(asked, owner);
    passed.once('response', (given) => {
      const headers = Object.entries(given.headers).filter(
        ([name]) => !OWN_TO_EACH_CONNECTION.includes(name),
      );
      answer.writeHead(given.statusCode ?? 502, Object.fromEntries(headers));
      pipeline(given, answer, () => undefined);
    });
    passed.once('error', () => {
      // That worker has ended, and its connections with it.
      if (answer.headersSent) answer.destroy();
      else handleRequest(asked as never, answer as never);
    });
    answer.once('close', () => passed.destroy());
    asked.pipe(passed);
  }) as Engine['handleRequest'];

  engine.handleUpgrade = ((asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    const owner = ownerOf(asked);
    if (!owner) return handleUpgrade(asked as never, socket, head);
    const passed = passOn(asked, owner);
    socket.once('error', () => passed.destroy());
    passed.once('upgrade', ({ rawHeaders }, upstream: Duplex, first: Buffer) => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${rawHeaders[at + 1]}` : []));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      upstream.write(head);
      pipeline(socket, upstream, () => undefined);
      pipeline(upstream, socket, () => undefined);
    });
    // Whatever else it says: the client goes on polling.
    passed.once('response', () => socket.destroy());
    passed.once('error', () => handleUpgrade(asked as never, socket, head));
    passed.end();
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
