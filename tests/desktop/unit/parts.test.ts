import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import {
  addressAtServer,
  findLinkRoute,
  isOwnPage,
  isSafeExternalLink,
  routeOfLink,
} from '#desktop/main/addresses.ts';
import { redact } from '#desktop/main/diagnostics.ts';
import { openJsonFile } from '#desktop/main/jsonFile.ts';
import { createIdleLock } from '#desktop/main/lock.ts';
import { buildApplicationMenu, buildContextMenu, nextZoom } from '#desktop/main/menus.ts';
import { spellingLanguages } from '#desktop/main/policies.ts';
import { openServerList, serverFile } from '#desktop/main/serverList.ts';
import { createUpdates, installationKind, type UpdateEngine, updatesOf } from '#desktop/main/updates.ts';
import { clampToScreens, windowPlace } from '#desktop/main/windowState.ts';
import { setLanguage } from '#desktop/main/words.ts';
import type { ConsolePolicy, UpdateState } from '#shared/desktopBridge.ts';

describe('links', () => {
  test.each([
    ['silong://properties/1', '/properties/1'],
    ['silong://conversations/7/', '/conversations/7'],
    ['SILONG://agents/3?x=1#y', '/agents/3'],
    ['silong://agent-dashboard', '/agent-dashboard'],
    ['silong://desk', '/desk'],
    ['silong://desk/calendar/', '/desk/calendar'],
    ['silong://sign-in?code=a-b_c&state=d%2Fe', '/sign-in/callback?code=a-b_c&state=d%2Fe'],
  ])('%s leads to %s', (link, route) => expect(routeOfLink(link)).toBe(route));

  test.each([
    'silong://properties/../admin',
    'silong://properties/1/delete',
    'silong:///etc/passwd',
    'silong://evil.example/properties/1',
    'https://silong.example/properties/1',
    'silong://properties/99999999999',
    'silong://sign-in',
    'silong://sign-in?code="><script>',
    'silong:',
  ])('%s leads nowhere', (link) => expect(routeOfLink(link)).toBeNull());

  test('it is found among the arguments', () => {
    expect(findLinkRoute(['silong', '--flag', 'silong://properties/9'])).toBe('/properties/9');
    expect(findLinkRoute(['silong', '.'])).toBeNull();
  });
});

