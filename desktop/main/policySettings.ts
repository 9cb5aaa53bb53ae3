import { z } from 'zod';
import { type PolicyName, policy } from '#shared/contracts/desktopPolicy.ts';
import type { ConsolePolicy } from '#shared/desktopBridge.ts';

/** What one source lays down. */
export interface LaidDown {
  mandatory: ConsolePolicy;
  recommended: ConsolePolicy;
  /** Unknown words, and settings at a place where they have no effect: they are ignored. */
  notes: string[];
}

/** Something was laid down, and what it was to say is not known. */
export class UnreadablePolicy extends Error {
  constructor(
    message: string,
    /** As far as it was understood. */
    readonly understood: LaidDown = nothingLaidDown(),
  ) {
    super(message);
  }
}

export const nothingLaidDown = (): LaidDown => ({ mandatory: {}, recommended: {}, notes: [] });

export const policyNames = Object.keys(policy.shape) as PolicyName[];

/** Whether people may change it, and a default for it is worth something. */
export function isChoice(name: PolicyName): boolean {
  return policy.shape[name].meta()?.isChoice === true;
}

const record = z.record(z.string(), z.unknown());

/**
 * Reads settings as they stand in a file, a registry key or a profile: mandatory ones by their names, defaults below
 * 'recommended'.
 * @throws {UnreadablePolicy} when a setting's value is none: what it was to forbid is not known.
 */
export function readSettings(content: unknown): LaidDown {
  const found = record.safeParse(content);
  if (!found.success) throw new UnreadablePolicy('it is not a list of settings');
  const { mandatory, recommended, notes } = nothingLaidDown();
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
  const laidDown = { mandatory, recommended, notes };
  if (problems.length > 0)
    throw new UnreadablePolicy(`these values cannot be used: ${problems.join(', ')}`, laidDown);
  return laidDown;
}
