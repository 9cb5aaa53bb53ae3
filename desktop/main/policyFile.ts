import { readFileSync } from 'node:fs';
import path from 'node:path';
import { policy } from '#shared/contracts/desktop.ts';
import type { ConsolePolicy } from '#shared/desktopBridge.ts';
import { readServerUrl } from './trustedUrl.ts';

/** Where a machine's administrator lays the policy down: only they can write there. */
export function policyPath(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return path.win32.join(env.ProgramData ?? 'C:\\ProgramData', 'Silong/policy.json');
  if (platform === 'darwin') return '/Library/Application Support/Silong/policy.json';
  return '/etc/silong/policy.json';
}

export interface FoundPolicy {
  policy: ConsolePolicy;
  /** There is a file, whether or not all of it was understood. */
  isManaged: boolean;
  /** What was wrong with it, for the log. */
  problem: string | null;
}

/**
 * A policy that cannot be understood is not the same as none: what it was to forbid is unknown, so everything that
 * may be forbidden is.
 */
export function readPolicy(
  file: string,
  read: (file: string) => string = (name) => readFileSync(name, 'utf8'),
): FoundPolicy {
  let text: string;
  try {
    text = read(file);
  } catch (error) {
    if (isMissing(error)) return { policy: {}, isManaged: false, problem: null };
    return { policy: strictest, isManaged: true, problem: `${file} cannot be read: ${String(error)}` };
  }
  try {
    const parsed = policy.strict().parse(JSON.parse(text));
    if (parsed.serverUrl !== undefined) parsed.serverUrl = readServerUrl(parsed.serverUrl);
    return { policy: parsed, isManaged: true, problem: null };
  } catch (error) {
    return { policy: strictest, isManaged: true, problem: `${file} is not a policy: ${String(error)}` };
  }
}

const strictest: ConsolePolicy = { disableCache: true, disableUpdates: true, disableDevTools: true };

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
