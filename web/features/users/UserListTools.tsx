import { useState } from 'react';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { AdminUserList } from '#shared/contracts/users.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { NativeInput } from '#web/ui/controls/NativeInput.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { type BulkRefusals, showBulkResult } from '#web/ui/list/bulk.tsx';
import type { ListState } from '#web/ui/list/listState.ts';
import type { Selection } from '#web/ui/list/Selection.tsx';
import { findLetter, userStatus, type usersSchema, useSetUserStatuses } from './users.ts';

type UsersState = ListState<typeof usersSchema>;

/** Between which days the accounts were made. */
export function JoinedFilter({
  state,
  change,
}: {
  state: UsersState;
  change(changes: Partial<UsersState>): void;
}) {
  const field = 'flex-[0_1_10.5rem] min-w-0 max-md:flex-[1_1_8rem]';
  return (
    <>
      <NativeInput
        className={field}
        label={t('Joined from')}
        type="date"
        max={state.joined_to || undefined}
        value={state.joined_from}
        onChange={(joined_from) => change({ joined_from })}
      />
      <NativeInput
        className={field}
        label={t('Joined to')}
        type="date"
        min={state.joined_from || undefined}
        value={state.joined_to}
        onChange={(joined_to) => change({ joined_to })}
      />
    </>
  );
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

interface LettersProps {
  list: {
    state: UsersState;
    data: AdminUserList | undefined;
    openPage(page: number): void;
    setFailure(message: string | null): void;
  };
  limit: number;
}

/** In a long list by name: where the names with a letter begin. */
export function Letters({ list: { state, data, openPage, setFailure }, limit }: LettersProps) {
  if (state.sort !== 'name' || (data?.pagination.totalPages ?? 0) < 2) return null;
  const first = data?.users[0]?.name.trim().charAt(0).toLowerCase();
  const open = async (letter: string) => {
    setFailure(null);
    try {
      openPage(await findLetter(state, limit, letter));
    } catch (error) {
      setFailure(failureSentence(error, t('Failed to fetch users')));
    }
  };
  return (
    <nav className="flex flex-wrap gap-0.5 mb-3 -mx-1" aria-label={t('Jump to a letter')}>
      {LETTERS.map((letter) => (
        <button
          key={letter}
          type="button"
          className="min-w-7 min-h-8 pointer-coarse:min-w-control pointer-coarse:min-h-control p-0 border-0 rounded-sm bg-transparent text-muted text-sm font-semibold uppercase cursor-pointer hover:bg-sunken hover:text-ink aria-[current]:bg-primary-soft aria-[current]:text-primary"
          aria-label={t('Names from {letter}', { letter: letter.toUpperCase() })}
          aria-current={letter === first ? 'true' : undefined}
          onClick={() => void open(letter)}
        >
          {letter}
        </button>
      ))}
    </nav>
  );
}

export type BulkStatus = 'active' | 'suspended';

interface BulkStatusDialogProps {
  status: BulkStatus;
  selection: Selection;
  onRefused(refused: BulkRefusals | null): void;
  onClose(): void;
}

/** Asks, changes the chosen accounts, and shows the refusals; a click takes all of it back. */
export function BulkStatusDialog({ status, selection, onRefused, onClose }: BulkStatusDialogProps) {
  const { mutateAsync: send } = useSetUserStatuses();
  // The rows chosen at the confirmation: finished ones are no longer selected.
  const [ids] = useState(() => [...selection.ids]);
  const failed = t('Failed to update user status');

  const undo = async (before: ReadonlyMap<UserStatus, number[]>) => {
    try {
      let count = 0;
      for (const [earlier, changed] of before) {
        // No call makes an account wait for approval again.
        if (earlier === 'pending') throw new Error('A pending account cannot be restored');
        count += (await send({ ids: changed, status: earlier })).changed;
      }
      showToast(
        t('{count, plural, one {# account was restored} other {# accounts were restored}}', { count }),
      );
    } catch (error) {
      showToast(failureSentence(error, failed), 'error');
    }
  };

  return (
    <ConfirmDialog
      title={status === 'active' ? t('Activate users') : t('Suspend users')}
      text={
        status === 'active'
          ? t('{count, plural, one {Activate # account?} other {Activate # accounts?}}', {
              count: ids.length,
            })
          : t(
              '{count, plural, one {Suspend # account? It is logged out everywhere right away.} other {Suspend # accounts? They are logged out everywhere right away.}}',
              { count: ids.length },
            )
      }
      confirmLabel={status === 'active' ? t('Activate') : t('Suspend')}
      isDangerous={status === 'suspended'}
      onConfirm={async () => {
        const answer = await send({ ids, status });
        const before = new Map<UserStatus, number[]>();
        for (const { id, outcome, before: was } of answer.results)
          if (outcome === 'changed' && was && userStatus.choices.includes(was.status))
            before.set(was.status, [...(before.get(was.status) ?? []), id]);
        const refused = showBulkResult(answer, selection, {
          done: (count) =>
            status === 'active'
              ? t('{count, plural, one {# account is now active} other {# accounts are now active}}', {
                  count,
                })
              : t('{count, plural, one {# account is now suspended} other {# accounts are now suspended}}', {
                  count,
                }),
          onUndo: before.size > 0 ? () => void undo(before) : undefined,
        });
        onRefused(refused);
      }}
      failureOf={(error) => failureSentence(error, failed, failed)}
      onClose={onClose}
    />
  );
}
