import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Whether a request to S3 was signed with the secret (version 4, in its headers). */
export function isSignedBy(
  { method, url = '', headers }: IncomingMessage,
  keys: { accessKeyId: string; secretAccessKey: string },
): boolean {
  const parts = AUTHORIZATION.exec(headers.authorization ?? '');
  if (!parts) return false;
  const [, keyId, day = '', region = '', signedHeaders = '', signature] = parts;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, pathname, query, lines.join(''), signedHeaders, headers['x-amz-content-sha256']];
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(request.join('\n'))].join('\n');
  const signingKey = [region, 's3', 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    hmac(`AWS4${keys.secretAccessKey}`, day),
  );
  return keyId === keys.accessKeyId && signature === hmac(signingKey, toSign).toString('hex');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
