import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import type { MemberFigures, OwnOffice, officesCalls, PublicOffice } from '#shared/contracts/offices.ts';
import type { DayRange } from '#web/features/analytics/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { joinStops, listenToOnline, listenToSocket } from '#web/lib/socket.ts';
import { readId } from '#web/lib/urlState.ts';

const OFFICE_KEY = ['office'] as const;
const FIGURES_KEY = ['officeFigures'] as const;
const PATH = '/api/office';

/** The agent's office, who is in it, and who is invited. */
export const officeQuery = queryOptions({
  queryKey: [...OFFICE_KEY, 'own'],
  queryFn: ({ signal }) => callApi<OwnOffice>('GET', PATH, { signal }),
  meta: { isPersonal: true },
});

/** What each member did; without a range, of all time. For managers. */
export const figuresQuery = (range: DayRange | null) =>
  queryOptions({
    queryKey: [...FIGURES_KEY, range],
    queryFn: ({ signal }) =>
      callApi<{ members: MemberFigures[] }>('GET', `${PATH}/figures`, { query: { ...range }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { isPersonal: true },
  });

/** An office as everybody sees it. */
export const publicOfficeQuery = (id: number) =>
  queryOptions({
    queryKey: ['offices', id],
    queryFn: ({ signal }) => callApi<PublicOffice>('GET', `/api/offices/${id}`, { signal }),
  });

export const prefetchOffice: Prefetch = (client, { params }) => {
  const id = readId(params.id);
  return id === null ? [] : [client.prefetchQuery(publicOfficeQuery(id))];
};

/** Who works with the agent, and what the agent may do about their clients. */
export interface Colleagues {
  office: NonNullable<OwnOffice['office']>;
  isManager: boolean;
  /** Somebody else is in the office, and their clients can be seen. */
  seesQueue: boolean;
  members: OwnOffice['members'];
}

/** Null for who is in no office, and until that is known. */
export function useColleagues(): Colleagues | null {
  const { data } = useQuery(officeQuery);
  if (!data?.office) return null;
  const { office, role, members } = data;
  const isManager = role === 'manager';
  return { office, isManager, members, seesQueue: members.length > 1 && (isManager || office.shares_queue) };
}

type Calls = typeof officesCalls;
type Body<Name extends 'create' | 'update' | 'updateMember' | 'removeMember' | 'handOver'> = z.input<
  Calls[Name]['body']
>;
export type OfficeFields = Body<'create'>;
export type MemberChange = Body<'updateMember'>;
export type HandOver = Body<'handOver'>;

/** The figures only once it is known that the agent still manages an office. */
async function askAnew(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: OFFICE_KEY });
  if (client.getQueryData(officeQuery.queryKey)?.role === 'manager')
    await client.invalidateQueries({ queryKey: FIGURES_KEY });
}

/** Each answers the office as it is then, which is shown at once. */
export function useOfficeActs() {
  const client = useQueryClient();
  const show = (office: OwnOffice) => client.setQueryData(officeQuery.queryKey, office);
  const { mutateAsync } = useMutation({
    mutationFn: (act: () => Promise<OwnOffice>) => act(),
    onSuccess: show,
    onSettled: () => void askAnew(client),
  });
  const act = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    mutateAsync(() => callApi<OwnOffice>(method, PATH + path, { body }));
  return {
    open: (fields: OfficeFields) => act('POST', '', fields),
    change: (fields: Body<'update'>) => act('PUT', '', fields),
    close: () => act('DELETE', ''),
    invite: (email: string) => act('POST', '/invitations', { email }),
    withdraw: (id: number) => act('DELETE', `/invitations/${id}`),
    answer: (id: number, answer: 'accepted' | 'declined') => act('PUT', `/invitations/${id}`, { answer }),
    changeMember: (id: number, change: MemberChange) => act('PUT', `/members/${id}`, change),
    removeMember: (id: number, heirs: Body<'removeMember'>) => act('DELETE', `/members/${id}`, heirs),
    /** @returns how many clients moved, and how many of their viewings clash with others. */
    async handOver(body: HandOver) {
      let told = { moved: 0, clashing_viewings: 0 };
      await mutateAsync(async () => {
        const { office, ...counts } = await callApi<z.infer<Calls['handOver']['answer']>>(
          'POST',
          `${PATH}/hand-overs`,
          { body },
        );
        told = counts;
        return office;
      });
      return told;
    },
  };
}

/** Keeps the office as the server tells it. */
export function useOfficeUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => void askAnew(client);
    return joinStops(listenToSocket('office_changed', ask), listenToOnline(ask));
  }, [client]);
}
