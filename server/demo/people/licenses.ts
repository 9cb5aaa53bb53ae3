import type { AgentProfileModel } from '#server/db/models/agents.ts';
import type { DemoClock } from '../clock.ts';
import { streamOf } from '../random.ts';

/** Of the agents in their order: one whose licence ends soon and who was warned, and one nobody has checked yet. */
const EXPIRING = 3;
const UNCHECKED = 6;
const DAYS_LEFT = 21;
const WARNED_DAYS_AGO = 9;

type LicenseDates = Pick<
  AgentProfileModel,
  'license_expires_on' | 'license_checked_at' | 'license_warned_at'
>;

/** What the desk knows of an agent's licence. */
export function licenseDates(index: number, mailbox: string, clock: DemoClock): LicenseDates {
  if (index === UNCHECKED)
    return { license_expires_on: null, license_checked_at: null, license_warned_at: null };
  // A stream of its own: the rest of the demo is drawn as before.
  const rng = streamOf(`license ${mailbox}`);
  const license_checked_at = clock.at(-rng.int(20, 300), rng.int(9, 16), rng.int(0, 59));
  if (index !== EXPIRING)
    return {
      license_expires_on: clock.dateOf(rng.int(90, 1_000)),
      license_checked_at,
      license_warned_at: null,
    };
  return {
    license_expires_on: clock.dateOf(DAYS_LEFT),
    license_checked_at,
    license_warned_at: clock.at(-WARNED_DAYS_AGO, 9, 10),
  };
}
