import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import type { ObjectStorage } from '#server/env.ts';
import { isSignedBy } from './awsSignature.ts';

export interface S3Server {
  /** The variables of a server's environment for it. */
  storage: ObjectStorage;
  /** Method and path of each request that came, in order. */
  requests: string[];
  /** Answers the next requests itself: with this status, or never. */
  fail(how: number | 'silence', times: number): void;
  close(): Promise<void>;
}

const BUCKET = 'silong-pictures';
/** The only account of s3rver. */
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** An S3-compatible server over loopback. s3rver does not check version 4 signatures, so that is done before it. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(path.join(tmpdir(), 'silong-s3-'));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await s3.configureBuckets();
  const answer = s3.callback();
  const requests: string[] = [];
  let trouble: { how: number | 'silence'; times: number } = { how: 500, times: 0 };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`);
    if (trouble.times > 0) {
      trouble.times -= 1;
      request.resume();
      if (trouble.how !== 'silence') response.writeHead(trouble.how).end();
    } else if (isSignedBy(request, KEYS)) answer(request, response);
    else response.writeHead(403, { 'content-type': 'application/xml' }).end(SIGNATURE_ERROR);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    storage: {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'ap-southeast-1',
      credentials: KEYS,
      prefix: 'pictures/',
    },
    requests,
    fail(how, times) {
      trouble = { how, times };
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // The client keeps its connections for the next request.
      server.closeAllConnections();
      await closed;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const SIGNATURE_ERROR =
  '<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code><Message>The signature does not match</Message></Error>';
