import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { electronBuilderConfig } from '../../build/electronBuilder.ts';

type Targets = { target: string; arch: string[] }[];

test('without an office’s environment nothing looks for updates, and nothing is signed', () => {
  const { publish, extraMetadata, win, mac, electronFuses } = electronBuilderConfig({});
  expect(publish).toBeNull();
  expect(extraMetadata).not.toHaveProperty('downloads');
  expect(win).not.toHaveProperty('signtoolOptions');
  expect(mac?.notarize).toBe(false);
  expect(electronFuses?.enableNodeCliInspectArguments).toBe(false);
});

test('where updates lie comes from the environment', () => {
  const feed = electronBuilderConfig({ SILONG_UPDATE_URL: ' https://homes.example/updates/ ' });
  expect(feed.publish).toEqual([{ provider: 'generic', url: 'https://homes.example/updates' }]);
  expect(feed.extraMetadata).toMatchObject({ downloads: 'https://homes.example/updates' });
  const other = electronBuilderConfig({
    SILONG_UPDATE_URL: 'https://homes.example/updates',
    SILONG_DOWNLOADS_URL: 'https://homes.example/console',
  });
  expect(other.extraMetadata).toMatchObject({ downloads: 'https://homes.example/console' });
  for (const wrong of ['http://homes.example', 'homes.example', 'file:///srv/updates'])
    expect(() => electronBuilderConfig({ SILONG_UPDATE_URL: wrong })).toThrow(/https/);
});

test('who signs comes from the environment', () => {
  const named = { SILONG_WINDOWS_PUBLISHER: 'Reyes Realty Inc.' };
  expect(() => electronBuilderConfig(named)).toThrow(/WIN_CSC_LINK/);
  expect(electronBuilderConfig({ ...named, WIN_CSC_LINK: 'cert.pfx' }).win?.signtoolOptions).toEqual({
    publisherName: 'Reyes Realty Inc.',
  });
  const key = { APPLE_API_KEY: 'AuthKey.p8', APPLE_API_KEY_ID: 'K', APPLE_API_ISSUER: 'I' };
  expect(electronBuilderConfig(key).mac?.notarize).toBe(true);
  expect(electronBuilderConfig({ APPLE_API_KEY: 'AuthKey.p8' }).mac?.notarize).toBe(false);
});

test('a console with a door for specs is never signed', () => {
  const drivable = electronBuilderConfig({ SILONG_DRIVABLE: '1' });
  expect(drivable.electronFuses).toMatchObject({
    enableNodeCliInspectArguments: true,
    runAsNode: false,
    onlyLoadAppFromAsar: true,
  });
  for (const name of ['CSC_LINK', 'WIN_CSC_LINK', 'CSC_NAME'])
    expect(() => electronBuilderConfig({ SILONG_DRIVABLE: '1', [name]: 'x' })).toThrow(/not signed/);
});

test('each system gets its packages for both kinds of processor', () => {
  const { win, mac, linux, artifactName, nsis } = electronBuilderConfig({});
  const targets = (list: unknown) =>
    Object.fromEntries((list as Targets).map(({ target, arch }) => [target, arch]));
  const both = ['x64', 'arm64'];
  expect(targets(win?.target)).toEqual({ nsis: both, msi: ['x64'] });
  expect(targets(mac?.target)).toEqual({ dmg: both, zip: both });
  expect(targets(linux?.target)).toEqual({ AppImage: both, deb: both });
  expect(artifactName).toMatch(/\$\{arch\}/);
  expect(nsis?.buildUniversalInstaller).toBe(false);
});

test('the package says what a .deb and a window’s icon need', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({
    homepage: expect.stringMatching(/^https:/),
    author: { name: 'Silong', email: expect.stringContaining('@') },
    desktopName: 'silong.desktop',
  });
});
