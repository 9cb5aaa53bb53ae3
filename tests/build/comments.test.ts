import { describe, expect, test } from 'vitest';
import { checkComments } from '../../build/comments.ts';

const faultsOf = (code: string) => checkComments('shared/a.ts', code);

describe('a sentence without a subject of the code is found', () => {
  test.each([
    ['at the beginning', '/** What is asked once for many. */', 'What'],
    ['of a later sentence', '// Reads rows. Nobody waits for it.', 'Nobody'],
    ['in several lines', '/**\n * Reads rows.\n * Whoever comes later waits.\n */', 'Whoever'],
    ['behind a tag', '/** Reads rows. @returns what was read. */', 'what'],
    ['behind a parameter', '/** @param name whose row it is. */', 'whose'],
  ])('%s', (_place, code, opening) => {
    expect(faultsOf(code)).toEqual([`shared/a.ts:1 begins with '${opening}': name the thing`]);
  });
});

test('words of our own are found, each with the usual one', () => {
  expect(faultsOf('const a = 1;\n// The keeper of sessions is told.')).toEqual([
    "shared/a.ts:2 says 'keeper': write store, session store",
    "shared/a.ts:2 says 'is told': write notify, report, publish",
  ]);
});

test('lines below one another are one comment, a comment behind code is its own', () => {
  expect(faultsOf('// The rows that\n// nobody reads.')).toEqual([]);
  expect(faultsOf('const a = 1; // Rows of\n// Nobody reads them.')).toEqual([
    "shared/a.ts:2 begins with 'Nobody': name the thing",
  ]);
});

test.each([
  ['plain English', '/** Concurrent requests share one probe. */'],
  ['a question word inside', '// The row says who wrote it and what for.'],
  ['code', '// `what` and `keeper` are names.'],
  ['text of the program', "const a = 'What is told. Whoever comes.';"],
])('%s is left alone', (_kind, code) => {
  expect(faultsOf(code)).toEqual([]);
});
