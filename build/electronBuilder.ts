import { readFileSync, writeFileSync } from 'node:fs';
import type { Configuration } from 'electron-builder';
import { withPolicyProperties } from './msiPolicies.ts';

/**
 * Configuration of electron-builder for the console: `npm run dist`. The address of updates and the signing certificates come from the
 * environment of the build; docs/operations.md lists them.
 *
 * @throws {Error} for an address of updates that is not https, or a publisher without a certificate.
 */
export function electronBuilderConfig(env: Record<string, string | undefined>): Configuration {
  const feed = readFeed(env.SILONG_UPDATE_URL);
  const downloads = env.SILONG_DOWNLOADS_URL?.trim() || feed;
  const publisher = env.SILONG_WINDOWS_PUBLISHER?.trim();
  const isWindowsSigned = Boolean(env.WIN_CSC_LINK ?? env.CSC_LINK);
  if (publisher && !isWindowsSigned)
    throw new Error(
      'SILONG_WINDOWS_PUBLISHER names who signs: WIN_CSC_LINK or CSC_LINK has to name a certificate',
    );
  const isSigned = isWindowsSigned || Boolean(env.CSC_NAME);
  const isDrivable = Boolean(env.SILONG_DRIVABLE);
  if (isDrivable && isSigned)
    throw new Error('SILONG_DRIVABLE leaves a door open for tests: such a console is not signed');
  const isNotarised = [
    ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
    ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ].some((names) => names.every((name) => env[name]));
  const both: ('x64' | 'arm64')[] = ['x64', 'arm64'];

  return {
    appId: 'ph.silong.console',
    productName: 'Silong',
    copyright: 'Copyright © 2026 Silong',
    directories: { output: 'release', buildResources: 'build/desktop' },
    // The desktop's own build and the web UI. Both contain their packages: no node_modules.
    files: [
      'dist/desktop/**',
      'dist/web/**',
      '!dist/web/**/*.{br,gz,map}',
      '!dist/web/.vite',
      '!node_modules',
      'package.json',
    ],
    // Policy templates, for administrators of workstations.
    extraResources: [{ from: 'build/policy', to: 'policy' }],
    extraMetadata: {
      dependencies: {},
      devDependencies: {},
      scripts: {},
      ...(downloads ? { downloads } : {}),
    },
    asar: true,
    disableAsarIntegrity: false,
    npmRebuild: false,
    electronLanguages: ['en-US'],
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      // Open only in a console for specs, which is not released.
      enableNodeCliInspectArguments: isDrivable,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    },
    protocols: [{ name: 'Silong', schemes: ['silong'] }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in.
    artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
    // Without an address the console does not look for updates. Uploading is left to the office.
    publish: feed ? [{ provider: 'generic', url: feed }] : null,
    generateUpdatesFilesForAllChannels: true,
    win: {
      icon: 'dist/desktop/icons/icon.ico',
      target: [
        { target: 'nsis', arch: both },
        { target: 'msi', arch: ['x64'] },
      ],
      verifyUpdateCodeSignature: true,
      ...(publisher ? { signtoolOptions: { publisherName: publisher } } : {}),
    },
    nsis: {
      oneClick: false,
      // The installer asks: for this account, or for all accounts of the machine.
      perMachine: false,
      allowElevation: true,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
      // An installer for each processor type has half the size of a universal one.
      buildUniversalInstaller: false,
    },
    // A deployment decides itself when the console starts.
    msi: { perMachine: true, runAfterFinish: false },
    msiProjectCreated: (file) => writeFileSync(file, withPolicyProperties(readFileSync(file, 'utf8'))),
    mac: {
      icon: 'dist/desktop/icons/icon.icns',
      category: 'public.app-category.business',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: 'build/desktop/entitlements.mac.plist',
      entitlementsInherit: 'build/desktop/entitlements.mac.plist',
      notarize: isNotarised,
      // Updates use the .zip, manual installations the .dmg.
      target: [
        { target: 'dmg', arch: both },
        { target: 'zip', arch: both },
      ],
    },
    linux: {
      icon: 'dist/desktop/icons',
      category: 'Office',
      synopsis: "The console of Silong's agents and administrators",
      mimeTypes: ['x-scheme-handler/silong'],
      // Connects the window with its menu entry: the dock shows its icon, and one entry instead of two.
      syncDesktopName: true,
      target: [
        { target: 'AppImage', arch: both },
        { target: 'deb', arch: both },
      ],
    },
  };
}

function readFeed(given: string | undefined): string | null {
  const text = given?.trim();
  if (!text) return null;
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:')
    throw new Error(`SILONG_UPDATE_URL has to begin with https://: ${text}`);
  return text.replace(/\/+$/, '');
}

export default () => electronBuilderConfig(process.env);
