import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { SaidError } from '#server/languages.ts';
import { msg } from '#shared/messages.ts';

/** The first bytes of every file encrypted by age. */
const MARK = 'age-encryption.org/v1\n';

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MARK.length), 0, MARK.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === MARK;
  } finally {
    await handle.close();
  }
}

/** A stage of a pipeline. @param recipient `age1…`: its identity can decrypt the output. */
export const encryptTo = (recipient: string) =>
  async function* encrypt(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    yield* toBuffers(await encrypter.encrypt(toWeb(source)));
  };

export class UndecryptableError extends Error {
  constructor(readonly reason: 'wrongIdentity' | 'brokenCipher') {
    super(reason);
  }
}

/** A stage of a pipeline. @throws {UndecryptableError} no identity fits, or the file was changed. */
export const decryptWith = (identities: readonly string[]) =>
  async function* decrypt(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    try {
      yield* toBuffers(await decrypter.decrypt(toWeb(source)));
    } catch (error) {
      // The file itself could not be read, or the reader left.
      if (error instanceof Error && 'code' in error) throw error;
      const isForOther = error instanceof Error && error.message.startsWith('no identity matched');
      throw new UndecryptableError(isForOther ? 'wrongIdentity' : 'brokenCipher');
    }
  };

// The library is typed with the browser's streams, which Node's are at run time.
const toWeb = (source: AsyncIterable<Buffer>) =>
  ReadableStream.from<Uint8Array>(source) as unknown as globalThis.ReadableStream<Uint8Array>;

async function* toBuffers(stream: globalThis.ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of Readable.fromWeb(stream as unknown as ReadableStream))
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** The identity file cannot be used. The message is one sentence for people. */
export class IdentityFileError extends SaidError {}

/** The identities in a file of age-keygen, one in a line. @throws {IdentityFileError} it cannot be read, or contains none. */
export async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new IdentityFileError(msg('The identity file {file} cannot be read.', { file }));
  });
  const lines = text.split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'));
  try {
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    identities.length = 0;
  }
  if (identities.length === 0)
    throw new IdentityFileError(
      msg('The file {file} holds no age identity (AGE-SECRET-KEY-1…), or one that age cannot read.', {
        file,
      }),
    );
  return identities;
}
