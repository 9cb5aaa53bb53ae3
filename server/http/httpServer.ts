import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than a load balancer keeps idle connections (usually 60 s), which would otherwise send into a closing one. */
const KEEP_ALIVE_MS = 70_000;
/** Counts from the first byte, and on a new connection from its beginning. */
const HEADERS_MS = 40_000;
/** For a whole request. Bodies have deadlines of their own. */
const REQUEST_MS = 300_000;
const CHECK_EVERY_MS = 5_000;
/** After that, what is still being answered is cut off. */
const DRAIN_MS = 6_000;
const SWEEP_EVERY_MS = 50;

interface HttpServer {
  server: Server;
  /** Takes no new connections, closes idle ones, and the others as soon as their request is answered or the time is up. */
  drain(limitMs?: number): Promise<void>;
}

export function createHttpServer(handle: RequestListener): HttpServer {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    handle,
  );
  const sockets = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let isDraining = false;

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (_request, answer) => {
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
    if (isDraining) announceEnd(answer);
  });

  return {
    server,
    async drain(limitMs = DRAIN_MS) {
      isDraining = true;
      for (const answer of answers) announceEnd(answer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // An answer that had begun before cannot announce it: its connection is idle once it is out.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
      const limit = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, limitMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(limit);
    },
  };
}

/** So that the client does not send its next request on this connection. */
function announceEnd(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('Connection', 'close');
}
