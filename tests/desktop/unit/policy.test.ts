import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSessionVault } from '#desktop/main/accountFiles.ts';
import {
  chosenPreferences,
  isOlder,
  lastGoodFile,
  openPolicies,
  openPreferences,
} from '#desktop/main/policies.ts';
import {
  checkOwner,
  parseRegistry,
  policySources,
  readPolicyFile,
  readProgramData,
  readRegistry,
  readSettings,
  UnreadablePolicy,
  whyNotTrusted,
  whyNotTrustedOnWindows,
} from '#desktop/main/policySources.ts';
import { keptIfAllowed, openSealedFiles } from '#desktop/main/sealedFiles.ts';
import { isAllowedServer } from '#desktop/main/serverList.ts';
import { plainKeyring } from './keyring.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-policy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('what is laid down', () => {
  test('settings are read, servers by their origin', () => {
    const { mandatory, recommended, notes } = readSettings({
      organisation: 'Reyes Realty',
      serverUrl: 'https://homes.example/path',
      allowedServers: ['homes.example', 'http://10.0.0.5:3000'],
      idleLockMinutes: 10,
      recommended: { openAtLogin: true },
    });
    expect(mandatory).toEqual({
      organisation: 'Reyes Realty',
      serverUrl: 'https://homes.example',
      allowedServers: ['https://homes.example', 'http://10.0.0.5:3000'],
      idleLockMinutes: 10,
    });
    expect(recommended).toEqual({ openAtLogin: true });
    expect(notes).toEqual([]);
  });

  test('words it does not know are ignored with a note', () => {
    const { mandatory, recommended, notes } = readSettings({
      disableCahce: true,
      disableCache: true,
      recommended: { disableUpdates: true, closeToTray: false },
    });
    expect(mandatory).toEqual({ disableCache: true });
    expect(recommended).toEqual({ closeToTray: false });
    expect(notes).toEqual([
      'disableCahce is not a setting of this version',
      'recommended disableUpdates cannot be a default',
    ]);
  });

  test.each([
    ['minutes that are none', { idleLockMinutes: 'soon' }],
    ['an address of another kind', { serverUrl: 'file:///etc/passwd' }],
    ['a server that is none among the allowed', { allowedServers: ['ftp://homes.example'] }],
    ['a version that is none', { minimumVersion: 'newest' }],
    ['defaults that are none', { recommended: true }],
    ['a list', ['disableCache']],
  ])('%s cannot be used', (_what, content) => {
    expect(() => readSettings(content)).toThrow(UnreadablePolicy);
  });

  test('without another’s word a server is reached over https', () => {
    const policy = { allowedServers: ['https://homes.example', 'http://10.0.0.5:3000'] };
    expect(isAllowedServer('https://homes.example', policy)).toBe(true);
    expect(isAllowedServer('http://homes.example', policy)).toBe(false);
    expect(isAllowedServer('http://10.0.0.5:3000', policy)).toBe(true);
    expect(isAllowedServer('https://evil.example', policy)).toBe(false);
    expect(isAllowedServer('https://evil.example', {})).toBe(true);
    expect(isAllowedServer('https://evil.example', { serverUrl: 'https://homes.example' })).toBe(false);
  });

  test('a version is older by its numbers', () => {
    expect(isOlder('1.9.0', '1.10.0')).toBe(true);
    expect(isOlder('1.10.0', '1.10.0')).toBe(false);
    expect(isOlder('2.0.0-beta.1', '1.10.0')).toBe(false);
  });
});

