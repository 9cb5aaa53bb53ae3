import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '#desktop/main/addresses.ts';
import { createAppProtocol, locatePageFile } from '#desktop/main/appProtocol.ts';
import { openSealedFiles, type SealedFiles } from '#desktop/main/sealedFiles.ts';
import { plainKeyring } from './keyring.ts';

let folder: string;
let pictures: SealedFiles;
const asked: { url: string; init: RequestInit }[] = [];
let isServerThere = true;
let maySignIn = true;
const heard: unknown[] = [];
let serverUrl: string | undefined = 'https://homes.example';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-protocol-'));
  mkdirSync(path.join(folder, 'web/assets'), { recursive: true });
  writeFileSync(
    path.join(folder, 'web/index.html'),
    '<!doctype html><title>Silong</title><meta nonce="{style-nonce}">',
  );
  writeFileSync(path.join(folder, 'web/assets/app.js'), 'export {}');
  writeFileSync(path.join(folder, 'secret.txt'), 'not yours');
  pictures = openSealedFiles(path.join(folder, 'pictures'), plainKeyring, { limitBytes: 1_000_000 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ask = (url: string, init?: RequestInit) =>
  createAppProtocol({
    pageFolder: path.join(folder, 'web'),
    serverOf: (host) => ({ console: null, 's-homes': serverUrl, 's-flats': 'https://flats.example' })[host],
    pictures,
    maySignIn: () => maySignIn,
    onPasswordAnswer: async (...told) => void heard.push(told),
    onFailure: (error) => {
      throw error;
    },
    async fetchFromServer(address, sent) {
      asked.push({ url: address, init: sent });
      if (!isServerThere) throw new Error('net::ERR_CONNECTION_REFUSED');
      if (address.endsWith('/api/site'))
        return Response.json({ data: { tileUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png' } });
      return new Response('{"success":true}', {
        headers: {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'content-security-policy': "script-src 'unsafe-inline'",
        },
      });
    },
  })(new Request(url, init));

describe('the page', () => {
  test.each(['/', '/properties/7', '/agent-dashboard?tab=messages'])('%s is index.html', async (place) => {
    const answer = await ask(`app://s-homes${place}`);
    const page = await answer.text();
    expect(page).toContain('Silong');
    const policy = answer.headers.get('content-security-policy') ?? '';
    const [, nonce] = /style-src 'self' 'nonce-([^']{20,})';/.exec(policy) ?? [];
    expect(page).toContain(`<meta nonce="${nonce}">`);
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).toContain("img-src 'self' data: blob: https://*.tiles.example;");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' wss://homes.example;");
    expect(policy).not.toContain('unsafe-eval');
  });

  test('a file of its own has its type', async () => {
    const answer = await ask('app://s-homes/assets/app.js');
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
  });

  test('a compiled decoder may be run by the worker that opens photos, and by nothing else', async () => {
    const policyOf = async (name: string) => {
      writeFileSync(path.join(folder, 'web/assets', name), '');
      const { headers } = await ask(`app://s-homes/assets/${name}`);
      return [headers.get('content-type'), headers.get('content-security-policy')];
    };
    const [, worker] = await policyOf('pictureWorker-x1_-2.js');
    expect(worker).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self';");
    expect(worker).not.toContain("'unsafe-eval'");
    for (const name of ['decodeHeic-x1.js', 'pictureWorker-x1.js.html', 'app.js'])
      expect((await policyOf(name))[1], name).not.toContain('wasm');
    expect((await policyOf('libheif-x1.wasm'))[0]).toBe('application/wasm');
  });

  test('a server’s origin is nobody else’s', () => {
    const origins = [null, 'https://homes.example', 'https://flats.example'].map(originOf);
    expect(new Set(origins).size).toBe(3);
    expect(origins[1]).toMatch(/^app:\/\/s-[0-9a-f]{24}$/);
  });

  test('another host is nobody', async () => {
    expect((await ask('app://elsewhere/')).status).toBe(404);
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%5c..%5c..%5csecret.txt',
    '/assets/%00.js',
    '/%',
  ])('%s leads nowhere', async (place) => {
    expect(locatePageFile(path.join(folder, 'web'), place) ?? '').not.toContain('secret');
    const answer = await ask(`app://s-homes${place}`);
    expect(await answer.text()).not.toContain('not yours');
  });
});

describe('calls go on to the server', () => {
  test('with the headers it has a use for, and no others', async () => {
    asked.length = 0;
    const answer = await ask('app://s-homes/api/favorites?page=2', {
      method: 'POST',
      body: '{"a":1}',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json', 'x-own': 'no' },
    });
    expect(await answer.json()).toEqual({ success: true });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(asked[0]?.url).toBe('https://homes.example/api/favorites?page=2');
    expect(asked[0]?.init.headers).toEqual({ authorization: 'Bearer t', 'content-type': 'application/json' });
    expect(Buffer.from(asked[0]?.init.body as ArrayBuffer).toString()).toBe('{"a":1}');
  });

  test('a server that is away, or not chosen yet, is told as one', async () => {
    isServerThere = false;
    expect(await (await ask('app://s-homes/api/site')).json()).toMatchObject({ code: 'unreachable' });
    isServerThere = true;
    expect(await (await ask('app://console/api/site')).json()).toMatchObject({ code: 'no_server' });
    serverUrl = undefined;
    expect((await ask('app://s-homes/api/site')).status).toBe(404);
    serverUrl = 'https://homes.example';
  });

  test('the lock hears what the server says of a password, and may forbid to ask', async () => {
    const init = { method: 'POST', body: '{"email":"a","password":"b"}' };
    await ask('app://s-homes/api/auth/login', init);
    expect(heard).toEqual([['https://homes.example', init.body, 200, '{"success":true}']]);
    maySignIn = false;
    asked.length = 0;
    expect((await ask('app://s-homes/api/auth/login', init)).status).toBe(429);
    expect(asked).toEqual([]);
    maySignIn = true;
  });

  test('what a server sends is data: as a page of its own it would run nothing', async () => {
    for (const place of ['/api/docs', `/media/${'b'.repeat(64)}`, '/api/nothing']) {
      // From the server, from the offline copy and from the console itself.
      for (const host of ['s-homes', 's-homes', 'console']) {
        const { headers } = await ask(`app://${host}${place}`);
        expect(headers.get('content-security-policy'), place).toBe('sandbox');
        expect(headers.get('x-content-type-options'), place).toBe('nosniff');
      }
    }
  });

  test('of each page to its own server, whichever is in front', async () => {
    asked.length = 0;
    for (const host of ['s-homes', 's-flats', 's-homes'])
      await ask(`app://${host}/api/favorites`, { headers: { authorization: `Bearer of ${host}` } });
    expect(asked.map(({ url, init }) => [url, (init.headers as Record<string, string>).authorization])).toEqual([
      ['https://homes.example/api/favorites', 'Bearer of s-homes'],
      ['https://flats.example/api/favorites', 'Bearer of s-flats'],
      ['https://homes.example/api/favorites', 'Bearer of s-homes'],
    ]);
  });

  test('a picture is asked for once and shown when the server is away', async () => {
    const picture = `app://s-homes/media/${'a'.repeat(64)}?w=320`;
    asked.length = 0;
    const bytes = await (await ask(picture)).text();
    // The answer does not wait for the write.
    await pictures.flush();
    isServerThere = false;
    expect(await (await ask(picture)).text()).toBe(bytes);
    isServerThere = true;
    expect(asked).toHaveLength(1);
  });
});
