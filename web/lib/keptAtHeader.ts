/** Says of an answer when the server gave it, where the service worker had kept it and nobody was there now. */
export const KEPT_AT_HEADER = 'x-kept-at';
