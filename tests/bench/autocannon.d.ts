/** The part of autocannon the benchmark uses; the package brings no types. */
declare module 'autocannon' {
  export interface Request {
    method: 'GET' | 'POST';
    path: string;
    headers?: Record<string, string>;
    body?: string;
  }

  export interface Client {
    setRequests(requests: Request[]): void;
    on(event: 'response', listener: (statusCode: number, bytes: number, milliseconds: number) => void): void;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    setupClient(client: Client): void;
  }

  interface Result {
    /** Seconds. */
    duration: number;
    requests: { average: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    '2xx': number;
    non2xx: number;
    /** Seconds. */
    duration: number;
    errors: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