describe('a file', () => {
  const facts = (changes = {}) => ({ uid: 0, mode: 0o100644, isSymbolicLink: () => false, ...changes });

  test.each([
    ['root’s own', facts(), null],
    ['somebody’s own', facts({ uid: 1000 }), /belong to root/],
    ['one that its group may write', facts({ mode: 0o100664 }), /written/],
    ['one that everybody may write', facts({ mode: 0o100646 }), /written/],
    ['a link', facts({ isSymbolicLink: () => true }), /link/],
  ])('%s', (_what, found, reason) => {
    if (reason) expect(whyNotTrusted(found)).toMatch(reason);
    else expect(whyNotTrusted(found)).toBeNull();
  });

  test.each([
    ['as installers leave it', 'O:BAG:SYD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)', null],
    ['a person’s own', 'O:S-1-5-21-1-2-3-1001G:BAD:(A;;FA;;;SY)', /belong/],
    ['users may write it, as bits', 'O:BAG:SYD:AI(A;;0x1301bf;;;BU)', /written by BU/],
    ['users may write it, as letters', 'O:SYG:SYD:(A;;FRFW;;;WD)', /written by WD/],
    ['users may only read it, as letters', 'O:SYG:SYD:(A;;FRFX;;;WD)', null],
    ['what users make in it is theirs', 'O:BAG:SYD:(A;OICIIO;GA;;;CO)(A;OICI;0x1200a9;;;BU)', null],
    ['denied', 'O:BAG:SYD:(D;;FA;;;WD)(A;;FA;;;BA)', null],
    ['no list: everybody may do everything', 'O:BAG:SY', /no list/],
  ])('on Windows: %s', (_what, descriptor, reason) => {
    if (reason) expect(whyNotTrustedOnWindows(descriptor)).toMatch(reason);
    else expect(whyNotTrustedOnWindows(descriptor)).toBeNull();
  });

  test('one that others may write lays nothing down', async () => {
    const file = path.join(folder, 'policy.json');
    writeFileSync(file, '{"disableCache":false}');
    chmodSync(file, 0o666);
    await expect(readPolicyFile(file, { check: checkOwner })).rejects.toThrow(/root/);
    expect(await readPolicyFile(file, { check: async () => null })).toEqual({ disableCache: false });
  });

  test('one that is not JSON cannot be used; none is none', async () => {
    const file = path.join(folder, 'policy.json');
    expect(await readPolicyFile(file, { check: checkOwner })).toBeNull();
    writeFileSync(file, '{');
    await expect(readPolicyFile(file, { check: async () => null })).rejects.toThrow(/not JSON/);
  });

  test('its place is no variable’s', async () => {
    vi.stubEnv('ProgramData', '/tmp/mine');
    expect((await policySources('linux')).map(({ name }) => name)).toEqual(['/etc/silong/policy.json']);
    vi.stubEnv('USER', 'ana');
    expect((await policySources('darwin')).map(({ name }) => name)).toEqual([
      '/Library/Application Support/Silong/policy.json',
      '/Library/Managed Preferences/ph.silong.console.plist',
      '/Library/Managed Preferences/ana/ph.silong.console.plist',
    ]);
    vi.stubEnv('USER', '../ana');
    expect(await policySources('darwin')).toHaveLength(2);
    vi.unstubAllEnvs();
  });
});

describe('the registry', () => {
  const KEY = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Silong';
  const output = `
${KEY}
    organisation    REG_SZ    Reyes Realty
    serverUrl    REG_SZ    https://homes.example
    disableCache    REG_DWORD    0x1
    closeToTray    REG_DWORD    0x0
    idleLockMinutes    REG_DWORD    0xa

${KEY}\\allowedServers
    1    REG_SZ    https://homes.example
    2    REG_SZ    http://10.0.0.5:3000

${KEY}\\Recommended
    openAtLogin    REG_DWORD    0x1
`.replaceAll('\n', '\r\n');
  const laidDown = {
    organisation: 'Reyes Realty',
    serverUrl: 'https://homes.example',
    disableCache: true,
    closeToTray: false,
    idleLockMinutes: 10,
    allowedServers: ['https://homes.example', 'http://10.0.0.5:3000'],
    recommended: { openAtLogin: true },
  };

  test('values are read by their kind, lists and defaults by their keys', () => {
    expect(parseRegistry(output)).toEqual(laidDown);
    expect(readSettings(parseRegistry(output)).notes).toEqual([]);
  });

  test('a list of several lines, and a number where a yes is asked for', () => {
    const text = `${KEY}\r\n    allowedServers    REG_MULTI_SZ    homes.example\\0b.example\r\n    disableCache    REG_DWORD    0x7`;
    expect(parseRegistry(text)).toEqual({ allowedServers: ['homes.example', 'b.example'], disableCache: 7 });
    expect(() => readSettings(parseRegistry(text))).toThrow(/disableCache is 7/);
  });

  test('no key is no policy, whatever language the system speaks', async () => {
    const asked: string[] = [];
    const reg = async (args: string[]) => {
      asked.push(args.join(' '));
      return `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Microsoft\r\n`;
    };
    expect(await readRegistry(reg)).toBeNull();
    expect(asked).toEqual(['query HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies /reg:64']);
    const there = async (args: string[]) => (args.includes('/s') ? output : `\r\n${KEY}\r\n`);
    expect(await readRegistry(there)).toEqual(laidDown);
    const failing = () => Promise.reject(new Error('Zugriff verweigert'));
    await expect(readRegistry(failing)).rejects.toThrow(/Zugriff/);
  });

  test('it knows where ProgramData is', async () => {
    const said =
      '\r\nHKEY_LOCAL_MACHINE\\…\\Shell Folders\r\n    Common AppData    REG_SZ    D:\\ProgramData\r\n\r\n';
    expect(await readProgramData(async () => said)).toBe('D:\\ProgramData');
    await expect(readProgramData(async () => '')).rejects.toThrow(/ProgramData/);
  });
});

