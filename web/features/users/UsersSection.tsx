import { Eye, KeyRound, Pencil, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { AdminUser } from '#shared/contracts/users.ts';
import { adminRoleLabel, roleLabel } from '#shared/labels.ts';
import { msg } from '#shared/messages.ts';
import { useIsAllowed, useSession } from '#web/features/auth/index.ts';
import { savedViewParts } from '#web/features/savedViews/index.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { actionsColumn, RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { Day } from '#web/ui/details/Moment.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { AdminList, useAdminList } from '#web/ui/list/AdminList.tsx';
import { type BulkRefusals, BulkRefusalsDialog } from '#web/ui/list/bulk.tsx';
import type { ListState } from '#web/ui/list/listState.ts';
import { usePageSize } from '#web/ui/list/pageSize.ts';
import { StatusSelect, statusColumn, useStatusChange } from '#web/ui/list/RowStatus.tsx';
import { Section } from '#web/ui/section/Section.tsx';
import { type UserDialog, UserDialogs } from './UserDialogs.tsx';
import { type BulkStatus, BulkStatusDialog, JoinedFilter, Letters } from './UserListTools.tsx';
import {
  canDelete,
  canSetPassword,
  canSetStatus,
  roleTone,
  USERS_PAGE_SIZE,
  userStatus,
  userStatusLabel,
  usersQuery,
  usersSchema,
  useSetUserStatus,
} from './users.ts';

export function UsersSection() {
  const size = usePageSize('users', USERS_PAGE_SIZE);
  const list = useAdminList(usersSchema, usersQuery, size);
  const { user: self } = useSession();
  const isAllowed = useIsAllowed();
  const [bulk, setBulk] = useState<BulkStatus | null>(null);
  const [refused, setRefused] = useState<BulkRefusals | null>(null);
  const [dialog, setDialog] = useState<UserDialog | null>(null);
  const { mutateAsync: send } = useSetUserStatus();
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
              exportFile: (query: Omit<ListState<typeof usersSchema>, 'page'>) =>
                downloadFile('users.export', { query }),
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
        tools={<Letters list={list} limit={size.value} />}
        bulk={
          isAllowed('accounts.setStatus') && {
            nameOf: ({ name }: AdminUser) => name,
            isSelectable: (user: AdminUser) => canSetStatus(user, isAllowed) && user.id !== self?.id,
            actions: ({ isDisabled }) => (
              <>
                <Button
                  variant="outlined"
                  size="small"
                  disabled={isDisabled}
                  onClick={() => setBulk('active')}
                >
                  {t('Activate')}
                </Button>
                <Button
                  variant="outlined"
                  size="small"
                  isDangerous
                  disabled={isDisabled}
                  onClick={() => setBulk('suspended')}
                >
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
              canSetStatus(user, isAllowed) && (
                <StatusSelect kind={userStatus} row={user} onChange={setStatus} />
              ),
          ),
        ]}
      >
        <JoinedFilter state={list.state} change={list.change} />
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
      {dialog && (
        <UserDialogs dialog={dialog} failure={list.failure} onDialog={openDialog} onStatus={setStatus} />
      )}
    </Section>
  );
}

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
