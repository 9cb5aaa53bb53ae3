import { ApiFailure } from '#web/lib/apiClient.ts';

/** Specification, part 2 §8: the first where the server answered, the second where nothing did. */
export const favoritesFailure = (error: Error) =>
  error instanceof ApiFailure ? 'Failed to load favorites' : 'Error loading favorites';

export const conversationsFailure = (error: Error) =>
  error instanceof ApiFailure ? 'Failed to load conversations' : 'Error loading conversations';
