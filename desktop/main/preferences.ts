import { z } from 'zod';
import { consolePreferences } from '#shared/contracts/desktop.ts';
import type { ConsolePolicy, ConsolePreferences } from '#shared/desktopBridge.ts';
import type { JsonFile } from './jsonFile.ts';

/** Stored: only the preferences that the person changed, as defaults of a policy may change. */
export const chosenPreferences = z.record(z.string(), z.unknown());

/** The effective preferences, in order: mandatory policy, the person's choice, the policy's default, our default. */
export function openPreferences(
  file: JsonFile<z.output<typeof chosenPreferences>>,
  policies: { policy: ConsolePolicy; recommended: ConsolePolicy },
): JsonFile<ConsolePreferences> {
  const read = () => {
    const { policy, recommended } = policies;
    const { data } = consolePreferences.safeParse({ ...recommended, ...file.read(), ...policy });
    // A damaged file is treated as empty.
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

/**
 * The spell check languages: the chosen ones that have a dictionary, or without a choice the nearest to the system's language.
 * @param wanted null: no choice was made
 * @param available languages with a dictionary; empty on macOS, which chooses by itself
 */
export function spellingLanguages(
  wanted: readonly string[] | null,
  available: readonly string[],
  system: readonly string[],
): string[] {
  if (wanted) return [...new Set(wanted)].filter((language) => available.includes(language));
  for (const language of system) {
    const [family = ''] = language.split('-');
    const found = [language, family, family === 'en' ? 'en-US' : ''].find((one) => available.includes(one));
    if (found) return [found];
  }
  return [];
}
