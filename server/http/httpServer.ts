import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than load balancers keep idle connections (usually 60 s), so that none sends into a closing one. */
const KEEP_ALIVE_MS = 70_000;
/** From the first byte, and on a new connection from its beginning. */
const HEADERS_MS = 40_000;
/** For a whole request. Bodies have deadlines of their own. */
const REQUEST_MS = 300_000;
const CHECK_EVERY_MS = 5_000;
/** After that, answers under way are cut off. */
const DRAIN_MS = 6_000;
const SWEEP_EVERY_MS = 50;

export function createHttpServer(handle: RequestListener) {
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
    if (isDraining) closeAfter(answer);
  });

  return {
    server,
    /** Accepts no new connections, closes idle ones, and the others once their request is answered or the time is up. */
    async drain(limitMs = DRAIN_MS): Promise<void> {
      isDraining = true;
      for (const answer of answers) closeAfter(answer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // An answer that had already begun has no such header: its connection is idle after it.
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
function closeAfter(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('Connection', 'close');
}
