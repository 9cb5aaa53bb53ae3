import { createHash, randomBytes } from 'node:crypto';

/** An opaque 256-bit secret, 43 characters that need no escaping in a header or an address. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** What is stored. Plain SHA-256 is enough: there is nothing to guess in 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
