import { useQueries } from '@tanstack/react-query';
import { LONGEST_FREE_TIMES_DAYS } from '#shared/limits.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { queryOf } from '#web/lib/apiQueries.ts';

export interface FreeTimesOf {
  agentId: number;
  propertyId: number;
  /** The agent's own viewing that is to be moved. */
  viewingId?: number;
}

export interface FreeTimes {
  /** By day, '2026-11-28': the beginnings (ISO-8601), soonest first. Days without any are left out. Undefined: not known yet. */
  slots: ReadonlyMap<string, readonly string[]> | undefined;
  error: unknown;
  refetch(): Promise<unknown>;
}

const FRESH_MS = 30_000;

/**
 * The free times of an agent for a home, on consecutive days: in as many calls as the server's limit of days
 * requires.
 */
export function useFreeTimes(
  { agentId, propertyId, viewingId }: FreeTimesOf,
  days: readonly string[],
): FreeTimes {
  const parts = Array.from({ length: Math.ceil(days.length / LONGEST_FREE_TIMES_DAYS) }, (_, index) =>
    days.slice(index * LONGEST_FREE_TIMES_DAYS, (index + 1) * LONGEST_FREE_TIMES_DAYS),
  );
  return useQueries({
    queries: parts.map((part) => {
      const [from = '', to = from] = [part[0], part.at(-1)];
      const query = { from, to, property_id: propertyId, viewing_id: viewingId };
      return {
        ...queryOf('availability.freeTimes', { params: { id: agentId }, query }),
        staleTime: FRESH_MS,
      };
    }),
    combine: (results): FreeTimes => {
      const known = results.flatMap(({ data }) => data ?? []);
      return {
        slots: known.length === results.length ? byDay(known.flatMap(({ slots }) => slots)) : undefined,
        error: results.find(({ error }) => error)?.error ?? null,
        refetch: () => Promise.all(results.map((result) => result.refetch())),
      };
    },
  });
}

function byDay(slots: readonly string[]): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const slot of slots) {
    const day = manilaDay(new Date(slot));
    days.set(day, [...(days.get(day) ?? []), slot]);
  }
  return days;
}
