import { bodyParser } from '@koa/bodyparser';
import { ApiError, InvalidInputError } from './errors.ts';

/**
 * Reads the JSON body of a call.
 * @param limit of the unfolded body, like '1mb'
 * @param tooLarge the sentence for what is over it
 */
export function jsonBody(limit: string, tooLarge = 'The request is too large') {
  return bodyParser({
    enableTypes: ['json'],
    jsonLimit: limit,
    onError(error: Error & { status?: number; code?: string }) {
      if (error.status === 413) throw new ApiError('payload_too_large', tooLarge);
      // zlib's own errors carry no status, though it is the sender who named the wrong encoding.
      if (error.code?.startsWith('Z_'))
        throw new InvalidInputError([
          { path: 'body', message: 'The request could not be read: it is not compressed as it says' },
        ]);
      throw error;
    },
  });
}
