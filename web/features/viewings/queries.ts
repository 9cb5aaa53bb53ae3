import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Viewing, ViewingDecision, ViewingOutcome } from '#shared/contracts/viewings.ts';
import { LONGEST_FREE_TIMES_DAYS } from '#shared/limits.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate, queryOf } from '#web/lib/apiQueries.ts';
import { pagedList, refetchPages, useRest, withFound } from '#web/lib/pagedList.ts';
import { serverNow } from '#web/lib/serverTime.ts';
import { listenToSocket } from '#web/lib/socket.ts';

const DAY_MS = 24 * 3_600_000;

const order = { timeOf: ({ starts_at }: Viewing) => starts_at, isSoonestFirst: true };
const viewingPages = pagedList('viewings.list', {}, order);

/** The loaded viewings on either side, soonest first: all future ones, and the latest of the others. */
export const viewingsQuery = queryOptions({
  queryKey: viewingPages.queryKey,
  queryFn: (context) => {
    const yesterday = new Date(serverNow().getTime() - DAY_MS).toISOString();
    return refetchPages(viewingPages, context, ([first]) => !first || first.starts_at < yesterday);
  },
  meta: { isPersonal: true },
});

export function useViewings() {
  const query = useQuery(viewingsQuery);
  const rest = useRest(viewingPages, query.data);
  return { query, rest };
}

/** The viewings of some days, however long ago: the loaded ones, else as the server answers. @param days 2026-03-18 */
export function useViewingsOn(days: readonly string[]) {
  const { query, rest } = useViewings();
  const from = startOfManilaDay(days[0] ?? '');
  const to = startOfManilaDay(addDays(days.at(-1) ?? '', 1));
  const earliest = query.data?.[0]?.starts_at;
  const isEarlier = rest.hasMore && earliest !== undefined && from.getTime() < Date.parse(earliest);
  const earlier = useQuery({
    ...queryOf('viewings.list', { query: { from: from.toISOString(), to: to.toISOString() } }),
    enabled: isEarlier,
    meta: { isPersonal: true },
  });
  if (!isEarlier || !query.data) return query;
  const all = earlier.data && withFound(query.data, earlier.data);
  return { ...earlier, data: all?.toSorted((one, other) => one.starts_at.localeCompare(other.starts_at)) };
}

/** Every viewing takes free times away. */
export const invalidateViewings = (client: QueryClient) =>
  invalidate(client, 'viewings', 'availability.freeTimes');

/** Both sides' screens follow a viewing while they are open. */
export function useViewingUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => listenToSocket('viewing_changed', () => void invalidateViewings(queryClient)), [queryClient]);
}

export function useRequestViewing() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { property_id: number; starts_at: string; note: string }) =>
      callApi('viewings.request', { body }),
    onSettled: () => invalidateViewings(queryClient),
  });
}

export interface ViewingAnswer {
  id: number;
  decision: ViewingDecision;
  /** ISO-8601: the other time, with a proposal; the time that was seen, with a confirmation. */
  startsAt?: string;
  /** Of a refusal or an end: the other side reads it. */
  reason?: string | undefined;
}

/** Its body for the call. */
export const answerBody = ({ decision, startsAt, reason }: ViewingAnswer) => ({
  status: decision,
  ...(startsAt ? { starts_at: startsAt } : {}),
  ...(reason ? { reason } : {}),
});

export function useAnswerViewing() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: ViewingAnswer) =>
      callApi('viewings.update', { params: { id: answer.id }, body: answerBody(answer) }),
    // Also after a refusal: most often the other side was faster, and the list is old.
    onSettled: () => invalidateViewings(queryClient),
  });
}

/** The viewing's steps, oldest first. */
export const viewingStoryQuery = (id: number) => ({
  ...queryOf('viewings.read', { params: { id } }),
  meta: { isPersonal: true },
});

export function useSayOutcome() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; outcome: ViewingOutcome; note: string }) =>
      callApi('viewings.outcome', { params: { id }, body }),
    // Timelines and the day show it too.
    onSuccess: () => invalidate(queryClient, 'viewings', 'availability.freeTimes', 'desk'),
  });
}

/** Hands the viewing to the visitor's own calendar as an .ics file. */
export async function downloadCalendarFile(viewing: Pick<Viewing, 'id'>): Promise<void> {
  const { file } = await callApi('viewings.calendar', { params: { id: viewing.id } });
  saveCalendarFile(`viewing-${viewing.id}.ics`, file);
}

export function saveCalendarFile(name: string, file: string): void {
  const url = URL.createObjectURL(new Blob([file], { type: 'text/calendar;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export interface FreeTimesOf {
  agentId: number;
  propertyId: number;
  /** The agent's own viewing that is to be moved. */
  viewingId?: number;
}

const FRESH_MS = 30_000;

/** The free times of an agent for a home, on consecutive days, in as many calls as the server's limit of days requires. */
export function useFreeTimes({ agentId, propertyId, viewingId }: FreeTimesOf, days: readonly string[]) {
  const parts = Array.from({ length: Math.ceil(days.length / LONGEST_FREE_TIMES_DAYS) }, (_, index) =>
    days.slice(index * LONGEST_FREE_TIMES_DAYS, (index + 1) * LONGEST_FREE_TIMES_DAYS),
  );
  return useQueries({
    queries: parts.map((part) => {
      const [from = '', to = from] = [part[0], part.at(-1)];
      const query = { from, to, property_id: propertyId, viewing_id: viewingId };
      const times = queryOf('availability.freeTimes', { params: { id: agentId }, query });
      return { ...times, staleTime: FRESH_MS };
    }),
    combine: (results) => {
      const known = results.flatMap(({ data }) => data ?? []);
      return {
        /** The beginnings (ISO-8601) by day, soonest first; without full days. Undefined: not known yet. */
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
