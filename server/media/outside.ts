import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { type BaseContext, isOutboundOpen, OUTBOUND_CLOSED } from '#server/context.ts';
import { InvalidInputError } from '#server/http/errors.ts';
import type { PictureOwner } from '#server/http/limits/pixelBudget.ts';
import { SaidError } from '#server/languages.ts';
import { MAX_IMAGE_BYTES, MAX_MEGAPIXELS, type PictureFault } from '#shared/limits.ts';
import { type Message, msg } from '#shared/messages.ts';
import { createFairSlots, PictureError, toWebp, type WebpPicture } from './pictures.ts';

const MAX_ADDRESS_LENGTH = 2_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const MAX_HEADER_BYTES = 16_384;
/** Fetches at once in this process, and for one account. */
const FETCHES = 6;
const FETCHES_EACH = 3;
const DNS_TRY_MS = 2_000;
const DNS_TRIES = 2;
/** Host names of a cloud's metadata service, or of the machine's own host, behind public-looking addresses. */
const HIDDEN_SERVICES = ['168.63.129.16'];

/** The network beyond the guard, replaced by tests; each field has a real default. */
export interface OutsideNetwork {
  /** Every address of a host; none where it is unknown. */
  resolve(host: string, signal: AbortSignal): Promise<string[]>;
  /** Where a connection to a checked address goes, and the certificates it is verified by. */
  dial(address: string, port: number): { host: string; port: number; ca?: string };
  /** For one picture, with all redirects. */
  wholeMs: number;
  /** Without a byte. */
  silenceMs: number;
}

/** Why there is no picture to be had at an address. */
export class OutsidePictureError extends SaidError {
  constructor(
    /** For people. The same sentence for every non-public address, so that it reveals nothing of an inner network. */
    override readonly sentence: Message,
    /** Worth another try later. */
    readonly isTemporary = false,
  ) {
    super(sentence);
  }
}

const NOT_PUBLIC = msg('This address does not lead to a public site');
const UNREACHABLE = msg('The site at this address cannot be reached. Upload the image instead.');
const TOO_SLOW = msg('The site at this address takes too long to send the image');
const NO_PICTURE = msg('There is no image at this address. Please use PNG, JPG, GIF or WebP.');

const faults: Record<PictureFault, Message> = {
  empty: msg('The site at this address sends an empty file'),
  notAnImage: NO_PICTURE,
  otherKind: NO_PICTURE,
  heic: msg('The image at this address is a HEIC photo, which is not supported here. Upload it instead.'),
  avif: msg('The image at this address is an AVIF image, which is not supported here. Upload it instead.'),
  tooLarge: msg('The image at this address is too large. Maximum size is 5MB.'),
  tooManyPixels: msg('The image at this address has too many pixels. Maximum is {maximum} megapixels.', {
    maximum: MAX_MEGAPIXELS,
  }),
  unreadable: NO_PICTURE,
  damaged: msg('The image at this address is damaged'),
};

const refusedBySite = (status: number) =>
  msg('The site at this address answers with error {status} in place of an image', { status });

interface OutsideRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string | number>;
  body?: Buffer;
  /** Time without a byte, in place of the usual one. */
  silenceMs?: number;
}

/** Requests to addresses entered by users. Never inside a transaction. */
export type OutsideRequests = ReturnType<typeof createOutsideRequests>;
/** Pictures on other servers. Never fetched inside a transaction. */
export type OutsidePictures = ReturnType<typeof createOutsidePictures>;

/** @returns the address to fetch; null: invalid, or with a user name, another port or another protocol. */
export function readOutsideAddress(given: string, base?: URL): URL | null {
  const url = URL.canParse(given, base) ? new URL(given, base) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return ['', '80', '443'].includes(url.port) && url.href.length <= MAX_ADDRESS_LENGTH ? url : null;
}

/**
 * The guard against server-side request forgery: each host is resolved once, all its addresses must be public, and
 * the connection goes to the checked address, so that a second answer of the name server changes nothing. Each
 * redirect is checked the same way.
 */
