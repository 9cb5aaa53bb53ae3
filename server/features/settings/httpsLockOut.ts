import type { Context } from 'koa';
import type { ServerContext } from '#server/features/context.ts';
import { ConflictError } from '#server/http/errors.ts';
import type { SettingsChange } from '#shared/contracts/adminSettings.ts';

/**
 * Whoever enforces HTTPS must be using it: otherwise every later call, the one that switches it off again included,
 * would be sent to an address that may not answer.
 * @throws {ConflictError} `https_needed`.
 */
export function requireReachableByHttps(
  { env }: Pick<ServerContext, 'env'>,
  ctx: Context,
  change: SettingsChange,
): void {
  if (change.category !== 'security' || !change.settings.enforceHttps) return;
  if (env.trustProxy > 0 && !ctx.secure)
    throw new ConflictError(
      'Open the site over HTTPS first: HTTPS can only be enforced by someone who is using it.',
      'https_needed',
    );
}
