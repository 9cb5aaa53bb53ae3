import { readFileSync, writeFileSync } from 'node:fs';
import type { Configuration } from 'electron-builder';
import { withPolicyProperties } from './msiPolicies.ts';

/**
 * The packages that electron-builder makes of the console: `npm run dist`. An office's values (address of updates,
 * publisher) come from the environment of the build; docs/desktop-packages.md lists it.
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
    // The output of the desktop's own build, and the page it shows. Every package is bundled in: no node_modules.
    files: [
      'dist/desktop/**',
      'dist/web/**',
      '!dist/web/**/*.{br,gz,map}',
      '!dist/web/.vite',
      '!node_modules',
      'package.json',
    ],
    // For whoever manages workstations, on every one of them.
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
      // Open only in a console that specs drive, which nobody is given.
      enableNodeCliInspectArguments: isDrivable,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    },
    protocols: [{ name: 'Silong', schemes: ['silong'] }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in.
    artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
    // Without an address no copy looks for updates. Uploading is the office's own affair.
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
      // Asked at installation: for this person, or for everybody on the machine.
      perMachine: false,
      allowElevation: true,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
      // One for each kind of processor: half of what both together weigh.
      buildUniversalInstaller: false,
    },
    // Deployments start it at a time of their own.
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
      // An update takes the .zip, a person the .dmg.
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
      // The window belongs to its entry in the menu: its icon in the dock, and one entry instead of two.
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