describe('addresses', () => {
  test.each([
    ['app://console/properties', true],
    ['app://console.evil.example/', false],
    ['app://user@console/', false],
    ['https://console/', false],
    ['not an address', false],
    ['app://console/api/docs', false],
    ['app://console/media/x', false],
    ['app://console/apiary', true],
  ])('own page: %s %s', (address, isOwn) => expect(isOwnPage(address, 'app://console')).toBe(isOwn));

  test.each([
    ['https://example.com', true],
    ['mailto:maria@silong.example', true],
    ['tel:+639171234567', true],
    ['viber://chat?number=%2B639171234567&draft=Hi', true],
    ['viber://add?number=639171234567', false],
    ['http://example.com', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['ms-settings:', false],
  ])('opened outside: %s %s', (address, isSafe) => expect(isSafeExternalLink(address)).toBe(isSafe));

  test.each([
    ['app://s-1/api/docs?x=1#y', 'http://homes.example:3000/api/docs?x=1'],
    ['app://s-1/media/abc', 'http://homes.example:3000/media/abc'],
    ['app://s-1/properties/7', null],
    ['app://s-2/api/docs', null],
    ['app://user@s-1/api/docs', null],
    ['https://evil.example/api/docs', null],
  ])('looked at where it comes from: %s %s', (address, outside) =>
    expect(addressAtServer(address, 'app://s-1', 'http://homes.example:3000')).toBe(outside),
  );
});

describe('window places', () => {
  const screens = [
    { x: 0, y: 0, width: 1_920, height: 1_040 },
    { x: 1_920, y: 0, width: 1_280, height: 1_000 },
  ];
  const place = (bounds: object) => windowPlace.parse(bounds);

  test('stays where it was', () => {
    const there = place({ x: 2_000, y: 50, width: 900, height: 700 });
    expect(clampToScreens(there, screens)).toEqual(there);
  });

  test('comes back from a screen that is gone', () => {
    const lost = clampToScreens(place({ x: 5_000, y: 50, width: 900, height: 700 }), screens);
    expect(lost).toMatchObject({ x: 1_020, y: 50, width: 900, height: 700 });
  });

  test('is never larger than its screen, nor too small to use', () => {
    const small = [{ x: 0, y: 0, width: 1_024, height: 700 }];
    expect(clampToScreens(place({ x: 0, y: 0, width: 3_000, height: 2_000 }), small)).toMatchObject({
      width: 1_024,
      height: 700,
    });
    expect(clampToScreens(place({ x: 0, y: 0, width: 10, height: 10 }), small)).toMatchObject({
      width: 380,
      height: 560,
    });
  });

  test('a title bar above the screen cannot be taken hold of', () => {
    expect(clampToScreens(place({ x: 100, y: -300, width: 900, height: 700 }), screens).y).toBe(0);
  });
});

test('nothing personal and nothing secret stays in a line', () => {
  const line = redact(
    'POST {"email":"maria@silong.example","password":"hunter22"} Bearer abcdefghijklmnop from 0917 123 4567 and +63 917-123-4567',
  );
  expect(line).not.toMatch(/maria|hunter22|abcdefgh|4567/);
  expect(line).toContain('[e-mail]');
});

test('a damaged file of settings is an empty one, and is written whole', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-json-'));
  const file = path.join(folder, 'window.json');
  writeFileSync(file, '{"width": "wide"');
  const first = openJsonFile(file, windowPlace);
  expect(first.read()).toEqual({ width: 1_280, height: 820, isMaximised: false });
  first.write({ ...first.read(), width: 900 });
  expect(JSON.parse(readFileSync(file, 'utf8')).width).toBe(900);
  expect(openJsonFile(file, windowPlace).read().width).toBe(900);
  rmSync(folder, { recursive: true });
});

test('it locks once for each stretch of idleness', () => {
  let idle = 0;
  let minutes = 5;
  let locks = 0;
  const lock = createIdleLock({
    minutes: () => minutes,
    idleSeconds: () => idle,
    lock: () => {
      locks += 1;
    },
  });
  for (const seconds of [0, 299, 300, 310, 4, 301]) {
    idle = seconds;
    lock.check();
  }
  expect(locks).toBe(2);
  minutes = 0;
  idle = 9_999;
  lock.check();
  expect(locks).toBe(2);
});

describe('servers', () => {
  const answering = async (url: string) =>
    url.startsWith('https://homes.example/')
      ? Response.json({ success: true, data: { siteName: 'Homes' } })
      : url.startsWith('https://blog.example/')
        ? Response.json({ hello: 'world' })
        : Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED'));
  const open = (policy = {}) => {
    let stored = serverFile.parse({});
    const file = {
      read: () => stored,
      write(value: typeof stored) {
        stored = value;
      },
    };
    return openServerList(file, policy, answering);
  };

  test('an address is typed, asked and saved', async () => {
    const servers = open();
    expect(servers.current()).toBeNull();
    expect(await servers.add(' homes.example/some/page ')).toEqual({
      url: 'https://homes.example',
      name: 'Homes',
    });
    servers.choose('https://homes.example');
    expect(servers.current()?.name).toBe('Homes');
    expect(servers.remove('https://homes.example')).toEqual([]);
    expect(servers.current()).toBeNull();
  });

  test.each([
    ['blog.example', /not a Silong server/],
    ['gone.example', /did not answer/],
    ['file:///etc', /not the address/],
    ['two words', /not the address/],
  ])('%s is refused with a sentence', (address, sentence) =>
    expect(open().add(address)).rejects.toThrow(sentence),
  );

  test('a policy’s server is the only one', async () => {
    const servers = open({ serverUrl: 'https://homes.example', organisation: 'Reyes Realty' });
    expect(servers.current()).toEqual({ url: 'https://homes.example', name: 'Reyes Realty' });
    await expect(servers.add('https://blog.example')).rejects.toThrow(/organization/);
    expect(() => servers.choose('https://blog.example')).toThrow(/organization/);
  });

  test('one that was never saved cannot be chosen', () => {
    expect(() => open().choose('https://evil.example')).toThrow(/not in your saved/);
  });
});

