import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guardedBehaviours } from '../guardedBehaviours.ts';

// The run itself is `npm run test:sabotage`; here only that its rows have kept up with the console.
test.each(guardedBehaviours)('it is known how to take away: $behaviour', ({ file, text }) => {
  expect(readFileSync(file, 'utf8').split(text)).toHaveLength(2);
});

test('each has a name of its own', () => {
  expect(new Set(guardedBehaviours.map(({ behaviour }) => behaviour)).size).toBe(guardedBehaviours.length);
});
