// For the page and for its service worker.

/** Header of a cached answer with the time of the server's answer, set by the service worker while offline. */
export const KEPT_AT_HEADER = 'x-kept-at';

/** Paths of public answers about listings, the only ones that the service worker caches. */
export const LISTING_ANSWER =
  /^\/api\/(?:site|properties(?:\/(?:map(?:\/clusters)?|facets|by-ids|\d+(?:\/history)?))?)$/;
