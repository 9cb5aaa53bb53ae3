import { z } from 'zod';
import { type PolicyName, policy } from '#shared/contracts/desktopPolicy.ts';
import type { ConsolePolicy } from '#shared/desktopBridge.ts';

/** The settings of one source. */
export interface PolicySettings {
  mandatory: ConsolePolicy;
  recommended: ConsolePolicy;
  /** Ignored settings: unknown names, and defaults for settings that people cannot choose. */
  notes: string[];
}

/** A source has a policy that cannot be understood. */
export class UnreadablePolicy extends Error {
  constructor(
    message: string,
    /** The settings that could be read. */
    readonly understood: PolicySettings = noSettings(),
  ) {
    super(message);
  }
}

export const noSettings = (): PolicySettings => ({ mandatory: {}, recommended: {}, notes: [] });

/** Whether people can change the setting, so that a default for it has an effect. */
export function isChoice(name: PolicyName): boolean {
  return policy.shape[name].meta()?.isChoice === true;
}

const record = z.record(z.string(), z.unknown());

/**
 * Reads the settings of a file, a registry key or a profile: mandatory ones by name, defaults under 'recommended'.
 * @throws {UnreadablePolicy} if a value is invalid, as it may have been meant to forbid something.
 */
export function readSettings(content: unknown): PolicySettings {
  const found = record.safeParse(content);
  if (!found.success) throw new UnreadablePolicy('it is not a list of settings');
  const { mandatory, recommended, notes } = noSettings();
  const problems: string[] = [];

  function take(from: Record<string, unknown>, to: Record<string, unknown>, where: string): void {
    for (const [name, value] of Object.entries(from)) {
      if (!Object.hasOwn(policy.shape, name)) {
        notes.push(`${where}${name} is not a setting of this version`);
        continue;
      }
      if (where && !isChoice(name as PolicyName)) {
        notes.push(`${where}${name} cannot be a default`);
        continue;
      }
      const parsed = policy.shape[name as PolicyName].safeParse(value);
      if (parsed.success) to[name] = parsed.data;
      else problems.push(`${where}${name} is ${JSON.stringify(value)}`);
    }
  }

  for (const [name, value] of Object.entries(found.data)) {
    if (name.toLowerCase() !== 'recommended') take({ [name]: value }, mandatory, '');
    else if (record.safeParse(value).success) take(record.parse(value), recommended, 'recommended ');
    else problems.push('recommended is not a list of settings');
  }
  const settings = { mandatory, recommended, notes };
  if (problems.length > 0)
    throw new UnreadablePolicy(`these values cannot be used: ${problems.join(', ')}`, settings);
  return settings;
}
