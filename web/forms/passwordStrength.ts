import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** What is longer is strong; its estimate would only take its time. */
const MAX_RATED_LENGTH = 64;

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: MAX_RATED_LENGTH,
});

/** @param personal words that somebody who knows the person tries first. @returns 0, guessed at once, to 4. */
export function ratePassword(password: string, personal: readonly string[]): number {
  return estimator.check(password, personal.filter(Boolean)).score;
}
