import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ObjectStorage } from '#server/env.ts';

export interface SilentBucket {
  storage: ObjectStorage;
  /** Resolves at the first request. */
  isAsked: Promise<void>;
  close(): Promise<void>;
}

/** Object storage that takes every connection and never answers. */
export async function startSilentBucket(): Promise<SilentBucket> {
  const sockets = new Set<Socket>();
  let tellAsked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    tellAsked = resolve;
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', tellAsked).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    storage: {
      bucket: 'silent',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      prefix: '',
    },
    isAsked,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
