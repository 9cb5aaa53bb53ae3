/** The base of the library's stores. It is not exported by name, and its types leave out what a store has to implement. */
declare module 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js' {
  import type { RateLimiterRes } from 'rate-limiter-flexible';

  export default abstract class RateLimiterStoreAbstract<Stored> {
    readonly points: number;
    readonly duration: number;
    constructor(options: { points: number; duration: number; keyPrefix: string });
    /** @throws {RateLimiterRes} more than `points` are used up. */
    consume(key: string, points?: number): Promise<RateLimiterRes>;
    penalty(key: string, points?: number): Promise<RateLimiterRes>;
    reward(key: string, points?: number): Promise<RateLimiterRes>;
    set(key: string, points: number, seconds: number): Promise<RateLimiterRes>;
    get(key: string): Promise<RateLimiterRes | null>;
    protected abstract _getRateLimiterRes(key: string, changed: number, stored: Stored): RateLimiterRes;
    protected abstract _upsert(key: string, points: number, ms: number, isForced?: boolean): Promise<Stored>;
    protected abstract _get(key: string): Promise<Stored | null>;
    protected abstract _delete(key: string): Promise<boolean>;
  }
}
