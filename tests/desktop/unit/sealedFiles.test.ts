import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSealedFiles } from '#desktop/main/sealedFiles.ts';
import { openSessionVault } from '#desktop/main/sessionVault.ts';
import { plainKeyring } from './keyring.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-sealed-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (limit = 1_000_000) => openSealedFiles(path.join(folder, 'files'), plainKeyring, limit);
const listed = () => readdirSync(path.join(folder, 'files')).filter((name) => name !== 'key.bin');

test('what is kept comes back after a restart, and cannot be read beside the keyring', () => {
  open().write('conversations', Buffer.from('Maria writes'));
  expect(open().read('conversations')?.toString()).toBe('Maria writes');
  for (const name of readdirSync(path.join(folder, 'files')))
    expect(readFileSync(path.join(folder, 'files', name)).toString('latin1')).not.toContain('Maria');
});

test('an altered file, or one put in another’s place, does not open', () => {
  const files = open();
  files.write('one', Buffer.from('first'));
  const [one = ''] = listed();
  files.write('two', Buffer.from('second'));
  const two = listed().find((name) => name !== one) ?? '';
  const at = (name: string) => path.join(folder, 'files', name);
  copyFileSync(at(two), at(one));
  expect(files.read('one')).toBeNull();
  const bytes = readFileSync(at(two));
  bytes[14] = (bytes[14] ?? 0) ^ 1;
  writeFileSync(at(two), bytes);
  expect(files.read('two')).toBeNull();
});

test('another keyring finds nothing, and begins anew', () => {
  open().write('one', Buffer.from('first'));
  const stranger = { ...plainKeyring, decrypt: () => 'another key' };
  const files = openSealedFiles(path.join(folder, 'files'), stranger, 1_000_000);
  expect(files.read('one')).toBeNull();
  files.write('one', Buffer.from('mine'));
  expect(files.read('one')?.toString()).toBe('mine');
});

test('the ones not used for longest make room', () => {
  const files = open(2_500);
  files.write('old', Buffer.alloc(1_000));
  const [old = ''] = listed();
  utimesSync(path.join(folder, 'files', old), new Date(1_000), new Date(1_000));
  files.write('newer', Buffer.alloc(1_000));
  files.write('newest', Buffer.alloc(1_000));
  expect(files.read('old')).toBeNull();
  expect(files.read('newest')).not.toBeNull();
});

test('without a keyring nothing is written, and a session lasts as long as the console', () => {
  const files = openSealedFiles(
    path.join(folder, 'files'),
    { ...plainKeyring, isAvailable: () => false },
    1_000,
  );
  const vault = openSessionVault(files);
  const session = { token: 'secret', user: '{}' };
  expect(vault.write('https://homes.example', session, true)).toBe(false);
  expect(vault.read('https://homes.example')).toEqual(session);
  expect(vault.read('https://other.example')).toBeNull();
  expect(openSessionVault(files).read('https://homes.example')).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test('a remembered session survives a restart until it is cleared', () => {
  const session = { token: 'secret', user: '{"id":1}' };
  expect(openSessionVault(open()).write('https://homes.example', session, true)).toBe(true);
  expect(openSessionVault(open()).read('https://homes.example')).toEqual(session);
  openSessionVault(open()).clear('https://homes.example');
  expect(openSessionVault(open()).read('https://homes.example')).toBeNull();
});

test('one that is not to be remembered leaves no earlier one behind', () => {
  const vault = openSessionVault(open());
  vault.write('https://homes.example', { token: 'old', user: '{}' }, true);
  expect(vault.write('https://homes.example', { token: 'new', user: '{}' }, false)).toBe(false);
  expect(openSessionVault(open()).read('https://homes.example')).toBeNull();
});
