import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSessionVault } from '#desktop/main/accountFiles.ts';
import { type Keyring, openSealedFiles, type SealedOptions } from '#desktop/main/sealedFiles.ts';
import { namedKeyring, plainKeyring } from './keyring.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-sealed-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...names: string[]) => path.join(folder, 'files', ...names);
const open = (options: SealedOptions = {}, keyring: Keyring = plainKeyring) =>
  openSealedFiles(at(), keyring, options);
const listed = () => readdirSync(at()).filter((name) => name !== 'key.bin');
const text = async (read: Promise<Buffer | null>) => (await read)?.toString() ?? null;

test('what is kept comes back after a restart, and cannot be read beside the keyring', async () => {
  await open().write('conversations', Buffer.from('Maria writes'));
  expect(await text(open().read('conversations'))).toBe('Maria writes');
  for (const name of readdirSync(at())) expect(readFileSync(at(name)).toString('latin1')).not.toContain('Maria');
});

test('an altered file, or one put in another’s place, does not open', async () => {
  const files = open();
  await files.write('one', Buffer.from('first'));
  const [one = ''] = listed();
  await files.write('two', Buffer.from('second'));
  const two = listed().find((name) => name !== one) ?? '';
  copyFileSync(at(two), at(one));
  expect(await files.read('one')).toBeNull();
  const bytes = readFileSync(at(two));
  bytes[14] = (bytes[14] ?? 0) ^ 1;
  writeFileSync(at(two), bytes);
  expect(await files.read('two')).toBeNull();
});

describe('another keyring', () => {
  test('finds nothing, begins anew and deletes nothing; the first one finds its own again', async () => {
    const [ours, theirs] = [namedKeyring('ours'), namedKeyring('theirs')];
    await open({ isPrecious: true }, ours).write('one', Buffer.from('first'));
    const files = open({ isPrecious: true }, theirs);
    expect(await files.read('one')).toBeNull();
    expect(await files.countUnreadable()).toBe(1);
    await files.write('one', Buffer.from('mine'));
    expect(await text(open({ isPrecious: true }, theirs).read('one'))).toBe('mine');

    const back = open({ isPrecious: true }, ours);
    expect((await back.recover('one')).map(String)).toEqual(['first']);
    expect(await back.recover('one')).toEqual([]);
    // The other keyring's folder is kept until it is deleted on request.
    expect(await back.countUnreadable()).toBe(1);
    await back.clearUnreadable();
    expect(await back.countUnreadable()).toBe(0);
  });

  test('that can neither open nor seal is locked: everything stays where it is', async () => {
    await open().write('one', Buffer.from('first'));
    const refuse = () => Promise.reject(new Error('The keyring is locked'));
    const files = open({}, { ...plainKeyring, encrypt: refuse, decrypt: refuse });
    expect(await files.isOpen()).toBe(false);
    expect(await files.write('one', Buffer.from('mine'))).toBe(false);
    expect(await text(open().read('one'))).toBe('first');
  });

  test('a key that the keyring has a newer one for is sealed anew', async () => {
    const isOutdated = { ...plainKeyring };
    isOutdated.decrypt = async (sealed) => ({ ...(await plainKeyring.decrypt(sealed)), isOutdated: true });
    isOutdated.encrypt = async (given) => Buffer.concat([await plainKeyring.encrypt(given), Buffer.from(' ')]);
    await open().write('one', Buffer.from('first'));
    const before = readFileSync(at('key.bin')).length;
    expect(await text(open({}, isOutdated).read('one'))).toBe('first');
    expect(readFileSync(at('key.bin'))).toHaveLength(before + 1);
  });
});

test('what cannot be fetched again is kept also when it is damaged', async () => {
  const files = open({ isPrecious: true });
  await files.write('one', Buffer.from('first'));
  const [one = ''] = listed();
  writeFileSync(at(one), 'no longer sealed');
  expect(await files.read('one')).toBeNull();
  expect(await files.countUnreadable()).toBe(1);
  await files.write('one', Buffer.from('again'));
  expect(await text(files.read('one'))).toBe('again');
  expect(listed()).toHaveLength(2);
});

