import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Names in small letters. */
  headers: Record<string, string>;
  body: string;
}

/** One connection to a server, as bytes: shows faults that a client library would repair or hide. */
export interface RawConnection {
  socket: Socket;
  write(bytes: string | Buffer): void;
  /** The next whole answer. @throws {Error} it was closed before, or nothing came in time. */
  answer(limitMs?: number): Promise<RawAnswer>;
  /** @returns whether the server closed it in time. */
  isClosed(limitMs?: number): Promise<boolean>;
  destroy(): void;
}

export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received: Buffer = Buffer.alloc(0);
  let hasEnded = false;
  let wake = () => {};
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  for (const event of ['end', 'error', 'close'] as const)
    socket.on(event, () => {
      hasEnded = true;
      wake();
    });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });

  async function until<Found>(look: () => Found | undefined, limitMs: number): Promise<Found | undefined> {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const found = look();
      const left = deadline - performance.now();
      if (found !== undefined || left <= 0) return found;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  function take(): RawAnswer | undefined {
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const status = Number(first.split(' ')[1]);
    const whole = takeBody(received.subarray(end + 4), status, headers);
    if (!whole) return undefined;
    received = whole.rest;
    return { status, headers, body: whole.body };
  }

  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    async answer(limitMs = 3_000) {
      const found = await until(() => take() ?? (hasEnded ? null : undefined), limitMs);
      if (!found) throw new Error(found === null ? 'The connection was closed.' : 'No answer came in time.');
      return found;
    },
    isClosed: async (limitMs = 3_000) => (await until(() => hasEnded || undefined, limitMs)) ?? false,
    destroy: () => void socket.destroy(),
  };
}

function takeBody(bytes: Buffer, status: number, headers: Record<string, string>) {
  if (status < 200 || status === 204 || status === 304) return { body: '', rest: bytes };
  if (headers['transfer-encoding'] === 'chunked') {
    const end = bytes.indexOf('0\r\n\r\n');
    return end < 0 ? undefined : { body: bytes.toString('utf8', 0, end), rest: bytes.subarray(end + 5) };
  }
  const length = Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return undefined;
  return { body: bytes.toString('utf8', 0, length), rest: bytes.subarray(length) };
}
