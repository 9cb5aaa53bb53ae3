import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { ApiError, InvalidInputError } from '#server/http/errors.ts';
import { imageMessages } from '#shared/imageRules.ts';

export interface ReceivedFile {
  /** As its sender calls it, fit to be shown in a sentence; never used as a path. */
  name: string;
  /** What the sender claims it is. */
  claimedType: string;
  bytes: Buffer;
}

const MAX_NAME_LENGTH = 120;

/**
 * The one file of a multipart/form-data body, whatever its field is called.
 * What is left of a body that is refused stays unread.
 * @throws {ApiError} 415 it is no such body; 400 it holds no file, or several, or is broken; 413 larger than `maxBytes`.
 */
export function receiveFile(request: IncomingMessage, maxBytes: number): Promise<ReceivedFile> {
  return new Promise<ReceivedFile>((resolve, reject) => {
    const parser = openParser(request, maxBytes);
    let file: ReceivedFile | undefined;

    function refuse(error: ApiError): void {
      request.unpipe(parser);
      reject(error);
    }

    parser.on('file', (_field, stream, fileName, _encoding, claimedType) => {
      const name = showable(fileName);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => refuse(new ApiError('payload_too_large', imageMessages.tooLarge(name))));
      stream.on('end', () => {
        file = { name, claimedType, bytes: Buffer.concat(chunks) };
      });
      stream.on('error', () => refuse(broken()));
    });
    parser.on('filesLimit', () => refuse(invalid('Upload one picture at a time')));
    parser.on('partsLimit', () => refuse(invalid('The upload has too many parts')));
    parser.on('error', () => refuse(broken()));
    parser.on('finish', () => (file ? resolve(file) : reject(invalid('Choose a picture to upload'))));
    // The sender went away: nobody reads the answer, but what waits here must end.
    request.once('close', () => {
      if (!request.complete) reject(broken());
    });
    request.pipe(parser);
  });
}

function openParser(request: IncomingMessage, maxBytes: number): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type))
    throw new ApiError('unsupported_media_type', 'Send the picture as multipart/form-data');
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 12, fieldSize: 1_024, headerPairs: 20 },
    });
  } catch {
    throw invalid('The multipart/form-data body names no boundary');
  }
}

function showable(name: string | undefined): string {
  const shown = (name ?? '').replace(/\p{C}/gu, '').trim().slice(0, MAX_NAME_LENGTH);
  return shown || 'picture';
}

function invalid(message: string): InvalidInputError {
  return new InvalidInputError([{ path: 'file', message }]);
}

function broken(): InvalidInputError {
  return invalid('The upload could not be read');
}
