import { spawnSync } from 'node:child_process';
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OutsideNetwork } from '#server/media/outside.ts';
import { PUBLIC_ADDRESS } from './outside.ts';

export const PUSH_HOST = 'push.example';

/** A subscribed browser: the part that the server gets, and the part that the browser alone has. */
export interface PushDevice {
  body: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The decrypted message of the server. */
  decrypt(bytes: Buffer): Record<string, unknown>;
}

/** @param name of the device, at the end of its endpoint. */
export function makePushDevice(name: string = randomUUID()): PushDevice {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') };
  return {
    body: { endpoint: `https://${PUSH_HOST}/send/${name}`, keys },
    decrypt: (bytes) => decrypt(bytes, pair, auth),
  };
}

export const pushSubscriptionBody = () => makePushDevice().body;

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** RFC 8291 over RFC 8188, from the receiver's side. */
function decrypt(bytes: Buffer, pair: ECDH, auth: Buffer): Record<string, unknown> {
  const salt = bytes.subarray(0, 16);
  const end = 21 + bytes.readUInt8(20);
  const sender = bytes.subarray(21, end);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const key = derive(pair.computeSecret(sender), auth, info, 32);
  const contentKey = derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  cipher.setAuthTag(bytes.subarray(-16));
  const padded = Buffer.concat([cipher.update(bytes.subarray(end, -16)), cipher.final()]);
  // A 2 and any number of zeros follow the text.
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as Record<string, unknown>;
}

/** The claims of a message's signature, if it fits the key of the header. @throws {Error} otherwise. */
export function readVapid(header: string): { key: string; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(header) ?? [];
  const [head, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('The signature does not fit the key');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> };
}

export interface ReceivedPush {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface PushService {
  /** For `startTestServer`: the internet, in which this push service is the only machine. */
  network: Partial<OutsideNetwork>;
  /** In the order of arrival. */
  received: ReceivedPush[];
  /** The status of answers from now on; 201 otherwise. */
  answers: number[];
  /** Addresses of its host. */
  addresses: string[];
  /** While true it accepts messages and never answers. */
  isSilent: boolean;
  /** Paths that never answer. */
  silentPaths: Set<string>;
  /** For the NODE_OPTIONS of a server in a process of its own: its guard as it is, only the last step leads here. */
  nodeOptions: string;
  close(): Promise<void>;
}

/** A push service on loopback, by HTTPS with a certificate of its own that only `network` vouches for. */
export async function startPushService(): Promise<PushService> {
  const { key, cert } = makeCertificate();
  const received: ReceivedPush[] = [];
  const answers: number[] = [];
  const addresses = [PUBLIC_ADDRESS];
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      if (service.isSilent || service.silentPaths.has(request.url ?? '')) return;
      response.statusCode = answers.shift() ?? 201;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const leadHere = `
    import https from 'node:https';
    import { Resolver } from 'node:dns/promises';
    import { syncBuiltinESMExports } from 'node:module';
    const { request } = https;
    const here = ${JSON.stringify({ host: '127.0.0.1', port, ca: cert })};
    https.request = (options, settle) =>
      request(options.host === '${PUBLIC_ADDRESS}' ? { ...options, ...here } : options, settle);
    Resolver.prototype.resolve4 = async (host) => (host === '${PUSH_HOST}' ? ['${PUBLIC_ADDRESS}'] : []);
    Resolver.prototype.resolve6 = async () => [];
    syncBuiltinESMExports();`;
  const service: PushService = {
    received,
    answers,
    addresses,
    isSilent: false,
    silentPaths: new Set(),
    nodeOptions: `--import=data:text/javascript,${encodeURIComponent(leadHere)}`,
    network: {
      resolve: async (host) => (host === PUSH_HOST ? addresses : []),
      dial: () => ({ host: '127.0.0.1', port, ca: cert }),
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-push-'));
  try {
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', `/CN=${PUSH_HOST}`, '-addext', `subjectAltName=DNS:${PUSH_HOST}`],
      ...['-keyout', key, '-out', cert],
    ]);
    if (made.status !== 0) throw new Error(`No certificate could be made: ${made.stderr}`);
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