describe('room', () => {
  const day = (number: number) => new Date(Date.now() - number * 86_400_000);

  test('the ones not used for longest make it, also after a restart', async () => {
    await open({ limitBytes: 2_500 }).write('old', Buffer.alloc(1_000), day(3));
    const files = open({ limitBytes: 2_500 });
    await files.write('newer', Buffer.alloc(1_000), day(2));
    await files.write('newest', Buffer.alloc(1_000), day(1));
    expect(await files.read('old')).toBeNull();
    expect(await files.read('newer')).not.toBeNull();
    // Used most recently.
    await files.write('another', Buffer.alloc(1_000), day(0));
    expect(await files.read('newest')).toBeNull();
    expect(await files.read('newer')).not.toBeNull();
  });

  test('what is older than it may be goes when the folder is opened', async () => {
    const files = open();
    await files.write('old', Buffer.from('o'), day(15));
    await files.write('new', Buffer.from('n'), day(13));
    const opened = open({ maxAgeMs: 14 * 86_400_000 });
    expect(await text(opened.read('new'))).toBe('n');
    expect(await opened.read('old')).toBeNull();
  });

  test('an older answer takes no newer one’s place, whichever window is the last to write', async () => {
    const files = open();
    expect(await files.write('list', Buffer.from('newer'), day(1))).toBe(true);
    expect(await files.write('list', Buffer.from('older'), day(2))).toBe(false);
    expect(await text(open().read('list'))).toBe('newer');
    expect(await open().write('list', Buffer.from('older'), day(2))).toBe(false);
  });

  test('writing looks at no folder', async () => {
    const files = open({ limitBytes: 1_000_000 });
    await files.write(['server', 'one'], Buffer.from('1'));
    const [read, look] = [vi.spyOn(fsPromises, 'readdir'), vi.spyOn(fsPromises, 'stat')];
    syncBuiltinESMExports();
    for (let count = 0; count < 20; count += 1) await files.write(['server', `${count}`], Buffer.from('1'));
    expect(read).not.toHaveBeenCalled();
    expect(look).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
});

test('all of one server, or of one person there, goes at once', async () => {
  const files = open();
  await files.write(['https://a.example', 'user 1', 'list'], Buffer.from('1'));
  await files.write(['https://a.example', 'user 2', 'list'], Buffer.from('2'));
  await files.write(['https://b.example', 'user 1', 'list'], Buffer.from('3'));
  await files.remove(['https://a.example', 'user 1']);
  expect(await files.read(['https://a.example', 'user 1', 'list'])).toBeNull();
  expect(await text(files.read(['https://a.example', 'user 2', 'list']))).toBe('2');
  await files.remove(['https://a.example']);
  expect(await files.read(['https://a.example', 'user 2', 'list'])).toBeNull();
  expect(await text(open().read(['https://b.example', 'user 1', 'list']))).toBe('3');
});

test('without a keyring nothing is written, nothing is deleted, and a session lasts as long as the console', async () => {
  await open().write('one', Buffer.from('first'));
  const files = open({}, { ...plainKeyring, isAvailable: async () => false });
  const vault = openSessionVault(files);
  const session = { token: 'secret', user: '{}' };
  expect(await vault.write('https://homes.example', session, true)).toBe(false);
  expect(await vault.read('https://homes.example')).toEqual(session);
  expect(await vault.read('https://other.example')).toBeNull();
  expect(await openSessionVault(files).read('https://homes.example')).toBeNull();
  expect(listed()).toHaveLength(1);
  expect(await text(open().read('one'))).toBe('first');
});

test('a folder that cannot be made keeps nothing, and breaks nothing', async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(at(), 'a file is in its way');
  const lines: string[] = [];
  const files = open({ log: (line) => lines.push(line) });
  expect(await files.write('one', Buffer.from('first'))).toBe(false);
  expect(await files.read('one')).toBeNull();
  expect(lines.join()).toContain('files cannot be opened');
  expect(existsSync(at())).toBe(true);
});

test('a remembered session survives a restart until it is cleared', async () => {
  const session = { token: 'secret', user: '{"id":1}' };
  expect(await openSessionVault(open()).write('https://homes.example', session, true)).toBe(true);
  const vault = openSessionVault(open({ isPrecious: true }));
  expect(await vault.read('https://homes.example')).toEqual(session);
  // The session cannot be read while its file is being removed.
  const cleared = vault.clear('https://homes.example');
  expect(await vault.read('https://homes.example')).toBeNull();
  await cleared;
  expect(await openSessionVault(open()).read('https://homes.example')).toBeNull();
});

test('one that is not to be remembered leaves no earlier one behind', async () => {
  const vault = openSessionVault(open());
  await vault.write('https://homes.example', { token: 'old', user: '{}' }, true);
  expect(await vault.write('https://homes.example', { token: 'new', user: '{}' }, false)).toBe(false);
  expect(await openSessionVault(open()).read('https://homes.example')).toBeNull();
});