export function createOutsideRequests(
  context: Pick<BaseContext, 'db' | 'env' | 'systemSettings'>,
  network: Partial<OutsideNetwork> = {},
) {
  const { db } = context;
  const { resolve, dial, wholeMs, silenceMs }: OutsideNetwork = {
    resolve: resolveHost,
    dial: (host, port) => ({ host, port }),
    wholeMs: 15_000,
    silenceMs: 5_000,
    ...network,
  };

  function requireOpen(): void {
    if (!isOutboundOpen(context)) throw new OutsidePictureError(OUTBOUND_CLOSED, true);
  }

  /** @returns the address to connect to. */
  async function findPublicAddress({ hostname }: URL, signal: AbortSignal): Promise<string> {
    const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const isNumber = ipaddr.isValid(host);
    // Name servers are others' as well.
    if (!isNumber) requireOpen();
    const addresses = isNumber ? [host] : await resolve(host, signal);
    signal.throwIfAborted();
    const [first] = addresses.toSorted((one, other) => Number(one.includes(':')) - Number(other.includes(':')));
    if (first === undefined) throw new OutsidePictureError(NOT_PUBLIC, true);
    if (!addresses.every(isPublicAddress)) throw new OutsidePictureError(NOT_PUBLIC);
    return first;
  }

  return {
    /** Milliseconds for one exchange. */
    wholeMs,
    /** Looks the host up without a request to it. @throws {OutsidePictureError} it is not public. */
    async requirePublic(url: URL, signal: AbortSignal): Promise<void> {
      db.refuseInTransaction();
      await findPublicAddress(url, signal);
    },
    /**
     * Sends one request to a server of the internet, without following redirects.
     * @returns the answer, its body unread.
     * @throws {OutsidePictureError} the address is not public, no server answers, or nothing may leave.
     */
    async open(
      url: URL,
      { method, headers, body, silenceMs: ownSilenceMs = silenceMs }: OutsideRequest,
      signal: AbortSignal,
    ): Promise<IncomingMessage> {
      db.refuseInTransaction();
      const { protocol, host, hostname, pathname, search } = url;
      const isHttps = protocol === 'https:';
      requireOpen();
      const address = await findPublicAddress(url, signal);
      const options = {
        ...dial(address, Number(url.port) || (isHttps ? 443 : 80)),
        method,
        path: pathname + search,
        headers: { host, ...headers },
        // The name for the certificate; none for an IP address.
        servername: ipaddr.isValid(hostname.replace(/^\[|\]$/g, '')) ? '' : hostname,
        agent: false as const,
        maxHeaderSize: MAX_HEADER_BYTES,
        timeout: ownSilenceMs,
        signal,
      };
      return new Promise((resolve, reject) => {
        const request = (isHttps ? requestHttps : requestHttp)(options, resolve);
        request.on('timeout', () => request.destroy(new OutsidePictureError(TOO_SLOW, true)));
        request.on('error', reject);
        request.end(body);
      });
    },
  };
}

/** Top-level names outside of the internet. */
const INNER_NAME = /^[^.]*$|\.(localhost|local|internal|lan|home|corp|intranet|home\.arpa)$/i;
const LOOKUP_MS = 3_000;

/**
 * Checks an address for later requests, which pass the guard each time. An unresolvable name passes: it may resolve
 * later.
 * @param path of the field.
 * @throws {InvalidInputError} not an address of the internet by HTTPS.
 */
export async function requirePublicHttps(
  outside: Pick<OutsideRequests, 'requirePublic'>,
  address: string,
  path: string,
): Promise<void> {
  const refused = new InvalidInputError([{ path, message: NOT_PUBLIC }]);
  const url = readOutsideAddress(address);
  if (url?.protocol !== 'https:' || (url.port !== '' && url.port !== '443')) throw refused;
  // An IPv6 address has no dot, and is looked at as an address.
  if (!url.hostname.startsWith('[') && INNER_NAME.test(url.hostname.replace(/\.$/, ''))) throw refused;
  try {
    await outside.requirePublic(url, AbortSignal.timeout(LOOKUP_MS));
  } catch (error) {
    if (error instanceof OutsidePictureError && !error.isTemporary) throw refused;
  }
}

