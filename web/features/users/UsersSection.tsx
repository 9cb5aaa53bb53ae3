import { Eye, KeyRound, Pencil, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { adminRoleLabel, roleLabel } from '#shared/labels.ts';
import { msg } from '#shared/messages.ts';
import { useIsAllowed, useSession } from '#web/features/auth/index.ts';
import { savedViewParts } from '#web/features/savedViews/index.ts';
import { useAdminChange, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { InputOf } from '#web/lib/calls.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { actionsColumn, Day, RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { AdminList, DateFilters, useAdminList, usePageSize } from '#web/ui/list/AdminList.tsx';
import type { ListState } from '#web/ui/list/listState.ts';
import { StatusSelect, statusColumn, useStatusChange } from '#web/ui/list/RowStatus.tsx';
import { type BulkRefusals, BulkRefusalsDialog, type Selection, showBulkResult } from '#web/ui/list/Selection.tsx';
import { Section } from '#web/ui/section/Section.tsx';
import { type UserDialog, UserDialogs } from './UserDialogs.tsx';
import {
  canDelete,
  canSetPassword,
  canSetStatus,
  findLetter,
  roleTone,
  USERS_PAGE_SIZE,
  userStatus,
  userStatusLabel,
  usersQuery,
  usersSchema,
} from './users.ts';

const useUserList = () => useAdminList(usersSchema, usersQuery, usePageSize('users', USERS_PAGE_SIZE));

export function UsersSection() {
  const list = useUserList();
  const { user: self } = useSession();
  const isAllowed = useIsAllowed();
  const [bulk, setBulk] = useState<BulkStatus | null>(null);
  const [refused, setRefused] = useState<BulkRefusals | null>(null);
  const [dialog, setDialog] = useState<UserDialog | null>(null);
  const { mutateAsync: send } = useRowChange(
    'users.list',
    'users',
    ({ id, status }: { id: number; status: UserStatus }) =>
      callApi('users.setStatus', { params: { id }, body: { status } }),
  );
  const setStatus = useStatusChange(userStatus, {
    send,
    onFailure: list.setFailure,
    onChanged: (user) =>
      setDialog((open) => (open?.kind === 'view' && open.user.id === user.id ? { ...open, user } : open)),
  });
  const openDialog = (next: UserDialog | null) => {
    list.setFailure(null);
    setDialog(next);
  };

  return (
    <Section label={t('Users')}>
      <AdminList
        list={list}
        words={{
          label: t('Users'),
          none: t('No users found'),
          notFetched: t('Failed to fetch users'),
          notLoaded: t('Failed to load users'),
        }}
        title={t('User Management')}
        {...(isAllowed('accounts.export')
          ? {
              exportFile: (query: Omit<UsersState, 'page'>) => downloadFile('users.export', { query }),
            }
          : {})}
        buttons={
          isAllowed('accounts.write') && (
            <Button onClick={() => openDialog({ kind: 'add' })}>
              <UserPlus size={18} aria-hidden="true" />
              {t('Add User')}
            </Button>
          )
        }
        search={{ label: t('Search users'), placeholder: t('Search by name, email, phone or #id...') }}
        {...savedViewParts('users', list)}
        tools={<Letters {...list} />}
        bulk={
          isAllowed('accounts.setStatus') && {
            nameOf: ({ name }: AdminUser) => name,
            isSelectable: (user: AdminUser) => canSetStatus(user, isAllowed) && user.id !== self?.id,
            actions: ({ isDisabled }) => (
              <>
                <Button {...bulkButton} disabled={isDisabled} onClick={() => setBulk('active')}>
                  {t('Activate')}
                </Button>
                <Button {...bulkButton} isDangerous disabled={isDisabled} onClick={() => setBulk('suspended')}>
                  {t('Suspend')}
                </Button>
              </>
            ),
          }
        }
        filters={[
          { name: 'role', label: t('Role'), labels: { all: msg('All Roles'), ...roleLabel } },
          { name: 'status', label: t('Status'), labels: { all: msg('All Statuses'), ...userStatusLabel } },
          { name: 'application', label: t('Application'), labels: applicationFilter },
          { name: 'confirmed', label: t('Email confirmed'), labels: confirmedFilter },
        ]}
        rows={list.data?.users}
        columns={[
          ...userColumns,
          actionsColumn<AdminUser>(
            [
              {
                label: ({ name }) => t('View details of {name}', { name }),
                Icon: Eye,
                onClick: (user) => openDialog({ kind: 'view', user }),
              },
              {
                label: ({ name }) => t('Edit {name}', { name }),
                Icon: Pencil,
                isOffered: () => isAllowed('accounts.write'),
                onClick: (user) => openDialog({ kind: 'edit', user }),
              },
              {
                label: ({ name }) => t('Change password of {name}', { name }),
                Icon: KeyRound,
                isOffered: (user) => canSetPassword(user, isAllowed),
                onClick: (user) => openDialog({ kind: 'password', user }),
              },
              {
                label: ({ name }) => t('Delete {name}', { name }),
                Icon: Trash2,
                isDangerous: true,
                isOffered: (user) => canDelete(user, isAllowed),
                onClick: (user) => openDialog({ kind: 'delete', user }),
              },
            ],
            (user) =>
              canSetStatus(user, isAllowed) && <StatusSelect kind={userStatus} row={user} onChange={setStatus} />,
          ),
        ]}
      >
        <DateFilters
          from={{ name: 'joined_from', label: t('Joined from') }}
          to={{ name: 'joined_to', label: t('Joined to') }}
          state={list.state}
          change={list.change}
        />
      </AdminList>
      {bulk && (
        <BulkStatusDialog
          status={bulk}
          selection={list.selection}
          onRefused={setRefused}
          onClose={() => setBulk(null)}
        />
      )}
      {refused && <BulkRefusalsDialog refused={refused} onClose={() => setRefused(null)} />}
      {dialog && <UserDialogs dialog={dialog} failure={list.failure} onDialog={openDialog} onStatus={setStatus} />}
    </Section>
  );
}

const bulkButton = { variant: 'outlined', size: 'small' } as const;

const applicationFilter = {
  all: msg('Any Application'),
  none: msg('Never Applied'),
  pending: msg('Application Pending'),
  approved: msg('Application Approved'),
  rejected: msg('Application Rejected'),
};

const confirmedFilter = {
  all: msg('Any Email'),
  yes: msg('Email Confirmed'),
  no: msg('Email Not Confirmed'),
};

const userColumns: readonly TableColumn<AdminUser>[] = [
  {
    id: 'user',
    heading: msg('User'),
    sortKey: 'name',
    isRowHeading: true,
    cell: ({ name, email, phone, avatar_url }) => (
      <RowSubject picture={<Avatar src={avatar_url} size={40} />}>
        <span dir="auto" className="row-title">
          {name}
        </span>
        <span className="row-note">{email}</span>
        {phone && <span className="row-note">{phone}</span>}
      </RowSubject>
    ),
  },
  {
    id: 'role',
    heading: msg('Role'),
    sortKey: 'role',
    cell: ({ role, admin_role }) => (
      <span className="grid justify-items-start gap-0.5">
        <Badge tone={roleTone[role]}>{t(roleLabel[role])}</Badge>
        {admin_role && <span className="row-note">{t(adminRoleLabel[admin_role])}</span>}
      </span>
    ),
  },
  statusColumn(userStatus),
  {
    id: 'created',
    heading: msg('Created'),
    sortKey: 'created_at',
    cell: ({ created_at }) => <Day iso={created_at} />,
  },
  {
    id: 'seen',
    heading: msg('Last Seen'),
    sortKey: 'last_seen_at',
    cell: ({ last_seen_at }) =>
      last_seen_at ? <Day iso={last_seen_at} /> : <span className="text-muted">{t('Not known')}</span>,
  },
];

type UsersState = ListState<typeof usersSchema>;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

const HERE = 'bg-primary-soft text-primary';

/** In a long list by name: where the names with a letter begin. */
function Letters({ state, data, openPage, setFailure, size }: ReturnType<typeof useUserList>) {
  if (state.sort !== 'name' || (data?.pagination.totalPages ?? 0) < 2) return null;
  const first = data?.users[0]?.name.trim().charAt(0).toLowerCase();
  const open = async (letter: string) => {
    setFailure(null);
    try {
      openPage(await findLetter(state, size?.value ?? USERS_PAGE_SIZE, letter));
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
          className={`quiet-btn min-w-7 px-0 text-sm uppercase pointer-coarse:min-w-control ${letter === first ? HERE : ''}`}
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

type BulkStatus = 'active' | 'suspended';

interface BulkStatusDialogProps {
  status: BulkStatus;
  selection: Selection;
  onRefused(refused: BulkRefusals | null): void;
  onClose(): void;
}

/** Asks, changes the chosen accounts, and shows the refusals; a click takes all of it back. */
function BulkStatusDialog({ status, selection, onRefused, onClose }: BulkStatusDialogProps) {
  const { mutateAsync: send } = useAdminChange((body: InputOf<'users.setStatuses'>['body']) =>
    callApi('users.setStatuses', { body }),
  );
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
      showToast(t('{count, plural, one {# account was restored} other {# accounts were restored}}', { count }));
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