const inMemory = <Value>(start: Value) => {
  let stored = start;
  return {
    read: () => stored,
    write(value: Value) {
      stored = value;
    },
  };
};

describe('while the console runs', () => {
  const start = async (first: unknown, second?: unknown, now?: () => number) => {
    const answers = { first, second: second ?? null };
    const read = async (name: 'first' | 'second') => {
      if (answers[name] instanceof Error) throw answers[name];
      return answers[name];
    };
    const lines: string[] = [];
    const lastGood = inMemory(lastGoodFile.parse({}));
    const again = () =>
      openPolicies({
        sources: [
          { name: 'file', read: () => read('first') },
          { name: 'registry', read: () => read('second') },
        ],
        lastGood,
        version: '1.0.0',
        ...(now ? { now } : {}),
        log: (line) => lines.push(line),
      });
    return { answers, lines, again, policies: await again() };
  };

  test('what group policy lays down goes before the file, setting by setting', async () => {
    const { policies } = await start(
      { organisation: 'File', disableCache: true, minimumVersion: '1.2.0' },
      { organisation: 'Group' },
    );
    expect(policies.policy).toEqual({ organisation: 'Group', disableCache: true, minimumVersion: '1.2.0' });
    expect(policies.managed()).toMatchObject({ sources: ['file', 'registry'], outdated: '1.2.0' });
  });

  test('nobody manages a computer without a policy', async () => {
    const { policies } = await start(null);
    expect(policies.managed()).toEqual({
      policy: {},
      recommended: {},
      sources: [],
      notes: [],
      outdated: null,
      endsAt: null,
    });
  });

  test('below the minimum it can be used for an hour, which a start does not begin anew', async () => {
    const hour = 3_600_000;
    let now = 1_000_000;
    const { answers, again, policies } = await start({ minimumVersion: '1.2.0' }, null, () => now);
    expect(policies.managed().endsAt).toBe(now + hour);
    now += hour / 2;
    expect((await again()).managed().endsAt).toBe(1_000_000 + hour);
    // A higher minimum does not restart the grace period.
    answers.first = { minimumVersion: '1.3.0' };
    await policies.refresh();
    expect(policies.managed()).toMatchObject({ outdated: '1.3.0', endsAt: 1_000_000 + hour });
    answers.first = { minimumVersion: '1.0.0' };
    await policies.refresh();
    expect(policies.managed()).toMatchObject({ outdated: null, endsAt: null });
    answers.first = { minimumVersion: '1.2.0' };
    await policies.refresh();
    expect(policies.managed().endsAt).toBe(now + hour);
  });

  test('a change is told, and whoever holds the policy reads it', async () => {
    const { answers, policies } = await start({ disableCache: true });
    const { policy } = policies;
    const heard = vi.fn();
    policies.onChange(heard);
    await policies.refresh();
    expect(heard).not.toHaveBeenCalled();
    answers.first = { idleLockMinutes: 5 };
    await policies.refresh();
    expect(heard).toHaveBeenCalledOnce();
    expect(policy).toEqual({ idleLockMinutes: 5 });
    answers.first = null;
    await policies.refresh();
    expect(policy).toEqual({});
  });

  test('what was laid down last holds when its successor cannot be read', async () => {
    const { answers, policies, lines, again } = await start({ organisation: 'Reyes', disableDevTools: true });
    answers.first = { organisation: 'Reyes', idleLockMinutes: 'soon' };
    await policies.refresh();
    expect(policies.policy).toEqual({ organisation: 'Reyes', disableDevTools: true });
    expect(policies.managed().notes.join()).toMatch(/holds: .*idleLockMinutes is "soon"/);
    await policies.refresh();
    expect(lines).toHaveLength(1);
    // Also after a restart.
    expect((await again()).policy).toEqual({ organisation: 'Reyes', disableDevTools: true });
    answers.first = new Error('EACCES');
    await policies.refresh();
    expect(policies.policy).toEqual({ organisation: 'Reyes', disableDevTools: true });
  });

  test('where nothing was understood before, everything is forbidden that may be', async () => {
    const { policies } = await start({ serverUrl: 'https://homes.example', idleLockMinutes: 'soon' });
    expect(policies.policy).toEqual({
      serverUrl: 'https://homes.example',
      disableCache: true,
      disableUpdates: true,
      disableDevTools: true,
    });
  });

  test('what is gone is not laid down any more, and was', async () => {
    const { answers, again } = await start({ openAtLogin: true });
    answers.first = null;
    const policies = await again();
    expect(policies.policy).toEqual({});
    expect(policies.wasSet('openAtLogin')).toBe(true);
    expect((await again()).wasSet('openAtLogin')).toBe(false);
  });

  test('a file that changes is read again', async () => {
    const file = path.join(folder, 'policy.json');
    writeFileSync(file, '{"idleLockMinutes":5}');
    const policies = await openPolicies({
      sources: [{ name: file, file, read: () => readPolicyFile(file, { check: async () => null }) }],
      lastGood: inMemory(lastGoodFile.parse({})),
      version: '1.0.0',
      log: () => undefined,
    });
    const stop = policies.watch(50);
    try {
      // Longer each time, as a write before the first poll is not noticed as a change.
      let content = '{"idleLockMinutes":30}';
      await vi.waitFor(
        () => {
          content += ' ';
          writeFileSync(file, content);
          expect(policies.policy.idleLockMinutes).toBe(30);
        },
        { timeout: 4_000, interval: 100 },
      );
    } finally {
      stop();
    }
  });
});

