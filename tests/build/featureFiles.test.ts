import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findMisnamed } from '../../build/featureFiles.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'features-'));
  write('shared/contracts/lists.ts');
  write('web/features/lists/ListsScreen.tsx');
  write('server/features/lists/service.ts');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), '');
}

test.each(['lists/followUps.ts', 'lists/reads/comments.ts', 'lists/sharing/writes.ts', 'lists/loadCommand.ts'])(
  '%s is named from the vocabulary',
  (file) => {
    write(`server/features/${file}`);
    expect(findMisnamed(root)).toEqual([]);
  },
);

test.each(['lists/leaving.ts', 'lists/sharing/live.ts', 'service.ts'])('%s is not', (file) => {
  write(`server/features/${file}`);
  expect(findMisnamed(root)).toEqual([expect.stringContaining(`server/features/${file} is none of`)]);
});

test('a contract has a part of its name in the server and in the browser', () => {
  write('shared/contracts/rooms.ts');
  write('server/features/auth/service/rooms.ts');
  expect(findMisnamed(root)).toEqual(['shared/contracts/rooms.ts has no web/features/rooms']);
});

test('the sources of this project keep to it', () => {
  expect(findMisnamed('.')).toEqual([]);
});
