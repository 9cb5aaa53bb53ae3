// For the page and for its service worker.

/** Says of an answer when the server gave it, where the service worker had kept it and nobody was there now. */
export const KEPT_AT_HEADER = 'x-kept-at';

/** Paths of what the server tells anybody of listings: the worker keeps these answers, and no other. */
export const LISTING_ANSWER =
  /^\/api\/(?:site|properties(?:\/(?:map(?:\/clusters)?|facets|by-ids|\d+(?:\/history)?))?)$/;
