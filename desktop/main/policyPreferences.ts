import { z } from 'zod';
import { consolePreferences } from '#shared/contracts/desktop.ts';
import type { ConsolePolicy, ConsolePreferences } from '#shared/desktopBridge.ts';
import type { JsonFile } from './jsonFile.ts';
import type { SealedFiles } from './sealedFiles.ts';

/** Only what a person chose by themselves: the rest may come as a default tomorrow. */
export const chosenPreferences = z.record(z.string(), z.unknown());

/** How this console behaves: what is laid down, else what the person chose, else the default laid down, else ours. */
export function openPreferences(
  file: JsonFile<z.output<typeof chosenPreferences>>,
  laidDown: { policy: ConsolePolicy; recommended: ConsolePolicy },
): JsonFile<ConsolePreferences> {
  const read = () => {
    const { policy, recommended } = laidDown;
    const { data } = consolePreferences.safeParse({ ...recommended, ...file.read(), ...policy });
    // A damaged file counts as empty.
    return data ?? consolePreferences.parse({ ...recommended, ...policy });
  };
  return {
    read,
    write(changed) {
      const before = read();
      const names = Object.keys(changed) as (keyof ConsolePreferences)[];
      const chosen = names.filter((name) => JSON.stringify(changed[name]) !== JSON.stringify(before[name]));
      file.write({ ...file.read(), ...Object.fromEntries(chosen.map((name) => [name, changed[name]])) });
    },
  };
}

/** Files that are kept only as long as no policy forbids it. */
export function keptIfAllowed(files: SealedFiles, isForbidden: () => boolean): SealedFiles {
  return {
    ...files,
    isOpen: async () => !isForbidden() && (await files.isOpen()),
    read: async (name) => (isForbidden() ? null : await files.read(name)),
    write: async (...given) => !isForbidden() && (await files.write(...given)),
  };
}

/** Whether a policy lets this server be shown. */
export function isAllowedServer(url: string, { serverUrl, allowedServers }: ConsolePolicy): boolean {
  return serverUrl === undefined ? (allowedServers?.includes(url) ?? true) : url === serverUrl;
}
