import { unwatchFile, watchFile } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { consolePreferences } from '#shared/contracts/desktop.ts';
import { policy as policySchema } from '#shared/contracts/desktopPolicy.ts';
import type { ConsolePolicy, ConsolePreferences, Managed } from '#shared/desktopBridge.ts';
import type { JsonFile } from './jsonFile.ts';
import type { PolicySource } from './policySources.ts';
import { noSettings, type PolicySettings, readSettings, UnreadablePolicy } from './policySources.ts';

const FILE_POLL_MS = 5_000;
const REFRESH_MS = 5 * 60_000;
/** An outdated console stays usable for an hour, so that work can be finished and an update can arrive. */
const GRACE_MS = 3_600_000;

/** The last valid settings of each source, by its name. */
export const lastGoodFile = z.object({
  sources: z.record(z.string(), z.object({ mandatory: policySchema, recommended: policySchema })).default({}),
  /** Start of the grace period (ms since 1970), kept across restarts. */
  outdated: z.object({ since: z.number() }).nullable().default(null),
});

/** Holds in place of a policy that cannot be read. */
const strictest: ConsolePolicy = { disableCache: true, disableUpdates: true, disableDevTools: true };

interface PoliciesOptions {
  sources: PolicySource[];
  lastGood: JsonFile<z.output<typeof lastGoodFile>>;
  version: string;
  now?: () => number;
  log(line: string): void;
}

export type Policies = Awaited<ReturnType<typeof openPolicies>>;

export async function openPolicies({ sources, lastGood, version, now = Date.now, log }: PoliciesOptions) {
  /** Updated in place, so that every reference reads the current values. */
  const policy: ConsolePolicy = {};
  const recommended: ConsolePolicy = {};
  const listeners = new Set<(before: ConsolePolicy) => void>();
  const lastTime = lastGood.read().sources;
  let facts: Pick<Managed, 'sources' | 'notes'> = { sources: [], notes: [] };

  async function readOne({ name, read }: PolicySource): Promise<PolicySettings | null> {
    const known = lastGood.read().sources;
    try {
      const content = await read();
      const settings = content === null ? null : readSettings(content);
      const { [name]: old, ...others } = known;
      const { notes: _notes, ...valid } = settings ?? noSettings();
      if (settings && !isDeepStrictEqual(old, valid))
        lastGood.write({ ...lastGood.read(), sources: { ...others, [name]: valid } });
      if (!settings && old) lastGood.write({ ...lastGood.read(), sources: others });
      return settings;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const kept = known[name];
      if (kept) return { ...kept, notes: [`what was laid down before holds: ${reason}`] };
      const understood = error instanceof UnreadablePolicy ? error.understood : noSettings();
      return {
        ...understood,
        mandatory: { ...strictest, ...understood.mandatory },
        notes: [...understood.notes, `it cannot be understood, so everything is forbidden that may be: ${reason}`],
      };
    }
  }

  async function readAll(): Promise<void> {
    const mandatory: ConsolePolicy = {};
    const defaults: ConsolePolicy = {};
    const found: typeof facts = { sources: [], notes: [] };
    for (const source of sources) {
      const settings = await readOne(source);
      if (!settings) continue;
      Object.assign(mandatory, settings.mandatory);
      Object.assign(defaults, settings.recommended);
      found.sources.push(source.name);
      found.notes.push(...settings.notes.map((note) => `${source.name}: ${note}`));
    }
    for (const note of found.notes) if (!facts.notes.includes(note)) log(`policy: ${note}`);
    const before = { ...policy };
    const isChanged = !isDeepStrictEqual([policy, recommended, facts], [mandatory, defaults, found]);
    replace(policy, mandatory);
    replace(recommended, defaults);
    noteOutdated();
    facts = found;
    if (isChanged) for (const listener of listeners) listener(before);
  }

  const outdated = () =>
    policy.minimumVersion && isOlder(version, policy.minimumVersion) ? policy.minimumVersion : null;

  function noteOutdated(): void {
    const minimum = outdated();
    const { outdated: known, ...rest } = lastGood.read();
    // A higher minimum does not restart the grace period.
    if (minimum && !known) lastGood.write({ ...rest, outdated: { since: now() } });
    if (!minimum && known) lastGood.write({ ...rest, outdated: null });
  }

  /** Reads run one after the other, so that the last one wins. */
  let reading = readAll();
  const refresh = () => {
    reading = reading.then(readAll);
    return reading;
  };
  await reading;
  const files = sources.flatMap(({ file }) => file ?? []);

  return {
    policy,
    recommended,
    /** Whether a policy set this in the previous run, so that its effect may have to be undone. */
    wasSet: (name: keyof ConsolePolicy) =>
      Object.values(lastTime).some((old) => name in old.mandatory || name in old.recommended),
    managed: (): Managed => ({
      policy,
      recommended,
      ...facts,
      outdated: outdated(),
      endsAt: outdated() ? (lastGood.read().outdated?.since ?? now()) + GRACE_MS : null,
    }),
    refresh,
    onChange: (listener: (before: ConsolePolicy) => void) => void listeners.add(listener),
    /** @param everyMs polling interval of files; other sources are read every few minutes. @returns stops watching. */
    watch(everyMs = FILE_POLL_MS) {
      const onChanged = () => void refresh().catch((error: unknown) => log(`policy: ${String(error)}`));
      for (const file of files) watchFile(file, { interval: everyMs, persistent: false }, onChanged);
      const timer = setInterval(onChanged, REFRESH_MS);
      return () => {
        clearInterval(timer);
        for (const file of files) unwatchFile(file, onChanged);
      };
    },
  };
}

function replace(target: ConsolePolicy, content: ConsolePolicy): void {
  for (const name of Object.keys(target) as (keyof ConsolePolicy)[]) delete target[name];
  Object.assign(target, content);
}

/** Compares the numbers of versions: '1.9.0' is older than '1.10.0'; suffixes such as '-beta.2' are ignored. */
export function isOlder(version: string, minimum: string): boolean {
  const numbers = (text: string) => (/^[\d.]+/.exec(text)?.[0] ?? '').split('.').map(Number);
  const [mine, wanted] = [numbers(version), numbers(minimum)];
  for (const index of [0, 1, 2]) {
    const difference = (mine[index] ?? 0) - (wanted[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

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