describe('updates', () => {
  function engine() {
    const listeners: Record<string, (value: never) => void> = {};
    const on = (name: string) => (listener: (value: never) => void) => {
      listeners[name] = listener;
    };
    let restarts = 0;
    const fake = {
      check: async () => undefined,
      restart: () => {
        restarts += 1;
      },
      onFound: on('found'),
      onNone: on('none'),
      onProgress: on('progress'),
      onReady: on('ready'),
      onFailure: on('failure'),
    } as UpdateEngine;
    return {
      fake,
      tell: (name: string, value?: unknown) => listeners[name]?.(value as never),
      restarts: () => restarts,
    };
  }
  const downloadUrl = 'https://silong.example/downloads';

  test('progress is seen, and it waits until nobody types', async () => {
    const { fake, tell, restarts } = engine();
    const seen: UpdateState[] = [];
    const updates = createUpdates({
      policy: {},
      engine: fake,
      downloadUrl,
      changed: (state) => seen.push(state),
    });
    await updates.check();
    tell('found', '2.0.0');
    tell('progress', 41.7);
    expect(() => updates.restart()).toThrow(/no update/);
    tell('ready', '2.0.0');
    updates.setTyping(true);
    expect(() => updates.restart()).toThrow(/typing/);
    updates.setTyping(false);
    updates.restart();
    expect(restarts()).toBe(1);
    expect(seen).toEqual([
      { phase: 'checking' },
      { phase: 'downloading', version: '2.0.0', percent: 0 },
      { phase: 'downloading', version: '2.0.0', percent: 42 },
      { phase: 'ready', version: '2.0.0' },
    ]);
  });

  test('a failure says why and where to get it by hand', async () => {
    const { fake } = engine();
    fake.check = () => Promise.reject(new Error('net::ERR_CERT'));
    const updates = createUpdates({ policy: {}, engine: fake, downloadUrl, changed: () => undefined });
    expect(await updates.check()).toEqual({ phase: 'failed', reason: 'net::ERR_CERT', downloadUrl });
  });

  test('a policy forbids them', async () => {
    const { fake } = engine();
    const updates = createUpdates({
      policy: { disableUpdates: true },
      engine: fake,
      downloadUrl,
      changed: () => undefined,
    });
    expect(await updates.check()).toMatchObject({ phase: 'disabled', reason: /organisation/ });
  });

  test('a policy that comes and goes, and names the channel', async () => {
    const { fake } = engine();
    const asked: string[] = [];
    fake.check = async (channel) => void asked.push(channel);
    const policy: ConsolePolicy = { updateChannel: 'beta' };
    const updates = createUpdates({ policy, engine: fake, downloadUrl, changed: () => undefined });
    await updates.check();
    policy.disableUpdates = true;
    expect(updates.state()).toMatchObject({ phase: 'disabled' });
    await updates.check();
    delete policy.disableUpdates;
    delete policy.updateChannel;
    await updates.check();
    expect(asked).toEqual(['beta', 'latest']);
  });

  test.each([
    ['setup', { platform: 'win32', hasUninstaller: true }, true, /^$/],
    ['msi', { platform: 'win32' }, false, /administrator installs/],
    ['dmg', { platform: 'darwin' }, true, /^$/],
    ['appImage', { platform: 'linux', isAppImage: true }, true, /^$/],
    ['deb', { platform: 'linux' }, false, /system package/],
    ['source', { platform: 'linux', isPackaged: false }, false, /not update automatically/],
  ] as const)('who updates a copy of kind %s', (kind, facts, updatesItself, otherwise) => {
    const found = installationKind({ isPackaged: true, isAppImage: false, hasUninstaller: false, ...facts });
    expect(found).toBe(kind);
    expect(updatesOf(found, true)).toMatchObject({
      updatesItself,
      otherwise: expect.stringMatching(otherwise),
    });
    expect(updatesOf(found, false).updatesItself).toBe(false);
  });
});

