import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from '#shared/contracts/common.ts';

/** Solves a challenge as a page does. @returns the header that goes with the call. */
export async function solve(challenge: Challenge): Promise<Record<string, string>> {
  return solutionHeader(challenge, await solveChallenge({ challenge, deriveKey }));
}

export function solutionHeader(challenge: unknown, solution: unknown): Record<string, string> {
  return { 'x-challenge-solution': Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') };
}
