// For the page and for its service worker.

/** Header of a cached answer with the time of the server's answer, set by the service worker while offline. */
export const KEPT_AT_HEADER = 'x-kept-at';

/** Paths of public answers about listings, the only ones that the service worker caches. */
export const LISTING_ANSWER =
  /^\/api\/(?:site|properties(?:\/(?:map(?:\/clusters)?|facets|by-ids|\d+(?:\/history)?))?)$/;

/** Message to the service worker: answers that came within a rendered page, to be kept as if they had been fetched. */
export interface KeepMessage {
  kind: 'keep';
  /** `at`: when the server gave it, in milliseconds since 1970. */
  answers: { url: string; at: number; data: unknown }[];
}