test('spelling comes first, and links that lead out can be copied', () => {
  const actions = {
    replaceMisspelling: () => undefined,
    learnWord: () => undefined,
    copyText: () => undefined,
  };
  const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true } as never;
  const plain = {
    misspelledWord: '',
    dictionarySuggestions: [],
    isEditable: false,
    selectionText: '',
    linkURL: '',
    editFlags,
  };
  expect(buildContextMenu(plain, actions)).toEqual([]);
  const misspelled = { ...plain, isEditable: true, misspelledWord: 'hous', dictionarySuggestions: ['house'] };
  expect(buildContextMenu(misspelled, actions).map(({ label, role, type }) => label ?? role ?? type)).toEqual([
    'house',
    'Add to Dictionary',
    'separator',
    'Cut',
    'Copy',
    'Paste',
    'Select All',
  ]);
  expect(buildContextMenu({ ...plain, linkURL: 'file:///etc/passwd' }, actions)).toEqual([]);
});

test('menus are said in the language of the page, the system’s own entries too', () => {
  const said = (items: MenuItemConstructorOptions[]): (string | undefined)[] =>
    items.flatMap(({ label, type, submenu }) => [
      ...(type === 'separator' ? [] : [label]),
      ...(Array.isArray(submenu) ? said(submenu) : []),
    ]);
  const nothing = () => undefined;
  const acts = {
    command: nothing,
    zoom: nothing,
    print: nothing,
    reload: nothing,
    lock: nothing,
    quit: nothing,
  };
  const menu = (isMac: boolean) => said(buildApplicationMenu({ isMac, allowDevTools: true, ...acts }));
  const inEnglish = menu(true);
  try {
    setLanguage(['fil', 'en-US']);
    const inFilipino = menu(true);
    expect(inFilipino).toHaveLength(inEnglish.length);
    expect(inFilipino.filter((label) => label === undefined)).toEqual([]);
    expect(menu(false)).toContain('I-undo');
    // Names and loanwords.
    const same = inFilipino.filter((label, index) => label === inEnglish[index]);
    expect(same).toEqual(['Silong', 'File']);
  } finally {
    setLanguage(['en-US']);
  }
});

test('the page’s size stays readable', () => {
  expect(nextZoom(1, 1)).toBe(1.1);
  expect(nextZoom(0.5, -1)).toBe(0.5);
  expect(nextZoom(2.3, 0)).toBe(1);
});

describe('the languages of the spell check', () => {
  const dictionaries = ['en-GB', 'en-US', 'es', 'pt-BR'];

  test('those wanted, as far as there is a dictionary', () => {
    expect(spellingLanguages(['es', 'fil', 'es'], dictionaries, ['en-PH'])).toEqual(['es']);
    expect(spellingLanguages([], dictionaries, ['en-PH'])).toEqual([]);
  });

  test('otherwise what comes nearest to the computer’s own', () => {
    expect(spellingLanguages(null, dictionaries, ['fil-PH', 'en-PH'])).toEqual(['en-US']);
    expect(spellingLanguages(null, dictionaries, ['es-MX'])).toEqual(['es']);
    expect(spellingLanguages(null, dictionaries, ['en-GB'])).toEqual(['en-GB']);
    expect(spellingLanguages(null, dictionaries, ['fil-PH'])).toEqual([]);
  });
});
