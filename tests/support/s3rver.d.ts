/** The part of s3rver the tests use; the package brings no types. */
declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Options {
    directory: string;
    silent: boolean;
    configureBuckets: { name: string }[];
  }

  export default class S3rver {
    constructor(options: Options);
    configureBuckets(): Promise<void>;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
