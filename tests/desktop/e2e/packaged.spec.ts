import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Arch, build, Platform } from 'electron-builder';
import { electronBuilderConfig } from '../../../build/electronBuilder.ts';
import { buildStandinDistribution } from '../standin/buildStandin.ts';
import { DesktopConsole, realElectron } from './support/desktopConsole.ts';
import { expect, test } from './support/test.ts';

const ON = '1'.charCodeAt(0);
const OFF = '0'.charCodeAt(0);

test.skip(
  Boolean(realElectron),
  'The packaged application locks its debugger out: on a real Electron no test can drive it.',
);

test('the packaged console holds only its own code, has its fuses set, and starts', async ({ server }) => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-package-'));
  try {
    await buildStandinDistribution(path.join(folder, 'electron'));
    execFileSync(
      process.execPath,
      [
        'node_modules/electron-builder/cli.js',
        '--config',
        'build/electronBuilder.ts',
        '--linux',
        'dir',
        `-c.electronDist=${path.join(folder, 'electron')}`,
        `-c.directories.output=${path.join(folder, 'release')}`,
      ],
      { stdio: 'pipe' },
    );
    const unpacked = path.join(folder, 'release', 'linux-unpacked');
    const executable = path.join(unpacked, 'silong');

    const files = listPackage(path.join(unpacked, 'resources', 'app.asar'), { isPack: false });
    expect(files).toContain('/dist/desktop/main/index.cjs');
    expect(files).toContain('/dist/desktop/preload/index.cjs');
    expect(files).toContain('/dist/web/index.html');
    // No server code, source maps, unused packages or precompressed files.
    expect(files.filter((file) => /node_modules|^\/dist\/server|\.(map|br|gz|ts|tsx)$/.test(file))).toEqual([]);
    expect(files.filter((file) => !/^\/(package\.json|dist(\/(desktop|web)(\/.*)?)?)$/.test(file))).toEqual([]);

    const { homepage, desktopName, downloads } = JSON.parse(
      extractFile(path.join(unpacked, 'resources', 'app.asar'), 'package.json').toString('utf8'),
    );
    expect({ homepage, desktopName, downloads }).toEqual({
      homepage: 'https://silong.example',
      desktopName: 'silong.desktop',
    });
    expect(existsSync(path.join(unpacked, 'resources', 'policy', 'silong.admx'))).toBe(true);

    // As far as possible without electron-builder's downloads: fpm and AppImage's runtime.
    const deb: Record<string, string> = {};
    const appImage: { desktop?: string } = {};
    await build({
      prepackaged: unpacked,
      targets: Platform.LINUX.createTarget(['deb', 'AppImage'], Arch.x64),
      publish: 'never',
      config: {
        ...electronBuilderConfig({ SILONG_UPDATE_URL: 'https://homes.example/updates' }),
        directories: { output: path.join(folder, 'release'), buildResources: 'build/desktop' },
      },
      // Called just before the tool runs; its input is deleted afterwards.
      effectiveOptionComputed: async (options: [string[], string] | { desktop: string }) => {
        if (!Array.isArray(options)) Object.assign(appImage, options);
        else {
          const [fpm, entry] = options;
          fpm.forEach((argument, index) => {
            if (argument.startsWith('--')) deb[argument.slice(2)] = fpm[index + 1] ?? '';
          });
          deb.paths = fpm.filter((argument) => argument.includes('=/')).join('\n');
          deb.entry = readFileSync(entry, 'utf8');
          deb.script = readFileSync(deb['after-install'] ?? '', 'utf8');
        }
        return true;
      },
    });
    expect(deb).toMatchObject({
      name: 'silong',
      maintainer: 'Silong <desktop@silong.example>',
      url: 'https://silong.example',
      architecture: 'amd64',
      package: expect.stringMatching(/Silong-[\d.]+-linux-amd64\.deb$/),
      paths: expect.stringContaining('=/usr/share/applications/silong.desktop'),
      entry: expect.stringContaining('StartupWMClass=silong\n'),
      script: expect.stringContaining('apparmor_parser'),
    });
    expect(deb.entry).toContain('MimeType=x-scheme-handler/silong;');
    expect(readFileSync(path.join(unpacked, 'resources', 'apparmor-profile'), 'utf8')).toContain('userns,');
    expect(appImage.desktop).toContain('StartupWMClass=silong\n');

    const fuses = await getCurrentFuseWire(executable);
    expect({
      runAsNode: fuses[FuseV1Options.RunAsNode],
      cookies: fuses[FuseV1Options.EnableCookieEncryption],
      nodeOptions: fuses[FuseV1Options.EnableNodeOptionsEnvironmentVariable],
      inspect: fuses[FuseV1Options.EnableNodeCliInspectArguments],
      integrity: fuses[FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
      onlyAsar: fuses[FuseV1Options.OnlyLoadAppFromAsar],
      fileProtocol: fuses[FuseV1Options.GrantFileProtocolExtraPrivileges],
    }).toEqual({
      runAsNode: OFF,
      cookies: ON,
      nodeOptions: OFF,
      inspect: OFF,
      integrity: ON,
      onlyAsar: ON,
      fileProtocol: OFF,
    });

    // As the workflow starts the installed console (.github/workflows/desktop.yml).
    const start = (program: string) =>
      execFileSync('.ci/start-desktop', [program], { stdio: 'pipe', encoding: 'utf8' });
    expect(start(executable)).toMatch(/console [\d.]+ starts/);
    expect(() => start('/bin/false')).toThrow(/did not start/);

    const desktop = await DesktopConsole.launch({ executable });
    try {
      await desktop.connect(server.url);
      await desktop.takeSession(server.url, 'agent');
      await expect(desktop.status.locator('[data-state="online"]')).toBeVisible();
    } finally {
      await desktop.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