const PICTURE_REQUEST: OutsideRequest = {
  method: 'GET',
  headers: {
    accept: 'image/webp,image/png,image/jpeg,image/gif',
    'accept-encoding': 'identity',
    'user-agent': 'silong-pictures',
  },
};

export function createOutsidePictures(
  { db }: Pick<BaseContext, 'db'>,
  { open, requirePublic, wholeMs }: OutsideRequests,
) {
  const slots = createFairSlots(FETCHES, FETCHES_EACH);

  async function fetchBytes(given: string, signal: AbortSignal): Promise<Buffer> {
    let url = requireAddress(readOutsideAddress(given));
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const answer = await open(url, PICTURE_REQUEST, signal);
      try {
        const { statusCode = 0, headers } = answer;
        if (!REDIRECTS.includes(statusCode)) return await readBody(answer, statusCode);
        url = requireAddress(readOutsideAddress(headers.location ?? '', url));
      } finally {
        answer.destroy();
      }
    }
    throw new OutsidePictureError(NO_PICTURE);
  }

  return {
    /**
     * Fetches a picture once and converts it.
     * @param owner pays for fetching and decoding.
     * @param given cancels.
     * @throws {OutsidePictureError}
     * @throws {TooManyRequestsError} the owner's budget is used up.
     */
    async read(address: string, owner: PictureOwner, given: AbortSignal): Promise<WebpPicture> {
      db.refuseInTransaction();
      return slots.run(owner.id, async () => {
        // Checked first, to avoid a useless fetch.
        await owner.spend(0);
        const late = AbortSignal.timeout(wholeMs);
        const signal = AbortSignal.any([late, given]);
        const bytes = await fetchBytes(address, signal).catch((error: unknown) => {
          if (error instanceof OutsidePictureError) throw error;
          throw new OutsidePictureError(signal.aborted ? TOO_SLOW : UNREACHABLE, true);
        });
        return decode(bytes, owner);
      });
    },
    /** Looks the host up without a request to it. @throws {OutsidePictureError} it is not public. */
    async requirePublic(address: string, given: AbortSignal): Promise<void> {
      db.refuseInTransaction();
      const signal = AbortSignal.any([AbortSignal.timeout(wholeMs), given]);
      await requirePublic(requireAddress(readOutsideAddress(address)), signal).catch((error: unknown) => {
        throw error instanceof OutsidePictureError ? error : new OutsidePictureError(TOO_SLOW, true);
      });
    },
  };
}

function requireAddress(url: URL | null): URL {
  if (!url) throw new OutsidePictureError(NOT_PUBLIC);
  return url;
}

async function readBody(answer: IncomingMessage, status: number): Promise<Buffer> {
  if (status !== 200) throw new OutsidePictureError(refusedBySite(status), status === 429 || status >= 500);
  if (Number(answer.headers['content-length'] ?? 0) > MAX_IMAGE_BYTES)
    throw new OutsidePictureError(faults.tooLarge);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_IMAGE_BYTES) throw new OutsidePictureError(faults.tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function decode(bytes: Buffer, owner: PictureOwner): Promise<WebpPicture> {
  try {
    return await toWebp({ name: '', claimedType: '', bytes }, owner);
  } catch (error) {
    throw error instanceof PictureError ? new OutsidePictureError(faults[error.fault]) : error;
  }
}

/** By the name servers alone: the system's look-up blocks one of libuv's four threads. */
async function resolveHost(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: DNS_TRIES });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** All that was ever given out of IPv6; among the rest are other ways to write an IPv4 address (::/96). */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is outside of this machine and of private networks; translations to IPv4 count as not public. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || HIDDEN_SERVICES.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GIVEN_OUT)) return false;
  const normal = parsed.toNormalizedString();
  return !Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((own) => ipaddr.isValid(own.address) && ipaddr.parse(own.address).toNormalizedString() === normal);
}
