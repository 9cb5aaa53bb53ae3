import { columnsEqual, readCounts } from '#server/db/sql.ts';
import { AGENT_APPLICANT, APPROVED_AGENT, activeAdmin } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';
import { type AdminAbility, type AdminRole, isAllowed } from '#shared/adminRoles.ts';
import type { WaitingCases } from '#shared/contracts/analytics.ts';
import { manilaDay } from '#shared/manilaDays.ts';

type Kind = keyof WaitingCases;

const abilities: Record<Kind, AdminAbility> = {
  applications: 'applications.read',
  listings: 'listings.read',
  reports: 'trust.read',
  duplicates: 'trust.read',
  licenses: 'trust.read',
  offices: 'trust.read',
  signals: 'trust.read',
  erasures: 'erasures.read',
};

/** Counts that depend on the day. */
const dated = new Set<Kind>(['licenses', 'offices']);

const AGENTS = 'users u JOIN agent_profiles a ON a.user_id = u.id';

/**
 * Same conditions as the admin screens. The status of listings is written as in the index.
 * @param today SQL of the day in Manila.
 */
const counts: Record<Kind, (today: string) => string> = {
  applications: () => `${AGENTS} WHERE ${AGENT_APPLICANT}`,
  listings: () => "properties p WHERE lower(p.moderation_status) = 'pending'",
  reports: () => "listing_reports WHERE status = 'open'",
  duplicates: () => "duplicate_pairs WHERE status = 'open'",
  licenses: (today) => `${AGENTS} WHERE ${APPROVED_AGENT} AND a.license_lapsed_at IS NULL
    AND (a.license_checked_at IS NULL OR a.license_expires_on IS NULL OR a.license_expires_on < ${today})`,
  offices: (today) => `offices WHERE license_number IS NOT NULL
    AND (license_checked_at IS NULL OR license_expires_on IS NULL OR license_expires_on < ${today})`,
  signals: () => "fraud_signals WHERE status = 'open'",
  erasures: () => "erasure_requests WHERE status = 'open'",
};

export async function countWaiting(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  role: AdminRole | null,
): Promise<WaitingCases> {
  const kinds = Object.keys(counts) as Kind[];
  const readable = kinds.filter((kind) => isAllowed(role, abilities[kind]));
  const none = Object.fromEntries(kinds.map((kind) => [kind, null])) as WaitingCases;
  if (readable.length === 0) return none;
  const found = await readCounts<Kind>(db, (sql) => {
    const count = (kind: Kind) =>
      `(SELECT COUNT(*) FROM ${counts[kind](dated.has(kind) ? sql.bind(manilaDay(now())) : '')}) AS ${kind}`;
    return `SELECT ${readable.map(count).join(', ')}`;
  });
  return { ...none, ...found };
}

const ADMINS = `SELECT u.id FROM users u WHERE ${columnsEqual('u', activeAdmin)}`;

/** Emits to administrators that counts may have changed. Changes during an emission are joined in one. */
export function attachWaitingSockets(io: AppServer, { db, log }: ServerContext): void {
  const { AgentProfile, DuplicatePair, ErasureRequest, FraudSignal, ListingReport, Office, Property } =
    db.models;
  let isEmitting = false;
  let isDue = false;

  async function emitChange(): Promise<void> {
    isDue = true;
    if (isEmitting) return;
    isEmitting = true;
    try {
      while (isDue) {
        isDue = false;
        const admins = await db.readRows<{ id: number }>(ADMINS);
        const rooms = admins.map(({ id }) => userRoom(id));
        // `io.to` without rooms would emit to all sockets.
        if (rooms.length > 0) io.to(rooms).emit('waiting_changed', {});
      }
    } catch (error) {
      log.warn({ err: error }, 'administrators were not told that what waits has changed');
    } finally {
      isEmitting = false;
    }
  }

  const decided = [AgentProfile, DuplicatePair, ErasureRequest, FraudSignal, ListingReport, Office, Property];
  db.onChange(decided, () => void emitChange());
}
