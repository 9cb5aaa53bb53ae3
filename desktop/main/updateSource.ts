import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { t } from './words.ts';

/** How this copy came to the computer. */
export type InstallationKind = 'source' | 'setup' | 'msi' | 'dmg' | 'appImage' | 'deb';

interface InstallationFacts {
  isPackaged: boolean;
  platform: NodeJS.Platform;
  isAppImage: boolean;
  /** The setup program leaves its uninstaller beside the console; an .msi has none. */
  hasUninstaller: boolean;
}

export function installationKind(facts: InstallationFacts): InstallationKind {
  if (!facts.isPackaged) return 'source';
  if (facts.platform === 'win32') return facts.hasUninstaller ? 'setup' : 'msi';
  if (facts.platform === 'darwin') return 'dmg';
  return facts.isAppImage ? 'appImage' : 'deb';
}

/** Whether this copy updates itself, and if not, who does. */
export function updatesOf(kind: InstallationKind, hasFeed: boolean) {
  switch (kind) {
    case 'source':
      return { updatesItself: false, otherwise: t('This copy does not update automatically.') };
    case 'msi':
      return {
        updatesItself: false,
        otherwise: t(
          'This copy was installed for everyone on this computer. Its administrator installs new versions.',
        ),
      };
    case 'deb':
      return {
        updatesItself: false,
        otherwise: t(
          'This copy was installed as a system package. To update, install the new version’s package.',
        ),
      };
    default:
      return hasFeed
        ? { updatesItself: true, otherwise: '' }
        : {
            updatesItself: false,
            otherwise: t('This copy has no update address. Ask your office for new versions.'),
          };
  }
}

/** The build writes into package.json where new versions can be had (build/electronBuilder.ts). */
const packaged = z.object({
  homepage: z.string().default('https://silong.example'),
  downloads: z.string().optional(),
});

interface Installed {
  isPackaged: boolean;
  /** The console's executable, its resources and its own code. */
  executable: string;
  resources: string;
  code: string;
}

/** @returns whether this copy updates itself, who does otherwise, and where new versions can be had by hand. */
export function readInstallation({ isPackaged, executable, resources, code }: Installed) {
  const { homepage, downloads } = packaged.parse(
    JSON.parse(readFileSync(path.join(code, 'package.json'), 'utf8')),
  );
  const kind = installationKind({
    isPackaged,
    platform: process.platform,
    isAppImage: Boolean(process.env.APPIMAGE),
    hasUninstaller: readdirSync(path.dirname(executable)).some((name) => name.startsWith('Uninstall ')),
  });
  return {
    ...updatesOf(kind, existsSync(path.join(resources, 'app-update.yml'))),
    downloadsUrl: downloads ?? homepage,
  };
}
