import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import type { ViewingDecision } from '#shared/viewingDecisions.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { currentConnection, listenToConnection, listenToSocket } from '#web/lib/socket.ts';

/** Every viewing of this person, on either side, soonest first. */
export const viewingsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['viewings', userId],
    queryFn: ({ signal }) => callApi<Viewing[]>('GET', '/api/viewings', { signal }),
    meta: { isPersonal: true },
  });

/** Both sides' screens follow a viewing while they are open, also after the connection was gone for a while. */
export function useViewingUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: ['viewings'] });
    const stopEvents = listenToSocket('viewing_changed', refresh);
    const stopConnection = listenToConnection(() => {
      if (currentConnection() === 'online') refresh();
    });
    return () => {
      stopEvents();
      stopConnection();
    };
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
    networkMode: 'always',
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
    networkMode: 'always',
    mutationFn: ({ id, decision, startsAt }: ViewingAnswer) =>
      callApi<Viewing>('PUT', `/api/viewings/${id}`, {
        body: { status: decision, ...(startsAt ? { starts_at: startsAt } : {}) },
      }),
    // Also after a refusal: most often the other side was faster, and the list is old.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['viewings'] }),
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