describe('what it does', () => {
  test('mandatory goes before the person, the person before a default', () => {
    const file = inMemory(chosenPreferences.parse({}));
    const laidDown: { policy: object; recommended: object } = {
      policy: {},
      recommended: { openAtLogin: true, closeToTray: false },
    };
    const preferences = openPreferences(file, laidDown);
    expect(preferences.read()).toMatchObject({ openAtLogin: true, closeToTray: false });
    preferences.write({ ...preferences.read(), closeToTray: true });
    expect(file.read()).toEqual({ closeToTray: true });
    // A changed default applies if the person has not chosen.
    laidDown.recommended = {};
    expect(preferences.read()).toMatchObject({ openAtLogin: false, closeToTray: true });
    laidDown.policy = { closeToTray: false, notificationPreviews: false };
    preferences.write({ ...preferences.read(), closeToTray: true, zoom: 1.2 });
    expect(preferences.read()).toMatchObject({
      closeToTray: false,
      notificationPreviews: false,
      zoom: 1.2,
    });
    laidDown.policy = {};
    expect(preferences.read()).toMatchObject({ closeToTray: true, notificationPreviews: true });
  });

  test('preferences that were damaged count as none', () => {
    const preferences = openPreferences(inMemory({ zoom: 'big' } as Record<string, unknown>), {
      policy: { idleLockMinutes: 5 },
      recommended: {},
    });
    expect(preferences.read()).toMatchObject({ zoom: 1, idleLockMinutes: 5 });
  });

  test('nothing is kept for reading offline', async () => {
    let isForbidden = false;
    const files = keptIfAllowed(openSealedFiles(path.join(folder, 'files'), plainKeyring, {}), () => isForbidden);
    expect(await files.write('one', Buffer.from('1'))).toBe(true);
    isForbidden = true;
    expect(await files.isOpen()).toBe(false);
    expect(await files.read('one')).toBeNull();
    expect(await files.write('two', Buffer.from('2'))).toBe(false);
    isForbidden = false;
    expect(await files.read('two')).toBeNull();
  });

  test('no sign-in is remembered, and none that was comes back', async () => {
    let mayRemember = true;
    const files = openSealedFiles(path.join(folder, 'sessions'), plainKeyring, { isPrecious: true });
    const session = { token: 'secret', user: '{}' };
    const vault = () => openSessionVault(files, () => mayRemember);
    expect(await vault().write('https://homes.example', session, true)).toBe(true);
    mayRemember = false;
    const managed = vault();
    expect(await managed.read('https://homes.example')).toBeNull();
    expect(await managed.write('https://homes.example', session, true)).toBe(false);
    expect(await managed.read('https://homes.example')).toEqual(session);
    mayRemember = true;
    expect(await vault().read('https://homes.example')).toBeNull();
  });
});
