import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewCredential, UsedCredential } from '#shared/contracts/auth.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

interface Use {
  /** The origin of the page that asks the device. */
  origin: string;
  /** The domain of the ceremony; by default the origin's. */
  domain?: string;
  /** Whether the device asked for a fingerprint or a PIN. */
  isVerified?: boolean;
}

/** A device with one passkey (ES256, no attestation), as a browser answers for it: WebAuthn Level 3, section 6. */
export class PasskeyDevice {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  #counter = 0;

  #authenticatorData({ origin, domain = new URL(origin).hostname, isVerified = true }: Use, made?: Uint8Array) {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (made ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    this.#counter += 1;
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(domain), Buffer.from([flags]), counter, made ?? Buffer.alloc(0)]);
  }

  #clientData(type: 'create' | 'get', challenge: string, { origin }: Use): string {
    return JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false });
  }

  create(options: { challenge: string }, use: Use): NewCredential {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // A COSE key: kty EC2, alg ES256, crv P-256.
    const key = isoCBOR.encode(
      new Map<number, number | Bytes>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const made = Buffer.concat([Buffer.alloc(16), length, this.#id, key]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Bytes>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(this.#authenticatorData(use, made))],
      ]),
    );
    return {
      id: base64url(this.#id),
      rawId: base64url(this.#id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.#clientData('create', options.challenge, use)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      },
    };
  }

  use(options: { challenge: string }, use: Use): UsedCredential {
    const clientData = this.#clientData('get', options.challenge, use);
    const authenticatorData = this.#authenticatorData(use);
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(clientData)]),
      this.#keys.privateKey,
    );
    return {
      id: base64url(this.#id),
      rawId: base64url(this.#id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle: null,
      },
    };
  }

  /** A copy of the device that was made before it was used again. */
  setCounter(counter: number): void {
    this.#counter = counter;
  }
}
