import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Call, CallFacts } from '#shared/contracts/common.ts';

/** Smaller answers gain nothing from compression. */
const MIN_BYTES_TO_COMPRESS = 1_024;

/** 160 bits of SHA-256, as text. */
export const digestOf = (bytes: Buffer | string): string => hash('sha256', bytes, 'base64url').slice(0, 27);

/** An answer whose bytes are ready: the whole body, with its entity tag. */
export class ReadyAnswer {
  private whole: Buffer | undefined;
  private compressed: Buffer | undefined;
  private wasRead = false;
  readonly length: number;
  /** Agents whose contact data the answer contains. */
  contactIds: readonly number[] = [];
  /** Counts a use of a cached answer. @returns whether the same call would still get this answer; null: it is not cached. */
  hit: (() => boolean) | null = null;

  constructor(
    private readonly parts: readonly Buffer[],
    /** A strong tag, in quotes. */
    readonly etag: string,
  ) {
    this.length = parts.reduce((length, part) => length + part.length, 0);
  }

  static of(text: string): ReadyAnswer {
    const body = Buffer.from(text);
    return new ReadyAnswer([body], `"${digestOf(body)}"`);
  }

  /** Stored from the second reading on: most answers are read once, and storing them would only load the garbage collector. */
  get body(): Buffer {
    if (this.whole) return this.whole;
    const [only] = this.parts;
    const body = only && this.parts.length === 1 ? only : Buffer.concat(this.parts, this.length);
    if (this.wasRead) this.whole = body;
    this.wasRead = true;
    return body;
  }

  /** Compressed once for all requests. */
  get gzipped(): Buffer {
    this.compressed ??= gzipSync(this.body);
    return this.compressed;
  }
}

/** A file to download, as bytes or as a stream of them. */
export class FileAnswer {
  constructor(
    readonly body: Buffer | string | Readable,
    readonly type: string,
    readonly name: string,
    /** Set where the length is known before the stream has ended. */
    readonly bytes?: number,
  ) {}
}

/** 304: the caller has the current answer, by the `ETag` or `Last-Modified` that the handler has set. */
export class NotModified {
  /** Keeps other objects from passing for one: an answer is held to its contract. */
  readonly status = 304;
}

/** A generated text as a stream, made as it is read. The first piece is awaited: an early failure is an ordinary error. */
export async function streamText(log: Logger, pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next();
  async function* all(): AsyncGenerator<string> {
    try {
      if (first.done) return;
      yield first.value;
      yield* pieces;
    } catch (error) {
      log.error({ err: error }, 'a file broke off while it was sent');
      throw error;
    }
  }
  return Readable.from(all(), { objectMode: false });
}

const cacheControl: Record<CallFacts['cache'] | 'own', string> = {
  noStore: 'no-store',
  own: 'private, no-cache',
  revalidate: 'public, max-age=0, must-revalidate',
};

export function send(ctx: Context, call: Call, answer: unknown): void {
  const isReady = answer instanceof ReadyAnswer;
  ctx.status = call.status ?? 200;
  // Other answers may be for this caller alone, whose client may store them where they have a tag.
  const own = ctx.response.get('ETag') ? cacheControl.own : cacheControl.noStore;
  ctx.set('Cache-Control', isReady ? cacheControl[call.cache] : own);
  if (answer instanceof NotModified) ctx.status = 304;
  else if (isReady) sendReady(ctx, answer, 'json');
  else if (answer instanceof FileAnswer) {
    ctx.attachment(answer.name);
    ctx.type = answer.type;
    ctx.body = answer.body;
    // A connection that ended normally here would make the file look whole.
    if (answer.body instanceof Readable) answer.body.once('error', () => ctx.res.destroy());
    if (answer.bytes !== undefined) ctx.length = answer.bytes;
  } else {
    ctx.type = 'json';
    ctx.body = JSON.stringify({ success: true, data: answer });
  }
}

/** The body as it is sent; made when it is read. @param takesGzip whether the client accepts gzip. */
export function encodingOf(
  answer: ReadyAnswer,
  takesGzip: boolean,
): { readonly body: Buffer; etag: string; encoding: 'gzip' | null } {
  const isCompressed = takesGzip && answer.length >= MIN_BYTES_TO_COMPRESS;
  return {
    get body() {
      return isCompressed ? answer.gzipped : answer.body;
    },
    // A strong tag names these very bytes: the compressed ones are others.
    etag: isCompressed ? answer.etag.replace(/"$/, '-gzip"') : answer.etag,
    encoding: isCompressed ? 'gzip' : null,
  };
}

/** Answers with the bytes, compressed where the client accepts it, or with 304. @param type of the content, as Koa takes it. */
export function sendReady(ctx: Context, answer: ReadyAnswer, type: string): void {
  // Compressed here, not by the middleware.
  ctx.compress = false;
  ctx.state.ready = answer;
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  const encoded = encodingOf(answer, takesGzip(ctx));
  ctx.set('ETag', encoded.etag);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = type;
  if (encoded.encoding) ctx.set('Content-Encoding', encoded.encoding);
  ctx.body = encoded.body;
}

/** By the value of Accept-Encoding, a header of few values. */
const gzipTakers = new LRUCache<string, boolean>({ max: 100 });

export function takesGzip(ctx: Context): boolean {
  const accepted = ctx.get('Accept-Encoding');
  const known = gzipTakers.get(accepted);
  if (known !== undefined) return known;
  const takes = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  gzipTakers.set(accepted, takes);
  return takes;
}
