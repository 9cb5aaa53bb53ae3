import { unwatchFile, watchFile } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { policy as policySchema } from '#shared/contracts/desktopPolicy.ts';
import type { ConsolePolicy, Managed } from '#shared/desktopBridge.ts';
import type { JsonFile } from './jsonFile.ts';
import { type LaidDown, nothingLaidDown, readSettings, UnreadablePolicy } from './policySettings.ts';
import type { PolicySource } from './policySources.ts';

const FILE_LOOK_MS = 5_000;
const LOOK_MS = 5 * 60_000;
/** An outdated console can be used so long: what is being written is finished, an update arrives. */
const GRACE_MS = 3_600_000;

/** What each source last said that could be read, by its name. */
export const lastGoodFile = z.object({
  sources: z.record(z.string(), z.object({ mandatory: policySchema, recommended: policySchema })).default({}),
  /** Since when this console has been too old: a start gives no new hour. */
  outdated: z.object({ since: z.number() }).nullable().default(null),
});

/** Where nothing of a policy is known, everything that may be forbidden is. */
const strictest: ConsolePolicy = { disableCache: true, disableUpdates: true, disableDevTools: true };

export interface PoliciesOptions {
  sources: PolicySource[];
  lastGood: JsonFile<z.output<typeof lastGoodFile>>;
  version: string;
  now?: () => number;
  log(line: string): void;
}

export type Policies = Awaited<ReturnType<typeof openPolicies>>;

/** Everything that administrators have laid down for this computer, read again whenever it may have changed. */
export async function openPolicies({ sources, lastGood, version, now = Date.now, log }: PoliciesOptions) {
  /** Both keep their identity: whoever holds one always reads what holds now. */
  const policy: ConsolePolicy = {};
  const recommended: ConsolePolicy = {};
  const listeners = new Set<(before: ConsolePolicy) => void>();
  const lastTime = lastGood.read().sources;
  let facts: Pick<Managed, 'sources' | 'notes'> = { sources: [], notes: [] };

  async function readOne({ name, read }: PolicySource): Promise<LaidDown | null> {
    const known = lastGood.read().sources;
    try {
      const content = await read();
      const laidDown = content === null ? null : readSettings(content);
      const { [name]: old, ...others } = known;
      const { notes: _notes, ...settings } = laidDown ?? nothingLaidDown();
      if (laidDown && !isDeepStrictEqual(old, settings))
        lastGood.write({ ...lastGood.read(), sources: { ...others, [name]: settings } });
      if (!laidDown && old) lastGood.write({ ...lastGood.read(), sources: others });
      return laidDown;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const kept = known[name];
      if (kept) return { ...kept, notes: [`what was laid down before holds: ${reason}`] };
      const {
        mandatory,
        recommended: defaults,
        notes,
      } = error instanceof UnreadablePolicy ? error.understood : nothingLaidDown();
      return {
        mandatory: { ...strictest, ...mandatory },
        recommended: defaults,
        notes: [...notes, `it cannot be understood, so everything is forbidden that may be: ${reason}`],
      };
    }
  }

  async function look(): Promise<void> {
    const mandatory: ConsolePolicy = {};
    const defaults: ConsolePolicy = {};
    const found: typeof facts = { sources: [], notes: [] };
    for (const source of sources) {
      const laidDown = await readOne(source);
      if (!laidDown) continue;
      Object.assign(mandatory, laidDown.mandatory);
      Object.assign(defaults, laidDown.recommended);
      found.sources.push(source.name);
      found.notes.push(...laidDown.notes.map((note) => `${source.name}: ${note}`));
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
    // A higher minimum begins no new hour.
    if (minimum && !known) lastGood.write({ ...rest, outdated: { since: now() } });
    if (!minimum && known) lastGood.write({ ...rest, outdated: null });
  }

  /** One look after the other: the last one tells how things are. */
  let looking = look();
  const refresh = () => {
    looking = looking.then(look);
    return looking;
  };
  await looking;
  const files = sources.flatMap(({ file }) => file ?? []);

  return {
    policy,
    recommended,
    /** Whether a setting was laid down when the console ran last: it may have to be taken back. */
    wasLaidDown: (name: keyof ConsolePolicy) =>
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
    /** @param everyMs how often files are looked at; the rest every few minutes. @returns stops. */
    watch(everyMs = FILE_LOOK_MS) {
      const lookAgain = () => void refresh().catch((error: unknown) => log(`policy: ${String(error)}`));
      for (const file of files) watchFile(file, { interval: everyMs, persistent: false }, lookAgain);
      const timer = setInterval(lookAgain, LOOK_MS);
      return () => {
        clearInterval(timer);
        for (const file of files) unwatchFile(file, lookAgain);
      };
    },
  };
}

function replace(target: ConsolePolicy, content: ConsolePolicy): void {
  for (const name of Object.keys(target) as (keyof ConsolePolicy)[]) delete target[name];
  Object.assign(target, content);
}

/** '1.9.0' is older than '1.10.0'; of '1.10.0-beta.2' the numbers count. */
export function isOlder(version: string, minimum: string): boolean {
  const numbers = (text: string) => (/^[\d.]+/.exec(text)?.[0] ?? '').split('.').map(Number);
  const [mine, wanted] = [numbers(version), numbers(minimum)];
  for (const index of [0, 1, 2]) {
    const difference = (mine[index] ?? 0) - (wanted[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
