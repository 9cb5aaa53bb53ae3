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
import type { OwnOffice, officesCalls } from '#shared/contracts/offices.ts';
import type { DayRange } from '#web/features/analytics/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate, queryOf } from '#web/lib/apiQueries.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { listenToSocket } from '#web/lib/socket.ts';
import { readId } from '#web/lib/urlState.ts';

export const officeQuery = queryOptions({ ...queryOf('offices.get'), meta: { isPersonal: true } });

/** Each member's figures; without a range, of all time. For managers. */
export const figuresQuery = (range: DayRange | null) =>
  queryOptions({
    ...queryOf('offices.figures', { query: { ...range } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { isPersonal: true },
  });

export const publicOfficeQuery = (id: number) => queryOf('offices.public', { params: { id } });

export const prefetchOffice: Prefetch = (client, { params }) => {
  const id = readId(params.id);
  return id === null ? [] : [client.prefetchQuery(publicOfficeQuery(id))];
};

/** Null for agents without an office, and until that is known. `seesQueue`: others' clients can be seen. */
export function useColleagues() {
  const { data } = useQuery(officeQuery);
  if (!data?.office) return null;
  const { office, role, members } = data;
  const isManager = role === 'manager';
  return { office, isManager, members, seesQueue: members.length > 1 && (isManager || office.shares_queue) };
}

export type Colleagues = NonNullable<ReturnType<typeof useColleagues>>;

type Bodied = 'create' | 'update' | 'updateMember' | 'removeMember' | 'handOver';
type Body<Name extends Bodied> = z.input<(typeof officesCalls)[Name]['body']>;
export type HandOver = Body<'handOver'>;

/** The figures only once it is known that the agent still manages an office. */
async function askAnew(client: QueryClient): Promise<void> {
  await invalidate(client, 'offices.get');
  if (client.getQueryData(officeQuery.queryKey)?.role === 'manager') await invalidate(client, 'offices.figures');
}

/** Each answers the office as it is then, which is shown at once. */
export function useOfficeActs() {
  const client = useQueryClient();
  const show = (office: OwnOffice | null) => office && client.setQueryData(officeQuery.queryKey, office);
  const { mutateAsync } = useMutation({
    mutationFn: (act: () => Promise<OwnOffice | null>) => act(),
    onSuccess: show,
    onSettled: () => void askAnew(client),
  });
  return {
    open: (body: Body<'create'>) => mutateAsync(() => callApi('offices.create', { body })),
    change: (body: Body<'update'>) => mutateAsync(() => callApi('offices.update', { body })),
    close: () => mutateAsync(() => callApi('offices.close')),
    invite: (email: string) => mutateAsync(() => callApi('offices.invite', { body: { email } })),
    withdraw: (id: number) => mutateAsync(() => callApi('offices.withdraw', { params: { id } })),
    answer: (id: number, answer: 'accepted' | 'declined') =>
      mutateAsync(() => callApi('offices.answer', { params: { id }, body: { answer } })),
    changeMember: (id: number, body: Body<'updateMember'>) =>
      mutateAsync(() => callApi('offices.updateMember', { params: { id }, body })),
    removeMember: (id: number, body: Body<'removeMember'>) =>
      mutateAsync(() => callApi('offices.removeMember', { params: { id }, body })),
    /** @returns how many clients moved, and how many of their viewings clash with others. */
    async handOver(body: HandOver) {
      let told = { moved: 0, clashing_viewings: 0 };
      await mutateAsync(async () => {
        const { office, ...counts } = await callApi('offices.handOver', { body });
        told = counts;
        return office;
      });
      return told;
    },
  };
}

/** Keeps the office as the server pushes it. */
export function useOfficeUpdates(): void {
  const client = useQueryClient();
  useEffect(() => listenToSocket('office_changed', () => void askAnew(client)), [client]);
}
