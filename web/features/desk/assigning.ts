import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import type { DeskRow, deskCalls } from '#shared/contracts/desk.ts';
import type { OfficeMember } from '#shared/contracts/offices.ts';
import { type Colleagues, useColleagues, useOfficeActs } from '#web/features/offices/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { findRow, invalidateDesk, isOwnRow, putRow } from './queries.ts';
import { offerUndo } from './undo.ts';

type Answer = z.infer<typeof deskCalls.assign.answer>;
type Person = DeskRow['agent'];

/** Whether the agent may take a colleague's client: a manager any, the others a waiting client of a shared queue. */
export const canTake = (row: DeskRow, { office, isManager }: Colleagues): boolean =>
  !isOwnRow(row) && (isManager || (office.shares_queue && row.waiting_since !== null));

/** Colleagues and reviewers are the agent's own, and stay so. */
export const canAssign = (row: DeskRow, colleagues: Colleagues): boolean =>
  row.kind === 'client' &&
  colleagues.members.length > 1 &&
  (isOwnRow(row) || colleagues.isManager || canTake(row, colleagues));

/** The possible new agents of a client in the offered order; absent ones last and disabled. */
export function takersOf(row: DeskRow, userId: number, colleagues: Colleagues): OfficeMember[] {
  const mayGive = row.agent.id === userId || colleagues.isManager;
  return colleagues.members
    .filter(({ id, is_active }) => id !== row.agent.id && is_active && (mayGive || id === userId))
    .toSorted(
      (one, other) =>
        Number(other.id === userId) - Number(one.id === userId) ||
        Number(one.away_until !== null) - Number(other.away_until !== null) ||
        one.name.localeCompare(other.name),
    );
}

/** The message without a connection: an assignment must take effect for all agents at once. */
export const assignFailure = (error: unknown): string =>
  failureSentence(
    error,
    t('This client could not be assigned. Please try again.'),
    t('You are offline. You can assign clients once you are back online.'),
  );

/** Hands a client to a colleague, with an undo where possible. @returns the client's id in the colleague's queue. @throws the failures of callApi. */
export function useAssign(): (row: DeskRow, to: Person, note?: string) => Promise<number> {
  const client = useQueryClient();
  const colleagues = useColleagues();
  const { handOver } = useOfficeActs();
  return useCallback(
    async (row, to, note) => {
      const handedOverBefore = colleagues?.members.find(({ id }) => id === row.agent.id)?.handed_over;
      const answer = await assign(client, row, to, note);
      const words = isOwnRow({ agent: to })
        ? t('You now look after {name}', { name: row.name })
        : t('{colleague} now looks after {name}', { colleague: to.name, name: row.name });
      const isJoined = answer.id !== row.id;
      const mayAssignBack =
        colleagues?.isManager || (colleagues?.office.shares_queue && row.waiting_since !== null);
      const takeBack = mayAssignBack
        ? () => assign(client, { ...(answer.row ?? row), id: answer.id, agent: to }, row.agent)
        : // All that came from the agent is given back: it is this one, where there was none before.
          isOwnRow(row) && handedOverBefore === 0
          ? () => handOver({ from_id: to.id, to_id: row.agent.id, which: 'came_from' })
          : null;
      // Merged entries of two agents with one client cannot be separated again.
      if (isJoined || !takeBack) showToast(words);
      else
        offerUndo(words, () => {
          const onFailure = (error: unknown) => showToast(assignFailure(error), 'error');
          takeBack().then(() => invalidateDesk(client), onFailure);
        });
      if (answer.clashing_viewings > 0)
        showToast(
          t(
            '{count, plural, one {A viewing} other {# viewings}} with {name} {count, plural, one {is} other {are}} at the same time as another one of {colleague}.',
            { count: answer.clashing_viewings, name: row.name, colleague: to.name },
          ),
          'info',
        );
      return answer.id;
    },
    [client, colleagues, handOver],
  );
}

async function assign(client: QueryClient, row: DeskRow, to: Person, note?: string): Promise<Answer> {
  try {
    const answer = await callApi('desk.assign', {
      params: { id: row.id },
      body: {
        agent_id: to.id,
        ...(note ? { note } : {}),
        // If two agents take the same client, the second is refused.
        ...(isOwnRow(row) ? {} : { expected_version: row.version }),
      },
    });
    // Also where it cannot be seen any more: until it is asked anew it stands nowhere as the agent's own.
    const before = findRow(client, row.id) ?? row;
    putRow(client, { ...before, agent: to, version: before.version + 1 });
    if (answer.row) putRow(client, answer.row);
    return answer;
  } finally {
    void invalidateDesk(client);
  }
}
