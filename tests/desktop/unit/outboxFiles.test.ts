import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOutboxFiles } from '#desktop/main/accountFiles.ts';
import { askAboutUnfinished } from '#desktop/main/leaving.ts';
import { openSealedFiles } from '#desktop/main/sealedFiles.ts';
import { namedKeyring } from './keyring.ts';

const SERVER = 'https://homes.example';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-outbox-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ours = namedKeyring('ours');
const open = (keyring = ours) =>
  openOutboxFiles(openSealedFiles(path.join(folder, 'outbox'), keyring, { isPrecious: true }));
const entry = (id: string) => ({ id, text: `words of ${id}` });

test('what is unsent is there again after a restart, each person’s and each server’s apart', async () => {
  const outbox = open();
  await outbox.put(SERVER, 1, entry('one'));
  await outbox.put(SERVER, 1, entry('two'));
  await outbox.put(SERVER, 2, entry('another person’s'));
  await outbox.put('https://other.example', 1, entry('another server’s'));
  await outbox.remove(SERVER, 1, 'two');
  const again = open();
  expect(await again.read(SERVER, 1)).toEqual([entry('one')]);
  expect(await again.read(SERVER, 2)).toEqual([entry('another person’s')]);
  expect(await again.read('https://other.example', 1)).toEqual([entry('another server’s')]);
  expect(await again.read(SERVER, 3)).toEqual([]);
});

test('two windows write at once, and both are kept', async () => {
  const outbox = open();
  await Promise.all(['one', 'two', 'three', 'four'].map((id) => outbox.put(SERVER, 1, entry(id))));
  expect((await open().read(SERVER, 1)).map(({ id }) => id)).toEqual(['one', 'two', 'three', 'four']);
});

test('without a keyring it lasts as long as the console', async () => {
  const outbox = open({ ...ours, isAvailable: async () => false });
  await outbox.put(SERVER, 1, entry('one'));
  expect(await outbox.isKept()).toBe(false);
  expect(await outbox.read(SERVER, 1)).toEqual([entry('one')]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a keyring that was gone for a while brings back what it had sealed, beside what came since', async () => {
  await open().put(SERVER, 1, entry('before'));
  const meanwhile = open(namedKeyring('theirs'));
  expect(await meanwhile.read(SERVER, 1)).toEqual([]);
  expect(await meanwhile.countUnreadable()).toBe(1);
  await meanwhile.put(SERVER, 1, entry('meanwhile'));

  const back = open();
  // The newer folder is locked now; the older one opens again and is never deleted as unreadable.
  expect(await back.countUnreadable()).toBe(1);
  await back.clearUnreadable();
  expect(await back.countUnreadable()).toBe(0);
  expect(await back.read(SERVER, 1)).toEqual([entry('before')]);
  await back.put(SERVER, 1, entry('after'));
  expect(await open().read(SERVER, 1)).toEqual([entry('before'), entry('after')]);
});

test('who has logged out leaves nothing to ask about, and loses nothing', async () => {
  const outbox = open();
  await outbox.put(SERVER, 1, entry('one'));
  expect(outbox.unsent()).toBe(0);
  await outbox.read(SERVER, 1);
  expect(outbox.unsent()).toBe(1);
  outbox.leave(SERVER);
  expect(outbox.unsent()).toBe(0);
  expect(await outbox.read(SERVER, 1)).toEqual([entry('one')]);
});

describe('before it is left', () => {
  test('nothing is asked when nothing is unfinished', () => {
    expect(askAboutUnfinished({ unsent: 0, isKept: false, drafts: 0 }, 'quit')).toBeNull();
  });

  test('it says what was not sent, and what becomes of it', () => {
    expect(askAboutUnfinished({ unsent: 2, isKept: true, drafts: 0 }, 'quit')).toEqual({
      message: '2 changes have not been sent.',
      detail: 'Unsent changes stay on this computer and are sent the next time you open Silong.',
      leave: 'Quit Anyway',
      stay: 'Stay',
    });
    expect(askAboutUnfinished({ unsent: 1, isKept: false, drafts: 1 }, 'close')).toEqual({
      message: '1 change has not been sent. A message is unfinished.',
      detail:
        'This computer has no keyring, so unsent changes cannot be stored and will be lost. Unfinished messages will be lost.',
      leave: 'Close Anyway',
      stay: 'Stay',
    });
  });
});
