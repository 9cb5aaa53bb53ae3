import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Longer passwords are not rated further, as the estimate takes time. */
const MAX_RATED_LENGTH = 64;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_RATED_LENGTH });

/** @param personal words related to the person @returns the strength from 0 (guessed at once) to 4 */
export function ratePassword(password: string, personal: readonly string[]): number {
  return estimator.check(password, personal.filter(Boolean)).score;
}
