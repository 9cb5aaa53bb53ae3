import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Viewing, ViewingOutcome } from '#shared/contracts/viewings.ts';
import { addDays, startOfManilaDay } from '#shared/manilaDays.ts';
import type { ViewingDecision } from '#shared/viewingDecisions.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { type PagedList, refetchPages, useRest, withFound } from '#web/lib/pagedList.ts';
import { joinStops, listenToOnline, listenToSocket } from '#web/lib/socket.ts';

const DAY_MS = 24 * 3_600_000;

const viewingPages = (userId: number): PagedList<Viewing> => ({
  queryKey: ['viewings', userId],
  path: '/api/viewings',
  timeOf: ({ starts_at }) => starts_at,
  isSoonestFirst: true,
});

/** Those loaded so far on either side, soonest first: all that are still to come, and the latest of the others. */
export const viewingsQuery = (userId: number) =>
  queryOptions({
    queryKey: viewingPages(userId).queryKey,
    queryFn: (context) => {
      const yesterday = new Date(Date.now() - DAY_MS).toISOString();
      return refetchPages(viewingPages(userId), context, ([first]) => !first || first.starts_at < yesterday);
    },
    meta: { isPersonal: true },
  });

/** The loaded viewings, with what was before them. */
export function useViewings(userId: number) {
  const query = useQuery(viewingsQuery(userId));
  const rest = useRest<Viewing, { all: number }>(viewingPages(userId), query.data);
  return { query, rest };
}

/** The viewings of some days, however long ago: the loaded ones, else as the server answers. @param days 2026-03-18 */
export function useViewingsOn(userId: number, days: readonly string[]) {
  const { query, rest } = useViewings(userId);
  const from = startOfManilaDay(days[0] ?? '');
  const to = startOfManilaDay(addDays(days.at(-1) ?? '', 1));
  const earliest = query.data?.[0]?.starts_at;
  const isEarlier = rest.hasMore && earliest !== undefined && from.getTime() < Date.parse(earliest);
  const earlier = useQuery({
    queryKey: [...viewingPages(userId).queryKey, 'days', ...days],
    queryFn: ({ signal }) =>
      callApi<Viewing[]>('GET', '/api/viewings', {
        query: { from: from.toISOString(), to: to.toISOString() },
        signal,
      }),
    enabled: isEarlier,
    meta: { isPersonal: true },
  });
  if (!isEarlier || !query.data) return query;
  const all = earlier.data && withFound(query.data, earlier.data);
  return { ...earlier, data: all?.toSorted((one, other) => one.starts_at.localeCompare(other.starts_at)) };
}

/** Both sides' screens follow a viewing while they are open, also after the connection was gone for a while. */
export function useViewingUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: ['viewings'] });
    return joinStops(listenToSocket('viewing_changed', refresh), listenToOnline(refresh));
  }, [queryClient]);
}

export interface ViewingRequest {
  propertyId: number;
  /** ISO-8601. */
  startsAt: string;
  note: string;
}

export function useRequestViewing() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ propertyId, startsAt, note }: ViewingRequest) =>
      callApi<Viewing>('POST', '/api/viewings', {
        body: { property_id: propertyId, starts_at: startsAt, note },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['viewings'] }),
  });
}

export interface ViewingAnswer {
  id: number;
  decision: ViewingDecision;
  /** ISO-8601; with a proposal. */
  startsAt?: string;
}

export function useAnswerViewing() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision, startsAt }: ViewingAnswer) =>
      callApi<Viewing>('PUT', `/api/viewings/${id}`, {
        body: { status: decision, ...(startsAt ? { starts_at: startsAt } : {}) },
      }),
    // Also after a refusal: most often the other side was faster, and the list is old.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['viewings'] }),
  });
}

export function useSayOutcome() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; outcome: ViewingOutcome; note: string }) =>
      callApi<Viewing>('PUT', `/api/viewings/${id}/outcome`, { body }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['viewings'] }),
        // Timelines and the day show it too.
        queryClient.invalidateQueries({ queryKey: ['desk'] }),
      ]),
  });
}

/** Hands the viewing to the visitor's own calendar as an .ics file. */
export async function downloadCalendarFile(viewing: Pick<Viewing, 'id'>): Promise<void> {
  const { file } = await callApi<{ file: string }>('GET', `/api/viewings/${viewing.id}/calendar`);
  const url = URL.createObjectURL(new Blob([file], { type: 'text/calendar;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `viewing-${viewing.id}.ics`;
  link.click();
  // Some browsers begin to read it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
